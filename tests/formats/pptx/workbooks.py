"""Builders of small workbooks that are embedded behind charts."""

from __future__ import annotations

from tests.formats.pptx.packages import HEAD, R, zipped

_X = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def _part(root: str, inside: str) -> bytes:
    return f'{HEAD}<{root} xmlns="{_X}" xmlns:r="{R}"{inside}</{root.partition(" ")[0]}>'.encode()


def _links(*links: tuple[str, str]) -> bytes:
    made = "".join(
        f'<Relationship Id="rId{number}" Type="{R}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(links, start=1)
    )
    return f'{HEAD}<Relationships xmlns="{_PACKAGE}/relationships">{made}</Relationships>'.encode()


def workbook(
    cells: str, *strings: str, table: str = "", sheet: str = "Sheet1", more: dict[str, bytes] | None = None
) -> bytes:
    """A workbook with one sheet. `cells`: its rows; `strings`: the content of its shared strings."""
    items = "".join(f"<si>{string}</si>" for string in strings)
    types = "".join(
        f'<Override PartName="/xl/{name}.xml" ContentType="{_OFFICE}.{kind}+xml"/>'
        for name, kind in (
            ("workbook", "sheet.main"),
            ("worksheets/sheet1", "worksheet"),
            ("sharedStrings", "sharedStrings"),
            ("tables/table1", "table"),
        )
    )
    content = {
        "[Content_Types].xml": (
            f'{HEAD}<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" ContentType='
            f'"application/vnd.openxmlformats-package.relationships+xml"/>{types}</Types>'
        ).encode(),
        "_rels/.rels": _links(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": _part(
            "workbook", f'><sheets><sheet name="{sheet}" sheetId="1" r:id="rId1"/></sheets>'
        ),
        "xl/_rels/workbook.xml.rels": _links(
            ("worksheet", "worksheets/sheet1.xml"), ("sharedStrings", "sharedStrings.xml")
        ),
        "xl/worksheets/sheet1.xml": _part(
            "worksheet",
            f"><sheetData>{cells}</sheetData>"
            + ('<tableParts count="1"><tablePart r:id="rId1"/></tableParts>' if table else ""),
        ),
        "xl/sharedStrings.xml": _part("sst", f">{items}"),
    }
    if table:
        content["xl/worksheets/_rels/sheet1.xml.rels"] = _links(("table", "../tables/table1.xml"))
        content["xl/tables/table1.xml"] = _part("table", f" {table}")
    return zipped(content | (more or {}))


ROWS = (
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="3" t="s"><v>1</v></c>'
    '<c r="C1" t="s"><v>2</v></c></row>'
    '<row r="2"><c r="A2" t="s"><v>3</v></c><c r="B2"><v>12</v></c><c r="C2"><v>1</v></c></row>'
    '<row r="3"><c r="A3" t="inlineStr"><is><t>South</t></is></c><c r="B3"><v>9</v></c>'
    '<c r="C3"><f>SUM(B2:B3)</f><v>21</v></c></row>'
)
STRINGS = ("<t>Town</t>", "<t>Sold &amp; paid</t>", "<t>Returned</t>", "<t>North</t>")
TABLE = (
    'id="1" name="T" displayName="T" ref="A1:C3"><tableColumns count="3"><tableColumn id="1" name="Town"/>'
    '<tableColumn id="2" name="Sold &amp; paid"/><tableColumn id="3" name="Returned"/></tableColumns>'
)
USUAL = workbook(ROWS, *STRINGS, table=TABLE)
