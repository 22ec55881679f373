"""A style guide in plain English sentences: for engines that follow instructions, and for linguists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from dragoman.styles import (
    DateFormat,
    FinalStop,
    Formality,
    MarkSpacing,
    NumberFormat,
    QuotationMarks,
    Style,
    Tone,
)

_FORMALITY: Final[Mapping[Formality, str]] = {
    Formality.FORMAL: "Address the reader formally.",
    Formality.INFORMAL: "Address the reader informally.",
}
_TONE: Final[Mapping[Tone, str]] = {
    Tone.NEUTRAL: "Use a neutral tone.",
    Tone.PROFESSIONAL: "Use a professional tone.",
    Tone.FRIENDLY: "Use a friendly tone.",
    Tone.ENTHUSIASTIC: "Use an enthusiastic tone.",
    Tone.PLAYFUL: "Use a playful tone.",
    Tone.PLAIN: "Use plain language: short sentences and common words.",
}
_NUMBERS: Final[Mapping[NumberFormat, str]] = {
    NumberFormat.LANGUAGE: "Write numbers with the separators of the target language.",
    NumberFormat.SOURCE: "Write numbers with the same separators as the source text.",
    NumberFormat.COMMA_POINT: "Write numbers like 1,234.5.",
    NumberFormat.POINT_COMMA: "Write numbers like 1.234,5.",
    NumberFormat.SPACE_COMMA: "Write numbers like 1 234,5.",
    NumberFormat.SPACE_POINT: "Write numbers like 1 234.5.",
    NumberFormat.APOSTROPHE_POINT: "Write numbers like 1'234.5.",
}
_DATES: Final[Mapping[DateFormat, str]] = {
    DateFormat.LANGUAGE: "Write dates in digits as the target language does.",
    DateFormat.SOURCE: "Write dates in digits exactly as the source text does.",
    DateFormat.ISO: "Write dates in digits like 2026-03-31.",
}
_QUOTATION_MARKS: Final[Mapping[QuotationMarks, str]] = {
    QuotationMarks.LANGUAGE: "Use the quotation marks of the target language.",
    QuotationMarks.STRAIGHT: 'Use straight quotation marks: "…".',
    QuotationMarks.CURLY: "Use these quotation marks: “…”.",
    QuotationMarks.LOW: "Use these quotation marks: „…“.",
    QuotationMarks.GUILLEMETS: "Use these quotation marks: «…».",
}
_FINAL_STOP: Final[Mapping[FinalStop, str]] = {
    FinalStop.SOURCE: "End short strings with a full stop only where the source text does.",
    FinalStop.OMIT: "End labels, buttons and other short strings without a full stop.",
}
_SPACE_BEFORE_MARKS: Final[Mapping[MarkSpacing, str]] = {
    MarkSpacing.LANGUAGE: "Put spaces before punctuation marks as the target language does.",
    MarkSpacing.NONE: "Put no space before punctuation marks.",
}


def write_instructions(style: Style) -> tuple[str, ...]:
    """What the style guide asks but for formality, which engines get as a value; its own sentences last."""
    return (*_of_rules(style), *style.instructions)


def write_everything(style: Style) -> tuple[str, ...]:
    """What the style guide asks, formality included."""
    formality = () if style.formality is None else (_FORMALITY[style.formality],)
    return (*formality, *write_instructions(style))


def _of_rules(style: Style) -> Iterator[str]:
    if style.tone is not None:
        yield _TONE[style.tone]
    if style.numbers is not None:
        yield _NUMBERS[style.numbers]
    if style.dates is not None:
        yield _DATES[style.dates]
    if style.quotation_marks is not None:
        yield _QUOTATION_MARKS[style.quotation_marks]
    if style.final_stop is not None:
        yield _FINAL_STOP[style.final_stop]
    if style.space_before_marks is not None:
        yield _SPACE_BEFORE_MARKS[style.space_before_marks]
