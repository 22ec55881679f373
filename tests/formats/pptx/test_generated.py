"""Generated presentations: nothing is lost, in any combination and nesting."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from dragoman.segments import Code, Segment, is_nested
from scripts.corpus_checks import differences
from tests.formats.pptx.packages import paragraph, picture, presentation, shape, slide, unzipped
from tests.formats.pptx.roundtrip import LANGUAGES, extract, rebuild_all, source

from dragoman.formats.pptx import FORMAT  # isort: skip

_WORDS = st.text(alphabet="ab é<&\n\t東", max_size=6).map(
    lambda text: text.replace("&", "&amp;").replace("<", "&lt;")
)
_LOOKS = st.sampled_from(
    [
        "",
        "<a:rPr/>",
        '<a:rPr lang="de-DE" dirty="0" err="1"/>',
        '<a:rPr b="1"/>',
        '<a:rPr lang="en-US" b="1" smtClean="0"></a:rPr>',
        '<a:rPr><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill></a:rPr>',
        '<a:rPr><a:hlinkClick r:id="rId1" tooltip="a &amp; b"/></a:rPr>',
    ]
)
_RUNS = st.builds(lambda text, look: f"<a:r>{look}<a:t>{text}</a:t></a:r>", _WORDS, _LOOKS)
_OTHERS = st.sampled_from(
    [
        "<a:br/>",
        '<a:br><a:rPr lang="en-US"/></a:br>',
        '<a:fld id="{1}" type="slidenum"><a:rPr b="1"/><a:pPr/><a:t>7</a:t></a:fld>',
        "<a14:m><m:oMath><m:r><m:t>y</m:t></m:r></m:oMath></a14:m>",
        "<a:r><a:t>one<a:b/>two</a:t></a:r>",
        "<a:r/>",
        "<a:r><a:t/></a:r>",
        "\n  ",
        '<a:endParaRPr lang="en-US"/>',
    ]
)
_PROPERTIES = st.sampled_from(["", "<a:pPr/>", '<a:pPr algn="ctr"><a:buNone/></a:pPr>'])
_PARAGRAPHS = st.builds(
    lambda inside, properties: paragraph(*inside, properties=properties),
    st.lists(st.one_of(_RUNS, _RUNS, _OTHERS), max_size=7),
    _PROPERTIES,
)
_SHAPES = st.builds(
    lambda inside, named: shape(*inside, named=named),
    st.lists(_PARAGRAPHS, max_size=3),
    st.sampled_from(["", ' descr="A thing"', ' hidden="1"', ' title="x" descr="y"']),
)


def _larger(smaller: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    rows = st.lists(smaller, max_size=3).map("".join)
    return st.one_of(
        rows.map(
            lambda inside: f'<p:grpSp><p:nvGrpSpPr><p:cNvPr id="3" name="g"/></p:nvGrpSpPr>{inside}</p:grpSp>'
        ),
        st.builds(
            lambda one, other: (
                '<mc:AlternateContent><mc:Choice Requires="a14">'
                f"{one}</mc:Choice><mc:Fallback>{other}</mc:Fallback></mc:AlternateContent>"
            ),
            rows,
            rows,
        ),
        rows.map(
            lambda inside: (
                f"<mc:AlternateContent><mc:Choice>{inside}</mc:Choice><mc:Fallback>{inside}"
                "</mc:Fallback></mc:AlternateContent>"
            )
        ),
    )


_TREES = st.lists(
    st.recursive(
        st.one_of(_SHAPES, _SHAPES, st.just(picture(' descr="Something seen"'))), _larger, max_leaves=5
    ),
    min_size=1,
    max_size=3,
).map("".join)
SLIDE = "ppt/slides/slide1.xml"


@settings(max_examples=25, deadline=None)
@given(inside=_TREES)
def test_every_unit_written_anew_with_its_own_text_changes_nothing(inside: str) -> None:
    data = presentation(slide(inside))
    assert list(differences(data, rebuild_all(data), xml=False)) == []
    assert extract(rebuild_all(data)) == extract(data)


@settings(max_examples=25, deadline=None)
@given(inside=_TREES, seed=st.integers(0, 1000))
def test_no_element_is_lost_when_codes_change_their_order(inside: str, seed: int) -> None:
    data = presentation(slide(inside))
    chance = random.Random(seed)
    targets = {unit.id: _shuffle(unit.segment, chance) for unit in extract(data).units}
    written = FORMAT.rebuild(source(data), targets, LANGUAGES)
    assert _counts(written) == _counts(data)


def _shuffle(segment: Segment, chance: random.Random) -> Segment:
    """The same parts in another order; pairs, which are never nested here, keep their content."""
    groups: list[list[object]] = []
    inside = False
    for item in segment:
        if inside:
            groups[-1].append(item)
        else:
            groups.append([item])
        inside = inside and not (isinstance(item, Code) and item.kind == "close")
        inside = inside or (isinstance(item, Code) and item.kind == "open")
    chance.shuffle(groups)
    flat = tuple(item for group in groups for item in group)
    assert is_nested(flat)  # type: ignore[arg-type]
    return flat  # type: ignore[return-value]


def _counts(data: bytes) -> dict[str, int]:
    """The number of each element other than runs, text and formatting."""
    found: dict[str, int] = {}
    for element in etree.fromstring(unzipped(data)[SLIDE]).iter(etree.Element):
        name = etree.QName(element).localname
        outer = {etree.QName(around).localname for around in element.iterancestors()}
        if name not in {"r", "t", "rPr"} and not outer & {"rPr", "r"}:
            found[name] = found.get(name, 0) + 1
    return found
