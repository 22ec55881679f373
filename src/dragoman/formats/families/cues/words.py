"""Split a translation into words that are not broken, with the codes beside them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import regex

from dragoman.formats.units.wrapping import width_of
from dragoman.segments import Code, CodeKind, Segment, Text

_WIDE: Final = "⺀-〿぀-ヿ㐀-鿿豈-﫿＀-￯𠀀-𿿿"
_OPENING: Final = "「『（［｛〈《【〔“‘"
_CLOSING: Final = "、。，．・：；？！」』）］｝〉》】〕ー～…々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ”’"
_ATOM: Final = re.compile(rf"[{_OPENING}]*[{_WIDE}][{_CLOSING}]*|[^{_WIDE}]+")
_BLANKS: Final = re.compile(r"([^\S\u00a0\u202f\u2007]+)")
_IS_WIDE: Final = re.compile(f"[{_WIDE}]")

Inline: TypeAlias = str | Code  # text or a code, in a line


class UnbrokenText(NamedTuple):
    """A text that is never broken, with the codes beside it."""

    blank: str  # before it
    parts: list[Inline]
    width: int
    text: str


class _Cutter:
    """Collects words; `ends` are the borders between them at which a code ends a cue."""

    def __init__(self) -> None:
        self.words: list[UnbrokenText] = []
        self.ends: list[int] = []
        self._blank = ""
        self._parts: list[Inline] = []  # of the current word
        self._visible = False

    def add_text(self, text: str) -> None:
        """Split a text between its codes."""
        wide = _IS_WIDE.search(text) is not None
        stretches = _BLANKS.split(text)
        for place, stretch in enumerate(stretches):
            if place % 2:
                self._add_blank(_as_blank(stretch))
            elif not stretch:
                continue
            elif wide:
                for atom in _ATOM.findall(stretch):
                    if self._visible and self._may_part(atom):
                        self._put()
                    self._add(atom)
            elif self._parts or place == len(stretches) - 1:
                self._add(stretch)
            else:  # a word without codes, as most are
                self.words.append(UnbrokenText(self._blank, [stretch], width_of(stretch), stretch))
                self._blank = ""

    def add_code(self, code: Code) -> None:
        """Add a code to the word beside it."""
        if code.type == "cue":
            self.ends.append(len(self.words) + self._visible)
        elif code.kind is CodeKind.CLOSE and not self._parts and self.words:
            self.words[-1].parts.append(code)
        else:
            self._parts.append(code)

    def finish(self) -> None:
        """End the last word."""
        if self._parts:
            self._put()

    def _add(self, text: str) -> None:
        self._parts.append(text)
        self._visible = True

    def _add_blank(self, blank: str) -> None:
        if self._visible or any(_stands_alone(part) for part in self._parts):
            self._put()
        if self._parts:  # nothing to end a line with yet
            self._parts.append(blank)
        else:
            self._blank += blank

    def _put(self) -> None:
        """End a word; invisible text belongs to the word before it, or the next one."""
        text = "".join(part for part in self._parts if isinstance(part, str))
        self._visible = False
        if text.strip():
            self.words.append(UnbrokenText(self._blank, self._parts, width_of(text), text))
        elif self.words:
            self.words[-1].parts.extend([self._blank, *self._parts] if self._blank else self._parts)
        else:
            return
        self._blank, self._parts = "", []

    def _may_part(self, atom: str) -> bool:
        """Whether a line may end before an atom: between two wide letters."""
        last = next(part for part in reversed(self._parts) if isinstance(part, str))
        return _IS_WIDE.match(atom) is not None and _IS_WIDE.match(last[-1]) is not None


def _stands_alone(part: Inline) -> bool:
    return isinstance(part, Code) and part.kind is not CodeKind.OPEN


def cut(target: Segment) -> tuple[list[UnbrokenText], list[int]]:
    """The words of a translation, and the number of words after which each cue but the last is to end."""
    cutter = _Cutter()
    for part in target:
        if isinstance(part, Text):
            cutter.add_text(part.text)
        else:
            cutter.add_code(part)
    cutter.finish()
    return cutter.words, [min(end, len(cutter.words)) for end in cutter.ends]


def _as_blank(blank: str) -> str:
    if blank == " ":
        return blank
    return " " if "\n" in blank or "\r" in blank or "\t" in blank or "\x85" in blank else blank


def cut_finely(words: Sequence[UnbrokenText]) -> list[UnbrokenText]:
    """Split words into graphemes, each with its codes."""
    letters: list[UnbrokenText] = []
    for word in words:
        blank = word.blank
        waiting: list[Inline] = []
        for part in word.parts:
            if isinstance(part, Code):
                waiting.append(part)
                continue
            for letter in regex.findall(r"\X", part):
                letters.append(UnbrokenText(blank, [*waiting, letter], width_of(letter), letter))
                blank, waiting = "", []
        if waiting and letters:
            letters[-1] = letters[-1]._replace(parts=[*letters[-1].parts, *waiting])
    return letters
