"""Which rules of a style guide were followed, and why the others were not."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from dragoman.engines.engine import EngineTraits
from dragoman.segments import Text
from dragoman.styles import DateFormat, Formality, Style, StyleRule
from dragoman.translation.model import CodesMethod, Origin, Translation
from dragoman.translation.style_outcomes import (
    NotFollowed,
    RuleOutcome,
    RuleSummary,
    find_outcomes,
    summarize,
)
from tests.translation.reversing import ReversingEngine

STYLE = Style(formality=Formality.FORMAL, dates=DateFormat.ISO, instructions=("Be brief.",))
POLITE = ReversingEngine(
    name="polite", traits=EngineTraits(follows=frozenset({StyleRule.FORMALITY, StyleRule.TONE}))
)
PLAIN = ReversingEngine(name="plain", version="2.1")


@dataclass
class Case:
    """A translation, and the reasons for which rules were not followed."""

    origin: Origin
    engine: str | None
    reasons: dict[StyleRule, NotFollowed | None]


def by(engine: NotFollowed | None, others: NotFollowed) -> dict[StyleRule, NotFollowed | None]:
    return {StyleRule.FORMALITY: engine, StyleRule.DATES: others, StyleRule.INSTRUCTIONS: others}


CASES = [
    Case(Origin.ENGINE, "polite 1", by(None, NotFollowed.ENGINE)),
    Case(Origin.ENGINE, "plain 2.1", by(NotFollowed.ENGINE, NotFollowed.ENGINE)),
    Case(Origin.ENGINE, "plain 2.1, polite 1", by(None, NotFollowed.ENGINE)),
    Case(Origin.ENGINE, "polite 1, plain 2.1", by(NotFollowed.ENGINE, NotFollowed.ENGINE)),
    Case(Origin.ENGINE, "gone 3", by(NotFollowed.ENGINE, NotFollowed.ENGINE)),
    Case(Origin.MEMORY, None, by(NotFollowed.MEMORY, NotFollowed.MEMORY)),
    Case(Origin.UNCHANGED, None, by(NotFollowed.UNCHANGED, NotFollowed.UNCHANGED)),
]


def made(case: Case) -> Translation:
    return Translation(
        segment=(Text(text="x"),), origin=case.origin, engine=case.engine, codes=CodesMethod.NONE
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.origin}-{case.engine}")
def test_what_became_of_each_rule(case: Case) -> None:
    outcomes = find_outcomes(STYLE, made(case), [POLITE, PLAIN])
    assert outcomes == tuple(RuleOutcome(rule=rule, reason=reason) for rule, reason in case.reasons.items())
    assert [one.followed for one in outcomes] == [reason is None for reason in case.reasons.values()]


def test_many_translations_are_counted_but_for_unchanged_ones() -> None:
    assert summarize(STYLE, map(made, CASES), [POLITE, PLAIN]) == (
        RuleSummary(
            rule=StyleRule.FORMALITY, followed=2, reasons={NotFollowed.ENGINE: 3, NotFollowed.MEMORY: 1}
        ),
        *(
            RuleSummary(rule=rule, followed=0, reasons={NotFollowed.ENGINE: 5, NotFollowed.MEMORY: 1})
            for rule in (StyleRule.DATES, StyleRule.INSTRUCTIONS)
        ),
    )
