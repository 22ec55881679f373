"""What parts texts within a unit: tabs, line breaks and borders of blocks have these types in every format.

`segments` are cut there before an engine reads them, so what is none of these must not have such a type.
"""

from __future__ import annotations

import pytest

from dragoman.formats import find_format
from dragoman.segments import Code, CodeKind, Segment, Text
from tests.formats.docx import packages as word
from tests.formats.idml import documents as idml
from tests.formats.odt import packages as odf
from tests.formats.pptx import packages as pptx
from tests.formats.translating import extract, rebuild, shout
from tests.formats.xlsx import packages as xlsx

_SHOWN = {CodeKind.OPEN: "<{}>", CodeKind.CLOSE: "</{}>", CodeKind.STANDALONE: "[{}]"}


def shown(segment: Segment) -> str:
    return "".join(
        part.text if isinstance(part, Text) else _SHOWN[part.kind].format(part.type) for part in segment
    )


def docx(inside: str) -> bytes:
    return word.body(f'<w:p><w:r><w:t>Name</w:t>{inside}<w:t xml:space="preserve">Date</w:t></w:r></w:p>')


def odt(inside: str) -> bytes:
    return odf.text(f"<text:p>Name{inside}Date</text:p>")


def slide(inside: str) -> bytes:
    return pptx.text_slide(f"<a:p>{inside}</a:p>")


def story(content: str) -> bytes:
    return idml.simple(idml.paragraphs(idml.run(idml.text(content))))


def cell(text: str) -> bytes:
    return xlsx.package(xlsx.Book(sheets=(xlsx.Sheet(rows=xlsx.column(0)),), strings=(f"<t>{text}</t>",)))


def xliff(source: str) -> bytes:
    return (
        '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" datatype="x" '
        'source-language="en" target-language="de"><body><trans-unit id="1"><source>'
        f"{source}</source></trans-unit></body></file></xliff>"
    ).encode()


WORD = [
    ("<w:tab/>", "Name[tab]Date"),
    ('<w:ptab w:relativeTo="margin" w:alignment="right" w:leader="none"/>', "Name[tab]Date"),
    ("<w:tab/><w:tab/>", "Name[tab][tab]Date"),
    ("<w:br/>", "Name[break]Date"),
    ('<w:br w:type="textWrapping" w:clear="all"/>', "Name[break]Date"),
    ("<w:cr/>", "Name[break]Date"),
    ('<w:br w:type="page"/>', "Name[block]Date"),
    ('<w:br w:type="column"/>', "Name[block]Date"),
    ("<w:noBreakHyphen/>", "Name\u2011Date"),
    ("<w:softHyphen/>", "Name\u00adDate"),
    ("<w:lastRenderedPageBreak/>", "NameDate"),
    ("</w:r><w:r><w:rPr><w:b/></w:rPr><w:tab/></w:r><w:r>", "Name[tab]Date"),
]
OPEN_DOCUMENT = [
    ("<text:tab/>", "Name[tab]Date"),
    ('<text:tab text:tab-ref="1"/>', "Name[tab]Date"),
    ("<text:line-break/>", "Name[break]Date"),
    ("<text:s/>", "Name[space]Date"),
    ('<text:s text:c="2"/>', "Name[space]Date"),
    ('<text:s text:c="3"/>', "Name[tab]Date"),
    (' <text:s text:c="5"/>', "Name [tab]Date"),
    (" <text:s/>", "Name [space]Date"),
    (' <text:s text:c="2"/>', "Name [tab]Date"),
    ('<text:s/><text:s text:c="1"/><text:s/>', "Name[space][space][tab]Date"),
    ('<text:span text:style-name="T3"> <text:s text:c="4"/></text:span>', "Name [tab]Date"),
    ("\u00ad", "Name\u00adDate"),
    ("<text:soft-page-break/>", "Name[bookmark]Date"),
]
SLIDES = [
    (pptx.run("Name\tDate"), "Name[tab]Date"),
    (pptx.run("Name") + "<a:br/>" + pptx.run("Date"), "Name[break]Date"),
    (pptx.run("Name\t") + pptx.run("Date", ' b="1"'), "Name[tab]<fmt>Date</fmt>"),
]
STORIES = [
    ("Name\tDate", "Name[tab]Date"),
    ("Name&#9;Date", "Name[tab]Date"),
    ("Name<?ACE 8?>Date", "Name[tab]Date"),
    ("Name\u2028Date", "Name[break]Date"),
    ("\u2022<?ACE 7?>Date", "\u2022[object]Date"),
    ("Name\u00adDate", "Name\u00adDate"),
]
CELLS = [("Name\tDate", "Name[tab]Date"), ("Name\nDate", "Name[break]Date")]
LINES = [
    *(("docx", docx(inside), expected) for inside, expected in WORD),
    *(("odt", odt(inside), expected) for inside, expected in OPEN_DOCUMENT),
    *(("pptx", slide(inside), expected) for inside, expected in SLIDES),
    *(("idml", story(inside), expected) for inside, expected in STORIES),
    *(("xlsx", cell(inside), expected) for inside, expected in CELLS),
    ("html", b"<p>Name<br>Date", "Name[break]Date"),
    ("html", b"<p>inter<wbr>national Na&shy;me", "inter[fmt]national Na\u00adme"),
    ("markdown", b"Name  \nDate", "Name[break]Date"),
    ("markdown", b"Name<br>Date <p>one</p>", "Name[break]Date <block>one</block>"),
    ("text", b"Name\tDate", "Name[tab]Date"),
    ("xml", b"<text><p>Name<br/>Date</p></text>", "Name[break]Date"),
    (
        "android",
        b'<resources><string name="a">Name<br/>Date<ul><li>one</li><li>two</li></ul></string></resources>',
        "Name[break]Date<block><block>one</block><block>two</block></block>",
    ),
    (
        "xliff",
        xliff('One<x id="1" ctype="x-tab"/>two<x id="2" ctype="lb"/>three<x id="3" ctype="pb"/>four'),
        "One[tab]two[break]three[block]four",
    ),
]


@pytest.mark.parametrize(("name", "data", "expected"), LINES, ids=[f"{n}-{e}" for n, _, e in LINES])
def test_the_types_of_what_parts_texts(name: str, data: bytes, expected: str) -> None:
    entry = find_format(name)
    (unit,) = extract(entry, data).units
    assert shown(unit.segment) == expected
    back = rebuild(entry, data, {unit.id: shout(unit.segment)})
    again = [one.segment for one in extract(entry, back, existing="keep").units if one.reason is None]
    if name != "xliff":  # whose segment has its translation now
        assert [shown(segment).upper() for segment in again] == [expected.upper()]


def test_what_parts_texts_shows_white_space() -> None:
    """Counting, terms and checks read it as they read a line break."""
    data = docx("<w:tab/>")
    (unit,) = extract(find_format("docx"), data).units
    assert [part.data for part in unit.segment if isinstance(part, Code)] == ["\t"]
