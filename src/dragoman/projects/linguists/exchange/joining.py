"""Finding segments again where a tool has cut a unit anew: its pieces and our rows, side by side.

Where the tool split a segment, its translations are joined. Where it joined segments, their one translation
is shared out among them again, at the ends of its sentences, so that together they say all of it in order.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final

from dragoman.memories.segment_json import decode_segment
from dragoman.projects.linguists.exchange.model import Flow, Tag, UnitPart, XliffState
from dragoman.projects.linguists.exchange.tags import names_of
from dragoman.projects.segment_model import ProjectSegment
from dragoman.segmentation import sentences
from dragoman.segments import Text, plain_text
from dragoman.unicode_normalization import normalize

_ORDER: Final = (XliffState.OPEN, XliffState.NOTHING, XliffState.TRANSLATED, XliffState.CONFIRMED)


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinedRows:
    """Rows whose texts are together those of some pieces, and cannot be parted further."""

    rows: tuple[ProjectSegment, ...]
    pieces: tuple[UnitPart, ...]

    @property
    def target(self) -> Flow | None:
        """The joined translation, with the text between segments; None where no segment has one."""
        if all(piece.target is None for piece in self.pieces if piece.is_segment):
            return None
        flow: list[Text | Tag] = []
        for piece in self.pieces:
            content = piece.target if piece.target is not None or piece.is_segment else piece.source
            flow += content or ()
        return tuple(flow)

    @property
    def file_state(self) -> XliffState:
        """The lowest state of its segments."""
        return min(
            (piece.file_state for piece in self.pieces if piece.is_segment),
            key=_ORDER.index,
            default=XliffState.NOTHING,
        )


def align(
    rows: Sequence[ProjectSegment], pieces: Sequence[UnitPart], *, moved: bool
) -> list[JoinedRows] | None:
    """The rows of a unit beside the pieces that came back; None: their sources differ.

    White space and the coding of letters do not count. Where targets have `moved`, all is one group.
    """
    ours = [_squeeze_row(row) for row in rows]
    theirs = [_squeeze(piece.source, rows[0].number) for piece in pieces]
    if "".join(ours) != "".join(theirs):
        return None
    segments = [number for number, piece in enumerate(pieces) if piece.is_segment]
    if not moved and [theirs[number] for number in segments] == ours:  # as nearly always
        return [
            JoinedRows(rows=(row,), pieces=(pieces[number],))
            for row, number in zip(rows, segments, strict=True)
        ]
    if moved:
        return [JoinedRows(rows=tuple(rows), pieces=tuple(pieces))]
    row_ends, piece_ends = list(accumulate(map(len, ours))), list(accumulate(map(len, theirs)))
    groups: list[JoinedRows] = []
    at = 0
    start = 0
    for end, length in enumerate(row_ends, 1):
        if end < len(rows) and (length not in piece_ends or not ours[end]):
            continue
        last = len(pieces)
        if end < len(rows):
            last = piece_ends.index(length) + 1
        groups.append(JoinedRows(rows=tuple(rows[start:end]), pieces=_trimmed(pieces[at:last])))
        start, at = end, last
    return groups


def _trimmed(pieces: Sequence[UnitPart]) -> tuple[UnitPart, ...]:
    """Drop the text before the first segment and after the last one."""
    inner = [number for number, piece in enumerate(pieces) if piece.is_segment]
    return tuple(pieces[inner[0] : inner[-1] + 1]) if inner else ()


def share_out(flow: Flow, rows: Sequence[ProjectSegment], *, language: str) -> list[Flow]:
    """The parts of one translation for each of the rows that it translates, in order.

    Codes go to their own segments where their order allows that. `language` is the translation's.
    """
    if len(rows) == 1:
        return [flow]
    atoms = [atom for part in flow for atom in (part.text if isinstance(part, Text) else (part,))]
    positions = _CutPositions.find(atoms, language)
    lengths = list(accumulate(max(1, len(plain_text(decode_segment(row.source)))) for row in rows))
    cuts = [0]
    alike = len(positions.sentences) == len(rows) - 1
    for number, (row, length) in enumerate(zip(rows, lengths[:-1], strict=False)):
        preferred = positions.sentences[number] if alike else len(atoms) * length // lengths[-1]
        cuts.append(positions.choose(cuts[-1], preferred, last_row=row.number))
    cuts.append(len(atoms))
    return [_flow(atoms[start:end]) for start, end in pairwise(cuts)]


@dataclass(frozen=True, slots=True)
class _CutPositions:
    """Where a translation of several segments may be cut, in order."""

    end: int
    sentences: Sequence[int]  # behind their ends
    blanks: Sequence[int]  # behind white space
    rows: Sequence[int]  # that have codes here, in order
    last: Sequence[int]  # behind the last code of each of these, or of those before
    first: Sequence[int]  # the first code of each of these, or of those behind

    @classmethod
    def find(cls, atoms: Sequence[str | Tag], language: str) -> _CutPositions:
        """Find all positions of a translation in characters and codes."""
        texts = [at for at, atom in enumerate(atoms) if isinstance(atom, str)]
        text = "".join(atom for atom in atoms if isinstance(atom, str))
        ends = accumulate(map(len, sentences(text, language=language)))
        tags = sorted(
            (atom.row, at) for at, atom in enumerate(atoms) if isinstance(atom, Tag) and atom.row is not None
        )
        positions = [at for _, at in tags]
        return cls(
            end=len(atoms),
            sentences=[texts[end] for end in ends if end < len(texts)],
            blanks=[at + 1 for at, atom in enumerate(atoms) if isinstance(atom, str) and atom.isspace()],
            rows=[row for row, _ in tags],
            last=[at + 1 for at in accumulate(positions, max)],
            first=list(accumulate(reversed(positions), min))[::-1],
        )

    def choose(self, least: int, preferred: int, *, last_row: int) -> int:
        """Choose where to cut after a row: after all of its codes, and before those of later rows."""
        own = bisect_right(self.rows, last_row)
        low = max(min(least + 1, self.end), self.last[own - 1] if own else 0)
        high = max(low, self.first[own] if own < len(self.first) else self.end)
        for positions in (self.sentences, self.blanks):
            chosen = _nearest(positions, preferred, low=low, high=high)
            if chosen is not None:
                return chosen
        return min(max(preferred, low), high)


def _nearest(positions: Sequence[int], preferred: int, *, low: int, high: int) -> int | None:
    """Find the nearest position from `low` to `high`."""
    at = bisect_left(positions, preferred)
    start, end = bisect_left(positions, low), bisect_right(positions, high)
    near = [min(max(number, start), end - 1) for number in (at - 1, at)] if start < end else []
    return min(
        (positions[number] for number in near), key=lambda position: abs(position - preferred), default=None
    )


def _flow(atoms: Sequence[str | Tag]) -> Flow:
    flow: list[Text | Tag] = []
    for atom in atoms:
        if isinstance(atom, Tag):
            flow.append(atom)
        elif flow and isinstance(last := flow[-1], Text):
            flow[-1] = Text(text=last.text + atom)
        else:
            flow.append(Text(text=atom))
    return tuple(flow)


def _squeeze_row(row: ProjectSegment) -> str:
    source = decode_segment(row.source)
    named = names_of(source).named
    return "".join(
        letters(part.text) if isinstance(part, Text) else f"\0{row.number}-{named[part.id]}{part.kind}\0"
        for part in source
    )


def _squeeze(flow: Flow, row: int) -> str:
    """What a source says, without white space. Codes that do not say their segment are of `row`."""
    return "".join(
        letters(part.text)
        if isinstance(part, Text)
        else f"\0{row if part.row is None else part.row}-{part.name}{part.kind}\0"
        for part in flow
    )


def letters(text: str) -> str:
    """A text without white space, letters coded in one way: tools change both."""
    return "".join(normalize("NFD", text).replace("\0", "\ufffd").split())
