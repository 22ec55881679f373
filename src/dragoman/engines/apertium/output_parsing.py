"""Parse the answer of a pipeline: undo escapes, and replace numbers by their codes and texts.

Each word has the number of the text that it is from, so that pairs can be put around their words. If the
words of a pair were separated, the pair is repeated in the result. A standalone code with other neighbours
than in the source is left out. What to do then is the caller's business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from dragoman.engines.apertium.attribution import attribute
from dragoman.engines.apertium.output_tokens import OutputToken
from dragoman.engines.apertium.stream import WrittenSegment, WrittenText
from dragoman.segments import Code, Covered, Segment, Text, normalise, plain_text
from dragoman.segments.placing import place_or_repeat_pairs

_TOKEN: Final = re.compile(
    r"""
      \\(?P<escaped>.)
    | \[\[(?P<texts>[^\[\]]*)\]\]          # a word-bound blank; "/" ends it
    | \[(?P<kind>[bpe])(?P<number>[0-9]+)\]  # a superblank
    | (?P<text>[^\\\[]+ | .)
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_WORD_AT_END: Final = re.compile(r"[^\W_]+\Z")
_WORD_AT_START: Final = re.compile(r"[^\W_]+")
_WORD_AND_NUMBER: Final = re.compile(r"([^\W\d_]{2,})(\d+)")
_NUMBER: Final = re.compile(r"t:c:([0-9]+)")


def read_answer(sent: WrittenSegment, answer: bytes, source: Segment) -> Segment:
    """The translation in a pipeline's answer, with the source's codes that have a certain place in it."""
    text = answer.decode(errors="replace")
    if not sent.blanks and not sent.texts:
        marker = sent.marker.decode()
        text = text.replace("." + marker, "", 1).replace(marker, "", 1)
        return normalise([Text(text=_ESCAPE.sub(r"\1", text) if "\\" in text else text)])
    reader = _Reader(sent, plain_text(source).lower())
    for match in _TOKEN.finditer(text):
        reader.take(match)
    pieces = _without_moved_codes(attribute(reader.pieces, sent))
    words: list[Covered] = [(piece.part, piece.ids or frozenset()) for piece in pieces]
    return place_or_repeat_pairs([*words, *reader.lost()], source)


class _Reader:
    """The pieces of an answer in order."""

    def __init__(self, sent: WrittenSegment, source: str) -> None:
        self._sent = sent
        self._source = source  # its letters, small ones
        self._seen: set[int] = set()
        self._sources: tuple[WrittenText, ...] = ()
        self._is_border = False  # of a word, with the text after it
        self.pieces: list[OutputToken] = []

    def take(self, token: re.Match[str]) -> None:
        """Add the text or code of a token of the answer."""
        if token["kind"]:
            self._take_superblank(token["kind"], int(token["number"]))
        elif token["texts"] is not None:
            texts = self._sent.texts
            numbers = (int(number) for number in _NUMBER.findall(token["texts"]))
            self._sources = tuple(texts[number] for number in numbers if number < len(texts))
            self._is_border = True
        else:
            self._add_text(token["escaped"] or token["text"])

    def lost(self) -> Iterator[Covered]:
        """Texts without words that were sent and are missing in the answer."""
        for number, blank in enumerate(self._sent.blanks):
            if number not in self._seen and isinstance(blank.part, Text) and blank.part.text.strip():
                yield blank.part, blank.ids

    def _take_superblank(self, kind: str, number: int) -> None:
        if kind != "b":
            self._drop_full_stop()
        if kind != "e" and number < len(self._sent.blanks) and number not in self._seen:
            self._seen.add(number)
            blank = self._sent.blanks[number]
            place = blank.place if isinstance(blank.part, Code) else None
            self.pieces.append(OutputToken(blank.part, ids=blank.ids, place=place))

    def _add_text(self, text: str) -> None:
        if self._sources:
            text = _WORD_AND_NUMBER.sub(self._part, text)
        last = self.pieces[-1] if self.pieces else None
        if last is not None and self._is_border and self._are_glued(last.part, text):
            last = OutputToken(Text(text=" "))
            self.pieces.append(last)
        self._is_border = False
        is_same = last is not None and last.ids is None and last.sources == self._sources
        if last is not None and is_same and isinstance(last.part, Text):
            self.pieces[-1] = OutputToken(Text(text=last.part.text + text), self._sources)
        else:
            self.pieces.append(OutputToken(Text(text=text), self._sources))

    def _are_glued(self, before: Text | Code, text: str) -> bool:
        """Whether two words touch that did not in the source."""
        if isinstance(before, Code):
            return False
        left, right = _WORD_AT_END.search(before.text), _WORD_AT_START.match(text)
        return left is not None and right is not None and (left[0] + right[0]).lower() not in self._source

    def _part(self, match: re.Match[str]) -> str:
        """Separate a preposition from a number that it was joined to (`de24`)."""
        return match[0] if match[0].lower() in self._source else f"{match[1]} {match[2]}"

    def _drop_full_stop(self) -> None:
        """Remove the full stop that was sent before a superblank, if it is still there."""
        last = self.pieces[-1] if self.pieces else None
        if last is not None and isinstance(last.part, Text) and last.part.text.endswith("."):
            self.pieces[-1] = replace(last, part=Text(text=last.part.text[:-1]))


_SPACE_LIKE: Final = re.compile(r"[^\S\n\r]*\Z|&(?:nbsp|ensp|emsp|thinsp|#160|#[xX][aA]0);\Z")


def _without_moved_codes(pieces: Sequence[OutputToken]) -> list[OutputToken]:
    """The pieces without standalone codes that moved between other words of their element."""
    before: list[OutputToken | None] = []
    last: OutputToken | None = None
    for piece in pieces:
        before.append(last)
        last = piece if piece.is_word and piece.place is not None else last
    kept: list[OutputToken] = []
    last = None
    for piece, left in zip(reversed(pieces), reversed(before), strict=True):
        if isinstance(piece.part, Text) or _is_between(piece, left, last):
            kept.append(piece)
        last = piece if piece.is_word and piece.place is not None else last
    return kept[::-1]


def _is_between(code: OutputToken, left: OutputToken | None, right: OutputToken | None) -> bool:
    """Whether the nearest words of its element were on the same sides of a code in the source."""
    if isinstance(code.part, Code) and _SPACE_LIKE.match(code.part.data):
        return True
    if code.place is None or code.ids is None:
        return True
    for word, is_left in ((left, True), (right, False)):
        if word is None or word.place is None or word.ids is None or not code.ids <= word.ids:
            continue
        if (word.place < code.place) is not is_left:
            return False
    return True
