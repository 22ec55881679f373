"""Characters, words, segments and documents by day (T9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dragoman_client.mock import pseudo
from dragoman_client.mock.routing import MockCall
from dragoman_client.mock.state import Record
from dragoman_client.mock.times import today

KEYS = ("characters", "words", "segments")


def note_usage(call: MockCall, texts: Sequence[str], *, documents: int = 0) -> None:
    """Add texts to today's counts of the application."""
    key = (call.account, call.application.id, today())
    day = call.state.usage.setdefault(key, {**dict.fromkeys(KEYS, 0), "documents": 0, "inDocuments": zero()})
    counted = [text for text in texts if text.strip()]
    more = {
        "characters": sum(map(pseudo.plain_length, counted)),
        "words": sum(map(pseudo.count_words, counted)),
        "segments": len(counted),
    }
    for name, value in more.items():
        day[name] += value
        if documents:
            day["inDocuments"][name] += value
    day["documents"] += documents


def zero() -> dict[str, int]:
    """Counts of nothing."""
    return dict.fromkeys(KEYS, 0)


def add_up(days: Sequence[Record], *, with_documents: bool) -> Record:
    """Counts together, in the members of the interface."""
    total: dict[str, Any] = {name: sum(day[name] for day in days) for name in (*KEYS, "documents")}
    total["memory"] = zero()
    if with_documents:
        total["inDocuments"] = {name: sum(day["inDocuments"][name] for day in days) for name in KEYS}
    return total
