"""Names of sheets: translated on request, with everything that refers to them."""

from __future__ import annotations

import re

import pytest

from dragoman.segments import Code, CodeKind, Text
from dragoman.text_io.errors import ConversionFailed
from tests.formats.xlsx import samples
from tests.formats.xlsx.packages import Book, Part, Sheet, cell, package, root, row, texts, unzipped
from tests.formats.xlsx.translating import extract, rebuild, translate, unit_texts

NAMES = {"Costs": "Kosten", "My lists": "Meine Listen", "Sums": "Kosten"}


def formula(place: str, text: str) -> str:
    return row(int(place[1:]), f'<c r="{place}"><f>{text}</f><v>1</v></c>')


def book(*formulas: str, after: str = "", names: dict[str, str] | None = None) -> bytes:
    """Three sheets; the first has a word and the formulas."""
    rows = row(1, cell("A1", 0)) + "".join(
        formula(f"A{number}", text) for number, text in enumerate(formulas, start=2)
    )
    sheets = (
        Sheet(name="Costs", rows=rows, after=after),
        Sheet(name="My lists", rows=""),
        Sheet(name="Sums", rows=""),
    )
    return package(Book(sheets=sheets, strings=texts("Word"), names=names or {}))


def renamed(data: bytes) -> dict[str, str]:
    units = extract(data, sheetNames=True).units
    targets = {u.id: (Text(text=NAMES[u.context]),) for u in units if u.context in NAMES}
    return unzipped(rebuild(data, targets, sheetNames=True))


def test_names_are_units_on_demand_only() -> None:
    data = book()
    assert list(unit_texts(data)) == ["Costs!A1"]
    assert list(unit_texts(data, sheetNames=True)) == ["Costs", "My lists", "Sums", "Costs!A1"]
    assert next(iter(unit_texts(samples.HIDDEN, sheetNames=True))) == "Sheet1"
    assert "Lists" not in unit_texts(samples.HIDDEN, sheetNames=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Costs!A1*2", "'Kosten'!A1*2"),
        ("'My lists'!$A$1&amp;\"Costs!\"", "'Meine Listen'!$A$1&amp;\"Costs!\""),
        ("SUM(Costs:Sums!A1)", "SUM('Kosten:Kosten 2'!A1)"),
        ("SUM('My lists:Sums'!A1)", "SUM('Meine Listen:Kosten 2'!A1)"),
        ("SUM(Costs!A1:Costs!B2)", "SUM('Kosten'!A1:'Kosten'!B2)"),
        ("costs!A1", "'Kosten'!A1"),
        ("[1]Costs!A1", "[1]Costs!A1"),
        ("'[1]My lists'!A1", "'[1]My lists'!A1"),
        ("xCosts!A1+Costs.x!A1+#REF!", "xCosts!A1+Costs.x!A1+#REF!"),
    ],
)
def test_formulas_follow(before: str, after: str) -> None:
    parts = renamed(book(before))
    assert re.findall("<f>(.*?)</f>", parts["xl/worksheets/sheet1.xml"]) == [after]
    assert re.findall('<sheet name="([^"]*)"', parts["xl/workbook.xml"]) == [
        "Kosten",
        "Meine Listen",
        "Kosten 2",
    ]


def test_names_links_and_rules_follow() -> None:
    after = (
        '<dataValidations><dataValidation type="list" sqref="A1"><formula1>\'My lists\'!$A$1</formula1>'
        '</dataValidation></dataValidations><hyperlinks><hyperlink ref="A1" location="Costs!A1"/>'
        "</hyperlinks>"
    )
    parts = renamed(book(after=after, names={"X": "Costs!$A$1"}))
    sheet = parts["xl/worksheets/sheet1.xml"]
    assert "<formula1>'Meine Listen'!$A$1</formula1>" in sheet
    assert 'location="&#x27;Kosten&#x27;!A1"' in sheet
    assert "<definedName name=\"X\">'Kosten'!$A$1</definedName>" in parts["xl/workbook.xml"]


def test_charts_and_pivot_tables_follow() -> None:
    parts = unzipped(translate(samples.DRAWN, sheetNames=True))
    chart = parts["xl/charts/chart1.xml"]
    assert chart.count("<c:f>'SHEET1'!") == 3
    assert "<c:v>NORTH</c:v>" in chart
    pivot = unzipped(translate(samples.PIVOT, sheetNames=True))
    assert 'sheet="SHEET1"' in pivot["xl/pivotCache/pivotCacheDefinition1.xml"]


def test_without_new_names_nothing_changes() -> None:
    data = book("Costs!A1")
    own = {unit.id: unit.segment for unit in extract(data, sheetNames=True).units}
    assert rebuild(data, own, sheetNames=True) == data


@pytest.mark.parametrize("text", ["INDIRECT(A1)", 'HYPERLINK("#Costs!A1","here")'])
def test_names_stay_where_formulas_build_addresses(text: str) -> None:
    assert "Costs" not in unit_texts(book(text), sheetNames=True)


def test_names_become_what_excel_takes() -> None:
    data = book()
    first = extract(data, sheetNames=True).units[0]
    for name, taken in {
        "a:b/c": "a b c",
        "word " * 20: "word word word word word wo",
        " '[]' ": "Costs",
        "sums": "sums 2",
    }.items():
        parts = unzipped(rebuild(data, {first.id: (Text(text=name),)}, sheetNames=True))
        assert re.findall('<sheet name="([^"]*)"', parts["xl/workbook.xml"])[0] == taken
    code = Code(id="1", kind=CodeKind.STANDALONE, type="fmt", data="x")
    with pytest.raises(ConversionFailed):
        rebuild(data, {first.id: (code,)}, sheetNames=True)


def test_parts_that_are_left_alone_follow() -> None:
    control = root("formControlPr", "").replace("<formControlPr", '<formControlPr fmlaLink="Costs!$A$1"', 1)
    sheet = Sheet(name="Costs", rows="", links=(("ctrlProp", "ctrlProps/ctrlProp1.xml"),))
    parts = (Part(path="ctrlProps/ctrlProp1.xml", xml=control),)
    after = renamed(package(Book(sheets=(sheet,), parts=parts)))["xl/ctrlProps/ctrlProp1.xml"]
    assert 'fmlaLink="&#x27;Kosten&#x27;!$A$1"' in after
