"""Measure a model with the sentences of `probes`: speed, memory, and how well codes find their words.

There is no other translation to compare with, so the model is compared with itself: where a word alone is
translated as a word that its sentence's translation has once, a pair of tags around the one must be around
the other. Both methods for codes are measured so, with the same sentences.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import regex

from dragoman.engines.ctranslate2.adding.probes import Probe, probes_for
from dragoman.engines.ctranslate2.description import PlacingMethod
from dragoman.engines.ctranslate2.neural_engine import NeuralEngine
from dragoman.engines.engine import EnginePair
from dragoman.segments import Code, CodeKind, Segment, Text, codes, covered_parts, plain_text

_WORD: Final = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_STAND_INS: Final = ("X{n}", "#{n}", "[{n}]", "_{n}_")
_KEPT: Final = 0.75  # of the sentences that must have kept a stand-in
_SPEED_SENTENCES: Final = 40
_OPEN: Final = Code(id="t", kind=CodeKind.OPEN, type="tag", data="<b>")
_CLOSE: Final = Code(id="t", kind=CodeKind.CLOSE, type="tag", data="</b>")


@dataclass(frozen=True, slots=True)
class TaggedWord:
    """A sentence with a pair around a word, and the word that has to be in it in the translation."""

    segment: Segment
    expected: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """How fast a model translates."""

    words_per_second: float
    segments_per_second: float
    seconds: float


async def find_tagged_words(engine: NeuralEngine, pair: EnginePair) -> list[TaggedWord]:
    """The words of the test sentences whose translation is known from the model itself."""
    probes = probes_for(pair.source)
    words = list(dict.fromkeys(word for probe in probes for word in probe.words))
    if not words:
        return []
    alone = dict(zip(words, await _translate(engine, pair, words), strict=True))
    whole = await _translate(engine, pair, [probe.sentence for probe in probes])
    found: list[TaggedWord] = []
    for probe, translation in zip(probes, whole, strict=True):
        counts = Counter(word.casefold() for word in _WORD.findall(translation))
        for word in probe.words:
            expected = [one.casefold() for one in _WORD.findall(alone[word])]
            if len(expected) == 1 and counts[expected[0]] == 1 and expected[0] != word.casefold():
                found.append(TaggedWord(_tag(probe, word), expected[0]))
    return found


def _tag(probe: Probe, word: str) -> Segment:
    start = probe.sentence.index(word)
    end = start + len(word)
    parts = (
        Text(text=probe.sentence[:start]),
        _OPEN,
        Text(text=word),
        _CLOSE,
        Text(text=probe.sentence[end:]),
    )
    return tuple(part for part in parts if not isinstance(part, Text) or part.text)


async def measure_placing(
    engine: NeuralEngine, pair: EnginePair, tagged: Sequence[TaggedWord], placing: PlacingMethod
) -> float:
    """The share of pairs that are around the right word, and at most one more; 0 without sentences."""
    if not tagged:
        return 0.0
    segments = [one.segment for one in tagged]
    answers = await engine.translate_with(segments, pair, placing=placing, fall_back=False)
    right = sum(_is_right(answer, one.expected) for answer, one in zip(answers, tagged, strict=True))
    return round(right / len(tagged), 3)


def _is_right(answer: Segment, expected: str) -> bool:
    if Counter(code.kind for code in codes(answer)) != {CodeKind.OPEN: 1, CodeKind.CLOSE: 1}:
        return False
    inside = [part.text for part, ids in covered_parts(answer) if ids and isinstance(part, Text)]
    words = [word.casefold() for word in _WORD.findall(" ".join(inside))]
    return expected in words and len(words) <= 2


async def choose_stand_in(engine: NeuralEngine, pair: EnginePair) -> str:
    """What placeholders are written as: the first form that the model copies; "" when there is none."""
    probes = [probe for probe in probes_for(pair.source) if probe.words]
    for form in _STAND_INS:
        words = form.replace("{n}", "1")
        texts = [probe.sentence.replace(probe.words[-1], words) for probe in probes]
        if not texts:
            return ""
        kept = sum(answer.count(words) == 1 for answer in await _translate(engine, pair, texts))
        if kept >= _KEPT * len(texts):
            return form
    return ""


async def measure_speed(engine: NeuralEngine, pair: EnginePair, *, beam: int | None = None) -> Speed:
    """Translate sentences in one batch, all different."""
    sentences = [probe.sentence for probe in probes_for(pair.source)]
    batch: list[Segment] = [
        (Text(text=f"{sentences[number % len(sentences)]} {number}"),) for number in range(_SPEED_SENTENCES)
    ]
    started = time.perf_counter()
    await engine.translate_with(batch, pair, beam=beam)
    seconds = max(1e-6, time.perf_counter() - started)
    words = sum(len(_WORD.findall(plain_text(segment))) for segment in batch)
    return Speed(
        words_per_second=round(words / seconds, 1),
        segments_per_second=round(len(batch) / seconds, 1),
        seconds=round(seconds, 3),
    )


async def _translate(engine: NeuralEngine, pair: EnginePair, texts: Sequence[str]) -> list[str]:
    answers = await engine.translate_with([(Text(text=text),) for text in texts], pair)
    return [plain_text(answer) for answer in answers]
