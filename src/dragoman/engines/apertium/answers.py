"""Reading what a pipeline answers: escapes undone, numbers turned back into what they stood for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dragoman.engines.apertium.stream import Sent
from dragoman.segments import Code, Covered, Segment, Text, normalise, place_pairs

_TOKEN: Final = re.compile(
    r"""
      \\(?P<escaped>.)
    | \[\[(?P<covers>[^\[\]]*)\]\]          # a word-bound blank; "/" ends it
    | \[(?P<kind>[bpe])(?P<number>[0-9]+)\]  # a superblank
    | (?P<text>[^\\\[]+ | .)
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_COVER: Final = re.compile(r"t:c:([0-9]+)")


def read_answer(sent: Sent, answer: bytes, source: Segment) -> Segment:
    """The translation in a pipeline's answer, every code of the source in it exactly once."""
    text = answer.decode(errors="replace")
    if not sent.blanks and not sent.covers:
        marker = sent.marker.decode()
        text = text.replace("." + marker, "", 1).replace(marker, "", 1)
        return normalise([Text(text=_ESCAPE.sub(r"\1", text) if "\\" in text else text)])
    pieces = _Pieces(sent)
    for match in _TOKEN.finditer(text):
        pieces.take(match)
    return place_pairs([*pieces.words, *pieces.lost()], source)


class _Pieces:
    """The pieces of an answer in order, each with the ids of the pairs around it."""

    def __init__(self, sent: Sent) -> None:
        self._sent = sent
        self._seen: set[int] = set()
        self._ids: frozenset[str] = frozenset()
        self.words: list[Covered] = []

    def take(self, token: re.Match[str]) -> None:
        """Add what a token of the answer stands for."""
        if token["kind"]:
            self._take_superblank(token["kind"], int(token["number"]))
        elif token["covers"] is not None:
            self._ids = self._read_covers(token["covers"])
        else:
            self._add_text(token["escaped"] or token["text"])

    def lost(self) -> Iterator[Covered]:
        """What went in and did not come out, white space excepted."""
        for number, (part, ids) in enumerate(self._sent.blanks):
            if number not in self._seen and (isinstance(part, Code) or part.text.strip()):
                yield part, ids

    def _take_superblank(self, kind: str, number: int) -> None:
        if kind != "b":
            self._drop_full_stop()
        if kind != "e" and number < len(self._sent.blanks) and number not in self._seen:
            self._seen.add(number)
            self.words.append(self._sent.blanks[number])

    def _read_covers(self, tags: str) -> frozenset[str]:
        covers = self._sent.covers
        numbers = (int(number) for number in _COVER.findall(tags))
        return frozenset().union(*(covers[number] for number in numbers if number < len(covers)))

    def _add_text(self, text: str) -> None:
        if self.words and self.words[-1][1] == self._ids and isinstance(last := self.words[-1][0], Text):
            self.words[-1] = Text(text=last.text + text), self._ids
        else:
            self.words.append((Text(text=text), self._ids))

    def _drop_full_stop(self) -> None:
        """Take away the full stop that was sent before a superblank, if it still stands there."""
        if not self.words:
            return
        part, ids = self.words[-1]
        if isinstance(part, Text) and part.text.endswith("."):
            self.words[-1] = Text(text=part.text[:-1]), ids
