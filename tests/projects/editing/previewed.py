"""Documents of several formats whose previews are looked at, each with texts that go over several pages."""

from __future__ import annotations

from typing import Final

from tests.formats.docx.packages import body
from tests.formats.docx.packages import paragraph as word_paragraph
from tests.formats.docx.packages import run as word_run
from tests.formats.odt.packages import package as open_document
from tests.formats.pptx.masters import showable
from tests.formats.pptx.packages import paragraph, presentation, run, shape, slide
from tests.formats.xlsx.packages import Book, Sheet, column, texts
from tests.formats.xlsx.packages import package as workbook

FIRST: Final = "The cat sleeps."
SECOND: Final = "It dreams of mice."
_BREAK: Final = '<w:r><w:br w:type="page"/></w:r>'


def word() -> bytes:
    return body(
        word_paragraph(word_run(FIRST))
        + word_paragraph(_BREAK)
        + word_paragraph(word_run(SECOND))
        + word_paragraph(word_run(FIRST))
    )


def text() -> bytes:
    lines = "<text:p>1</text:p>" * 80  # which are no segments
    return open_document("text", f"<text:p>{FIRST}</text:p>{lines}<text:p>{SECOND}</text:p>")


def slides() -> bytes:
    # The last one that is given is shown first.
    return showable(
        presentation(
            slide(shape(paragraph(run(SECOND))), number=1), slide(shape(paragraph(run(FIRST))), number=2)
        )
    )


def sheets() -> bytes:
    return workbook(
        Book(
            sheets=(Sheet(rows=column(0)), Sheet(rows=column(1), name="Sheet2")), strings=texts(FIRST, SECOND)
        )
    )


TEXTS: Final = {
    "page.html": b"<html><body><p>The cat sleeps.</p><p>It <b>dreams</b> of mice.</p></body></html>",
    "text.txt": b"The cat sleeps. It dreams of mice.\n\nThe cat sleeps.\n",
    "text.md": b"# The cat sleeps.\n\nIt *dreams* of mice.\n",
    "texts.json": b'{"a": "The cat sleeps.", "b": "It dreams of \\u201emice\\u201c."}\n',
    "texts.po": b'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    b'msgid "The cat sleeps."\nmsgstr ""\n\nmsgid "It dreams of mice, which nobody has ever seen here, '
    b'in colours."\n'
    b'msgstr ""\n',
    "texts.properties": b"a=The cat sleeps.\nb=It dreams of mice.\n",
    "strings.xml": b'<?xml version="1.0" encoding="utf-8"?>\n<resources><string name="a">The cat sleeps.'
    b'</string><string name="b">It dreams &amp; sleeps.</string></resources>\n',
    "film.srt": b"1\n00:00:01,000 --> 00:00:02,000\nThe cat sleeps.\n\n"
    b"2\n00:00:03,000 --> 00:00:04,000\nIt dreams\nof mice.\n",
    "table.csv": b"Cat,Mouse\nThe cat sleeps.,It dreams of mice.\n",
    "texts.yaml": b"a: The cat sleeps.\nb: 'It dreams of mice.'\n",
}
OFFICE: Final = {"report.docx": word, "report.odt": text, "talk.pptx": slides, "sheet.xlsx": sheets}
