"""Dragoman, a self-hosted translation service.

The layout is described in `docs/architecture.md`; the wire contract is `docs/openapi.json`.
"""

__version__ = "0.1.0"
