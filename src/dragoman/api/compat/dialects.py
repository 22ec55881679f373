"""The dialects that are there: their interfaces and routes."""

from __future__ import annotations

from typing import Final

from dragoman.api.compat import azure, deepl, google, libretranslate

INTERFACES: Final = (deepl.INTERFACE, libretranslate.INTERFACE, google.INTERFACE, azure.INTERFACE)
ROUTERS: Final = (*deepl.ROUTERS, *libretranslate.ROUTERS, *google.ROUTERS, *azure.ROUTERS)
