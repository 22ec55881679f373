"""Tables that want to do harm: a million cells, formulas that look like text, and the other way round."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conversion.hostile_documents import CORRUPT, FAILED, KEPT, Case, first_sample, with_part
from tests.formats.ods.samples import SAMPLES as SHEETS
from tests.formats.odt.packages import cell, package, row, sheet

SIDE = 1000
EMPTY = b'<table:table-cell table:number-columns-repeated="%d"/>'


def million_cells() -> Iterator[Case]:
    """As many cells as a sheet may have, in one file each."""
    line = ",".join(["7"] * (SIDE - 1))
    yield Case(
        name="a.csv", data=f"text,{line}\n{f'Some words,{line}{chr(10)}' * SIDE}".encode(), ends=(KEPT,)
    )
    yield Case(name="a.tsv", data=("Some words\t" * SIDE + "end\n").encode() * SIDE, ends=(FAILED,))
    name, data = first_sample("xlsx")
    rows = b"".join(b'<row r="%d">%s</row>' % (n, b"<c><v>7</v></c>" * SIDE) for n in range(9, SIDE + 9))
    more = with_part(
        data, "xl/worksheets/sheet1.xml", lambda xml: xml.replace(b"</sheetData>", rows + b"</sheetData>")
    )
    yield Case(name=name, data=more, ends=(KEPT, CORRUPT))  # looks like a bomb where it packs too well
    for columns, rows_ in ((10**6, 1), (16_384, 1_048_576), (10**18, 10**18)):
        repeated = with_part(
            SHEETS["plain.ods"],
            "content.xml",
            lambda xml, columns=columns, rows_=rows_: xml.replace(
                b"</table:table>",
                b'<table:table-row table:number-rows-repeated="%d">%s</table:table-row></table:table>'
                % (rows_, EMPTY % columns),
            ),
        )
        yield Case(name="plain.ods", data=repeated, ends=(KEPT,), about=f"{columns} x {rows_}")
        again = ' table:number-columns-repeated="1000000"'
        yield Case(
            name="a.ods",
            data=package("spreadsheet", sheet("S", row(cell("Some words", again)))),
            ends=(KEPT,),
        )


FORMULAS = (
    "=SUM(A1:A9)",
    "=cmd|'/c calc'!A1",
    "@SUM(A1)",
    "+1+cmd|x!A1",
    "-2+3",
    '=HYPERLINK("http://x","Some words")',
)


def formulas() -> Iterator[Case]:
    """Formulas are no text, in a cell or before it; text that begins as they do stays text."""
    cells = "".join(f'"{formula.replace(chr(34), chr(34) * 2)}",Some words\n' for formula in FORMULAS)
    yield Case(name="a.csv", data=f"a,b\n{cells}".encode(), ends=(KEPT,))
    yield Case(name="a.tsv", data=f"a\tb\n{cells.replace(',', chr(9))}".encode(), ends=(KEPT,))
    name, data = first_sample("xlsx")
    for formula in FORMULAS:
        shown = formula.replace("&", "&amp;").replace("<", "&lt;")
        computed = f'<c r="A99" t="str"><f>{shown}</f><v>Some words</v></c>'
        text = f'<c r="B99" t="inlineStr"><is><t>{shown}</t></is></c>'
        rows = f'<row r="99">{computed}{text}</row></sheetData>'.encode()
        more = with_part(
            data, "xl/worksheets/sheet1.xml", lambda xml, rows=rows: xml.replace(b"</sheetData>", rows)
        )
        yield Case(name=name, data=more, ends=(KEPT,), about=formula)
