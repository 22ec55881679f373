"""Pairs around the words of a translation (T4): each exactly once, nested, as tight as can be."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from dragoman.segments import (
    Code,
    CodeKind,
    Covered,
    Part,
    Segment,
    Text,
    codes,
    covered_parts,
    is_nested,
    keeps_codes,
    normalise,
    place_pairs,
)


def opening(identity: str) -> Code:
    return Code(id=identity, kind=CodeKind.OPEN, type="tag", data=f"<{identity}>")


def closing(identity: str) -> Code:
    return Code(id=identity, kind=CodeKind.CLOSE, type="tag", data=f"</{identity}>")


def alone(identity: str) -> Code:
    return Code(id=identity, kind=CodeKind.STANDALONE, type="placeholder", data=f"{{{identity}}}")


def read(text: str) -> Segment:
    """Read `red (a house) {x}`: brackets are pairs named by their letter, braces standalone codes."""
    parts: list[Part] = []
    around: list[str] = []
    count = 0
    for character in text:
        if character == "(":
            count += 1
            around.append(f"p{count}")
            parts.append(opening(around[-1]))
        elif character == ")":
            parts.append(closing(around.pop()))
        elif character.isdigit():
            parts.append(alone(character))
        else:
            parts.append(Text(text=character))
    return normalise(parts)


def write(segment: Segment) -> str:
    marks = {CodeKind.OPEN: "(", CodeKind.CLOSE: ")"}
    return "".join(part.text if isinstance(part, Text) else marks.get(part.kind, part.id) for part in segment)


def words(*pieces: str) -> list[Covered]:
    """`"casa"`, `"roja:p1,p2"` or a digit for a standalone code."""
    covered: list[Covered] = []
    for piece in pieces:
        text, _, ids = piece.partition(":")
        part = alone(text) if text.isdigit() else Text(text=text)
        covered.append((part, frozenset(filter(None, ids.split(",")))))
    return covered


def test_pair_follows_its_word() -> None:
    placed = place_pairs(words("casa", " ", "roja:p1"), read("(red) house"))
    assert write(placed) == "casa (roja)"


def test_scattered_pieces_get_one_span() -> None:
    placed = place_pairs(words("a:p1", " b ", "c:p1", " d"), read("(x)y"))
    assert write(placed) == "(a b c) d"


def test_outer_pair_is_widened_for_a_piece_that_only_the_inner_covers() -> None:
    placed = place_pairs(words("a:p1,p2", " ", "b", " ", "c:p2"), read("(x(y))z"))
    assert write(placed) == "((a b c))"


def test_crossing_pairs_are_nested_by_widening_the_first() -> None:
    placed = place_pairs(words("a:p1", "b:p2", "c:p1", "d:p2"), read("(x)(y)"))
    assert write(placed) == "(a(bcd))"


def test_a_vanished_pair_is_placed_beside_its_neighbour() -> None:
    source = read("a 1()b")
    assert write(place_pairs(words("B", " ", "1", "A"), source)) == "B 1()A"
    source = read("a (b)()c")
    assert write(place_pairs(words("C ", "B:p1", " A"), source)) == "C (B)() A"
    source = read("a ()(b)")
    assert write(place_pairs(words("B:p2", " A"), source)) == "()(B) A"


def test_vanished_pair_stays_in_its_parent() -> None:
    source = read("zz(()b)")
    assert write(place_pairs(words("A ", "B:p1"), source)) == "A (()B)"
    source = read("(b(x))zz")
    assert write(place_pairs(words("B:p1", " A"), source)) == "(B()) A"
    source = read("(b(()()))zz")
    assert write(place_pairs(words("A ", "B:p1"), source)) == "A (B(()()))"


def test_vanished_pair_goes_to_the_proportional_place() -> None:
    source = read("aaaa(b)cccc")
    assert write(place_pairs(words("AAA", " ", "CCC"), source)) == "AAA() CCC"


def test_pairs_without_any_words_are_kept() -> None:
    assert write(place_pairs([], read("a(b(c))"))) == "(())"


def test_unknown_ids_and_halves_are_ignored() -> None:
    lonely: Segment = (opening("p1"), Text(text="x"))
    assert write(place_pairs(words("X:p1,nonsense"), lonely)) == "X"


def test_a_thousand_levels_do_not_matter() -> None:
    deep = read("(" * 1500 + "x" + ")" * 1500)
    assert write(place_pairs([(Text(text="X"), frozenset())], deep)).count("(") == 1500
    assert place_pairs(covered_parts(deep), deep) == deep


@st.composite
def sources(draw: st.DrawFn) -> Segment:
    """Any nested segment with pairs, empty pairs and standalone codes."""
    parts: list[Part] = []
    around: list[str] = []
    for count, step in enumerate(draw(st.lists(st.sampled_from("()ta "), max_size=30))):
        if step == "(":
            around.append(f"p{count}")
            parts.append(opening(around[-1]))
        elif step == ")" and around:
            parts.append(closing(around.pop()))
        elif step == "a":
            parts.append(alone(f"s{count}"))
        elif step in "t ":
            parts.append(Text(text="word" if step == "t" else " "))
    parts += [closing(identity) for identity in reversed(around)]
    return normalise(parts)


@given(source=sources(), data=st.data())
def test_every_code_once_and_nested_whatever_the_engine_did(source: Segment, data: st.DataObject) -> None:
    """T4: words in any order, repeated, dropped, with any coverage; standalone codes kept."""
    pairs = [code.id for code in codes(source) if code.kind is CodeKind.OPEN]
    pieces: list[Covered] = [piece for piece in covered_parts(source) if isinstance(piece[0], Code)]
    coverage = st.frozensets(st.sampled_from(pairs)) if pairs else st.just(frozenset())
    texts = st.lists(st.tuples(st.sampled_from([Text(text="a"), Text(text=" "), Text(text="b c")]), coverage))
    pieces += data.draw(texts)
    target = place_pairs(data.draw(st.permutations(pieces)), source)
    assert keeps_codes(source, target)
    assert is_nested(target)


@given(source=sources(), data=st.data())
def test_every_span_holds_its_pieces_and_begins_and_ends_for_a_reason(
    source: Segment, data: st.DataObject
) -> None:
    """Each pair covers all its pieces, and only pieces of some pair are at its edges."""
    pairs = [code.id for code in codes(source) if code.kind is CodeKind.OPEN]
    coverage = st.frozensets(st.sampled_from(pairs)) if pairs else st.just(frozenset())
    count = data.draw(st.integers(0, 8))
    pieces: list[Covered] = [(alone(f"w{number}"), data.draw(coverage)) for number in range(count)]
    target = place_pairs(pieces, source)
    result = dict(covered_parts(target))
    assert [part for part, _ in covered_parts(target)] == [part for part, _ in pieces]
    for part, ids in pieces:
        assert ids <= result[part]
    for identity in pairs:
        span = [number for number, (part, _) in enumerate(pieces) if identity in result[part]]
        if span:
            assert span == list(range(span[0], span[-1] + 1))
            # Something begins at each edge: a piece of this pair or of another that lies inside its span.
            assert pieces[span[0]][1]
            assert pieces[span[-1]][1]


@given(source=sources())
def test_an_engine_that_changes_nothing_gives_the_source_back(source: Segment) -> None:
    """Where each pair covers something, its place is exactly the source's."""
    covered = covered_parts(source)
    filled = {identity for _, ids in covered for identity in ids}
    target = place_pairs(covered, source)
    assert Counter(codes(target)) == Counter(codes(source))
    if all(code.id in filled for code in codes(source) if code.kind is CodeKind.OPEN):
        assert target == source
