"""The queue's messages about term bases. Waiting jobs carry their names, so the names never change."""

from __future__ import annotations

from typing import Final

QUEUE: Final = "memories"  # shared with imports of memories: both may take long
IMPORT: Final = "term_bases.import"
SWEEP: Final = "term_bases.sweep"
