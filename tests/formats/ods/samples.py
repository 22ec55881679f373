"""Small OpenDocument spreadsheets, one for each feature of the format; each must survive a round trip."""

from __future__ import annotations

from collections.abc import Mapping

from tests.formats.odt.packages import cell, flat, number, p, package, row, sheet, span
from tests.formats.odt.samples import CHART

_COLUMNS = (
    '<table:table-column table:number-columns-repeated="2"/><table:table-column table:visibility="collapse"/>'
    "<table:table-column/>"
)
PLAIN = package(
    "spreadsheet",
    sheet(
        "Cats",
        row(cell("Name"), cell("Lives")),
        row(cell("Tom &amp; Jerry"), number("9"), '<table:table-cell table:number-columns-repeated="3"/>'),
        row(cell("Two " + span("T1", "bold") + " words"), cell("first</text:p><text:p>second")),
        row('<table:table-cell table:formula="of:=[.A1]" office:value-type="string" '
            'office:string-value="Name">' + p("Name") + "</table:table-cell>"),
        row('<table:table-cell office:value-type="date" office:date-value="2024-05-01">' + p("May 1")
            + "</table:table-cell>"),
        row(
            cell("Said twice", ' office:string-value="Said twice"'),
            cell("Otherwise", ' office:string-value="Else"'),
        ),
        row(cell("  ")),
    ),
)  # fmt: skip
HIDDEN = package(
    "spreadsheet",
    sheet(
        "Shown",
        _COLUMNS,
        row(cell("A"), cell("B"), cell("C is hidden"), cell("D")),
        row('<table:table-cell table:number-columns-repeated="2"/>', cell("C again"), cell("D again")),
        row(cell("A row"), attributes=' table:visibility="collapse"'),
        row("<table:covered-table-cell>" + p("Covered") + "</table:covered-table-cell>", cell("Last")),
    )
    + sheet("Gone", row(cell("Nobody")), style="ta9"),
)
CHECKED = package(
    "spreadsheet",
    '<table:content-validations><table:content-validation table:name="v1" table:condition="'
    'of:cell-content-is-in-list(&quot;Yes&quot;;&quot;No&quot;)"><table:help-message table:title="Choose" '
    'table:display="true">' + p("Yes or no?") + "</table:help-message></table:content-validation>"
    "</table:content-validations>"
    + sheet("S", row(cell("Yes", ' table:content-validation-name="v1"'), cell("A remark"))),
)
_PIVOT = (
    '<table:data-pilot-tables><table:data-pilot-table table:name="P" '
    'table:target-range-address="$Pivot.$A$1:.B9"><table:source-cell-range '
    "table:cell-range-address=\"'My data'.A1:'My data'.B3\"/></table:data-pilot-table>"
    "</table:data-pilot-tables>"
)
_THREE = '<table:table-cell table:number-columns-repeated="3"/>'
PIVOTED = package(
    "spreadsheet",
    sheet("My data", row(cell("Cat"), cell("Lives"), cell("Remark")), row(cell("Tom"), number("9")))
    + sheet("Pivot", row(cell("Total")), row(_THREE, cell("Beside")))
    + _PIVOT,
)
CHARTED = package(
    "spreadsheet",
    sheet(
        "S",
        '<table:shapes><draw:frame><draw:object xlink:href="./Object 1"/><svg:desc>A chart</svg:desc>'
        "</draw:frame></table:shapes>",
        row(cell('<office:annotation/>Cell</text:p><text:p>'), cell("Other")),
        row('<table:table-cell office:value-type="string"><office:annotation><dc:creator>X</dc:creator>'
            + p("A comment") + "</office:annotation>" + p("Commented") + "</table:table-cell>"),
    ),
    charts={"Object 1": CHART},
)  # fmt: skip

SAMPLES: Mapping[str, bytes] = {
    "charted.ods": CHARTED,
    "checked.ods": CHECKED,
    "flat.fods": flat("spreadsheet", sheet("S", row(cell("A " + span("T1", "cell"))))),
    "hidden.ods": HIDDEN,
    "pivoted.ods": PIVOTED,
    "plain.ods": PLAIN,
    "template.ots": package("spreadsheet", sheet("S", row(cell("A template"))), template=True),
}
