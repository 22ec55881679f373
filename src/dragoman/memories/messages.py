"""The names of the queue's messages about memories. Waiting jobs carry them: they stay for good."""

from __future__ import annotations

from typing import Final

from dragoman.jobs.queue import Message, Share

QUEUE: Final = "memories"  # apart from documents, so that a large import delays none
IMPORT: Final = "memories.import"
UNDO_IMPORT: Final = "memories.undo_import"
DELETE_FILE: Final = "memories.delete_file"
DELETE_MEMORY: Final = "memories.delete_memory"
SWEEP: Final = "memories.sweep"


def share_of(account_id: int, memory_id: int) -> Share:
    """What the work on a memory counts for."""
    return Share(account=account_id, stream=f"memory:{memory_id}")


def delete_message(account_id: int, memory_id: int, *, priority: int = 0) -> Message:
    """Remove the units of a deleted memory."""
    arguments = {"memory": memory_id, "account": account_id}
    share = share_of(account_id, memory_id)
    return Message(task=DELETE_MEMORY, arguments=arguments, queue=QUEUE, share=share, priority=priority)
