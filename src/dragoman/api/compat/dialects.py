"""The dialects that are there: their interfaces and routes."""

from __future__ import annotations

from typing import Final

from dragoman.api.compat import deepl, google, libretranslate

INTERFACES: Final = (deepl.INTERFACE, libretranslate.INTERFACE, google.INTERFACE)
ROUTERS: Final = (*deepl.ROUTERS, *libretranslate.ROUTERS, *google.ROUTERS)
