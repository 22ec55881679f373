"""The laws about what is between the words of one stretch: placeholders, codes, elements that touch."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from scripts.structure.findings import (
    NEIGHBOURS,
    ORDER,
    OUTSIDE,
    PLACEHOLDER,
    Finding,
    Key,
    content_words,
    named,
    shown,
)
from scripts.structure.reading import Piece, Stretch
from scripts.structure.words import FUNCTION_WORDS, skeletons

PLACEHOLDERS: Final = re.compile(
    r"%%\w+%%|%\d*\$?[sd@](?![A-Za-z0-9_\u00c0-\u024f])|%\(\w+\)[sd]|%\{\w+\}|%L?\d{1,2}(?!\d)|\$\{\w+\}|#\{\w+\}|\{\{[\w.]+\}\}|\{\w*\}"
    r"|\[\[\w+\]\]|\$t\([\w.]+\)|<%=.*?%>|__[A-Z]+__|\$[A-Z_]{2,}"
)
_BETWEEN: Final = re.compile(r"(?:\s*[|/·•]\s*)?")


def broken_placeholders(source: Stretch, target: Stretch) -> Iterator[Finding]:
    """Each placeholder is in its element, in one piece."""
    before, after = _held(source), _held(target)
    for key in {**before, **after}:
        old, new = before.get(key, Counter()), after.get(key, Counter())
        if old != new:
            yield PLACEHOLDER, f"{named(key)} lost {shown(list(old - new))}, has {shown(list(new - old))}"


def _held(stretch: Stretch) -> dict[Key, Counter[str]]:
    held: dict[Key, Counter[str]] = {}
    for piece in stretch.pieces:
        for found in PLACEHOLDERS.findall(piece.text):
            held.setdefault(stretch.chain(piece.element), Counter())[found] += 1
    return held


def lost_codes(source: Stretch, target: Stretch) -> Iterator[Finding]:
    """As many standalone codes of each kind, in elements of one kind."""
    before, after = _standing(source), _standing(target)
    for name in {**before, **after}:
        old, new = len(before.get(name, ())), len(after.get(name, ()))
        if old != new:
            yield OUTSIDE, f"there were {old} of {name}, now {new}"


def moved_codes(source: Stretch, target: Stretch) -> Iterator[Finding]:
    """A standalone code is beside one of the words that it was between, or between the same two texts."""
    before, after = _standing(source), _standing(target)
    for name, old in before.items():
        left = list(after.get(name, [])) if len(old) == len(after.get(name, [])) else []
        for place in old if left else ():
            match = next((one for one in left if place.is_like(one)), None)
            if match is None:
                now = " or ".join(f"{one.left!r} and {one.right!r}" for one in left)
                yield NEIGHBOURS, f"{name} was between {place.left!r} and {place.right!r}, now {shown(now)}"
                break
            left.remove(match)


@dataclass(frozen=True, slots=True)
class _Standing:
    """Where a standalone code is."""

    left: str  # the nearest words
    right: str
    before: tuple[str, ...]  # all words before it, sorted: the words of a sentence may change places
    beside: frozenset[str]  # the words next to it, those that engines may drop included

    def is_like(self, other: _Standing) -> bool:
        """Whether it has a neighbour that the other has, or is between the same texts."""
        shared = {self.left, self.right} & {other.left, other.right}
        return bool(shared - {""}) or self.before == other.before or bool(self.beside & other.beside)


def _standing(stretch: Stretch) -> dict[str, list[_Standing]]:
    """For each kind of standalone code where each one is."""
    found: dict[str, list[_Standing]] = {}
    for number, piece in enumerate(stretch.pieces):
        if piece.standalone:
            name = "/".join((*stretch.chain(piece.element), piece.standalone))
            all_before, all_behind = (
                skeletons(" ".join(_spoken(part)))
                for part in (stretch.pieces[:number], stretch.pieces[number + 1 :])
            )
            before, behind = (
                [word for word in words if word not in FUNCTION_WORDS] for words in (all_before, all_behind)
            )
            beside = frozenset(all_before[-1:] + all_behind[:1])
            here = _Standing("".join(before[-1:]), "".join(behind[:1]), tuple(sorted(before)), beside)
            found.setdefault(name, []).append(here)
    return found


def _spoken(pieces: list[Piece]) -> Iterator[str]:
    return (piece.text for piece in pieces if piece.text)


def swapped_elements(source: Stretch, target: Stretch) -> Iterator[Finding]:
    """Elements that touch, or that only a sign parts, are sentences of their own: they keep their order."""
    before, after = _places(source), _places(target)
    for first, second in _siblings(source):
        one, other = (_identity(source, element) for element in (first, second))
        if not one[1] or not other[1] or one[1] == other[1]:
            continue
        places = [
            _place_of_same(before[identity], element, after.get(identity, []))
            for identity, element in ((one, first), (other, second))
        ]
        if None not in places and places[0] > places[1]:  # type: ignore[operator] # neither is None
            yield ORDER, f"{named(source.chain(second))} came before {named(source.chain(first))}"


_Identity: TypeAlias = tuple[Key, frozenset[tuple[str, int]]]  # an element's chain, and its words with counts


def _identity(stretch: Stretch, element: int) -> _Identity:
    words = content_words(Counter(skeletons(_inside(stretch, element))))
    return stretch.chain(element), frozenset(words.items())


def _places(stretch: Stretch) -> dict[_Identity, list[tuple[int, int]]]:
    """The elements that hold the same words, in order, each with the place of its first piece."""
    found: dict[_Identity, list[tuple[int, int]]] = {}
    for element in range(len(stretch.elements)):
        span = _span(stretch, element)
        if span is not None:
            found.setdefault(_identity(stretch, element), []).append((element, span[0]))
    return found


def _place_of_same(before: list[tuple[int, int]], element: int, after: list[tuple[int, int]]) -> int | None:
    """The place in the target of the element that is as many of its kind in as in the source."""
    if len(before) != len(after):
        return None
    number = [one for one, _ in before].index(element)
    return after[number][1]


def _siblings(stretch: Stretch) -> Iterator[tuple[int, int]]:
    """Elements of one parent that touch, or have nothing but a sign between them."""
    families: dict[int | None, list[int]] = {}
    for number, element in enumerate(stretch.elements):
        if not element.merges:
            families.setdefault(element.outer, []).append(number)
    for family in families.values():
        for first, second in pairwise(family):
            one, other = _span(stretch, first), _span(stretch, second)
            if one is None or other is None:
                continue
            between = stretch.pieces[one[1] + 1 : other[0]]
            text = "".join(piece.text for piece in between)
            if not any(piece.standalone for piece in between) and _BETWEEN.fullmatch(text):
                yield first, second


def _span(stretch: Stretch, element: int) -> tuple[int, int] | None:
    inside = list(map(id, stretch.within(element)))
    places = [number for number, piece in enumerate(stretch.pieces) if id(piece) in inside]
    return (places[0], places[-1]) if places else None


def _inside(stretch: Stretch, element: int) -> str:
    return " ".join(piece.text for piece in stretch.within(element))
