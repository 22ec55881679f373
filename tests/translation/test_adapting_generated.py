"""Adapted matches of generated codes: memories with the text's codes permuted, missing, added, or other ones.

What is expected is written down here, word by word, and not by the code that is tested.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from dragoman.segments import Code, Segment, codes, render
from dragoman.translation.memory.adapting import adapt
from dragoman.translation.model import LanguagePair
from tests.translation.assets import read, unit

_SOURCE: Final = "Press the red button of the old machine while the big door is open now ."
_TARGET: Final = "Pulse el botón rojo de la máquina vieja mientras la puerta grande está abierta ahora ."
_PLACES: Final[Mapping[int, int]] = {
    0: 0, 1: 1, 2: 3, 3: 2, 4: 4, 5: 5, 6: 7, 7: 6, 8: 8, 9: 9, 10: 11, 11: 10, 12: 12, 13: 13, 14: 14
}  # fmt: skip
_TAGS: Final = ("a", "b", "i", "span", "u")
_TAG: Final = re.compile(r"</?\w+>")


class _Pair(NamedTuple):
    """A pair of tags around words, by their numbers."""

    tag: str
    first: int
    last: int


def write(text: str, pairs: Sequence[_Pair]) -> str:
    opened = {pair.first: f"<{pair.tag}>" for pair in pairs}
    closed = {pair.last: f"</{pair.tag}>" for pair in pairs}
    return " ".join(f"{opened.get(n, '')}{word}{closed.get(n, '')}" for n, word in enumerate(text.split()))


def translate(pairs: Sequence[_Pair]) -> list[_Pair]:
    """The same pairs in the translation."""
    places = {pair: sorted(_PLACES[at] for at in range(pair.first, pair.last + 1)) for pair in pairs}
    return [_Pair(pair.tag, found[0], found[-1]) for pair, found in places.items()]


@st.composite
def pairs_of_tags(draw: st.DrawFn) -> list[_Pair]:
    """Pairs around a word or two that stay together in the translation; none overlap."""
    found: list[_Pair] = []
    for tag in draw(st.permutations(_TAGS))[: draw(st.integers(0, 3))]:
        first = draw(st.integers(0, 12))
        last = first + draw(st.sampled_from((0, 0, 1)))
        together = abs(_PLACES[last] - _PLACES[first]) == last - first
        if together and all(last < pair.first or pair.last < first for pair in found):
            found.append(_Pair(tag, first, last))
    return found


@st.composite
def kept_pairs(draw: st.DrawFn, asked: Sequence[_Pair]) -> list[_Pair]:
    """The pairs of a memory's unit that is like a text with others."""
    kind = draw(st.sampled_from(("permuted", "missing", "added", "other")))
    if kind == "permuted":
        tags = draw(st.permutations([pair.tag for pair in asked]))
        return [pair._replace(tag=tag) for pair, tag in zip(asked, tags, strict=True)]
    if kind == "missing":
        return list(asked[:-1])
    more = draw(pairs_of_tags())
    if kind == "other":
        return more
    free = [one for one in more if all(one.last < pair.first or pair.last < one.first for pair in asked)]
    return [*asked, *(one for one in free if one.tag not in {pair.tag for pair in asked})]


def with_ids(written: str, query: Segment) -> Segment:
    """An engine's translation, with the ids that the query's codes have."""
    ids = {code.data: code.id for code in codes(query)}
    return tuple(
        replace(part, id=ids[part.data]) if isinstance(part, Code) else part for part in read(written)
    )


@given(st.data(), pairs_of_tags(), st.booleans())
def test_no_code_is_lost_doubled_or_moved(data: st.DataObject, asked: list[_Pair], has_hint: bool) -> None:
    kept = data.draw(kept_pairs(asked))
    wanted = write(_TARGET, translate(asked))
    query = read(write(_SOURCE, asked))
    found = adapt(
        query,
        unit(write(_SOURCE, kept), write(_TARGET, translate(kept))),
        languages=LanguagePair("en", "es"),
        hint=with_ids(wanted, query) if has_hint else None,
    )
    if found is None:
        assert not has_hint
        return
    assert Counter(_TAG.findall(render(found.target))) == Counter(_TAG.findall(wanted))
    assert render(found.target) == wanted
