"""The dialects that are there: their interfaces and routes."""

from __future__ import annotations

from typing import Final

from dragoman.api.compat import deepl

INTERFACES: Final = (deepl.INTERFACE,)
ROUTERS: Final = (*deepl.ROUTERS,)
