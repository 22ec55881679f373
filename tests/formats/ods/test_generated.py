"""Generated spreadsheets: nothing is lost, with any content of cells and any repetition of rows."""

from __future__ import annotations

import random
import re
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.ods import FORMAT
from tests.formats.odt.packages import p, package, unzipped
from tests.formats.odt.roundtrip import LANGUAGES, canonical, extract, rebuild_all, source
from tests.formats.odt.strategies import INSIDES, shuffle

_PARAGRAPHS = st.lists(INSIDES.map(p), max_size=2).map("".join)
_PLAIN = st.text(alphabet="ab é", max_size=4).map(p)
_TYPES = st.sampled_from(
    [
        'office:value-type="string"',
        'office:value-type="string"',
        'office:value-type="string" table:number-columns-repeated="2"',
        'office:value-type="string" office:string-value="a b"',
        'office:value-type="string" table:formula="of:=[.A1]"',
        'office:value-type="string" table:content-validation-name="v1"',
        'office:value-type="float" office:value="1"',
        'office:value-type="date" office:date-value="2024-01-01"',
        "",
    ]
)
_NAMES = st.sampled_from(["table:table-cell"] * 4 + ["table:covered-table-cell"])
_CELLS = st.one_of(
    st.builds(
        lambda name, kind, inside: f"<{name} {kind}>{inside}</{name}>",
        _NAMES,
        _TYPES,
        st.one_of(_PARAGRAPHS, _PLAIN),
    ),
    st.builds(lambda kind: f"<table:table-cell {kind}/>", _TYPES),
)
_LOOKS = st.sampled_from(
    ["", "", ' table:visibility="collapse"', ' table:number-rows-repeated="3"', ' table:style-name="ro1"']
)
_ROWS = st.builds(
    lambda look, cells: f"<table:table-row{look}>{''.join(cells)}</table:table-row>",
    _LOOKS,
    st.lists(_CELLS, max_size=4),
)
_GROUPS = st.sampled_from(["table:table-row-group", "table:table-header-rows", "table:table-rows"])
_BLOCKS = st.one_of(_ROWS, _ROWS, st.builds(lambda name, rows: f"<{name}>{rows}</{name}>", _GROUPS, _ROWS))
_COLUMNS = st.sampled_from(
    [
        "",
        '<table:table-column table:number-columns-repeated="4"/>',
        '<table:table-column/><table:table-column table:visibility="filter"/><table:table-column/>',
    ]
)
_SHEETS = st.builds(
    lambda style, columns, rows: (
        f'<table:table table:name="S" table:style-name="{style}">{columns}{"".join(rows)}</table:table>'
    ),
    st.sampled_from(["", "", "ta9"]),
    _COLUMNS,
    st.lists(_BLOCKS, max_size=4),
)
_CHECKS = (
    '<table:content-validations><table:content-validation table:name="v1" table:condition="'
    'of:cell-content-is-in-list(&quot;a&quot;)"/></table:content-validations>'
)
_BOOKS = st.lists(_SHEETS, min_size=1, max_size=2).map(
    lambda sheets: package("spreadsheet", _CHECKS + "".join(sheets))
)


@settings(max_examples=25, deadline=None)
@given(data=_BOOKS)
def test_every_unit_written_anew_with_its_own_text_changes_nothing(data: bytes) -> None:
    before, after = unzipped(data), unzipped(rebuild_all(data, None, FORMAT))
    assert canonical(after["content.xml"]) == canonical(before["content.xml"])


@settings(max_examples=25, deadline=None)
@given(data=_BOOKS, seed=st.integers(0, 1000))
def test_no_element_is_lost_when_codes_change_their_order(data: bytes, seed: int) -> None:
    chance = random.Random(seed)
    units = extract(data, None, FORMAT).units
    targets = {unit.id: shuffle(unit.segment, chance) for unit in units}
    written = FORMAT.rebuild(source(data, None, FORMAT), targets, LANGUAGES)
    assert _counts(written) == _counts(data)
    assert len(extract(written, None, FORMAT).units) == len(units)


def _counts(data: bytes) -> Counter[bytes]:
    """The number of each element other than spans, blanks and white space."""
    found = re.findall(rb"<([\w:-]+)", unzipped(data)["content.xml"])
    return Counter(name for name in found if name not in {b"text:span", b"text:s"})
