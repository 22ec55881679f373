"""Small presentations, one for each feature of the format; each must survive a round trip."""

from __future__ import annotations

from collections.abc import Mapping

from tests.formats.pptx.agenda_samples import AGENDA
from tests.formats.pptx.packages import (
    Piece,
    paragraph,
    part,
    picture,
    presentation,
    run,
    shape,
    slide,
    strict,
    text_slide,
    tree,
)
from tests.formats.pptx.workbooks import USUAL

PLAIN = text_slide(paragraph(run("The cat sleeps.")), paragraph(run("It dreams of mice.")))
ORDERED = presentation(
    slide(shape(paragraph(run("Shown last")))), slide(shape(paragraph(run("Shown first"))), number=2)
)
SPLIT_WORD = text_slide(
    paragraph(
        '<a:r><a:rPr lang="en-US" b="1" dirty="0"/><a:t>T</a:t></a:r>',
        '<a:r><a:rPr lang="de-DE" b="1" err="1" smtClean="0"/><a:t>ika c</a:t></a:r>',
        '<a:r><a:rPr b="1" noProof="1"/><a:t/></a:r>',
        '<a:r><a:rPr b="1"/><a:t>an</a:t></a:r>',
    )
)
FORMATTED = text_slide(
    paragraph(
        run("One "), run("bold", ' b="1"'), run(" and one "), run("slanted", ' i="1"'), run(" word indeed.")
    )
)
_LINK = '<a:hlinkClick r:id="rId9" tooltip="Our house &amp; garden"/>'
LINKED = presentation(
    slide(
        shape(
            paragraph(run("See "), run("the house", inside=_LINK), run(" now, with all of its rooms.")),
            paragraph(run("Again "), run("here", inside=_LINK), run(" and not elsewhere.")),
        )
        + picture(' descr="A grey house" title="House"').replace(
            "/><p:cNvPicPr/>", '><a:hlinkClick r:id="rId9" tooltip="Go there"/></p:cNvPr><p:cNvPicPr/>'
        )
        + picture(' descr="IMG_0042.jpeg"'),
    )
)
_NUMBER = '<a:fld id="{1}" type="slidenum"><a:rPr lang="en-US"/><a:t>7</a:t></a:fld>'
FIELDS = text_slide(
    paragraph(
        run("Page "),
        _NUMBER,
        run(" of many,"),
        '<a:br><a:rPr lang="en-US"/></a:br>',
        run("name:\tvalue"),
        properties='<a:pPr lvl="1" algn="l"/>',
    ),
    paragraph(_NUMBER),
)
TABLE = presentation(
    slide(
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="Table"/><p:cNvGraphicFramePr/><p:nvPr/>'
        '</p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="6000000" cy="700000"/></p:xfrm>'
        '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr/>'
        '<a:tblGrid><a:gridCol w="3000000"/><a:gridCol w="3000000"/></a:tblGrid><a:tr h="350000">'
        + "".join(
            f"<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>{paragraph(run(text))}</a:txBody><a:tcPr/></a:tc>"
            for text in ("First cell", "Second cell")
        )
        + "</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
    )
)
_GROUP = (
    '<p:grpSp><p:nvGrpSpPr><p:cNvPr id="3" name="G"{}/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'
)
GROUPED = presentation(
    slide(
        _GROUP.format(' descr="Two boxes"')
        + shape(paragraph(run("In the group")), named=' descr="The first"')
        + _GROUP.format("")
        + shape(paragraph(run("Deeper")))
        + "</p:grpSp></p:grpSp>"
    )
)
NOTED = presentation(
    slide(
        shape(paragraph(run("On the slide"))),
        Piece(
            kind="notesSlide",
            path="notesSlides/notesSlide1.xml",
            xml=part("p:notes", tree(shape(paragraph(run("Say hello first.")), place=' type="body"'))),
        ),
    )
)
_CHART = (
    "<c:chart><c:title><c:tx><c:rich><a:bodyPr/>"
    '<a:p><a:pPr><a:defRPr/></a:pPr><a:r><a:rPr lang="en-US"/><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx>'
    '</c:title><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:ser><c:idx val="0"/>'
    '<c:order val="0"/><c:tx>{series}</c:tx><c:cat>{categories}</c:cat><c:val><c:numRef><c:f>Sheet1!$B$2:$B$3'
    '</c:f><c:numCache><c:ptCount val="2"/><c:pt idx="0"><c:v>12</c:v></c:pt>'
    '<c:pt idx="1"><c:v>9</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>'
    '<c:axId val="1"/><c:axId val="2"/></c:barChart>'
    '<c:catAx><c:axId val="1"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:crossAx val="1"/>'
    "</c:valAx></c:plotArea><c:legend/></c:chart>{workbook}"
)


def cached(formula: str, *cells: str) -> str:
    """The cell values that a chart caches."""
    points = "".join(f'<c:pt idx="{n}"><c:v>{cell}</c:v></c:pt>' for n, cell in enumerate(cells))
    count = f'<c:ptCount val="{len(cells)}"/>'
    return f"<c:strRef><c:f>{formula}</c:f><c:strCache>{count}{points}</c:strCache></c:strRef>"


def chart_xml(series: str, categories: str, workbook: str = "") -> str:
    return part("c:chartSpace", _CHART.format(series=series, categories=categories, workbook=workbook))


FRAME = (
    '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="6" name="Chart" descr="Sales by town"/>'
    '<p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/>'
    '<a:ext cx="6000000" cy="3000000"/></p:xfrm><a:graphic><a:graphicData '
    'uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart r:id="rId1"/></a:graphicData>'
    "</a:graphic></p:graphicFrame>"
)
LINK = '<c:externalData r:id="rId1"><c:autoUpdate val="0"/></c:externalData>'
SERIES = cached("Sheet1!$B$1", "Sold &amp; paid")
CATEGORIES = cached("Sheet1!$A$2:$A$3", "North", "South")


def charted(book: bytes, series: str = SERIES, categories: str = CATEGORIES) -> bytes:
    owned = (Piece(kind="package", path="embeddings/book1.xlsx", xml=book),)
    xml = chart_xml(series, categories, LINK)
    return presentation(slide(FRAME, Piece(kind="chart", path="charts/chart1.xml", xml=xml, owned=owned)))


CHARTED = presentation(
    slide(
        FRAME,
        Piece(
            kind="chart",
            path="charts/chart1.xml",
            xml=chart_xml(
                "<c:v>Written series</c:v>",
                '<c:strLit><c:ptCount val="2"/><c:pt idx="0"><c:v>North</c:v></c:pt>'
                '<c:pt idx="1"><c:v>South</c:v></c:pt></c:strLit>',
            ),
            owned=(
                Piece(
                    kind="chartUserShapes",
                    path="drawings/drawing1.xml",
                    xml=part(
                        "c:userShapes",
                        '<cdr:sp><cdr:nvSpPr><cdr:cNvPr id="2" name="x" descr="An arrow"/></cdr:nvSpPr>'
                        f"<cdr:txBody>{paragraph(run('Drawn on the chart'))}</cdr:txBody></cdr:sp>",
                    ),
                ),
            ),
        ),
    )
)
_IDEA = paragraph(run("An "), run("idea", ' b="1"'), run(" that grows."))
DRAWN = presentation(
    slide(
        shape(paragraph(run("A diagram follows."))),
        Piece(
            kind="diagramDrawing",
            path="diagrams/drawing1.xml",
            xml=part("dsp:drawing", f"<dsp:sp><dsp:txBody>{_IDEA}</dsp:txBody></dsp:sp>"),
        ),
        Piece(
            kind="diagramData",
            path="diagrams/data1.xml",
            xml=part("dgm:dataModel", f"<dgm:ptLst><dgm:pt><dgm:t>{_IDEA}</dgm:t></dgm:pt></dgm:ptLst>"),
        ),
    )
)
HIDDEN = presentation(
    slide(
        shape(paragraph(run("On a hidden slide")), paragraph(run("Also there"))),
        number=2,
        attributes=' show="0"',
    ),
    slide(
        shape(paragraph(run("Seen")))
        + shape(paragraph(run("In a hidden shape")), named=' hidden="1"')
        + _GROUP.format(' hidden="true"')
        + shape(paragraph(run("In a hidden group")))
        + "</p:grpSp>"
        + shape(paragraph(run("Seen again")))
    ),
)
COMMENTED = presentation(
    slide(
        shape(paragraph(run("Doubtful"))),
        Piece(
            kind="comments",
            path="comments/comment1.xml",
            xml=part(
                "p:cmLst",
                '<p:cm authorId="0"><p:pos x="1" y="1"/><p:text>Really &amp; truly?</p:text></p:cm>',
            ),
        ),
        Piece(
            kind="modernComments",
            path="comments/modernComment1.xml",
            xml=part(
                "p188:cmLst",
                "<p188:cm><p188:txBody><a:bodyPr/><a:p><a:r><a:t>No.</a:t></a:r></a:p></p188:txBody></p188:cm>",
            ),
        ),
    )
)
_LAYOUT = Piece(
    kind="slideLayout",
    path="slideLayouts/slideLayout1.xml",
    xml=part("p:sldLayout", tree(shape(paragraph(run("Click to edit title")), place=' type="title"'))),
)
_MASTER = Piece(
    kind="slideMaster",
    path="slideMasters/slideMaster1.xml",
    xml=part("p:sldMaster", tree(shape(paragraph(run("A slogan"))))),
    owned=(_LAYOUT,),
)
MASTERED = presentation(_MASTER, slide(shape(paragraph(run("On the slide"))), _LAYOUT))
TEMPLATE = presentation(_MASTER, kind="template")
SHOW = presentation(slide(shape(paragraph(run("A slide show.")))), kind="slideshow")
_EQUATION = "<a14:m><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></a14:m>"
ALTERNATIVE = presentation(
    slide(
        '<mc:AlternateContent><mc:Choice Requires="a14">'
        + shape(paragraph(run("Both say this.")), paragraph(run("Let "), _EQUATION, run(" be small.")))
        + "</mc:Choice><mc:Fallback>"
        + shape(paragraph(run("Both say this.")), paragraph(run("Let it be small.")))
        + "</mc:Fallback></mc:AlternateContent>"
    )
)
UTF16 = presentation(
    Piece(
        kind="slide",
        path="slides/slide1.xml",
        xml=part("p:sld", tree(shape(paragraph(run("Größe "), run("Ω", ' b="1"'), run("meter")))))
        .replace("UTF-8", "UTF-16")
        .encode("utf-16"),
    )
)

SAMPLES: Mapping[str, bytes] = {
    "agenda.pptx": AGENDA,
    "plain.pptx": PLAIN,
    "ordered.pptx": ORDERED,
    "split-word.pptx": SPLIT_WORD,
    "formatted.pptx": FORMATTED,
    "linked.pptx": LINKED,
    "fields.pptx": FIELDS,
    "table.pptx": TABLE,
    "grouped.pptx": GROUPED,
    "noted.pptx": NOTED,
    "charted.pptx": CHARTED,
    "workbook.pptx": charted(USUAL),
    "drawn.pptx": DRAWN,
    "hidden.pptx": HIDDEN,
    "commented.pptx": COMMENTED,
    "mastered.pptx": MASTERED,
    "template.potx": TEMPLATE,
    "show.ppsx": SHOW,
    "alternative.pptx": ALTERNATIVE,
    "strict.pptx": strict(LINKED),
    "utf16.pptx": UTF16,
}
