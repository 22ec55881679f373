"""Generated presentations: nothing is lost, in any combination and nesting."""

from __future__ import annotations

import random
import re
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.odp import FORMAT
from tests.formats.odt.packages import p, package, slide, unzipped
from tests.formats.odt.roundtrip import LANGUAGES, canonical, extract, rebuild_all, source
from tests.formats.odt.strategies import INSIDES, shuffle

_LISTS = INSIDES.map(lambda inside: f"<text:list><text:list-item>{p(inside)}</text:list-item></text:list>")
_TEXTS = st.lists(st.one_of(INSIDES.map(p), _LISTS), max_size=2).map("".join)
_ABOUT = st.sampled_from(["", "<svg:title>A title</svg:title>", "<svg:desc>file.png</svg:desc>"])
_AROUND = st.sampled_from(
    [
        ("<draw:frame><draw:text-box>", "</draw:text-box></draw:frame>"),
        ('<draw:custom-shape draw:name="x">', "</draw:custom-shape>"),
        ("<draw:rect>", "</draw:rect>"),
        ("<draw:line>", "</draw:line>"),
        (
            "<draw:frame><table:table><table:table-row><table:table-cell>",
            "</table:table-cell></table:table-row></table:table></draw:frame>",
        ),
    ]
)
_SHAPES = st.builds(
    lambda around, about, inside: f"<draw:g>{about}{around[0]}{inside}{around[1]}</draw:g>",
    _AROUND,
    _ABOUT,
    _TEXTS,
)
_NOTES = _TEXTS.map(
    lambda inside: (
        f"<presentation:notes><draw:frame><draw:text-box>{inside}</draw:text-box></draw:frame></presentation:notes>"
    )
)
_SLIDES = st.builds(
    lambda style, parts: slide(*parts, style=style),
    st.sampled_from(["dp1", "dp1", "dp9"]),
    st.lists(st.one_of(_SHAPES, _SHAPES, _NOTES), max_size=3),
)
_SHOWS = st.lists(_SLIDES, min_size=1, max_size=3).map(
    lambda slides: package("presentation", "".join(slides))
)


@settings(max_examples=25, deadline=None)
@given(data=_SHOWS)
def test_every_unit_written_anew_with_its_own_text_changes_nothing(data: bytes) -> None:
    before, after = unzipped(data), unzipped(rebuild_all(data, None, FORMAT))
    assert canonical(after["content.xml"]) == canonical(before["content.xml"])


@settings(max_examples=25, deadline=None)
@given(data=_SHOWS, seed=st.integers(0, 1000), notes=st.booleans())
def test_no_element_is_lost_when_codes_change_their_order(data: bytes, seed: int, notes: bool) -> None:
    chance = random.Random(seed)
    units = extract(data, {"notes": notes}, FORMAT).units
    targets = {unit.id: shuffle(unit.segment, chance) for unit in units}
    written = FORMAT.rebuild(source(data, {"notes": notes}, FORMAT), targets, LANGUAGES)
    assert _counts(written) == _counts(data)
    assert len(extract(written, {"notes": notes}, FORMAT).units) == len(units)


def _counts(data: bytes) -> Counter[bytes]:
    """The number of each element other than spans, blanks and white space."""
    found = re.findall(rb"<([\w:-]+)", unzipped(data)["content.xml"])
    return Counter(name for name in found if name not in {b"text:span", b"text:s"})
