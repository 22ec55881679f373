"""Small Word documents, one for each feature of the format; each must survive a round trip."""

from __future__ import annotations

from collections.abc import Mapping

from tests.formats.docx import contents_samples
from tests.formats.docx.packages import (
    RELATIONSHIPS,
    STRICT_RELATIONSHIPS,
    STRICT_W,
    Extra,
    W,
    body,
    document_xml,
    field,
    package,
    paragraph,
    part,
    run,
    sign,
    text_box,
)

BOLD = "<w:b/>"
PLAIN = body(paragraph(run("The cat sleeps.")) + paragraph(run("It dreams of mice.")))
SPLIT_WORD = body(
    paragraph(
        '<w:r w:rsidR="00AA"><w:rPr><w:b/><w:lang w:val="en-US"/></w:rPr><w:t>T</w:t></w:r>',
        '<w:proofErr w:type="spellStart"/>',
        '<w:r w:rsidR="00BB"><w:rPr><w:b/><w:noProof/></w:rPr><w:t xml:space="preserve">ika c</w:t></w:r>',
        '<w:proofErr w:type="spellEnd"/>',
        "<w:r><w:rPr><w:b/></w:rPr><w:lastRenderedPageBreak/><w:t>an</w:t></w:r>",
    )
)
FORMATTED = body(
    paragraph(run("One "), run("bold", BOLD), run(" and one "), run("slanted", "<w:i/>"), run(" word."))
)
LINKED = body(
    paragraph(
        run("See "),
        '<w:hyperlink r:id="rId9" w:tooltip="Our house">'
        + run("the house", '<w:rStyle w:val="Hyperlink"/>')
        + "</w:hyperlink>",
        run(" now."),
    )
)
FIELDS = body(
    paragraph(
        run("Page "),
        field("PAGE", run("7")),
        run(" of "),
        field('HYPERLINK "http://example.com"', run("the book", BOLD)),
        run(" by "),
        '<w:fldSimple w:instr=" AUTHOR ">' + run("Somebody Famous") + "</w:fldSimple>",
        run("."),
    )
)
CONTENTS = body(
    paragraph(
        sign("begin"),
        '<w:r><w:instrText> TOC \\o "1-3" </w:instrText></w:r>',
        sign("separate"),
        '<w:hyperlink w:anchor="_Toc1">'
        + run("First chapter")
        + field("PAGEREF _Toc1", run("1"))
        + "</w:hyperlink>",
    )
    + paragraph(run("Second chapter"))
    + paragraph(sign("end"), run("After the contents."))
)
CONTROLLED = body(
    '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr>'
    "<w:sdtContent>"
    + paragraph(run("Contents"))
    + "</w:sdtContent></w:sdt>"
    + paragraph(
        run("Choose "),
        "<w:sdt><w:sdtPr><w:dropDownList/></w:sdtPr><w:sdtContent>" + run("red") + "</w:sdtContent></w:sdt>",
        run(" or write "),
        '<w:sdt><w:sdtPr><w:dataBinding w:xpath="/a"/><w:text/></w:sdtPr><w:sdtContent>'
        + run("something")
        + "</w:sdtContent></w:sdt>",
        run("."),
    )
)
REVISED = body(
    paragraph(
        run("The "),
        '<w:del w:id="1" w:author="A"><w:r><w:delText>old</w:delText></w:r></w:del>',
        '<w:ins w:id="2" w:author="A">' + run("new") + "</w:ins>",
        run(" text."),
    )
    + '<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:trPr><w:del w:id="3" w:author="A"/></w:trPr><w:tc>'
    + paragraph(run("Gone row"))
    + "</w:tc></w:tr></w:tbl>"
    + paragraph('<w:moveFrom w:id="4" w:author="A">' + run("Moved away") + "</w:moveFrom>")
)
HIDDEN = body(
    paragraph(run("Seen "), run("unseen", "<w:vanish/>"), run("again."))
    + paragraph(run("All hidden"), properties='<w:pStyle w:val="Derived"/>')
    + paragraph(run("Shown after all", '<w:vanish w:val="0"/>'), properties='<w:pStyle w:val="Derived"/>'),
    Extra(
        kind="styles",
        xml=part(
            "w:styles",
            '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"/>'
            '<w:style w:type="paragraph" w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style>'
            '<w:style w:type="paragraph" w:styleId="Derived"><w:basedOn w:val="Secret"/></w:style>',
        ),
    ),
)
BOXED = body(
    paragraph(
        run("Beside "), text_box(paragraph(run("In the "), run("box", BOLD)), "A grey box"), run(" the box.")
    )
)
RUBY = body(
    paragraph(
        '<w:r><w:ruby><w:rubyPr><w:lid w:val="ja-JP"/></w:rubyPr><w:rt>' + run("とうきょう") + "</w:rt>"
        "<w:rubyBase>" + run("東京") + "</w:rubyBase></w:ruby></w:r>",
        run("に行く。"),
    )
)
MARKED = body(
    paragraph(
        '<w:bookmarkStart w:id="0" w:name="_Toc1"/>',
        run("A "),
        '<w:bookmarkStart w:id="1" w:name="here"/>',
        run("named"),
        '<w:bookmarkEnd w:id="1"/>',
        run(" pl"),
        run("ace"),
        '<w:commentRangeStart w:id="5"/>',
        run(" with a remark"),
        '<w:commentRangeEnd w:id="5"/><w:r><w:commentReference w:id="5"/></w:r>',
        run("."),
        '<w:bookmarkEnd w:id="0"/>',
    ),
    Extra(
        kind="comments",
        xml=part("w:comments", '<w:comment w:id="5" w:author="A">' + paragraph(run("Why?")) + "</w:comment>"),
    ),
)
NOTED = body(
    paragraph(
        run("A note"),
        '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r>',
        run(" in the\u00a0middle"),
        "<w:r><w:tab/><w:t>a</w:t><w:br/><w:t>b</w:t><w:noBreakHyphen/><w:t>c</w:t>",
        '<w:sym w:font="Symbol" w:char="F0B7"/></w:r>',
        "<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>",
        run(" end."),
    ),
    Extra(
        kind="footnotes",
        xml=part(
            "w:footnotes",
            '<w:footnote w:id="2">'
            + paragraph("<w:r><w:footnoteRef/></w:r>", run(" The note."))
            + "</w:footnote>",
        ),
    ),
    Extra(kind="header", xml=part("w:hdr", paragraph(run("Above")))),
    Extra(kind="footer", xml=part("w:ftr", paragraph(run("Below "), field("PAGE", run("1"))))),
)
CHART = part(
    "c:chartSpace",
    '<c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr/><a:r><a:rPr lang="en-US"/><a:t>Sales</a:t></a:r>'
    '<a:endParaRPr lang="en-US"/></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>'
    '<c:ser><c:tx><c:v>Written series</c:v></c:tx><c:cat><c:strRef><c:f>A1</c:f><c:strCache><c:pt idx="0">'
    "<c:v>A cell</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:f>B1</c:f><c:numCache>"
    '<c:pt idx="0"><c:v>12</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart>'
    "</c:plotArea></c:chart>"
    "{workbook}",
)
CHARTED = body(
    paragraph(run("A chart follows.")),
    Extra(kind="chart", xml=CHART.replace("{workbook}", '<c:externalData r:id="rId1"/>')),
)
DIAGRAM = "<a:p><a:r><a:t>Idea</a:t></a:r></a:p>"
DRAWN = body(
    paragraph(run("A diagram follows.")),
    Extra(kind="diagramData", xml=part("a:dataModel", DIAGRAM)),
    Extra(kind="diagramDrawing", xml=part("a:drawing", DIAGRAM)),
)
_STRICT_BODY = (
    document_xml(paragraph(run("Strict words.")))
    .replace(W, STRICT_W)
    .replace(RELATIONSHIPS, STRICT_RELATIONSHIPS)
)
STRICT = package(_STRICT_BODY)
DEFAULT_PREFIX = package(
    f'<document xmlns="{W}" xmlns:q="{W}"><body><p><r><rPr><b/></rPr><t>One</t></r>'
    '<r><t xml:space="preserve"> two</t></r></p></body></document>'
)
AMBIGUOUS = package(
    f'<x:document xmlns:x="{W}"><x:body><x:p><x:r><x:t>Outer</x:t></x:r><x:r><x:drawing>'
    '<x:inline xmlns:x="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">'
    '<x:docPr id="1" name="n" descr="A picture"/></x:inline></x:drawing></x:r></x:p></x:body></x:document>'
)
UTF16 = package(
    document_xml(paragraph(run("Größe"), run(" Ω", BOLD))).replace("UTF-8", "UTF-16").encode("utf-16")
)
COMMENTED = package(
    document_xml(
        "<!-- <w:p> -->" + paragraph("<w:r><w:t><![CDATA[a < b]]><!-- no --> &amp; c</w:t></w:r>", run(" d"))
    )
)
TEMPLATE = package(document_xml(paragraph(run("A template."))), kind="template")

SAMPLES: Mapping[str, bytes] = {
    "plain.docx": PLAIN,
    "split-word.docx": SPLIT_WORD,
    "formatted.docx": FORMATTED,
    "linked.docx": LINKED,
    "fields.docx": FIELDS,
    "contents.docx": CONTENTS,
    "controlled.docx": CONTROLLED,
    "revised.docx": REVISED,
    "hidden.docx": HIDDEN,
    "boxed.docx": BOXED,
    "ruby.docx": RUBY,
    "marked.docx": MARKED,
    "noted.docx": NOTED,
    "charted.docx": CHARTED,
    "drawn.docx": DRAWN,
    "strict.docx": STRICT,
    "default-prefix.docx": DEFAULT_PREFIX,
    "utf16.docx": UTF16,
    "template.dotx": TEMPLATE,
    "book.docx": contents_samples.BOOK,
    "figures.docx": contents_samples.FIGURES,
    "stale.docx": contents_samples.STALE,
}

ODD: Mapping[str, bytes] = {  # other prefixes, or comments that are lost, once something is translated
    "ambiguous.docx": AMBIGUOUS,
    "commented.docx": COMMENTED,
}
