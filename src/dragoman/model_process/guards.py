"""Whether a translation can be trusted: no loop, no lost half, no copy, nothing unknown."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import regex

from dragoman import languages

_REPEATS: Final = 4  # of the same pieces in a row, beyond what the source has
_LONGEST_LOOP: Final = 12  # pieces
_RATIO: Final = 3.0
_SLACK: Final = 20
_SHORT: Final = 0.25  # of the source's pieces
_ENOUGH: Final = 12  # pieces of a source, for a translation to be too short
_COPIED_WORDS: Final = 3
_COPIED_LETTERS: Final = 12
_ALIKE_WORDS: Final = 6
_ALIKE: Final = 0.9
_WORD: Final = regex.compile(r"[\p{L}\p{M}]+")
_ORDINARY: Final = regex.compile(r"[\p{Ll}\p{Lo}\p{M}]+")  # no name, which may stay as it is
_UNSPACED: Final = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")


class OutputFault(enum.StrEnum):
    """What is wrong with a translation."""

    EMPTY = "empty"
    UNKNOWN = "unknown"  # it has a piece that the model has no letters for
    REPETITION = "repetition"
    TOO_LONG = "too_long"
    TOO_SHORT = "too_short"
    COPIED = "copied"


@dataclass(frozen=True, slots=True)
class DecodedOutput:
    """A text, its translation and what they are made of."""

    source: str
    target: str
    source_pieces: Sequence[str]
    target_pieces: Sequence[str]
    has_unknown: bool
    is_cut: bool = False  # the model did not end it by itself


def find_fault(output: DecodedOutput, *, source: str, target: str) -> OutputFault | None:
    """What is wrong with a translation between two languages; None: nothing that can be seen."""
    if not any(map(str.isalnum, output.target)):
        return OutputFault.EMPTY if any(map(str.isalnum, output.source)) else None
    if any(map(str.isalpha, output.source)) and not any(map(str.isalpha, output.target)):
        return OutputFault.EMPTY
    if output.has_unknown:
        return OutputFault.UNKNOWN
    repeats = count_repeats(output.target_pieces)
    if repeats >= _REPEATS and repeats > count_repeats(output.source_pieces) + 1:
        return OutputFault.REPETITION
    if fault := _find_wrong_length(output):
        return fault
    differ = languages.primary(source) != languages.primary(target)
    return OutputFault.COPIED if differ and is_copy(output.source, output.target) else None


def _find_wrong_length(output: DecodedOutput) -> OutputFault | None:
    before, after = len(output.source_pieces), len(output.target_pieces)
    if output.is_cut or after > _RATIO * before + _SLACK:
        return OutputFault.TOO_LONG
    return OutputFault.TOO_SHORT if before >= _ENOUGH and after < _SHORT * before else None


def count_repeats(pieces: Sequence[str]) -> int:
    """How often the same pieces come in a row, most of all: `a b a b a b` is 3."""
    most = 1
    for length in range(1, min(_LONGEST_LOOP, len(pieces) // 2) + 1):
        run = 0  # pieces that are those `length` before
        for index in range(length, len(pieces)):
            run = run + 1 if pieces[index] == pieces[index - length] else 0
            most = max(most, run // length + 1)
    return most


def is_copy(source: str, target: str) -> bool:
    """Whether a translation is its source, in more words than related languages share by chance."""
    before = [word for word in _WORD.findall(source) if _ORDINARY.fullmatch(word)]
    letters = sum(map(len, before))
    if _UNSPACED.search(source):
        return letters >= _COPIED_LETTERS // 2 and source.strip() == target.strip()
    if len(before) < _COPIED_WORDS or letters < _COPIED_LETTERS:
        return False
    if source.casefold().split() == target.casefold().split():
        return True
    if len(before) < _ALIKE_WORDS:
        return False
    after = {word.casefold() for word in _WORD.findall(target)}
    return sum(word.casefold() in after for word in before) >= _ALIKE * len(before)
