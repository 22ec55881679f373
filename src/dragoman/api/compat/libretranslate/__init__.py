"""The dialect of LibreTranslate (X2)."""

from __future__ import annotations

from typing import Final

from dragoman.api.compat.libretranslate import files, listings, text
from dragoman.api.compat.libretranslate.interface import INTERFACE as INTERFACE

ROUTERS: Final = (text.router, files.router, listings.router)
