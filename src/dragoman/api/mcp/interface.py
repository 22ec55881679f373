"""Where agents are answered, and with which scopes."""

from __future__ import annotations

from typing import Final

from dragoman.access.model import AccessScope
from dragoman.http.route_policy import ErrorStyle, Interface

PATH: Final = "/mcp"
METADATA: Final = "/.well-known/oauth-protected-resource"

# Calls are counted where the tools lead.
INTERFACE: Final = Interface(
    prefix=PATH,
    scope=AccessScope.TRANSLATE,
    bucket=None,
    errors=ErrorStyle.TEXT,
    resource_metadata=METADATA + PATH,
)
SCOPES: Final = (AccessScope.TRANSLATE, AccessScope.PROJECTS, AccessScope.REFERENCE)
