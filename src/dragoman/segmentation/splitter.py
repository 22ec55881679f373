"""Apply segmentation rules to a text: a sentence ends where the first matching rule is a break."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import regex

from dragoman.segmentation.srx import RuleSet, SrxRule


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """Neighbouring rules of one kind as a single expression, which matches the empty text between."""

    pattern: regex.Pattern[str]
    breaks: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Splitter:
    """The compiled rules of one language, in order."""

    runs: tuple[_Run, ...]

    def split(self, text: str) -> list[str]:
        """Sentences that joined are the text. White space between two belongs to the first."""
        pieces, start, done = [], 0, _space_after(text, 0)
        for end in sorted(self._breaks(text)):
            if end > done:
                done = _space_after(text, end)
                pieces.append(text[start:done])
                start = done
        if start < len(text):
            pieces.append(text[start:])
        return pieces

    def _breaks(self, text: str) -> set[int]:
        found: set[int] = set()
        for place, run in enumerate(self.runs):
            if run.breaks:
                exceptions = [other.pattern for other in self.runs[:place] if not other.breaks]
                found.update(_unless(run.pattern, exceptions, text))
        return found


_SPACE: Final = regex.compile(r"\s*+")


def _space_after(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _unless(
    pattern: regex.Pattern[str], exceptions: Sequence[regex.Pattern[str]], text: str
) -> Iterator[int]:
    for match in pattern.finditer(text):
        at = match.start()
        if not any(exception.match(text, at) for exception in exceptions):
            yield at


def make_splitter(rules: Iterable[SrxRule]) -> Splitter:
    """Compile rules; neighbouring rules of one kind become one expression."""
    runs: list[_Run] = []
    waiting: list[SrxRule] = []
    for rule in rules:
        if waiting and waiting[0].breaks != rule.breaks:
            runs.append(_run(waiting))
            waiting = []
        waiting.append(rule)
    if waiting:
        runs.append(_run(waiting))
    return Splitter(runs=tuple(runs))


@functools.lru_cache(maxsize=128)
def splitter_for(rules: RuleSet, names: tuple[str, ...]) -> Splitter:
    """The splitter of a file for those of its rules; compiled once."""
    return make_splitter(rule for name in names for rule in rules.rules[name])


def _run(rules: Sequence[SrxRule]) -> _Run:
    text = "|".join(f"(?<={rule.before})(?={rule.after})" for rule in rules)
    return _Run(pattern=regex.compile(text, regex.VERSION1), breaks=rules[0].breaks)
