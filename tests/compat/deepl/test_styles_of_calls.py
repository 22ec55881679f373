"""X1: formality and instructions of a call reach engines that follow them; else a formality is refused."""

from __future__ import annotations

import pytest

from dragoman.api.compat.deepl.assets import choose_style
from dragoman.api.compat.deepl.text_fields import TextFields
from dragoman.api.compat.languages import follows_formality
from dragoman.engines.engine import EngineTraits
from dragoman.errors import RuleBroken
from dragoman.styles import Formality, Style, StyleRule
from dragoman.translation.routes import build_routes
from tests.translation.hostile import ChangingEngine

POLITE = build_routes(
    [ChangingEngine(traits=EngineTraits(follows=frozenset({StyleRule.FORMALITY})))],
    pivots=(),
    sandbox=False,
)
PLAIN = build_routes([ChangingEngine()], pivots=(), sandbox=False)


def fields(**sent: object) -> TextFields:
    return TextFields.model_validate({"target_lang": "ES", **sent})


def test_only_languages_of_engines_that_follow_it_support_formality() -> None:
    assert follows_formality(POLITE, "ES")
    assert follows_formality(POLITE, "es-419")
    assert not follows_formality(POLITE, "DE")
    assert not follows_formality(PLAIN, "ES")


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ("more", Formality.FORMAL),
        ("prefer_more", Formality.FORMAL),
        ("less", Formality.INFORMAL),
        ("PREFER_LESS", Formality.INFORMAL),
    ],
)
def test_a_formality_is_asked_of_the_engine(asked: str, wanted: Formality) -> None:
    assert choose_style(fields(formality=asked), POLITE) == Style(formality=wanted)


def test_without_such_an_engine_a_preference_is_taken_and_a_demand_refused() -> None:
    assert choose_style(fields(formality="prefer_more"), PLAIN) == Style(formality=Formality.FORMAL)
    for asked in ("more", "less"):
        with pytest.raises(RuleBroken, match="'formality' is not supported for given 'target_lang'"):
            choose_style(fields(formality=asked), PLAIN)


def test_instructions_are_asked_and_nothing_asks_nothing() -> None:
    assert choose_style(fields(custom_instructions=["Be brief. "]), PLAIN) == Style(
        instructions=("Be brief.",)
    )
    assert choose_style(fields(), PLAIN) is None
    assert choose_style(fields(formality="default"), PLAIN) is None
    with pytest.raises(RuleBroken, match="line breaks"):
        choose_style(fields(custom_instructions=["a\nb"]), PLAIN)
