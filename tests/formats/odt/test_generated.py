"""Generated OpenDocument texts: nothing is lost, in any combination and nesting."""

from __future__ import annotations

import random
import re
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.odt import FORMAT
from dragoman.text_io.xml import blocks as ooxml_parts
from tests.formats.odt.packages import p, text, unzipped
from tests.formats.odt.roundtrip import LANGUAGES, canonical, extract, rebuild_all, source, texts
from tests.formats.odt.strategies import INSIDES, shuffle

_BODIES = st.lists(INSIDES.map(p), min_size=1, max_size=4).map("".join)


@settings(max_examples=25, deadline=None)
@given(inside=_BODIES)
def test_every_unit_written_anew_with_its_own_text_changes_nothing(inside: str) -> None:
    data = text(inside)
    before, after = unzipped(data), unzipped(rebuild_all(data))
    assert canonical(after["content.xml"]) == canonical(before["content.xml"])


@settings(max_examples=25, deadline=None)
@given(inside=_BODIES, seed=st.integers(0, 1000))
def test_no_element_is_lost_when_codes_change_their_order(inside: str, seed: int) -> None:
    data = text(inside)
    chance = random.Random(seed)
    targets = {unit.id: shuffle(unit.segment, chance) for unit in extract(data).units}
    written = FORMAT.rebuild(source(data), targets, LANGUAGES)
    assert _counts(written) == _counts(data)
    assert len(texts(written)) >= 0  # it is well-formed


@settings(max_examples=8, deadline=None)
@given(inside=st.lists(INSIDES.map(p), min_size=8, max_size=12).map("".join))
def test_where_blocks_are_cut_makes_no_difference(inside: str) -> None:
    data = text(inside)
    whole, written = extract(data), rebuild_all(data)
    usual = ooxml_parts.BLOCK
    try:
        ooxml_parts.BLOCK = 2
        assert extract(data) == whole
        assert rebuild_all(data) == written
    finally:
        ooxml_parts.BLOCK = usual


@settings(max_examples=25, deadline=None)
@given(words=st.text(alphabet="ab \t\n<", min_size=1, max_size=12))
def test_any_text_is_read_back_as_it_was_written(words: str) -> None:
    data = text(p("One."))
    (unit,) = extract(data).units
    target = (type(unit.segment[0])(text=words),)  # type: ignore[call-arg]
    written = FORMAT.rebuild(source(data), {unit.id: target}, LANGUAGES)
    inside = unzipped(written)["content.xml"].decode().partition("<text:p>")[2].partition("</text:p>")[0]
    assert "  " not in inside
    read = re.sub(r'<text:s text:c="(\d+)"/>', lambda found: " " * int(found[1]), inside)
    for element, sign in (("s", " "), ("tab", "\t"), ("line-break", "\n")):
        read = read.replace(f"<text:{element}/>", sign)
    assert read.replace("&lt;", "<") == words


def _counts(data: bytes) -> Counter[bytes]:
    """The number of each element other than spans, blanks and white space."""
    found = re.findall(rb"<([\w:-]+)", unzipped(data)["content.xml"])
    return Counter(name for name in found if name not in {b"text:span", b"text:s"})
