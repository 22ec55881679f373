"""Texts through an engine, for the tests beside this file."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.translation.model import CodesMethod
from dragoman.translation.routes import Route
from dragoman.translation.text import TextTranslation, translate_texts
from dragoman.translation.translator import Translator, create_translator
from scripts.structure.checking import check_text
from scripts.structure.laws import Rules

_KEPT = frozenset({CodesMethod.NONE, CodesMethod.EDGES, CodesMethod.ENGINE})


def new_translator() -> Translator:
    return create_translator(Settings(result_cache_mb=0), Metrics())


async def translate(text: str, route: Route) -> str:
    """One text through a route."""
    (result,) = await translate_texts(new_translator(), [text], route=route)
    return result.text


async def violations(texts: Sequence[str], route: Route, rules: Rules) -> list[str]:
    """What a route does wrong to texts: source, result and law of each."""
    found = []
    for text, result in zip(texts, await translate_texts(new_translator(), texts, route=route), strict=True):
        judged = (
            rules
            if not is_reported(result)
            else Rules(
                words_are_known=rules.words_are_known,
                pairs_are_certain=rules.pairs_are_certain,
                codes_are_certain=False,
            )
        )
        found += [
            f"{text!r} -> {result.text!r}: {broken}" for broken in check_text(text, result.text, judged)
        ]
    return found


def is_reported(result: TextTranslation) -> bool:
    """Whether the answer says that codes may not be where they were."""
    return result.translation.codes not in _KEPT or bool(result.translation.issues)
