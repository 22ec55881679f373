"""Translate the same texts by each engine alone, and measure time and codes, to choose between engines."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.engines.engine import Engine, EnginePair, Quality
from dragoman.errors import DragomanError
from dragoman.segments import codes
from dragoman.translation.model import CodesMethod, Origin, Translation
from dragoman.translation.pair_index import EngineChoice, RouteStep
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect
from dragoman.translation.routes import Route
from dragoman.translation.text import TextTranslation, translate_texts
from dragoman.translation.translator import Translator

_AT_ONCE = 100  # texts of a call, as in a request
_KEPT = frozenset({CodesMethod.EDGES, CodesMethod.ENGINE})


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineTrial:
    """What one engine made of the texts."""

    engine: Engine
    pair: EnginePair
    texts: Sequence[str] = ()  # the translations; empty if it failed
    seconds: float = 0.0
    unchanged: int = 0  # texts without a usable translation
    with_codes: int = 0  # texts with tags or placeholders
    kept_codes: int = 0  # of these, how many the engine answered with all codes in their places
    failure: str | None = None  # why it could not translate them


def choices_for(engines: Sequence[Engine], source: str, target: str) -> list[EngineChoice]:
    """The engines that translate a pair of canonical codes directly, in their order; no tests."""
    return [
        EngineChoice(engine=engine, pair=pair)
        for engine in engines
        for pair in engine.pairs()
        if (pair.source, pair.target) == (source, target) and pair.quality is not Quality.TEST
    ]


async def try_engine(translator: Translator, choice: EngineChoice, texts: Sequence[str]) -> EngineTrial:
    """Translate the texts by one engine, without memories and terms. Its errors are told, not raised.

    The translator must have no cache, as seconds would be those of the cache.
    """
    pair = choice.pair
    route = Route(source=pair.source, target=pair.target, steps=(RouteStep(choices=(choice,)),))
    made: list[TextTranslation] = []
    started = time.perf_counter()
    try:
        for start in range(0, len(texts), _AT_ONCE):
            made += await translate_texts(translator, texts[start : start + _AT_ONCE], route=route)
    except DragomanError as error:
        cause = error.__cause__
        reason = cause.message if isinstance(cause, DragomanError) else error.message
        return EngineTrial(engine=choice.engine, pair=pair, failure=reason)
    seconds = time.perf_counter() - started
    marked = [one.translation for one, text in zip(made, texts, strict=True) if _has_codes(text)]
    return EngineTrial(
        engine=choice.engine,
        pair=pair,
        texts=[one.text for one in made],
        seconds=seconds,
        unchanged=sum(one.translation.origin is Origin.UNCHANGED for one in made),
        with_codes=len(marked),
        kept_codes=sum(map(_kept_codes, marked)),
    )


def _has_codes(text: str) -> bool:
    return any(codes(protect(parse(text))))


def _kept_codes(translation: Translation) -> bool:
    return translation.origin is Origin.ENGINE and translation.codes in _KEPT
