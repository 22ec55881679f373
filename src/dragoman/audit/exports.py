"""Entries of the audit log as a table for spreadsheets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import orjson

from dragoman.audit.model import AuditEntry
from dragoman.text_io.spreadsheets import write_table
from dragoman.timestamps import write_time

_HEADER: Final = ("id", "created_at", "actor", "action", "subject", "account", "details")


def write_entries(entries: Iterable[AuditEntry]) -> bytes:
    """Write a row for each entry; details are JSON."""
    return write_table([_HEADER, *(_row(entry) for entry in entries)])


def _row(entry: AuditEntry) -> Sequence[str]:
    event = entry.event
    return [
        str(entry.id),
        write_time(entry.at),
        event.actor,
        event.action,
        event.subject,
        "" if event.account_id is None else str(event.account_id),
        orjson.dumps(dict(event.details), option=orjson.OPT_SORT_KEYS).decode(),
    ]
