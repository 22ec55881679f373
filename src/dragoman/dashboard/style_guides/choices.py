"""What the rules of a style guide are called on pages, and how a form is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.locale import mark
from dragoman.dashboard.page.locale import translate as _
from dragoman.styles import (
    CHOICES,
    DateFormat,
    FinalStop,
    Formality,
    MarkSpacing,
    NumberFormat,
    QuotationMarks,
    StyleRule,
    Tone,
)

_AS_LANGUAGE: Final = mark("As the target language does")
_AS_SOURCE: Final = mark("As the source text does")
# The values of each rule, by the name of its field.
_NAMES: Final[Mapping[str, Mapping[str, str]]] = {
    "formality": {
        Formality.FORMAL: mark("Formal: Sie, vous, usted"),
        Formality.INFORMAL: mark("Informal: du, tu, tú"),
    },
    "tone": {
        Tone.NEUTRAL: mark("Neutral"),
        Tone.PROFESSIONAL: mark("Professional"),
        Tone.FRIENDLY: mark("Friendly"),
        Tone.ENTHUSIASTIC: mark("Enthusiastic"),
        Tone.PLAYFUL: mark("Playful"),
        Tone.PLAIN: mark("Plain language: short sentences, common words"),
    },
    "numbers": {
        NumberFormat.LANGUAGE: _AS_LANGUAGE,
        NumberFormat.SOURCE: _AS_SOURCE,
        NumberFormat.COMMA_POINT: "1,234.5",
        NumberFormat.POINT_COMMA: "1.234,5",
        NumberFormat.SPACE_COMMA: "1 234,5",
        NumberFormat.SPACE_POINT: "1 234.5",
        NumberFormat.APOSTROPHE_POINT: "1'234.5",
    },
    "dates": {
        DateFormat.LANGUAGE: _AS_LANGUAGE,
        DateFormat.SOURCE: _AS_SOURCE,
        DateFormat.ISO: "2026-03-31",
    },
    "quotation_marks": {
        QuotationMarks.LANGUAGE: _AS_LANGUAGE,
        QuotationMarks.STRAIGHT: '"…"',
        QuotationMarks.CURLY: "“…”",
        QuotationMarks.LOW: "„…“",
        QuotationMarks.GUILLEMETS: "«…»",
    },
    "final_stop": {FinalStop.SOURCE: _AS_SOURCE, FinalStop.OMIT: mark("Without a full stop")},
    "space_before_marks": {MarkSpacing.LANGUAGE: _AS_LANGUAGE, MarkSpacing.NONE: mark("No space")},
}
RULE_NAMES: Final[Mapping[StyleRule, str]] = {
    StyleRule.FORMALITY: mark("Form of address"),
    StyleRule.TONE: mark("Tone"),
    StyleRule.NUMBERS: mark("Numbers"),
    StyleRule.DATES: mark("Dates"),
    StyleRule.PUNCTUATION: mark("Punctuation"),
    StyleRule.INSTRUCTIONS: mark("Instructions"),
}


def rule_options() -> Mapping[str, Sequence[tuple[str, str]]]:
    """The values of each rule and their names in the reader's language, by the name of its field."""
    return {
        field: [(value, _(name) if name[0].isalpha() else name) for value, name in names.items()]
        for field, names in _NAMES.items()
    }


def read_rules(form: PageForm) -> dict[str, Any]:
    """The rules of a form, by the names of their fields. Empty lines are no instructions."""
    chosen = {
        field: next((value for value in kind if value == form.text(field)), None)
        for field, kind in CHOICES.items()
    }
    lines = (line.strip() for line in form.raw("instructions").splitlines())
    return {**chosen, "instructions": tuple(line for line in lines if line)}
