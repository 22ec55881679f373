"""The amount of a text as a value. `words` counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """An amount of text. The count of several texts is the sum of theirs: `sum(counts, NOTHING)`."""

    segments: int = 0  # texts, empty ones included
    words: int = 0
    characters: int = 0  # code points
    characters_without_spaces: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(
            segments=self.segments + other.segments,
            words=self.words + other.words,
            characters=self.characters + other.characters,
            characters_without_spaces=self.characters_without_spaces + other.characters_without_spaces,
        )


NOTHING: Final = Count()
