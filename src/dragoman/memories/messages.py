"""The names of the queue's messages about memories. Waiting jobs carry them: they stay for good."""

from __future__ import annotations

from typing import Final

QUEUE: Final = "memories"  # apart from documents, so that a large import delays none
IMPORT: Final = "memories.import"
UNDO_IMPORT: Final = "memories.undo_import"
DELETE_FILE: Final = "memories.delete_file"
DELETE_MEMORY: Final = "memories.delete_memory"
SWEEP: Final = "memories.sweep"
