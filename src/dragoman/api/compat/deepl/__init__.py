"""The dialect of DeepL's API, versions 2 and 3 (X1)."""

from __future__ import annotations

from typing import Final

from dragoman.api.compat.deepl import (
    documents,
    glossaries,
    languages,
    memories,
    style_rules,
    text,
    usage,
    write,
)
from dragoman.api.compat.deepl.interface import INTERFACE as INTERFACE

ROUTERS: Final = (
    text.router,
    documents.uploads,
    documents.router,
    languages.router,
    usage.router,
    glossaries.router,
    memories.router,
    style_rules.router,
    write.router,
)
