"""The names of the queue's messages about term bases. Waiting jobs carry them: they stay for good."""

from __future__ import annotations

from typing import Final

QUEUE: Final = "memories"  # which imports of memories wait in, too: both may take long
IMPORT: Final = "term_bases.import"
