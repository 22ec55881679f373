"""Dragoman, a self-hosted translation service.

The layout is described in `docs/architecture.md`; the wire contract is `docs/openapi.json`.
"""

import gc

__version__ = "0.1.0"

# What a start loads stays: to search it for garbage after every 700 new values is an eighth of the start.
gc.set_threshold(10_000, 10, 10)
