"""The dialect of Azure Translator, version 3.0 (X3)."""

from __future__ import annotations

from typing import Final

from dragoman.api.compat.azure import analysis, listings, text, token
from dragoman.api.compat.azure.interface import INTERFACE as INTERFACE

ROUTERS: Final = (text.router, analysis.router, listings.router, token.router)
