"""Validate an engine's answer to one unit: it must keep the unit's codes and have a text. Repair its nesting.

`codes.restoring` handles the answers that cannot be used.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from dragoman.segments import (
    Code,
    CodeKind,
    Segment,
    Text,
    codes,
    covered_parts,
    keeps_codes,
    normalise,
    place_pairs,
    plain_text,
)
from dragoman.segments.placing import moved_pairs
from dragoman.segments.structure import find_disproportions, find_faults
from dragoman.segments.word_borders import part_words
from dragoman.translation.engine_output.cleanup import clean
from dragoman.translation.engine_output.joined_words import find_unknown
from dragoman.translation.model import CodesMethod, IssueCode, LanguagePair
from dragoman.translation.splitting.text_runs import STRUCTURE

# A translation longer than so many times its source, and some more for short ones, is a loop or an accident:
# one Chinese character makes up to five letters.
_LONGEST_RATIO: Final = 8
_LONGEST_EXTRA: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitAnswer:
    """The result for one unit. A failed one is its source, with the reason as an issue."""

    target: Segment
    codes: CodesMethod
    issues: tuple[IssueCode, ...] = ()
    failed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidAnswer:
    """Why an answer cannot be used: the codes it did not keep in their places, or its text."""

    codes: frozenset[str] = frozenset()  # their ids; none: it is the text


def check_answer(source: Segment, answer: Segment, languages: LanguagePair) -> UnitAnswer | InvalidAnswer:
    """Check that an answer keeps the guarantee, if necessary after nesting its pairs anew."""
    if find_text_fault(source, answer) is not None:
        return InvalidAnswer()
    if not any(codes(source)):
        return UnitAnswer(target=clean(source, texts_only(answer), languages), codes=CodesMethod.NONE)
    kept = (
        answer if keeps_codes(source, answer) else _nest_anew(source, without_unknown_codes(source, answer))
    )
    if isinstance(kept, InvalidAnswer):
        return kept
    misplaced = find_faults(source, kept, STRUCTURE) | find_unknown(source, kept)
    misplaced |= find_disproportions(source, kept, STRUCTURE) | _space_at_ends(kept)
    if misplaced:
        return InvalidAnswer(codes=misplaced)
    target = part_words(source, clean(source, kept, languages))
    issues = () if kept is answer else (IssueCode.CODES_REPAIRED,)
    return UnitAnswer(target=target, codes=CodesMethod.ENGINE, issues=issues)


def _space_at_ends(answer: Segment) -> frozenset[str]:
    """Whether white space within the source became white space at an end."""
    ends = (answer[0], answer[-1])
    return frozenset(part.id for part in ends if isinstance(part, Code) and part.type == "space")


def _nest_anew(source: Segment, answer: Segment) -> Segment | InvalidAnswer:
    """The answer with its pairs nested as in the source, if no word thereby enters or leaves one."""
    lost = _lost(source, answer)
    if lost:
        return InvalidAnswer(codes=lost)
    words = covered_parts(part_words(source, answer))  # a pair may be there twice without a blank between
    placed = place_pairs(words, source)
    moved = moved_pairs(words, covered_parts(placed)) - _marks(source)
    if not moved and keeps_codes(source, placed):
        return placed
    return InvalidAnswer(codes=moved or frozenset(code.id for code in codes(source)))


def _marks(source: Segment) -> frozenset[str]:
    return frozenset(code.id for code in codes(source) if code.type in STRUCTURE.marks)


def texts_only(answer: Segment) -> Segment:
    """The answer without codes."""
    return normalise(part for part in answer if isinstance(part, Text))


def without_unknown_codes(source: Segment, answer: Segment) -> Segment:
    """The answer without codes that the source does not have."""
    known = set(codes(source))
    return normalise(part for part in answer if isinstance(part, Text) or part in known)


def _lost(source: Segment, answer: Segment) -> frozenset[str]:
    """The ids of codes that an answer lacks, or has without their other half, or several times."""
    there = Counter((code.id, code.kind) for code in codes(answer))
    lost: set[str] = set()
    for code in codes(source):
        number = there[code.id, code.kind]
        if code.kind is CodeKind.STANDALONE:
            is_kept = number == 1
        else:
            is_kept = number > 0 and there[code.id, CodeKind.OPEN] == there[code.id, CodeKind.CLOSE]
        if not is_kept:
            lost.add(code.id)
    return frozenset(lost)


def find_text_fault(source: Segment, answer: Segment) -> IssueCode | None:
    """The fault of an answer's text, codes ignored; None if there is none."""
    before, after = plain_text(source), plain_text(answer)
    if not after or after.isspace():
        return IssueCode.TRANSLATION_EMPTY
    if any(map(str.isalpha, before)) and not any(map(str.isalpha, after)):  # words became a number, or marks
        return IssueCode.TRANSLATION_EMPTY
    if len(after) > _LONGEST_RATIO * len(before) + _LONGEST_EXTRA:
        return IssueCode.TRANSLATION_TOO_LONG
    return None
