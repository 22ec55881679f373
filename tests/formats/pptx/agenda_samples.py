"""Presentations that repeat the titles of their slides in an agenda."""

from __future__ import annotations

from tests.formats.pptx.packages import Piece, paragraph, part, presentation, run, shape, slide

_REPEATED = "Our goals for the next year"
BREAK = '<a:br><a:rPr lang="en-US"/></a:br>'
LINK = '<a:hlinkClick r:id="rId7" action="ppaction://hlinksldjump"/>'


def title(*inside: str, kind: str = "title") -> str:
    return shape(paragraph(*inside), place=f' type="{kind}"')


AGENDA = presentation(
    slide(
        title(run("Our "), run("goals", ' b="1"'), run(" for the next year")) + shape(paragraph(run("Body"))),
        Piece(
            kind="notesSlide",
            path="notesSlides/notesSlide1.xml",
            xml=part(
                "p:notes",
                f"<p:cSld><p:spTree>{shape(paragraph(run(_REPEATED)))}</p:spTree></p:cSld>",
            ),
        ),
        number=1,
    ),
    slide(title(run("Two lines"), BREAK, run("of one title"), kind="ctrTitle"), number=2),
    slide(title(run("Plain title")), number=3),
    slide(
        title(run("Agenda"))
        + shape(
            paragraph(run("Our goals for the next year ")),
            paragraph(run("Two lines of one title", inside=LINK)),
            paragraph(run("Plain title")),
            paragraph(run("Our "), run("goals", ' i="1"'), run(" for the next year")),
            paragraph(run("Plain "), run("title", ' b="1"')),
            paragraph(run("Plain"), BREAK, run("title")),
            paragraph(run("Plain title and more")),
        ),
        number=4,
    ),
)
