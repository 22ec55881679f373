"""One neural model as an engine: segments are written as texts, and answers read as segments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.cpu_work import run, weigh
from dragoman.engines.ctranslate2.alignment_placing import place_by_alignment
from dragoman.engines.ctranslate2.description import PlacingMethod
from dragoman.engines.ctranslate2.marker_placing import read_with_marks, write_with_marks
from dragoman.engines.ctranslate2.model_pool import ModelPool, PooledModel
from dragoman.engines.ctranslate2.model_runner import WorkOptions
from dragoman.engines.ctranslate2.written_segments import write_text
from dragoman.engines.engine import (
    NO_GUIDANCE,
    EnginePair,
    EngineRejected,
    EngineTraits,
    Guidance,
    HintKind,
    TermHint,
)
from dragoman.fair_semaphore import current_owner
from dragoman.model_process.protocol import WorkAnswer, WorkText
from dragoman.segments import Segment, Text, codes, normalise, plain_text

_TRAITS: Final = EngineTraits(uses=frozenset({HintKind.TERMS}))
_NOTHING: Final[Segment] = ()


@dataclass(frozen=True, slots=True)
class _Writing:
    """A segment as it is sent, and how its answer is read; that gives None where it cannot be used."""

    text: WorkText
    read: Callable[[WorkAnswer], Segment | None]


class NeuralEngine:
    """A model of the models directory."""

    traits: Final = _TRAITS

    def __init__(self, pool: ModelPool, model: PooledModel) -> None:
        self._pool = pool
        self._model = model
        self._pairs = model.description.engine_pairs()
        self._known = frozenset(model.description.all_pairs())

    @property
    def name(self) -> str:
        """The name that it was added with."""
        return self._model.description.name

    @property
    def version(self) -> str:
        """Version of the model."""
        return self._model.description.version

    @property
    def model(self) -> PooledModel:
        """The model, for measurements."""
        return self._model

    def pairs(self) -> Sequence[EnginePair]:
        """The directions that the model was added for."""
        return self._pairs

    async def translate(
        self, batch: Sequence[Segment], pair: EnginePair, guidance: Guidance = NO_GUIDANCE, /
    ) -> list[Segment]:
        """Translate a batch; an empty segment where the model has no usable translation."""
        return await self.translate_with(batch, pair, guidance)

    async def translate_with(
        self,
        batch: Sequence[Segment],
        pair: EnginePair,
        guidance: Guidance = NO_GUIDANCE,
        *,
        beam: int | None = None,
        placing: PlacingMethod | None = None,
        fall_back: bool = True,
    ) -> list[Segment]:
        """`translate` with another beam or method for codes than the usual one.

        Without `fall_back`, a segment for which the method fails is empty.
        """
        if (pair.source, pair.target) not in self._known:
            raise EngineRejected(f"{self.name} does not translate {pair.source} to {pair.target}.")
        method = placing or self._model.description.placing
        hints = [guidance.of(index).terms for index in range(len(batch))]
        keys = list(zip(batch, hints, strict=True))
        different = [key for key in dict.fromkeys(keys) if _has_words(key[0])]
        options = self._options(pair, beam)
        weight = weigh(batch)
        first = {key: _write_first(*key, method, self._model.description.stand_in) for key in different}
        answers = await self._ask(first, options)
        results = await run(weight, lambda: _read(first, answers))
        if not fall_back:
            return [(results[key] or _NOTHING) if key in results else key[0] for key in keys]
        # Where a model lost what stood for codes: without them, and they are inserted by alignment.
        second = {key: _write_plainly(*key) for key, result in results.items() if result is None}
        answers = await self._ask(second, options)
        results |= await run(weight, lambda: _read(second, answers))
        return [(results[key] or _NOTHING) if key in results else key[0] for key in keys]

    async def _ask(
        self, written: Mapping[tuple[Segment, tuple[TermHint, ...]], _Writing], options: WorkOptions
    ) -> list[WorkAnswer]:
        if not written:
            return []
        return await self._pool.translate(self._model, [one.text for one in written.values()], options)

    def _options(self, pair: EnginePair, beam: int | None) -> WorkOptions:
        description = self._model.description

        def fill(tokens: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(description.fill(tokens, source=pair.source, target=pair.target))

        return WorkOptions(
            owner=str(current_owner().account),
            source=pair.source,
            target=pair.target,
            before=fill(description.tokens.before),
            after=fill(description.tokens.after),
            prefix=fill(description.tokens.prefix),
            beam=beam or self._pool.beam,
        )


def _has_words(segment: Segment) -> bool:
    return any(map(str.isalpha, plain_text(segment)))


def _read(
    written: Mapping[tuple[Segment, tuple[TermHint, ...]], _Writing], answers: Sequence[WorkAnswer]
) -> dict[tuple[Segment, tuple[TermHint, ...]], Segment | None]:
    return {
        key: _NOTHING if "fault" in answer else one.read(answer)
        for (key, one), answer in zip(written.items(), answers, strict=True)
    }


def _write_first(
    segment: Segment, terms: tuple[TermHint, ...], method: PlacingMethod, stand_in: str
) -> _Writing:
    if not any(codes(segment)):
        text = plain_text(segment)
        return _Writing(_work(text, terms), lambda answer: _as_segment(answer["text"]))
    if method is PlacingMethod.NONE:
        text = write_text(segment, stand_in="", with_words=False).text
        return _Writing(_work(text, terms), lambda answer: _as_segment(answer["text"]))
    if method is PlacingMethod.MARKERS:
        return _Writing(
            _work(write_with_marks(segment), terms), lambda answer: read_with_marks(answer["text"], segment)
        )
    return _write_aligned(segment, terms, stand_in, with_words=True)


def _write_plainly(segment: Segment, terms: tuple[TermHint, ...]) -> _Writing:
    return _write_aligned(segment, terms, "", with_words=False)


def _write_aligned(
    segment: Segment, terms: tuple[TermHint, ...], stand_in: str, *, with_words: bool
) -> _Writing:
    written = write_text(segment, stand_in=stand_in, with_words=with_words)
    work = _work(written.text, terms)
    work["runs"] = written.starts
    return _Writing(work, lambda answer: place_by_alignment(written, answer, segment))


def _work(text: str, terms: tuple[TermHint, ...]) -> WorkText:
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise EngineRejected("A text that contains a lone surrogate cannot be translated.")
    work = WorkText(text=text)
    if terms:
        work["terms"] = [(term.source, list(term.targets)) for term in terms]
    return work


def _as_segment(text: str) -> Segment:
    return normalise((Text(text=text),))
