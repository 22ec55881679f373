"""Hypothesis strategies for the content of OpenDocument paragraphs, for the tests of odt, ods and odp."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from dragoman.segments import Code, Segment, is_nested
from tests.formats.odt.packages import box, note, p

_WORDS = st.text(alphabet="ab é<&\n東\u00a0", min_size=1, max_size=6).map(
    lambda words: words.replace("&", "&amp;").replace("<", "&lt;")
)
_ATOMS = st.sampled_from(
    [
        "<text:s/>",
        '<text:s text:c="3"/>',
        "<text:tab/>",
        "<text:line-break/>",
        "<text:soft-page-break/>",
        "<text:page-number>3</text:page-number>",
        "<text:placeholder>&lt;here&gt;</text:placeholder>",
        '<text:bookmark-start text:name="b"/>',
        '<text:bookmark-end text:name="b"/>',
        '<text:change-start text:change-id="c"/>',
        '<text:change-end text:change-id="c"/>',
        '<field:fieldmark-start text:name="f"/>',
        "<field:fieldmark-separator/>",
        "<field:fieldmark-end/>",
        "<text:span/>",
        "<office:annotation><text:p>c</text:p></office:annotation>",
        "<draw:frame><draw:image/><svg:desc>What it is</svg:desc></draw:frame>",
        "<unknown>x</unknown>",
        "<!-- nothing -->",
        "<![CDATA[a & b]]>",
    ]
)
_PAIRS = st.sampled_from(
    [
        ('<text:span text:style-name="T1">', "</text:span>"),
        ('<text:span text:style-name="T2">', "</text:span>"),
        ('<text:span text:style-name="T3">', "</text:span>"),
        ('<text:span text:style-name="T4">', "</text:span>"),
        ('<text:span text:style-name="T9">', "</text:span>"),
        ('<text:span text:style-name="Named">', "</text:span>"),
        ('<text:a xlink:href="x">', "</text:a>"),
        ("<text:meta>", "</text:meta>"),
        ("<loext:content-control>", "</loext:content-control>"),
        ('<loext:content-control loext:checkbox="true">', "</loext:content-control>"),
        ("<text:ruby><text:ruby-base>", "</text:ruby-base><text:ruby-text>r</text:ruby-text></text:ruby>"),
    ]
)


def _larger(smaller: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    rows = st.lists(smaller, max_size=4).map("".join)
    return st.one_of(
        st.builds(lambda pair, inside: pair[0] + inside + pair[1], _PAIRS, rows),
        rows.map(lambda inside: note(p(inside))),
        rows.map(lambda inside: box(p(inside))),
    )


_PIECES = st.recursive(st.one_of(_WORDS, _WORDS, _ATOMS), _larger, max_leaves=8)
INSIDES = st.lists(_PIECES, max_size=6).map("".join)


def shuffle(segment: Segment, chance: random.Random) -> Segment:
    """The same parts in another order in which pairs still nest."""
    groups: list[list[object]] = []
    depth = 0
    for item in segment:
        if depth:
            groups[-1].append(item)
        else:
            groups.append([item])
        if isinstance(item, Code):
            depth += {"open": 1, "close": -1}.get(item.kind, 0)
    chance.shuffle(groups)
    shuffled = tuple(item for group in groups for item in group)
    assert is_nested(shuffled)  # type: ignore[arg-type]
    return shuffled  # type: ignore[return-value]
