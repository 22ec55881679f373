"""The states of all segments of a translation in few bytes, for an editor that shows a part of them (V8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.database.connections import Transaction
from dragoman.projects import segment_windows
from dragoman.projects.linguists.editing.opening import Editor, TranslationAddress, open_translation
from dragoman.projects.linguists.editing.windows import WantedSegments, list_wanted
from dragoman.projects.linguists.translation_context import TranslationContext
from dragoman.projects.segment_model import SegmentState

_LETTERS: Final = {
    SegmentState.NEW: "n",
    SegmentState.PRETRANSLATED: "p",
    SegmentState.TRANSLATED: "t",
    SegmentState.CONFIRMED: "c",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslationSummary:
    """A translation, the states of all of its segments, and which of them are wanted."""

    context: TranslationContext
    # A letter for each segment: n(ew), p(retranslated), t(ranslated), c(onfirmed); a capital: locked.
    states: str
    numbers: Sequence[int] | None  # of the wanted ones; None: all of them
    issues: Sequence[str]  # codes of findings
    revision: int


async def summarise(
    tx: Transaction, address: TranslationAddress, wanted: WantedSegments, *, editor: Editor
) -> TranslationSummary:
    """Summarise a translation. Raises `NotFound`, `Forbidden`, `SearchInvalid`."""
    context = await open_translation(tx, address, editor)
    states = await segment_windows.list_states(tx, address.translation_id)
    numbers = await list_wanted(tx, address.translation_id, wanted) if wanted.is_restricted else None
    return TranslationSummary(
        context=context,
        states="".join(_letter(state, locked=locked) for state, locked in states),
        numbers=numbers,
        issues=await segment_windows.list_issues(tx, address.translation_id),
        revision=context.translation.revision,
    )


def _letter(state: SegmentState, *, locked: bool) -> str:
    letter = _LETTERS[state]
    return letter.upper() if locked else letter
