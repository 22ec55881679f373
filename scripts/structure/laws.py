"""The laws of structure: what a translation may not do to its source, even with a faulty engine.

Both are given as readings. `word_laws` and `place_laws` are about one stretch of text, this module about the
whole. Words are identified by the spelling of `words`, so that a translation has to be by an engine of
this package; `ANY_ENGINE` is what can be asked of any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scripts.structure.findings import OUTSIDE
from scripts.structure.place_laws import broken_placeholders, lost_codes, moved_codes, swapped_elements
from scripts.structure.reading import Reading, Stretch
from scripts.structure.word_laws import (
    emptied,
    glued_at_borders,
    glued_by_liar,
    glued_by_shape,
    glued_inside,
    left_element,
    left_stretch,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How strictly a translation is judged."""

    words_are_known: bool = True  # whether each word shows its word of the source
    pairs_are_certain: bool = True  # False: the engine lied about them, so a word may have left its pair
    codes_are_certain: bool = True  # False: the report says that codes were moved


FAITHFUL: Final = Rules()
LIAR: Final = Rules(pairs_are_certain=False, codes_are_certain=False)
ANY_ENGINE: Final = Rules(words_are_known=False, codes_are_certain=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """A law that was broken, and where, in words."""

    law: str
    place: str
    message: str

    def __str__(self) -> str:
        return f"{self.law} at {self.place or 'the text'}: {self.message}"


def broken_laws(source: Reading, target: Reading, rules: Rules) -> Iterator[Violation]:
    """Everything that a translation did wrong."""
    yield from _outside(source, target)
    if len(source.stretches) != len(target.stretches):
        message = f"{len(source.stretches)} stretches of text became {len(target.stretches)}"
        yield Violation(law=OUTSIDE, place="", message=message)
        return
    for before, after in zip(source.stretches, target.stretches, strict=True):
        if before.pieces or after.pieces or before.elements or after.elements:
            yield from _compare(before, after, rules)


def _outside(source: Reading, target: Reading) -> Iterator[Violation]:
    if source.outline == target.outline:
        return
    for before, after in zip(source.outline, target.outline, strict=False):
        if before != after:
            yield Violation(law=OUTSIDE, place="", message=f"{before[:160]!r} became {after[:160]!r}")
            return
    longer = max(source.outline, target.outline, key=len)
    first = longer[min(len(source.outline), len(target.outline))]
    what = "is missing" if longer is source.outline else "is new"
    yield Violation(law=OUTSIDE, place="", message=f"{first[:160]!r} {what}")


def _compare(source: Stretch, target: Stretch, rules: Rules) -> Iterator[Violation]:
    checks = [emptied, lost_codes, broken_placeholders, swapped_elements]
    checks.append(glued_inside if rules.pairs_are_certain else glued_by_liar)
    if rules.words_are_known:
        checks.append(left_element if rules.pairs_are_certain else left_stretch)
        checks.append(glued_at_borders)
    else:
        checks.append(glued_by_shape)
    if rules.codes_are_certain:
        checks.append(moved_codes)
    for check in checks:
        for law, message in check(source, target):
            yield Violation(law=law, place=source.place, message=message)
