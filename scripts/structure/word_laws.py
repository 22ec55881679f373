"""The laws about words in one stretch: each stays in its element, none is lost, no two are glued."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Final

from scripts.structure.findings import (
    EMPTY,
    GLUED,
    JOINED_LOOKS,
    LEFT,
    Finding,
    Key,
    content_words,
    named,
    shown,
)
from scripts.structure.joined import parts_of_words, touch
from scripts.structure.place_laws import PLACEHOLDERS
from scripts.structure.reading import Piece, Stretch
from scripts.structure.words import RESERVED, glued, has_words, skeletons

_LONGEST_SHORT: Final = 4  # letters, of a word that may come or go with grammar
_SPELLING: Final = RESERVED + RESERVED.upper()


def _elements(stretch: Stretch) -> dict[Key, list[Counter[str]]]:
    """For each kind of element the words of each one: its own, without those of elements inside it."""
    found: dict[Key, list[Counter[str]]] = {(): [Counter()]}
    index: dict[int | None, Counter[str]] = {None: found[()][0]}
    for number, element in enumerate(stretch.elements):
        counters = found.setdefault(stretch.chain(number), [])
        if not (element.merges and counters):
            counters.append(Counter())
        index[number] = counters[-1]
    for piece in stretch.pieces:
        index[piece.element].update(skeletons(piece.text))
    return found


def _listed(counters: list[Counter[str]], free: Collection[str]) -> list[list[str]]:
    listed = sorted(sorted(_without(words, free).elements()) for words in counters)
    return [words for words in listed if words]  # `emptied` is about those without


def _without(words: Counter[str], free: Collection[str]) -> Counter[str]:
    return Counter({word: count for word, count in content_words(words).items() if word not in free})


def left_element(source: Stretch, target: Stretch) -> Iterator[Finding]:
    """Each element holds the translations of just the words that it held."""
    before, after = _elements(source), _elements(target)
    free = parts_of_words(source)
    for key in {**before, **after}:
        old, new = (_listed(elements.get(key, []), free) for elements in (before, after))
        if old != new:
            yield LEFT, f"{named(key)} held {shown(old)}, now {shown(new)}"


def left_stretch(source: Stretch, target: Stretch) -> Iterator[Finding]:
    """The stretch as a whole holds the translations of just the words that it held."""
    free = parts_of_words(source)
    old, new = _without(_words(source), free), _without(_words(target), free)
    if old != new:
        yield LEFT, f"lost {shown(list(old - new))}, gained {shown(list(new - old))}"


def _words(stretch: Stretch) -> Counter[str]:
    return Counter(word for piece in stretch.pieces for word in skeletons(piece.text))


def emptied(source: Stretch, target: Stretch) -> Iterator[Finding]:
    """As many elements of each kind hold words, and as many hold none."""
    free = parts_of_words(source)
    before, after, loosely = _filled(source, free), _filled(target, free), _filled(target, None)
    merging = _merging(source) | _merging(target)
    for key in {**before, **after}:
        old, new = before.get(key, (0, 0)), after.get(key, (0, 0))
        if old == new or loosely.get(key) == old:  # what is left in it may be part of a word
            continue
        is_joined = key in merging or (key[-1:] and key[-1] in JOINED_LOOKS and sum(old) != sum(new))
        if not (is_joined and bool(old[0]) == bool(new[0])):  # neighbours are one, others are two
            message = f"{old[0]} with words and {old[1]} without became {new[0]} and {new[1]}"
            yield EMPTY, f"{named(key)}: {message}"


def _merging(stretch: Stretch) -> set[Key]:
    """The kinds of elements whose neighbours count as one element."""
    return {stretch.chain(number) for number, element in enumerate(stretch.elements) if element.merges}


def _filled(stretch: Stretch, free: Collection[str] | None) -> dict[Key, tuple[int, int]]:
    """For each kind of element how many hold words, and how many none; `free` None: any words count."""
    found: dict[Key, tuple[int, int]] = {(): (1, 0) if has_words(stretch.text) else (0, 1)}
    merged: dict[Key, bool] = {}
    for number, element in enumerate(stretch.elements):
        key = stretch.chain(number)
        text = " ".join(piece.text for piece in stretch.within(number))
        full = has_words(text)
        if element.merges:
            full = full and (free is None or bool(_without(Counter(skeletons(text)), free)))
            full = merged[key] = merged.get(key, False) or full
            found[key] = (1, 0) if full else (0, 0)
            continue
        with_words, without = found.get(key, (0, 0))
        found[key] = (with_words + full, without + (not full))
    return found


def glued_inside(source: Stretch, target: Stretch) -> Iterator[Finding]:
    """No word begins where another one ends, but for those that may be parts of one."""
    free = parts_of_words(source)
    for left, right, place in _glued(target):
        if not {left, right} <= free:
            yield GLUED, f"…{place}…"


def glued_by_liar(source: Stretch, target: Stretch) -> Iterator[Finding]:
    """The same, but for short words: grammar may move such a word into an element, and a liar glue it."""
    free = parts_of_words(source)
    for left, right, place in _glued(target):
        if not {left, right} <= free and min(len(left), len(right)) > _LONGEST_SHORT:
            yield GLUED, f"…{place}…"


def _glued(target: Stretch) -> Iterator[tuple[str, str, str]]:
    return (found for piece in target.pieces for found in glued(piece.text))


def _borders(stretch: Stretch) -> Iterator[tuple[Piece, Piece]]:
    """Neighbouring texts with no blank between them, in different elements."""
    for left, right in pairwise(stretch.pieces):
        if left.text and right.text and not (left.text[-1].isspace() or right.text[0].isspace()):
            yield left, right


def glued_at_borders(source: Stretch, target: Stretch) -> Iterator[Finding]:
    """Words touch across a border only where the same elements had no blank between them in the source."""
    allowed = Counter(_elements_at(source, *border) for border in _borders(source))
    for left, right in _borders(target):
        border = _elements_at(target, left, right)
        allowed[border] -= 1
        are_words = touch(_without_placeholder(left.text), right.text, _SPELLING)
        if allowed[border] < 0 and are_words:
            words = skeletons(left.text)[-1:] + skeletons(right.text)[:1]
            yield GLUED, f"{' and '.join(words)} touch between {named(border[0])} and {named(border[1])}"


def _without_placeholder(text: str) -> str:
    """A text without the placeholder that it ends in: `%s` ends in a letter, but in no word."""
    last = next((match for match in PLACEHOLDERS.finditer(text) if match.end() == len(text)), None)
    return text[: last.start()] if last is not None else text


def _elements_at(stretch: Stretch, left: Piece, right: Piece) -> tuple[Key, Key]:
    """What differs: where one chain parts from the other."""
    one, other = stretch.chain(left.element), stretch.chain(right.element)
    shared = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    at = min(len(one), len(other)) if shared is None else shared
    return one[at : at + 1], other[at : at + 1]


def glued_by_shape(source: Stretch, target: Stretch) -> Iterator[Finding]:
    """No word is two that touched at a border, written in one."""
    touching = (pair for pair in _borders(source) if touch(pair[0].text, pair[1].text))
    joined = {"".join(skeletons(left.text)[-1:] + skeletons(right.text)[:1]) for left, right in touching}
    joined -= {word for piece in source.pieces for word in skeletons(piece.text)}
    pieces = [word for piece in target.pieces for word in skeletons(piece.text)]
    for word in joined.intersection(pieces):
        yield GLUED, f"{word!r} was two words"
