"""Style guides as values, and the rules of their texts."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from dragoman.errors import RuleBroken
from dragoman.styles import LONGEST_INSTRUCTION, MOST_INSTRUCTIONS, Style
from dragoman.unicode_normalization import normalize

_FIELD: Final = "instructions"


@dataclass(frozen=True, slots=True, kw_only=True)
class StyleGuide:
    """A style guide that belongs to an account."""

    id: int
    account_id: int
    name: str
    target_language: str | None  # canonical BCP 47, whose varieties it is for as well; None: any language
    style: Style
    created: datetime
    updated: datetime
    disabled: datetime | None  # since when it cannot be chosen


class InstructionsRefused(RuleBroken):
    """There are too many instructions, or one of them is empty, too long, or has control characters."""

    code = "INSTRUCTIONS_REFUSED"


def check_instructions(instructions: Sequence[str]) -> tuple[str, ...]:
    """The instructions without surrounding white space. Raises `InstructionsRefused`."""
    if len(instructions) > MOST_INSTRUCTIONS:
        raise InstructionsRefused(
            f"A style guide has at most {MOST_INSTRUCTIONS} instructions; this one has {len(instructions)}.",
            field=_FIELD,
        )
    return tuple(_check(number, text) for number, text in enumerate(instructions, start=1))


def _check(number: int, text: str) -> str:
    if len(text) <= 4 * LONGEST_INSTRUCTION:  # normalizing shortens no text more than that
        text = normalize("NFC", text).strip()
    if not text:
        raise InstructionsRefused(f"Instruction {number} is empty; leave it out.", field=_FIELD)
    if len(text) > LONGEST_INSTRUCTION:
        raise InstructionsRefused(
            f"Instruction {number} has {len(text)} characters; at most {LONGEST_INSTRUCTION} are accepted.",
            field=_FIELD,
        )
    if any(unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in text):
        raise InstructionsRefused(
            f"Instruction {number} has line breaks or control characters; write one line.", field=_FIELD
        )
    return text
