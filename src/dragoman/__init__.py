"""Dragoman, a self-hosted translation service.

The layout is described in `docs/architecture.md`; the wire contract is `docs/openapi.json`.
"""

import gc

__version__ = "0.1.0"

# Most of what a start loads stays: to look through all of it every 700 new values takes an eighth of the time.
gc.set_threshold(50_000, 10, 10)
