"""Which rules of a style guide a translation follows, and why it does not follow the others.

An engine follows the rules that its traits name. Whether the text keeps to a rule is another question, which
the quality checks answer where rules of their own can.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dragoman.engines.engine import Engine
from dragoman.styles import Style, StyleRule
from dragoman.translation.model import Origin, Translation


class NotFollowed(enum.StrEnum):
    """Why a rule was not followed, for people."""

    ENGINE = "Not possible with this engine."
    MEMORY = "Translated by people: it is from a translation memory."
    UNCHANGED = "Nothing was translated."


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOutcome:
    """What became of a rule in one translation."""

    rule: StyleRule
    reason: NotFollowed | None  # None: it was followed

    @property
    def followed(self) -> bool:
        """Whether who translated was told the rule and can follow it."""
        return self.reason is None


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSummary:
    """What became of a rule in many translations."""

    rule: StyleRule
    followed: int  # translations
    reasons: dict[NotFollowed, int]  # of the others


def find_outcomes(
    style: Style, translation: Translation, engines: Iterable[Engine]
) -> tuple[RuleOutcome, ...]:
    """What became of each rule that the style guide sets."""
    if translation.origin is Origin.ENGINE:
        followed, reason = _followed(translation.engine or "", engines), NotFollowed.ENGINE
    else:
        memory = translation.origin is Origin.MEMORY
        followed, reason = frozenset(), NotFollowed.MEMORY if memory else NotFollowed.UNCHANGED
    return tuple(
        RuleOutcome(rule=rule, reason=None if rule in followed else reason) for rule in style.rules()
    )


def summarize(
    style: Style, translations: Iterable[Translation], engines: Sequence[Engine]
) -> tuple[RuleSummary, ...]:
    """What became of each rule in all translations that changed a text."""
    counts: Counter[tuple[StyleRule, NotFollowed | None]] = Counter()
    for translation in translations:
        if translation.origin is not Origin.UNCHANGED:
            counts.update((one.rule, one.reason) for one in find_outcomes(style, translation, engines))
    return tuple(
        RuleSummary(
            rule=rule,
            followed=counts[rule, None],
            reasons={reason: counts[rule, reason] for reason in NotFollowed if counts[rule, reason]},
        )
        for rule in style.rules()
    )


def _followed(path: str, engines: Iterable[Engine]) -> frozenset[StyleRule]:
    """The rules that the last engine of a path follows: it writes the text in the target language."""
    for engine in engines:
        name = f"{engine.name} {engine.version}"
        if path == name or path.endswith(f", {name}"):
            return engine.traits.follows
    return frozenset()
