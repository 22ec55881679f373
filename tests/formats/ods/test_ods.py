"""OpenDocument spreadsheets: which cells are read, and how they are written."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.families.odf.cells import OdfSheet, find_ranges
from dragoman.formats.format import Document
from dragoman.formats.ods import FORMAT
from dragoman.formats.paragraphs import options as office
from dragoman.segments import Text
from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.xml import blocks as ooxml_parts
from dragoman.text_io.xml.namespaces import ElementNames
from tests.formats.ods import samples
from tests.formats.odt import roundtrip
from tests.formats.odt.packages import PREFIXES, cell, number, p, package, row, sheet, unzipped
from tests.formats.odt.roundtrip import LANGUAGES, canonical, rebuild_all


def extract(data: bytes) -> Document:
    return roundtrip.extract(data, None, FORMAT)


def texts(data: bytes, **options: object) -> list[str]:
    return roundtrip.texts(data, options, FORMAT)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (
            samples.PLAIN,
            [
                "Name",
                "Lives",
                "Tom & Jerry",
                "Two <fmt>bold</fmt> words",
                "first",
                "second",
                "Said twice",
                "Else",
                "Otherwise",
            ],
        ),
        (samples.HIDDEN, ["A", "B", "D", "D again", "Last"]),
        (samples.CHECKED, ["Choose", "Yes or no?", "A remark"]),
        (samples.PIVOTED, ["Remark", "Tom", "Beside"]),
        (samples.CHARTED, ["A chart", "Cell", "Other", "Commented", "Mice per cat"]),
    ],
)
def test_what_is_read(data: bytes, expected: list[str]) -> None:
    assert texts(data) == expected


def test_what_is_left_alone_is_counted() -> None:
    assert roundtrip.left_alone(samples.PLAIN, FORMAT) == {"field": 1}
    assert roundtrip.left_alone(samples.HIDDEN, FORMAT) == {"hidden": 5}
    assert roundtrip.left_alone(samples.CHECKED, FORMAT) == {"key": 1}
    assert roundtrip.left_alone(samples.PIVOTED, FORMAT) == {"field": 3}
    assert roundtrip.left_alone(samples.CHARTED, FORMAT) == {"field": 1, "comment": 1}


def test_options_open_what_is_left_alone() -> None:
    everything = ["A", "B", "C is hidden", "D", "C again", "D again", "A row", "Covered", "Last", "Nobody"]
    assert texts(samples.HIDDEN, hiddenText=True) == everything
    assert "A comment" in texts(samples.CHARTED, comments=True)


@pytest.mark.parametrize("name", samples.SAMPLES)
def test_every_unit_written_anew_with_its_own_text_changes_nothing(name: str) -> None:
    data = samples.SAMPLES[name]
    again = rebuild_all(data, None, FORMAT)
    if data.startswith(b"PK"):
        assert canonical(unzipped(again)["content.xml"]) == canonical(unzipped(data)["content.xml"])
    else:
        assert canonical(again) == canonical(data)


def test_the_second_text_of_a_cell_follows_the_first() -> None:
    there = unzipped(roundtrip.translate(samples.PLAIN, entry=FORMAT))["content.xml"].decode()
    assert 'office:string-value="SAID TWICE"><text:p>SAID TWICE</text:p>' in there
    assert 'office:string-value="ELSE"><text:p>OTHERWISE</text:p>' in there
    assert 'office:string-value="Name"><text:p>Name</text:p>' in there  # the result of a formula
    assert 'office:value="9"><text:p>9</text:p>' in there


def test_a_comment_before_the_text_does_not_hide_the_second_text() -> None:
    inside = "<office:annotation>" + p("Why?") + "</office:annotation>" + p("Yes")
    data = package(
        "spreadsheet",
        sheet("S", row(f'<table:table-cell office:value-type="string" office:string-value="Yes">{inside}'
                       "</table:table-cell>")),
    )  # fmt: skip
    there = roundtrip.translate(data, options={"comments": True}, entry=FORMAT)
    assert texts(there, comments=True) == ["YES", "WHY?", "YES"]


def test_cells_in_repeated_elements_get_the_same_ids_with_and_without_positions() -> None:
    """With or without hidden columns in a sheet, the same cells get the same ids."""
    rows = row(cell("A"), number("1"), cell("B")) * 3
    plain = extract(package("spreadsheet", sheet("S", rows)))
    columns = '<table:table-column/><table:table-column table:visibility="collapse"/>'
    careful = extract(package("spreadsheet", sheet("S", columns, rows)))
    assert [unit.segment for unit in plain.units] == [unit.segment for unit in careful.units]


def test_blocks_end_between_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    for data in samples.SAMPLES.values():
        whole = extract(data)
        with monkeypatch.context() as patched:
            patched.setattr(ooxml_parts, "BLOCK", 2)
            assert extract(data) == whole


def test_too_many_cells_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(office, "MOST_TEXTS", 2)
    with pytest.raises(ConversionFailed, match="more than 2"):
        extract(samples.PLAIN)


def test_text_in_the_form_of_a_formula_stays_text() -> None:
    data = package("spreadsheet", sheet("S", row(cell("One"))))
    (unit,) = extract(data).units
    target = {unit.id: (Text(text="=SUM(A1)"),)}
    there = FORMAT.rebuild(roundtrip.source(data, None, FORMAT), target, LANGUAGES)
    assert b'office:value-type="string"><text:p>=SUM(A1)</text:p>' in unzipped(there)["content.xml"]


_ADDRESS = st.from_regex(r"\A\$?('[^'<>&\"]{0,4}'|[A-Za-z]{0,4})\.\$?[A-Z]{1,4}\$?\d{1,9}(:\.?[A-Z]\d)?\Z")


@settings(max_examples=50, deadline=None)
@given(address=st.one_of(_ADDRESS, st.text(alphabet="A1.:$' ", max_size=12)))
def test_any_address_is_read_or_passed_over(address: str) -> None:
    tag = f'<table:data-pilot-table table:target-range-address="{address}">'.encode()
    for area in find_ranges([tag[:9], tag[9:]], ElementNames(PREFIXES)):
        assert area.top >= -1
        assert area.right >= area.left or re.search(":", address)


def test_the_positions_of_cells() -> None:
    sheet_ = OdfSheet()
    sheet_.add_column({"table:number-columns-repeated": "2"})
    sheet_.add_column({"table:visibility": "filter", "table:number-columns-repeated": "3"})
    sheet_.begin_row({})
    sheet_.begin_cell({"table:number-columns-repeated": "3"})
    assert not sheet_.in_hidden  # one of the three is
    sheet_.begin_cell({})
    assert sheet_.in_hidden
    sheet_.begin_cell({"table:number-columns-repeated": "x"})
    assert sheet_.in_hidden
    sheet_.begin_cell({})
    assert not sheet_.in_hidden
