"""Reading and writing small documents of our own before there is a customer's.

Patterns and tables that formats make at their first use are then made once, in the process that all others
are forked from, and not again in each of them: half of the time of a document of one page.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from dragoman.conversion.options import check_options
from dragoman.conversion.wire import Answer, Request
from dragoman.formats.format import Format, Languages, Source

_WORDS: Final = 100
_LANGUAGES: Final = Languages(source="en", target="es")
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_WORD_TYPE: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_PARTS: Final = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{_WORD_TYPE}"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="r1" Type="{_OFFICE}" Target="word/document.xml"/></Relationships>',
    "word/document.xml": f'<w:document xmlns:w="{_WORD}"><w:body><w:p><w:r><w:t>One </w:t></w:r><w:r><w:rPr>'
    "<w:b/></w:rPr><w:t>two</w:t></w:r><w:r><w:t>, three.</w:t></w:r></w:p></w:body></w:document>",
}
_HTML: Final = b"<!DOCTYPE html><html><body><p>One <b>two</b>, three. Four &amp; 5.</p></body></html>"


def rehearse(serve: Callable[[Request], Answer], find: Callable[[str], Format]) -> None:
    """Have `serve` read and write a document of each of the formats that are sent most."""
    for name, data in (("docx", _word_document()), ("html", _HTML)):
        source = Source(data=data, suffix=name, options=check_options(find(name).info, {}))
        request = Request(format=name, source=source, languages=_LANGUAGES, max_words=_WORDS)
        document = serve(request).document
        assert document is not None
        serve(replace(request, targets={unit.id: unit.segment for unit in document.units}))


def _word_document() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in _PARTS.items():
            archive.writestr(name, f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>{text}')
    return buffer.getvalue()
