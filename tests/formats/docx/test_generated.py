"""Generated Word documents: nothing is lost, in any combination and nesting."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from dragoman.formats.docx import FORMAT
from dragoman.segments import Code, Segment, is_nested
from dragoman.text_io.xml import blocks as ooxml_parts
from tests.formats.docx.canonical import canonical
from tests.formats.docx.packages import body, field, paragraph, run, sign, text_box, unzipped
from tests.formats.docx.roundtrip import LANGUAGES, extract, rebuild_all, source

_WORDS = st.text(alphabet="ab é<&\u2011\n\t東", min_size=1, max_size=6).map(
    lambda text: text.replace("&", "&amp;").replace("<", "&lt;")
)
_FORMATS = st.sampled_from(
    ["", "<w:b/>", "<w:i/>", '<w:b/><w:lang w:val="en"/>', "<w:vanish/>", '<w:rFonts w:hint="eastAsia"/>']
)
_RUNS = st.builds(run, _WORDS, _FORMATS)
_ATOMS = st.sampled_from(
    [
        "<w:r><w:tab/></w:r>",
        "<w:r><w:rPr><w:b/></w:rPr><w:br/><w:t>x</w:t></w:r>",
        '<w:r><w:footnoteReference w:id="1"/></w:r>',
        "<w:r/>",
        "<w:r><w:t/></w:r>",
        "<m:oMath><m:r><m:t>y</m:t></m:r></m:oMath>",
        '<w:del w:id="9" w:author="A"><w:r><w:delText>z</w:delText></w:r></w:del>',
        '<w:proofErr w:type="spellStart"/>',
        "<w:r><w:lastRenderedPageBreak/><w:noBreakHyphen/><w:t>n</w:t></w:r>",
        '<w:bookmarkStart w:id="1" w:name="b"/>',
        '<w:bookmarkEnd w:id="1"/>',
        '<w:commentRangeStart w:id="2"/>',
        '<w:commentRangeEnd w:id="2"/>',
        sign("begin") + "<w:r><w:instrText>HYPERLINK x</w:instrText></w:r>",
        sign("separate"),
        sign("end"),
    ]
)
_CODES = st.sampled_from(["PAGE", "HYPERLINK &quot;x&quot;", "TOC", "REF b", "QUOTE", "= 1 + 1"])
_PAIRS = st.sampled_from(
    [
        ('<w:hyperlink w:anchor="b">', "</w:hyperlink>"),
        ('<w:ins w:id="3" w:author="A">', "</w:ins>"),
        ('<w:moveTo w:id="4" w:author="A">', "</w:moveTo>"),
        ("<w:smartTag><w:smartTagPr/>", "</w:smartTag>"),
        ("<w:sdt><w:sdtPr/><w:sdtContent>", "</w:sdtContent></w:sdt>"),
        ('<w:fldSimple w:instr="QUOTE">', "</w:fldSimple>"),
        ('<w:fldSimple w:instr="PAGE">', "</w:fldSimple>"),
        ('<w:bdo w:val="rtl">', "</w:bdo>"),
        ("<w:r><w:ruby><w:rubyPr/><w:rt/><w:rubyBase>", "</w:rubyBase></w:ruby></w:r>"),
    ]
)


def _larger(smaller: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    rows = st.lists(smaller, max_size=4).map("".join)
    return st.one_of(
        st.builds(lambda pair, inside: pair[0] + inside + pair[1], _PAIRS, rows),
        st.builds(field, _CODES, rows),
        rows.map(lambda inside: text_box(paragraph(inside))),
    )


_PIECES = st.recursive(st.one_of(_RUNS, _RUNS, _ATOMS), _larger, max_leaves=8)
_INSIDES = st.lists(_PIECES, max_size=6).map("".join)
_BODIES = st.lists(_INSIDES.map(paragraph), min_size=1, max_size=4).map("".join)


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(inside=_BODIES)
def test_every_unit_written_anew_with_its_own_text_changes_nothing(inside: str) -> None:
    data = body(inside)
    before, after = unzipped(data), unzipped(rebuild_all(data))
    assert canonical(after["word/document.xml"]) == canonical(before["word/document.xml"])


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(inside=_BODIES, seed=st.integers(0, 1000))
def test_no_element_is_lost_when_codes_change_their_order(inside: str, seed: int) -> None:
    data = body(inside)
    units = extract(data).units
    chance = random.Random(seed)
    targets = {unit.id: _shuffle(unit.segment, chance) for unit in units}
    written = FORMAT.rebuild(source(data), targets, LANGUAGES)
    assert _counts(written) == _counts(data)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(inside=st.lists(_INSIDES.map(paragraph), min_size=8, max_size=12).map("".join))
def test_where_blocks_are_cut_makes_no_difference(inside: str) -> None:
    data = body(inside)
    whole = extract(data)
    usual = ooxml_parts.BLOCK
    try:
        ooxml_parts.BLOCK = 2
        assert extract(data) == whole
        assert unzipped(rebuild_all(data)) == _with_usual(data, usual)
    finally:
        ooxml_parts.BLOCK = usual


def _with_usual(data: bytes, usual: int) -> dict[str, bytes]:
    ooxml_parts.BLOCK = usual
    return unzipped(rebuild_all(data))


def _shuffle(segment: Segment, chance: random.Random) -> Segment:
    """The same parts in another order in which pairs still nest."""
    groups: list[list[object]] = [[]]
    for item in segment:
        if isinstance(item, Code) and item.kind == "open":
            groups.append([item])
        elif isinstance(item, Code) and item.kind == "close":
            groups[-1].append(item)
            finished = groups.pop()
            groups[-1].append(finished)
        else:
            groups[-1].append(item)
    flat = tuple(_flatten(groups[0], chance, whole=True))
    assert is_nested(flat)
    return flat


def _flatten(group: list[object], chance: random.Random, *, whole: bool = False) -> list[object]:
    inside = group[:] if whole else group[1:-1]
    chance.shuffle(inside)
    flat: list[object] = []
    for item in inside:
        flat += _flatten(item, chance) if isinstance(item, list) else [item]
    return flat if whole else [group[0], *flat, group[-1]]


def _counts(data: bytes) -> dict[str, int]:
    """The number of each element other than runs, text and formatting."""
    found: dict[str, int] = {}
    for element in etree.fromstring(unzipped(data)["word/document.xml"]).iter():
        name = etree.QName(element).localname
        if name in {"r", "t", "proofErr", "lastRenderedPageBreak", "rPr", "noBreakHyphen"} or any(
            etree.QName(outer).localname == "rPr" for outer in element.iterancestors()
        ):
            continue
        found[name] = found.get(name, 0) + 1
    return found
