"""The names of the queue's messages about documents. They are stable, as waiting jobs carry them."""

from __future__ import annotations

from typing import Final

QUEUE: Final = "documents"
CONVERSIONS: Final = "conversions"  # of old documents: few at once, and slow
CONVERT: Final = "documents.convert"
TRANSLATE: Final = "documents.translate"
DELETE_FILES: Final = "documents.delete_files"
EXPIRE_ALL: Final = "documents.expire_all"
SWEEP: Final = "documents.sweep"
