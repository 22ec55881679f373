"""The queue's messages about memories. Waiting jobs carry their names, so the names never change."""

from __future__ import annotations

from typing import Final

from dragoman.jobs.queue import Message, Share

QUEUE: Final = "memories"  # another queue than that of documents, so that a large import delays none
IMPORT: Final = "memories.import"
UNDO_IMPORT: Final = "memories.undo_import"
DELETE_FILE: Final = "memories.delete_file"
DELETE_MEMORY: Final = "memories.delete_memory"
SWEEP: Final = "memories.sweep"


def share_of(account_id: int, memory_id: int) -> Share:
    """The fair share that work on a memory counts towards."""
    return Share(account=account_id, stream=f"memory:{memory_id}")


def delete_message(account_id: int, memory_id: int, *, priority: int = 0) -> Message:
    """The queue's message to remove the units of a deleted memory."""
    arguments = {"memory": memory_id, "account": account_id}
    share = share_of(account_id, memory_id)
    return Message(task=DELETE_MEMORY, arguments=arguments, queue=QUEUE, share=share, priority=priority)
