"""Reading segments by windows: in reading order, filtered, searched; and what was changed since (V8)."""

from __future__ import annotations

import asyncio
import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dragoman.database.connections import Transaction
from dragoman.memories.segment_json import decode_segment
from dragoman.projects import segment_versions, segment_windows
from dragoman.projects.linguists.editing.opening import Editor, TranslationAddress, open_translation
from dragoman.projects.linguists.editing.presence import OpenWindow, announce
from dragoman.projects.linguists.editing.searching import Finder, TextSearch
from dragoman.projects.segment_model import EVERY_SEGMENT, ProjectSegment, SegmentFilter
from dragoman.projects.segment_store import find_segments
from dragoman.segments import plain_text

_MOST_CHANGES = 500  # of one answer; the next one goes on


class SearchedTexts(enum.StrEnum):
    """In which texts of segments a search looks."""

    SOURCE = "source"
    TARGET = "target"
    BOTH = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedSegments:
    """Which segments are wanted, and which part of them."""

    filter: SegmentFilter = EVERY_SEGMENT
    search: TextSearch | None = None
    texts: SearchedTexts = SearchedTexts.BOTH
    offset: int = 0
    limit: int = 50
    first_number: int | None = None  # from this segment, or the next that passes, instead of an offset

    @property
    def is_restricted(self) -> bool:
        """Whether some segments may not pass."""
        return self.search is not None or self.filter != EVERY_SEGMENT


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentWindow:
    """A part of the segments that pass a filter."""

    segments: Sequence[ProjectSegment]
    total: int  # that pass
    offset: int  # of the first
    revision: int  # of the translation


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedSegments:
    """What was changed since a revision, and who has the translation open."""

    segments: Sequence[ProjectSegment]
    revision: int  # to go on from
    windows: Sequence[OpenWindow]


async def read_window(
    tx: Transaction, address: TranslationAddress, wanted: WantedSegments, *, editor: Editor
) -> SegmentWindow:
    """Read a window of segments. Raises `NotFound`, `Forbidden`, `SearchInvalid`."""
    context = await open_translation(tx, address, editor)
    translation_id, revision = address.translation_id, context.translation.revision
    if not wanted.search and wanted.first_number is None:
        return SegmentWindow(
            segments=await segment_windows.list_window(
                tx, translation_id, wanted.filter, offset=wanted.offset, limit=wanted.limit
            ),
            total=await segment_windows.count_segments(tx, translation_id, wanted.filter),
            offset=wanted.offset,
            revision=revision,
        )
    numbers = await list_wanted(tx, translation_id, wanted)
    offset = wanted.offset
    if wanted.first_number is not None:
        offset = sum(number < wanted.first_number for number in numbers)
    return SegmentWindow(
        segments=await find_segments(tx, translation_id, numbers[offset : offset + wanted.limit]),
        total=len(numbers),
        offset=offset,
        revision=revision,
    )


async def find_numbered(
    tx: Transaction, address: TranslationAddress, numbers: Sequence[int]
) -> Sequence[ProjectSegment]:
    """Find those of some segments that the translation has. It has been opened for its reader."""
    return await find_segments(tx, address.translation_id, numbers)


async def list_wanted(tx: Transaction, translation_id: int, wanted: WantedSegments) -> Sequence[int]:
    """List the numbers of all wanted segments. Raises `SearchInvalid`."""
    if not wanted.search:
        return await segment_windows.list_numbers(tx, translation_id, wanted.filter)
    finder = Finder(wanted.search)
    texts = await segment_windows.list_texts(tx, translation_id, wanted.filter)
    return await asyncio.to_thread(_find, finder, texts, wanted.texts)


def _find(
    finder: Finder, texts: Sequence[tuple[int, str, str | None]], where: SearchedTexts
) -> Sequence[int]:
    return [
        number
        for number, source, target in texts
        if any(finder.is_in(text) for text in _read_texts(source, target, where))
    ]


def _read_texts(source: str, target: str | None, where: SearchedTexts) -> Iterator[str]:
    if where is not SearchedTexts.TARGET:
        yield plain_text(decode_segment(source))
    if where is not SearchedTexts.SOURCE and target is not None:
        yield plain_text(decode_segment(target))


async def read_changes(
    tx: Transaction,
    address: TranslationAddress,
    since: int,
    *,
    window: str | None = None,
    number: int | None = None,
    editor: Editor,
) -> ChangedSegments:
    """Read what was changed since a revision; `window` of an editor says which segment it has open.

    Raises `NotFound`, `Forbidden`.
    """
    context = await open_translation(tx, address, editor)
    windows = await announce(tx, context, editor, window=window, number=number) if window else ()
    changed = await segment_versions.list_changed(
        tx, address.translation_id, since=since, limit=_MOST_CHANGES
    )
    is_cut = len(changed) == _MOST_CHANGES
    if is_cut:  # a revision that was read in part is read again with the next answer
        last = changed[-1].revision
        changed = [row for row in changed if row.revision < last] or changed
    revision = changed[-1].revision if is_cut else context.translation.revision
    return ChangedSegments(segments=changed, revision=revision, windows=windows)
