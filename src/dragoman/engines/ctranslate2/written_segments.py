"""How a segment with codes is written as a text for a model, and what is needed to put its codes back.

`alignment_placing` and `marker_placing` read the answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dragoman.segments import Code, CodeKind, Segment, Text, codes, covered_parts

# Codes that are sent as the text they are: models copy numbers, and words agree with them.
_SPOKEN: Final = frozenset({"number", "version"})
_LONGEST_SPOKEN: Final = 24
_CLOSING: Final = tuple(",.;:!?)]")
_BREAKS: Final = frozenset("\n\r\t\v\f\u2028\u2029")  # where texts are divided, and which stay as they are


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRun:
    """A text between codes, or the words that a standalone code is written as."""

    start: int  # in the written text
    ids: frozenset[str]  # of the pairs around it
    code: Code | None = None  # that it stands for


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOutCode:
    """A standalone code that is not in the text."""

    code: Code
    place: int  # in the written text
    ids: frozenset[str]
    blank_before: bool  # in the source
    blank_after: bool
    is_tight: bool  # it parts what is beside it: a blank there is not the translation's own
    is_first: bool  # no text is before it
    is_last: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignedText:
    """A segment as a text without codes."""

    text: str
    runs: tuple[WrittenRun, ...]
    left_out: tuple[LeftOutCode, ...] = ()

    @property
    def starts(self) -> list[int]:
        """Where the runs begin."""
        return [run.start for run in self.runs]

    @property
    def has_stand_ins(self) -> bool:
        """Whether codes are written as words."""
        return any(run.code is not None for run in self.runs)

    def stand_in(self, index: int) -> str:
        """The text of a run."""
        end = self.runs[index + 1].start if index + 1 < len(self.runs) else len(self.text)
        return self.text[self.runs[index].start : end]


def is_spoken(code: Code) -> bool:
    """Whether a code is sent as its own text."""
    return code.type in _SPOKEN and 0 < len(code.data) <= _LONGEST_SPOKEN


def write_text(segment: Segment, *, stand_in: str, with_words: bool) -> AlignedText:
    """Write a segment without codes.

    `with_words`: standalone codes with content are written as words, numbers as themselves and others as
    `stand_in` with their number; else all are left out.
    """
    writer = _Writer(stand_in if with_words else "", speak=with_words)
    for part, ids in covered_parts(segment):
        if isinstance(part, Text):
            writer.write_text(part.text, ids)
        else:
            writer.write_code(part, ids)
    return writer.finish()


class _Writer:
    """Writes part after part."""

    def __init__(self, stand_in: str, *, speak: bool) -> None:
        self._stand_in = stand_in
        self._speak = speak
        self._written: list[str] = []
        self._length = 0
        self._ends_blank = True  # so the text begins without one
        self._ends_word = False
        self._runs: list[WrittenRun] = []
        self._left_out: list[tuple[Code, int, frozenset[str], bool]] = []
        self._blanks_after: dict[int, bool] = {}  # by the number of the code left out
        self._tight: set[int] = set()  # their numbers
        self._open = 0  # codes left out since the last text
        self._number = 0

    def write_text(self, text: str, ids: frozenset[str]) -> None:
        open_codes = range(len(self._left_out) - self._open, len(self._left_out))
        for number in open_codes:
            self._blanks_after[number] = text[:1].isspace()
        if self._open and self._ends_blank and text[:1] == " ":
            text = text[1:]  # of the blanks on both sides of a code one stays
        elif self._open and self._ends_word and text[:1].isalnum():
            text = f" {text}"  # the code alone has parted two words
            self._tight.update(open_codes)
        elif self._open and self._ends_blank and text[:1] in _CLOSING:
            self._take_blank_back()
        if text:
            self._open = 0
            self._add(text, ids, None)

    def _take_blank_back(self) -> None:
        """Without the code between, no blank is before a comma."""
        last = self._written[-1] if self._written else ""
        if len(last) > 1 and last.endswith(" ") and self._runs[-1].start < self._length - 1:
            self._written[-1] = last[:-1]
            self._length -= 1
            first = len(self._left_out) - self._open
            self._left_out[first:] = [
                (code, self._length, ids, before) for code, _, ids, before in self._left_out[first:]
            ]

    def write_code(self, code: Code, ids: frozenset[str]) -> None:
        self._number += 1
        words = ""
        is_break = code.type == "space" and any(map(_BREAKS.__contains__, code.data))
        if is_break or (is_spoken(code) and self._speak):
            words = code.data
        elif self._stand_in and code.type not in {"space", "tag"}:
            words = self._stand_in.replace("{n}", str(self._number))
        if words:
            self._open = 0
            self._add(words, ids, code)
            return
        self._left_out.append((code, self._length, ids, self._length > 0 and self._ends_blank))
        self._open += 1

    def _add(self, text: str, ids: frozenset[str], code: Code | None) -> None:
        if code is not None or not self._runs or self._runs[-1].ids != ids or self._runs[-1].code is not None:
            self._runs.append(WrittenRun(start=self._length, ids=ids, code=code))
        self._written.append(text)
        self._length += len(text)
        self._ends_blank = text[-1:].isspace()
        self._ends_word = text[-1:].isalnum()

    def finish(self) -> AlignedText:
        text = "".join(self._written)
        return AlignedText(
            text=text,
            runs=tuple(self._runs) or (WrittenRun(start=0, ids=frozenset()),),
            left_out=tuple(
                LeftOutCode(
                    code=code,
                    place=place,
                    ids=ids,
                    blank_before=before,
                    blank_after=self._blanks_after.get(number, False),
                    is_tight=number in self._tight or code.type == "space",
                    is_first=not text[:place].strip(),
                    is_last=not text[place:].strip(),
                )
                for number, (code, place, ids, before) in enumerate(self._left_out)
            ),
        )


def number_codes(segment: Segment) -> Iterator[tuple[Code, int]]:
    """The codes of a segment with their numbers: both halves of a pair have one."""
    numbers: dict[tuple[str, bool], int] = {}
    for code in codes(segment):
        key = (code.id, code.kind is CodeKind.STANDALONE)
        yield code, numbers.setdefault(key, len(numbers) + 1)
