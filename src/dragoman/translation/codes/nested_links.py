"""Keep links out of links: HTML does not allow them, and formats would have to refuse the translation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby

from dragoman.segments import (
    Code,
    CodeKind,
    Covered,
    Segment,
    Text,
    codes,
    covered_parts,
    is_nested,
    place_pairs,
)


def separate_links(source: Segment, target: Segment) -> Segment:
    """The target with its links beside each other, as in the source, each around most of its words.

    Word order may put the words of one link between those of another, which then keeps its longer side.
    """
    if sum(code.type == "link" and code.kind is CodeKind.OPEN for code in codes(source)) < 2:
        return target
    if not (is_nested(source) and is_nested(target)) or any(_nestings(source)):
        return target
    if not any(_nestings(target)):
        return target
    links = {code.id for code in codes(source) if code.type == "link"}
    words = covered_parts(target)
    sizes = Counter(identity for _, ids in words for identity in ids & links)
    owners = [min(ids & links, key=lambda one: (sizes[one], one), default=None) for _, ids in words]
    kept = _longest_runs(words, owners)
    placed = [
        (part, ids - links | ({owner} if owner is not None and index in kept[owner] else set()))
        for index, ((part, ids), owner) in enumerate(zip(words, owners, strict=True))
    ]
    for position, identity in sorted(_empty_links(target, links - set(kept)), reverse=True):
        around = (run[-1] + 1 for run in kept.values() if run[0] < position <= run[-1])
        placed.insert(next(around, position), (Text(text=""), frozenset({identity})))
    return place_pairs(placed, source)


def _nestings(segment: Segment) -> Iterator[tuple[str, str]]:
    """Each link inside another, as (outer id, inner id)."""
    around: list[Code] = []
    for code in codes(segment):
        if code.kind is CodeKind.OPEN:
            if code.type == "link":
                yield from ((outer.id, code.id) for outer in around if outer.type == "link")
            around.append(code)
        elif code.kind is CodeKind.CLOSE:
            around.pop()


def _longest_runs(words: Sequence[Covered], owners: Sequence[str | None]) -> Mapping[str, Sequence[int]]:
    """For each link the indexes of its longest run of words that no other link's words interrupt."""
    runs: dict[str, list[int]] = {}
    owned = ((index, owner) for index, owner in enumerate(owners) if owner is not None)
    for owner, group in groupby(owned, key=lambda pair: pair[1]):
        run = [index for index, _ in group]
        if owner not in runs or _letters(words, run) > _letters(words, runs[owner]):
            runs[owner] = run
    return runs


def _letters(words: Sequence[Covered], run: Sequence[int]) -> int:
    return sum(len(part.text) for index in run if isinstance(part := words[index][0], Text))


def _empty_links(target: Segment, empty: Collection[str]) -> Iterator[tuple[int, str]]:
    """The number of the word that follows each link without words."""
    position = 0
    for part in target:
        if isinstance(part, Text) or part.kind is CodeKind.STANDALONE:
            position += 1
        elif part.kind is CodeKind.OPEN and part.id in empty:
            yield position, part.id
