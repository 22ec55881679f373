"""Small OpenDocument presentations, one for each feature of the format; each must survive a round trip."""

from __future__ import annotations

from collections.abc import Mapping

from tests.formats.odt.packages import box, flat, p, package, slide, span, styles_xml
from tests.formats.odt.samples import CHART

_NOTES = "<presentation:notes>" + box(p("What to say.")) + "</presentation:notes>"
PLAIN = package(
    "presentation",
    '<presentation:footer-decl presentation:name="f1">The footer</presentation:footer-decl>'
    + slide(
        box(p("The " + span("T1", "title")), "", "What it shows"),
        '<draw:custom-shape svg:width="4cm" svg:height="2cm"><svg:title>A star</svg:title>'
        + p("In a shape<text:line-break/>of two lines")
        + "</draw:custom-shape>",
        box(
            "<text:list><text:list-item>" + p("First") + "<text:list><text:list-item>" + p("Inner")
            + "</text:list-item></text:list></text:list-item></text:list>"
        ),
        _NOTES,
    )
    + slide(box(p("Nobody sees this.")), style="dp9")
    + slide(
        '<draw:frame svg:width="8cm" svg:height="4cm"><table:table><table:table-column/><table:table-row>'
        "<table:table-cell>" + p("In a table") + "</table:table-cell></table:table-row></table:table>"
        "</draw:frame>"
        '<draw:g><draw:rect svg:width="4cm" svg:height="2cm">' + p("In a group") + "</draw:rect></draw:g>"
    ),
    more={
        "styles.xml": styles_xml(
            '<style:master-page style:name="M">' + box(p("On every slide")) + "</style:master-page>"
        )
    },
)  # fmt: skip
CHARTED = package(
    "presentation",
    slide('<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>', box(p("A chart."))),
    charts={"Object 1": CHART},
)

SAMPLES: Mapping[str, bytes] = {
    "charted.odp": CHARTED,
    "flat.fodp": flat(
        "presentation",
        slide(box(p("A slide."))),
        '<style:master-page style:name="M">' + box(p("On every slide")) + "</style:master-page>",
    ),
    "plain.odp": PLAIN,
    "template.otp": package("presentation", slide(box(p("A template."))), template=True),
}
