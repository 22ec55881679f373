"""Page numbers: fields in headers and footers of Word, with the text around them."""

from __future__ import annotations

from typing import Any

import pytest

from dragoman.segments import Code, Text, codes, plain_text
from tests.formats.pdf.building import Page, pdf, text_width, wrapped
from tests.formats.pdf.reading import extract, rebuild
from tests.formats.pdf.samples import MORE, PROSE
from tests.formats.pdf.word_reading import ROMAN, W, part, shown

TOWNS = ["Upton", "Downham", "Easton", "Weston", "Norton", "Sutton", "Middleton"]


def field_text(paragraph: Any) -> str:
    """A paragraph with its fields, `Page {PAGE} of {NUMPAGES}`, without their cached values."""
    text, depth = "", 0
    for node in paragraph.iter(f"{W}t", f"{W}instrText", f"{W}fldChar"):
        if node.tag == f"{W}fldChar":
            depth = {"begin": 1, "separate": 2, "end": 0}[node.get(f"{W}fldCharType")]
        elif node.tag == f"{W}instrText":
            text += f"{{{node.text.strip()}}}"
        elif not depth:
            text += node.text or ""
    return text


def made(forms: list[str], *, y: float = 30) -> bytes:
    """Pages of text with a line of these forms at the foot or head."""
    pages = []
    for index, form in enumerate(forms):
        page = Page().text(72, 740, f"About {TOWNS[index % 7]}.", size=11)
        page.lines(72, 715, wrapped(f"{TOWNS[index % 7]} {PROSE} {MORE}", 450))
        if form:
            page.text(300 - text_width(form) / 2, y, form)
        pages.append(page)
    return pdf(*pages)


def written(data: bytes, name: str = "footer1") -> list[str]:
    root = part(rebuild(data, {}), f"word/{name}.xml")
    return [field_text(paragraph) for paragraph in root.iter(f"{W}p")]


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ("{}", "{PAGE}"),
        ("Page {} of {n}", "Page {PAGE} of {NUMPAGES}"),
        ("Página {} de {n}", "Página {PAGE} de {NUMPAGES}"),
        ("{} / {n}", "{PAGE} / {NUMPAGES}"),
        ("– {} –", "– {PAGE} –"),
        ("- {} -", "- {PAGE} -"),
        ("[{}]", "[{PAGE}]"),
        ("Report of 2024, page {}", "Report of 2024, page {PAGE}"),
        ("Version 3.1 | {}", "Version 3.1 | {PAGE}"),
        ("{r}", r"{PAGE \* roman}"),
        ("Page {r}", r"Page {PAGE \* roman}"),
        ("– {R} –", r"– {PAGE \* ROMAN} –"),
    ],
)
@pytest.mark.parametrize(("y", "name"), [(30, "footer1"), (815, "header1")])
@pytest.mark.parametrize("count", [3, 7])
def test_numbers_of_pages_are_fields(form: str, field: str, y: float, name: str, count: int) -> None:
    forms = [
        form.format(page, n=count, r=ROMAN[page - 1], R=ROMAN[page - 1].upper())
        for page in range(1, count + 1)
    ]
    data = made(forms, y=y)
    assert written(data, name) == [field]
    assert len(shown(rebuild(data, {}))) == 2 * count


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ("1", "{PAGE}"),
        ("– 1 –", "– {PAGE} –"),
        ("Page 1 of 1", "Page {PAGE} of {NUMPAGES}"),
        ("1/1", "{PAGE}/{NUMPAGES}"),
    ],
)
def test_the_number_of_a_single_page(form: str, field: str) -> None:
    assert written(made([form])) == [field]


@pytest.mark.parametrize("form", ["2", "1.", "Room 1", "1 of 7", "MMXX", "12 of May"])
def test_other_numbers_at_the_foot_of_a_single_page_are_text(form: str) -> None:
    assert shown(rebuild(made([form]), {}))[-1] == form


def test_the_text_around_numbers_is_a_unit_with_codes() -> None:
    data = made([f"Page {page} of 3" for page in (1, 2, 3)])
    unit = extract(data).units[-1]
    page, count = codes(unit.segment)
    assert (plain_text(unit.segment), unit.context) == ("Page  of ", "footer")
    assert (page.data, count.data) == ("PAGE", "NUMPAGES")
    target = (Text(text="Von "), count, Text(text=" Seiten die "), page)
    root = part(rebuild(data, {unit.id: target}), "word/footer1.xml")
    assert field_text(root) == "Von {NUMPAGES} Seiten die {PAGE}"
    assert "".join(root.itertext(f"{W}t")) == "Von 3 Seiten die 1"
    assert all(isinstance(code, Code) for code in (page, count))


def test_documents_that_begin_with_another_number_begin_so() -> None:
    data = made([str(page) for page in range(41, 46)])
    assert written(data) == ["{PAGE}"]
    start = part(rebuild(data, {}), "word/document.xml").find(f"{W}body/{W}sectPr/{W}pgNumType")
    assert start.get(f"{W}start") == "41"


def test_a_title_page_without_a_number_stays_without() -> None:
    result = rebuild(made(["", "2", "3", "4"]), {})
    section = part(result, "word/document.xml").find(f"{W}body/{W}sectPr")
    assert section.find(f"{W}titlePg") is not None
    other = part(rebuild(made(["1", "2", "3"]), {}), "word/document.xml").find(f"{W}body/{W}sectPr")
    assert other.find(f"{W}titlePg") is None


def test_a_count_that_is_not_that_of_the_pages_is_text() -> None:
    assert written(made([f"Page {page} of 90" for page in (1, 2, 3)])) == ["Page {PAGE} of 90"]
