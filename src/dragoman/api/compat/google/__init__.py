"""The dialect of Google Cloud Translation, version 2 (X3)."""

from __future__ import annotations

from typing import Final

from dragoman.api.compat.google import text
from dragoman.api.compat.google.interface import INTERFACE as INTERFACE

ROUTERS: Final = (text.router,)
