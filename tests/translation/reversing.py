"""An engine that moves words: they come back in reversed order, each with the codes that touch it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.engines.engine import LOCAL, NO_GUIDANCE, EnginePair, EngineTraits, Guidance, Quality
from dragoman.segments import Covered, Segment, Text, covered_parts, normalise, place_pairs


def reverse(segment: Segment) -> Segment:
    """The words in reversed order. What touches without a blank is one word, codes included."""
    words: list[list[Covered]] = [[]]
    for part, ids in covered_parts(segment):
        if not isinstance(part, Text):
            words[-1].append((part, ids))
            continue
        for number, piece in enumerate(part.text.split(" ")):
            if number:
                words.append([])
            if piece:
                words[-1].append((Text(text=piece), ids))
    pieces: list[Covered] = []
    for word in reversed([word for word in words if word]):
        if pieces:
            around = pieces[-1][1] & word[0][1]
            pieces.append((Text(text=" "), around))
        pieces += word
    return normalise(place_pairs(pieces, segment))


@dataclass(kw_only=True)
class ReversingEngine:
    """Translates by reversing."""

    name: str = "reversing"
    version: str = "1"
    traits: EngineTraits = LOCAL
    available: bool = True

    def pairs(self) -> Sequence[EnginePair]:
        return [EnginePair(source="en", target="es", quality=Quality.HIGH)]

    async def translate(
        self, batch: Sequence[Segment], pair: EnginePair, guidance: Guidance = NO_GUIDANCE, /
    ) -> list[Segment]:
        return [reverse(segment) for segment in batch]
