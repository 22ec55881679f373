"""Generated workbooks survive a round trip, and text that is left alone stays."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.segments import Code, Segment, is_nested
from scripts.corpus_checks import differences
from tests.formats.xlsx.packages import Book, Sheet, cell, inline, package, row, unzipped
from tests.formats.xlsx.translating import extract, rebuild, translate

_SIGNS = ["a", "B", "ß", "東", "🙂", " ", "\n", "_x000D_", "_x0041_", "&amp;", "&lt;", "7", "_", "\t"]
_WORDS = st.lists(st.sampled_from(_SIGNS), min_size=1, max_size=8).map("".join)
_FORMATS = st.sampled_from(["", "<rPr/>", "<rPr><b/></rPr>", '<rPr><i/><color rgb="FF0000"/></rPr>'])
_TEXT = _WORDS.map(lambda words: f'<t xml:space="preserve">{words}</t>')
_RUN = st.builds(lambda look, text: f"<r>{look}{text}</r>", _FORMATS, _TEXT)
_READING = st.sampled_from(["", '<rPh sb="0" eb="1"><t>ト</t></rPh>', '<phoneticPr fontId="1"/>'])
_STRING = st.builds(
    lambda inside, reading: inside + reading,
    st.one_of(_TEXT, st.lists(_RUN, min_size=1, max_size=5).map("".join), st.just("")),
    _READING,
)


@st.composite
def _books(draw: st.DrawFn) -> bytes:
    strings = tuple(draw(st.lists(_STRING, min_size=1, max_size=6, unique=True)))
    sheets = []
    for number in range(draw(st.integers(1, 3))):
        rows = []
        for line in range(1, draw(st.integers(1, 5)) + 1):
            cells = [draw(_cells(f"{letter}{line}", len(strings))) for letter in draw(_LETTERS)]
            rows.append(row(line, *cells, hidden=draw(st.booleans()) and line % 2 == 0))
        state = draw(st.sampled_from(["", "", "hidden"])) if number else ""
        before = draw(st.sampled_from(["", '<cols><col min="2" max="2" hidden="1"/></cols>']))
        after = draw(
            st.sampled_from(["", "<headerFooter><oddHeader>&amp;LWord &amp;P</oddHeader></headerFooter>"])
        )
        sheets.append(
            Sheet(rows="".join(rows), name=f"Sheet{number}", state=state, before=before, after=after)
        )
    return package(Book(sheets=tuple(sheets), strings=strings, strict=draw(st.booleans())))


# As long as before: the most frequent formatting must not change.
_OTHERS = {ord("a"): "ä", ord("B"): "Ḃ", ord("東"): "京", ord("ß"): "ẞ"}
_LETTERS = st.sampled_from(["A", "AB", "ABD", "BC"])


def _cells(place: str, count: int) -> st.SearchStrategy[str]:
    return st.one_of(
        st.integers(0, count - 1).map(lambda string: cell(place, string)),
        _STRING.map(lambda inside: inline(place, inside)),
        _WORDS.map(lambda words: f'<c r="{place}" t="str"><v>{words}</v></c>'),
        st.sampled_from(
            [
                f'<c r="{place}"><v>12</v></c>',
                f'<c r="{place}" s="3"/>',
                f'<c r="{place}" t="s"/>',
                f'<c r="{place}" t="str"><f>A1&amp;"B"</f><v>B</v></c>',
            ]
        ),
    )


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(data=_books())
def test_the_own_texts_change_nothing(data: bytes) -> None:
    own = {unit.id: unit.segment for unit in extract(data).units}
    assert rebuild(data, own) == data


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(data=_books())
def test_translated_and_translated_back(data: bytes) -> None:
    document = extract(data)
    translated = translate(data, lambda text: text.translate(_OTHERS))
    again = extract(translated)
    assert [unit.id for unit in again.units] == [unit.id for unit in document.units]
    assert again.left_alone == document.left_alone
    own = {unit.id: unit.segment for unit in document.units}
    assert list(differences(data, rebuild(translated, own), xml=False)) == []


@settings(max_examples=25, deadline=None)
@given(data=_books(), seed=st.integers(0, 1000))
def test_codes_in_any_order_are_written(data: bytes, seed: int) -> None:
    chance = random.Random(seed)
    targets = {unit.id: _turned(unit.segment, chance) for unit in extract(data).units}
    written = rebuild(data, targets)
    assert unzipped(written).keys() == unzipped(data).keys()
    extract(written)


def _turned(segment: Segment, chance: random.Random) -> Segment:
    """The parts outside pairs in another order."""
    groups: list[list[object]] = []
    depth = 0
    for part in segment:
        if not depth:
            groups.append([])
        groups[-1].append(part)
        if isinstance(part, Code):
            depth += {"open": 1, "close": -1}.get(part.kind, 0)
    chance.shuffle(groups)
    turned = tuple(part for group in groups for part in group)
    assert is_nested(turned)  # type: ignore[arg-type]
    return turned  # type: ignore[return-value]
