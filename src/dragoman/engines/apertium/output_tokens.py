"""A part of a pipeline's answer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from dragoman.engines.apertium.stream import WrittenText
from dragoman.segments import Code, Text

_WORD_CHARACTER: Final = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class OutputToken:
    """A part of an answer, and the source texts of its words."""

    part: Text | Code
    sources: tuple[WrittenText, ...] = ()  # of a text: one for each source word in it, where they are known
    ids: frozenset[str] | None = None  # of the pairs around it; None: not known yet
    place: int | None = None  # in the source, of a standalone code or of the only text it is from

    @property
    def is_word(self) -> bool:
        """Whether it is a text with a letter or a digit."""
        return isinstance(self.part, Text) and _WORD_CHARACTER.search(self.part.text) is not None
