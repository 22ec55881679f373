"""The rules of style guides, as values: what a customer can ask for, and what an engine can follow."""

from __future__ import annotations

import enum


class StyleRule(enum.StrEnum):
    """A kind of rule of a style guide."""

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
