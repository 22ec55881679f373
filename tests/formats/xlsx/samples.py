"""Small workbooks, one for each feature of the format; each must survive a round trip."""

from __future__ import annotations

from collections.abc import Mapping

from tests.formats.xlsx.packages import (
    RELATIONSHIPS,
    Book,
    Part,
    Sheet,
    cell,
    column,
    inline,
    package,
    root,
    row,
    texts,
)

_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_C = "http://schemas.openxmlformats.org/drawingml/2006/chart"
_XDR = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"

PLAIN = package(
    Book(
        sheets=(Sheet(rows=column(1, 0) + row(3, cell("A3", 2), cell("B3", 1), '<c r="C3"><v>7</v></c>')),),
        strings=texts("The house is old.", "A garden", "2024-05-06"),
    )
)
BOLD = '<r><rPr><b/><sz val="11"/></rPr><t>bold</t></r>'
RICH = package(
    Book(
        sheets=(Sheet(rows=column(0, 1, 2, 3)),),
        strings=(
            f'<r><t xml:space="preserve">One </t></r>{BOLD}<r><t xml:space="preserve"> word.</t></r>',
            "<r><t>Two of </t></r><r><t>the same</t></r>",
            '<t xml:space="preserve">First line\nsecond line_x000D_\n and _x005F_x0041_ escaped</t>',
            '<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/>',
        ),
    )
)
INLINE = package(
    Book(
        sheets=(
            Sheet(
                rows='<row><c t="inlineStr"><is><t>Somewhere</t></is></c></row>'
                + row(2, inline("B2", "<r><t>A </t></r>" + BOLD), inline("C2", "<t>Somewhere</t>"))
                + row(3, '<c r="A3" t="str"><v>Written &amp; kept</v></c>')
                + row(4, '<c r="A4" t="str"><f>A1&amp;"x"</f><v>Computed</v></c>')
                + row(5, '<c r="A5" t="str"><f t="array" ref="A5:A6">A1:A2</f><v>Some</v></c>')
                + row(6, '<c r="A6" t="str"><v>Thing</v></c>')
            ),
        ),
    )
)
TABLE_XML = root(
    "table",
    '<autoFilter ref="A1:B3"/><tableColumns count="2"><tableColumn id="1" name="Name"/>'
    '<tableColumn id="2" name="Colour"/></tableColumns>',
).replace("<table ", '<table id="1" name="Things" displayName="Things" ref="A1:B3" ', 1)
TABLE = package(
    Book(
        sheets=(
            Sheet(
                rows=row(1, cell("A1", 0), cell("B1", 1))
                + row(2, cell("A2", 2), cell("B2", 3))
                + row(3, cell("A3", 0), cell("B3", 4))
                + row(9, cell("A9", 1)),
                links=(("table", "tables/table1.xml"),),
            ),
        ),
        strings=texts("Name", "Colour", "Door", "red", "green"),
        parts=(Part(path="tables/table1.xml", xml=TABLE_XML),),
    )
)
HIDDEN = package(
    Book(
        sheets=(
            Sheet(
                rows=column(0, 1) + row(3, cell("A3", 2), hidden=True) + row(4, cell("D4", 3), cell("E4", 0)),
                before='<cols><col min="4" max="4" hidden="1" width="0"/></cols>',
            ),
            Sheet(name="Lists", state="hidden", rows=column(0, 4)),
        ),
        strings=texts(
            "Shown and hidden", "Shown", "In a hidden row", "In a hidden column", "In a hidden sheet"
        ),
    )
)
COMPARED = package(
    Book(
        sheets=(
            Sheet(
                rows=column(0, 1, 2, 3, 4, 5, 6)
                + row(9, '<c r="A9"><f>COUNTIF(A1:A7,"Open")</f><v>1</v></c>'),
                after='<autoFilter ref="A1:A7"><filterColumn colId="0"><filters>'
                '<filter val="Shut"/></filters></filterColumn></autoFilter>'
                '<conditionalFormatting sqref="A1"><cfRule type="cellIs" priority="1" operator="equal">'
                '<formula>"Late"</formula></cfRule></conditionalFormatting>'
                '<dataValidations count="2"><dataValidation type="list" sqref="A1" promptTitle="Choose" '
                'prompt="Choose one of them"><formula1>"Yes,No"</formula1></dataValidation>'
                '<dataValidation type="list" sqref="A2"><formula1>Values</formula1></dataValidation>'
                "</dataValidations>",
            ),
            Sheet(name="My lists", state="veryHidden", rows=column(6)),
        ),
        strings=texts("Open", "open", "Shut", "Late", "Yes", "Something else", "North"),
        names={"Values": "'My lists'!$A$1:$A$3"},
    )
)
PRINTED = package(
    Book(
        sheets=(
            Sheet(
                rows=column(0),
                after='<hyperlinks><hyperlink ref="A1" location="B1" tooltip="To the &quot;house&quot;"/>'
                '</hyperlinks><headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Annual report&amp;C'
                "&amp;D&amp;RSales &amp;&amp; costs</oddHeader><oddFooter>Page &amp;P of &amp;N</oddFooter>"
                "</headerFooter>",
            ),
        ),
        strings=texts("Words"),
    )
)
CHART_XML = (
    f'<c:chartSpace xmlns:c="{_C}" xmlns:a="{_A}"><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r>'
    '<a:rPr lang="en-US"/><a:t>Sales by region</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea>'
    '<c:barChart><c:barDir val="bar"/>'
    '<c:ser><c:tx><c:strRef><c:f>Sheet1!$B$1</c:f><c:strCache><c:ptCount val="1"/>'
    '<c:pt idx="0"><c:v>Amount</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef>'
    '<c:f>Sheet1!$A$2:$A$3</c:f><c:strCache><c:ptCount val="2"/><c:pt idx="0"><c:v>North</c:v></c:pt>'
    '<c:pt idx="1"><c:v>South &amp; East</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef>'
    '<c:f>Sheet1!$B$2:$B$3</c:f><c:numCache><c:ptCount val="2"/><c:pt idx="0"><c:v>3</c:v></c:pt>'
    '<c:pt idx="1"><c:v>4</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>'
    '<c:axId val="1"/><c:axId val="2"/></c:barChart>'
    '<c:catAx><c:axId val="1"/><c:delete val="0"/><c:axPos val="l"/><c:crossAx val="2"/></c:catAx>'
    '<c:valAx><c:axId val="2"/><c:delete val="0"/><c:axPos val="b"/><c:crossAx val="1"/></c:valAx>'
    "</c:plotArea>"
    "</c:chart></c:chartSpace>"
)
DRAWING_XML = (
    f'<xdr:wsDr xmlns:xdr="{_XDR}" xmlns:a="{_A}"><xdr:absoluteAnchor><xdr:pos x="0" y="0"/>'
    '<xdr:ext cx="2000000" cy="900000"/><xdr:sp macro="" textlink=""><xdr:nvSpPr>'
    '<xdr:cNvPr id="2" name="Box 1" descr="A yellow box"/><xdr:cNvSpPr txBox="1"/></xdr:nvSpPr><xdr:spPr>'
    '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr><xdr:txBody><a:bodyPr/><a:p><a:r>'
    '<a:rPr lang="en-US"/><a:t>Written in a box</a:t></a:r></a:p></xdr:txBody></xdr:sp><xdr:clientData/>'
    '</xdr:absoluteAnchor><xdr:absoluteAnchor><xdr:pos x="0" y="1900000"/>'
    '<xdr:ext cx="4000000" cy="2500000"/>'
    '<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="3" name="Chart 2"/>'
    '<xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/>'
    f'</xdr:xfrm><a:graphic><a:graphicData uri="{_C}"><c:chart xmlns:c="{_C}" xmlns:r="{RELATIONSHIPS}" '
    'r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:absoluteAnchor>'
    "</xdr:wsDr>"
)
DRAWN = package(
    Book(
        sheets=(
            Sheet(
                rows=row(1, cell("A1", 0), cell("B1", 1))
                + row(2, cell("A2", 2), '<c r="B2"><v>3</v></c>')
                + row(3, inline("A3", "<t>South &amp; East</t>"), '<c r="B3"><v>4</v></c>'),
                after='<drawing r:id="rId1"/>',
                links=(("drawing", "drawings/drawing1.xml"), ("table", "tables/table1.xml")),
            ),
        ),
        strings=texts("Region", "Amount", "North"),
        parts=(
            Part(path="drawings/drawing1.xml", xml=DRAWING_XML, links=(("chart", "charts/chart1.xml"),)),
            Part(path="charts/chart1.xml", xml=CHART_XML),
            Part(
                path="tables/table1.xml",
                xml=TABLE_XML.replace('ref="A1:B3"', 'ref="B1:B3"').replace('name="Colour"', 'name="Amount"'),
            ),
        ),
    )
)
PIVOT = package(
    Book(
        sheets=(
            Sheet(rows=row(1, cell("A1", 0), cell("B1", 1)) + row(2, cell("A2", 2), cell("B2", 3))),
            Sheet(
                name="Summary",
                rows=column(2, 4, 0) + row(8, cell("A8", 4)),
                links=(("pivotTable", "pivotTables/pivotTable1.xml"),),
            ),
        ),
        strings=texts("Region", "Kind", "North", "Big", "Row labels"),
        parts=(
            Part(
                path="pivotTables/pivotTable1.xml",
                xml=root("pivotTableDefinition", '<location ref="A1:B3" firstHeaderRow="1"/>'),
                links=(("pivotCacheDefinition", "pivotCache/pivotCacheDefinition1.xml"),),
            ),
            Part(
                path="pivotCache/pivotCacheDefinition1.xml",
                xml=root(
                    "pivotCacheDefinition",
                    '<cacheSource type="worksheet"><worksheetSource ref="A1:B2" sheet="Sheet1"/>'
                    "</cacheSource>"
                    '<cacheFields><cacheField name="Region"/></cacheFields>',
                ),
            ),
        ),
    )
)
COMMENTED = package(
    Book(
        sheets=(
            Sheet(
                rows=column(0),
                links=(
                    ("comments", "comments/comment1.xml"),
                    ("threadedComment", "threadedComments/threadedComment1.xml"),
                ),
            ),
        ),
        strings=texts("Look"),
        parts=(
            Part(
                path="comments/comment1.xml",
                xml=root(
                    "comments",
                    "<authors><author>Ann</author><author>tc={1}</author></authors><commentList>"
                    '<comment ref="A1" authorId="0"><text><r><t xml:space="preserve">Why </t></r>'
                    f"{BOLD}</text>"
                    '</comment><comment ref="A2" authorId="1"><text><t>[Threaded comment] Who?</t></text>'
                    "</comment></commentList>",
                ),
            ),
            Part(
                path="threadedComments/threadedComment1.xml",
                xml='<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/'
                'threadedcomments"><threadedComment ref="A2" id="{1}"><text>Who?</text></threadedComment>'
                "</ThreadedComments>",
            ),
        ),
    )
)
_STRICT_BOOK = Book(sheets=(Sheet(rows=column(0)),), strings=texts("Strict words"), strict=True)
TEMPLATE = package(Book(sheets=(Sheet(rows=column(0)),), strings=texts("A form"), kind="template"))

SAMPLES: Mapping[str, bytes] = {
    "plain.xlsx": PLAIN,
    "rich.xlsx": RICH,
    "inline.xlsx": INLINE,
    "table.xlsx": TABLE,
    "hidden.xlsx": HIDDEN,
    "compared.xlsx": COMPARED,
    "printed.xlsx": PRINTED,
    "drawn.xlsx": DRAWN,
    "pivot.xlsx": PIVOT,
    "commented.xlsx": COMMENTED,
    "strict.xlsx": package(_STRICT_BOOK),
    "template.xltx": TEMPLATE,
}
