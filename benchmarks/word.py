"""Word documents to measure with: paragraphs of sentences, some words bold, made by code."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

_MAIN: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_TYPES: Final = (
    f'<?xml version="1.0" encoding="UTF-8"?><Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{_MAIN}"/></Types>'
)
_RELATIONS: Final = (
    f'<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}" Target="word/document.xml"/></Relationships>'
)


def make_document(sentences: Sequence[str], *, in_paragraph: int = 5) -> bytes:
    """A document of these sentences; in every other paragraph some words are bold."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _TYPES)
        archive.writestr("_rels/.rels", _RELATIONS)
        body = "".join(_paragraphs(sentences, in_paragraph))
        archive.writestr(
            "word/document.xml",
            f'<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="{_WORD}"><w:body>{body}'
            "</w:body></w:document>",
        )
    return buffer.getvalue()


def _paragraphs(sentences: Sequence[str], in_paragraph: int) -> Iterator[str]:
    for start in range(0, len(sentences), in_paragraph):
        words = " ".join(sentences[start : start + in_paragraph]).split(" ")
        runs = _run(" ".join(words))
        if start // in_paragraph % 2:
            runs = (
                _run(" ".join(words[:3]) + " ")
                + _run(" ".join(words[3:6]), bold=True)
                + _run(" " + " ".join(words[6:]))
            )
        yield f"<w:p>{runs}</w:p>"


def _run(text: str, *, bold: bool = False) -> str:
    properties = "<w:rPr><w:b/></w:rPr>" if bold else ""
    return f'<w:r>{properties}<w:t xml:space="preserve">{escape(text)}</w:t></w:r>'
