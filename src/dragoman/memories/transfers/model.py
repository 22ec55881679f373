"""Transfers of memories as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class TransferDraft:
    """A client's request for a transfer."""

    account_id: int
    is_import: bool  # else the memory is to be downloaded
    name: str  # of the new memory, or of the one that is there
    file_name: str = ""
    content_type: str | None = None  # the client's
    size: int | None = None  # bytes that the client is going to send
    memory_id: int | None = None  # that is to be downloaded


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """A transfer that was announced, and the memory and import that it became."""

    id: UUID
    account_id: int
    is_import: bool
    name: str
    file_name: str
    content_type: str | None
    size: int | None
    memory_id: int | None  # None: the file is still to come
    import_id: int | None
    created: datetime
    updated: datetime
    expires: datetime  # after it, its address is good no longer
