"""A text that is being translated: its parts, what came for them, and the answer put together."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from dragoman.model_process.alignment import AlignedWord, align_itself
from dragoman.model_process.dividing import TextSpan, join
from dragoman.model_process.pieces import PiecedText
from dragoman.model_process.terms import RequiredTerm


@dataclass(eq=False, slots=True)
class TextPart:
    """A part of a text that is decoded by itself."""

    span: TextSpan
    source: PiecedText
    before: int  # tokens before the pieces
    prefix: list[str]  # tokens that its translation begins with: the language's
    terms: tuple[RequiredTerm, ...] = ()
    forced: int = 0  # how often it was decoded again for a term
    best: PartAnswer | None = None  # without all terms, when it is decoded again for them


@dataclass(frozen=True, slots=True)
class PartAnswer:
    """A translation of a part."""

    target: str
    words: list[AlignedWord]  # when they were wanted


@dataclass(eq=False, slots=True)
class TextJob:
    """A text to translate."""

    number: int
    text: str
    request: int
    owner: Hashable
    source: str  # the languages
    target: str
    parts: list[TextPart]
    runs: list[int]  # where runs begin, for the alignment; none: it is not wanted
    beam: int
    is_alone: bool
    answers: dict[int, PartAnswer] = field(default_factory=dict)
    fault: str = ""  # why there is no usable translation
    retries: int = 0

    @property
    def is_done(self) -> bool:
        """Whether every part has been answered, or one cannot be."""
        return bool(self.fault) or len(self.answers) == len(self.parts)

    def runs_of(self, part: TextPart) -> tuple[int, list[int]]:
        """The first run of a part, and the places in the part at which its runs begin."""
        first = 0
        starts = [0]
        for index, start in enumerate(self.runs):
            if start <= part.span.start:
                first = index
            elif start < part.span.end:
                starts.append(start - part.span.start)
        return first, starts

    def keep_what_has_no_letters(self) -> None:
        """Numbers and signs by themselves are their own translation."""
        for index, part in enumerate(self.parts):
            text = part.source.text
            if not any(map(str.isalpha, text)):
                _, starts = self.runs_of(part)
                self.answers[index] = PartAnswer(text, list(align_itself(text, runs=starts)))

    def answer(self) -> dict[str, Any]:
        """The answer as it is sent."""
        if self.fault:
            return {"id": self.number, "fault": self.fault}
        translations = [self.answers[index].target for index in range(len(self.parts))]
        pieces = join(self.text, [part.span for part in self.parts], translations, target=self.target)
        if not self.runs:
            return {"id": self.number, "text": "".join(pieces), "retries": self.retries}
        words: list[tuple[int, int, int, list[float]]] = []
        position = len(pieces[0])
        for index, part in enumerate(self.parts):
            first, _ = self.runs_of(part)
            for word in self.answers[index].words:
                shares = [0.0] * len(self.runs)
                shares[first : first + len(word.shares)] = word.shares
                place = part.span.start + word.place
                words.append((position + word.start, position + word.end, place, shares))
            position += len(pieces[2 * index + 1]) + len(pieces[2 * index + 2])
        return {"id": self.number, "text": "".join(pieces), "words": words, "retries": self.retries}
