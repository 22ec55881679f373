"""The rules of style guides, as values: what a customer can ask for, and what an engine can follow.

`style_guides` has the guides that customers keep. Quality checks check what can be checked.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

MOST_INSTRUCTIONS: Final = 10
LONGEST_INSTRUCTION: Final = 300  # characters


class StyleRule(enum.StrEnum):
    """A kind of rule of a style guide. Stable."""

    FORMALITY = "formality"
    TONE = "tone"
    NUMBERS = "numbers"
    DATES = "dates"
    PUNCTUATION = "punctuation"
    INSTRUCTIONS = "instructions"


class Formality(enum.StrEnum):
    """How readers are addressed."""

    FORMAL = "formal"
    INFORMAL = "informal"


class Tone(enum.StrEnum):
    """The tone of the text."""

    NEUTRAL = "neutral"
    PROFESSIONAL = "professional"
    FRIENDLY = "friendly"
    ENTHUSIASTIC = "enthusiastic"
    PLAYFUL = "playful"
    PLAIN = "plain"  # plain language: short sentences, common words


class NumberFormat(enum.StrEnum):
    """The signs within numbers: between groups of digits, and before decimals."""

    LANGUAGE = "language"  # as the target language writes them
    SOURCE = "source"  # as the source text writes them
    COMMA_POINT = "comma-point"  # 1,234.5
    POINT_COMMA = "point-comma"  # 1.234,5
    SPACE_COMMA = "space-comma"  # 1 234,5
    SPACE_POINT = "space-point"  # 1 234.5
    APOSTROPHE_POINT = "apostrophe-point"  # 1'234.5


class DateFormat(enum.StrEnum):
    """How dates in digits are written."""

    LANGUAGE = "language"
    SOURCE = "source"
    ISO = "iso"  # 2026-03-31


class QuotationMarks(enum.StrEnum):
    """The outer quotation marks."""

    LANGUAGE = "language"
    STRAIGHT = "straight"  # "…"
    CURLY = "curly"  # “…”
    LOW = "low"  # „…“ or „…”
    GUILLEMETS = "guillemets"  # «…» or « … »


class FinalStop(enum.StrEnum):
    """Whether a short string ends with a full stop."""

    SOURCE = "source"  # as the source does
    OMIT = "omit"  # never: labels and buttons


class MarkSpacing(enum.StrEnum):
    """White space before `:`, `;`, `!` and `?`."""

    LANGUAGE = "language"  # French has it, others do not
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """What one style guide asks; None: it does not say."""

    guide_id: int = 0  # of the style guide that it is from
    formality: Formality | None = None
    tone: Tone | None = None
    numbers: NumberFormat | None = None
    dates: DateFormat | None = None
    quotation_marks: QuotationMarks | None = None
    final_stop: FinalStop | None = None
    space_before_marks: MarkSpacing | None = None
    instructions: tuple[str, ...] = ()  # sentences for an engine that understands them, and for linguists

    def rules(self) -> tuple[StyleRule, ...]:
        """The rules that it sets."""
        said = {
            StyleRule.FORMALITY: self.formality is not None,
            StyleRule.TONE: self.tone is not None,
            StyleRule.NUMBERS: self.numbers is not None,
            StyleRule.DATES: self.dates is not None,
            StyleRule.PUNCTUATION: (
                self.quotation_marks is not None
                or self.final_stop is not None
                or self.space_before_marks is not None
            ),
            StyleRule.INSTRUCTIONS: bool(self.instructions),
        }
        return tuple(rule for rule in StyleRule if said[rule])


# The rules that are a choice, by the name of their field.
CHOICES: Final[Mapping[str, type[enum.StrEnum]]] = {
    "formality": Formality,
    "tone": Tone,
    "numbers": NumberFormat,
    "dates": DateFormat,
    "quotation_marks": QuotationMarks,
    "final_stop": FinalStop,
    "space_before_marks": MarkSpacing,
}
