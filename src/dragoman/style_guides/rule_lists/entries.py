"""Rule lists as values, and how they become the instructions of a style guide.

A rule is a name and a value in a category, such as `use_guillemets` for `quotation_marks` in `punctuation`.
Engines and linguists get the rules of a category as one sentence. So a rule list and its style guide say the
same, and what people change in the style guide holds.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

CATEGORIES: Final = (
    "dates_and_times",
    "formatting",
    "numbers",
    "punctuation",
    "spelling_and_grammar",
    "style_and_tone",
    "vocabulary",
)
LONGEST_LABEL: Final = 100
_NAMESPACE: Final = uuid.UUID("d7a60000-0003-8000-8000-000000000000")

# Category → name of a rule → its value.
Rules = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledInstruction:
    """An instruction in words, with what clients know it by."""

    id: str
    label: str
    prompt: str
    source_language: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleList:
    """What a client keeps in a style guide."""

    rules: Rules = field(default_factory=dict)
    instructions: tuple[LabelledInstruction, ...] = ()
    version: int = 1  # one more with each change by a client

    def sentences(self) -> tuple[str, ...]:
        """The instructions of the style guide: a sentence for each category, then those in words."""
        written = (_write(name, self.rules[name]) for name in CATEGORIES if self.rules.get(name))
        return (*written, *(one.prompt for one in self.instructions))


def reconcile(kept: RuleList, sentences: Sequence[str]) -> RuleList:
    """The rule list of a style guide, which people may have changed since a client wrote `kept`.

    Categories whose sentence is gone are left out. A sentence that no client wrote is an instruction whose
    label is its beginning.
    """
    rules = {name: rules for name, rules in kept.rules.items() if rules and _write(name, rules) in sentences}
    written = {_write(name, one) for name, one in rules.items()}
    known = {one.prompt: one for one in kept.instructions}
    instructions = tuple(
        known.get(sentence) or label_instruction(sentence)
        for sentence in sentences
        if sentence not in written
    )
    return replace(kept, rules=rules, instructions=instructions)


def label_instruction(prompt: str) -> LabelledInstruction:
    """An instruction that has no label, with an id that stays the same as long as it does."""
    return LabelledInstruction(
        id=str(uuid.uuid5(_NAMESPACE, prompt)), label=prompt[:LONGEST_LABEL], prompt=prompt
    )


def _write(category: str, rules: Mapping[str, str]) -> str:
    said = "; ".join(f"{_words(name)}: {_words(value)}" for name, value in sorted(rules.items()))
    return f"{_words(category).capitalize()}: {said}."


def _words(name: str) -> str:
    return name.replace("_", " ").strip()
