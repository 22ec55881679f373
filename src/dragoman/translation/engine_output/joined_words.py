"""Words and numbers that touch across tags (`un<b>like</b>ly`): whether an engine knew them as one word.

`<i>big</i>dog` looks the same and is two words. An engine gets both as one word; if it returns the word
unchanged, it was not one, and its parts are translated separately.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import regex

from dragoman.segments import CodeKind, Segment, Text, plain_text
from dragoman.translation.splitting.text_runs import SegmentRun, read_runs

_END: Final = regex.compile(r"(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}\p{N}]+\Z")
_BEGINNING: Final = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_LETTER: Final = regex.compile(r"\p{L}")
_DIGIT: Final = regex.compile(r"\p{N}")
_FEWEST_BESIDE_DIGITS: Final = 3  # letters: fewer are a formula (`CO<sub>2</sub>`) or an ordinal


class _JoinedWord(NamedTuple):
    """A word across codes, and the pairs inside it that may separate words."""

    text: str
    pairs: frozenset[str]


class _Border(NamedTuple):
    """Two texts that touch across pairs, with the letters and digits next to the border."""

    left: str
    right: str
    left_run: SegmentRun
    right_run: SegmentRun

    @property
    def pairs(self) -> frozenset[str]:
        return self.left_run.ids ^ self.right_run.ids

    @property
    def has_number(self) -> bool:
        """Whether a number is beside letters."""
        return (_DIGIT.match(self.left[-1]) is None) != (_DIGIT.match(self.right) is None)

    @property
    def may_part_words(self) -> bool:
        """Whether its sides may be separate words.

        A single letter may be, but neither next to another one nor alone in an element, such as a drop cap.
        """
        if self.has_number:
            letters = self.left if _DIGIT.match(self.right) else self.right
            return len(_LETTER.findall(letters)) >= _FEWEST_BESIDE_DIGITS
        if _DIGIT.match(self.right) or len(self.left) + len(self.right) <= len("ab"):
            return False
        return not (
            _is_letter_alone(self.left_run, self.right_run) or _is_letter_alone(self.right_run, self.left_run)
        )


def _is_letter_alone(run: SegmentRun, beside: SegmentRun) -> bool:
    return len(_text(run)) == 1 and beside.ids < run.ids


def find_unknown(source: Segment, answer: Segment) -> frozenset[str]:
    """The ids of the pairs within words of the source that came back unchanged, or with numbers in words."""
    borders = _borders(source)
    if not borders:
        return frozenset()
    answer_words = set(_tokens((Text(text=plain_text(answer)),)))
    letters = [border for border in borders if not border.has_number]
    unknown = (word.pairs for word in _joined_words(letters) if word.text.lower() in answer_words)
    mixed = [token for token in set(_tokens(answer)) - set(_tokens(source)) if _is_mixed(token)]
    swallowed = (
        border.pairs
        for border in borders
        if border.has_number and any(_digits(border) in token for token in mixed)
    )
    return frozenset().union(*unknown, *swallowed)


def _tokens(segment: Segment) -> Iterator[str]:
    """The words and numbers of each text."""
    for part in segment:
        if isinstance(part, Text):
            yield from _BEGINNING.findall(part.text.lower())


def _is_mixed(token: str) -> bool:
    return _DIGIT.search(token) is not None and _LETTER.search(token) is not None


def _digits(border: _Border) -> str:
    return border.left if _DIGIT.match(border.left[-1]) else border.right


def _borders(source: Segment) -> list[_Border]:
    if len(source) == 1:
        return []
    return [
        _Border(end, beginning, left, right)
        for left, right in pairwise(read_runs(source))
        if any(code.kind is not CodeKind.STANDALONE for code in right.halves)
        and (end := _end(left))
        and (beginning := _beginning(right))
    ]


def _joined_words(borders: Sequence[_Border]) -> Iterator[_JoinedWord]:
    """The words across these borders; a word has several where a run is only its middle part."""
    text, pairs = "", frozenset[str]()
    last: SegmentRun | None = None
    for border in borders:
        if border.left_run is not last or border.left != _text(border.left_run):
            if pairs:
                yield _JoinedWord(text, pairs)
            text, pairs = border.left, frozenset()
        if border.may_part_words:
            pairs |= border.pairs
        text += border.right
        last = border.right_run
    if pairs:
        yield _JoinedWord(text, pairs)


def _text(run: SegmentRun) -> str:
    return run.part.text if isinstance(run.part, Text) else ""


def _end(run: SegmentRun) -> str:
    match = _END.search(_text(run))
    return match[0] if match else ""


def _beginning(run: SegmentRun) -> str:
    match = _BEGINNING.match(_text(run))
    return match[0] if match else ""
