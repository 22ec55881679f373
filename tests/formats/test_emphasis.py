"""Formatting that emphasises text of a paragraph gets codes; the default formatting of programs gets none."""

from __future__ import annotations

import pytest

from dragoman.formats import find_format
from dragoman.segments import Code, CodeKind, Text
from tests.formats.docx import packages as word
from tests.formats.idml import documents as idml
from tests.formats.pptx import packages as pptx
from tests.formats.translating import extract
from tests.formats.xlsx import packages as xlsx


@pytest.mark.parametrize(
    ("name", "data"),
    [
        (
            "docx",
            word.body(
                word.paragraph(
                    word.run(
                        "Usual words, ", '<w:color w:val="000000"/><w:shd w:val="clear" w:fill="FFFFFF"/>'
                    ),
                    word.run("bold", '<w:b/><w:sz w:val="30"/>'),
                )
            ),
        ),
        (
            "pptx",
            pptx.text_slide(
                pptx.paragraph(
                    pptx.run(
                        "Usual words, ", ' sz="1800"', '<a:solidFill><a:schemeClr val="tx1"/></a:solidFill>'
                    ),
                    pptx.run("bold", ' b="1" sz="3000"'),
                )
            ),
        ),
        (
            "xlsx",
            xlsx.package(
                xlsx.Book(
                    sheets=(xlsx.Sheet(rows=xlsx.column(0)),),
                    strings=(
                        (
                            '<r><rPr><sz val="9"/><color theme="1"/></rPr>'
                            "<t>Usual words, </t></r><r><rPr><b/></rPr><t>bold</t></r>"
                        ),
                    ),
                )
            ),
        ),
        (
            "idml",
            idml.simple(
                idml.paragraphs(
                    idml.run(idml.text("Usual words, "), 'FillColor="Color/Black" PointSize="9"'),
                    idml.run(idml.text("bold"), 'FontStyle="Bold"'),
                )
            ),
        ),
    ],
)
def test_black_on_white_fonts_and_sizes_are_not_emphasis(name: str, data: bytes) -> None:
    (unit,) = extract(find_format(name), data).units
    first, *others = unit.segment
    assert first == Text(text="Usual words, ")
    assert [part.kind for part in others if isinstance(part, Code)] == [CodeKind.OPEN, CodeKind.CLOSE]
