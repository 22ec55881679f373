"""Lengths of sentences, in characters, as the Azure dialect tells them."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.segmentation import RuleSet, sentences
from dragoman.translation.translator import Translator


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitSentences:
    """Splits by the rules that translation uses."""

    rules: RuleSet | None

    def measure(self, text: str, language: str) -> list[int]:
        """The lengths of a text's sentences, which add up to its own."""
        return [len(one) for one in sentences(text, language=language, rules=self.rules)]

    def compare(
        self, source: str, source_language: str, target: str, target_language: str
    ) -> tuple[list[int], list[int]]:
        """The lengths on both sides; one sentence on each where their numbers differ."""
        left, right = self.measure(source, source_language), self.measure(target, target_language)
        return (left, right) if len(left) == len(right) else ([len(source)], [len(target)])


def splitter_of(translator: Translator) -> SplitSentences:
    """The splitter that has the rules of this installation."""
    return SplitSentences(rules=translator.splitting.rules)
