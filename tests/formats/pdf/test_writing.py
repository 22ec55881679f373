"""The Word document of a PDF."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from lxml import etree

from dragoman.formats.docx import FORMAT as DOCX
from dragoman.formats.families.word_writer.model import (
    WordCell,
    WordDocument,
    WordLabel,
    WordPage,
    WordParagraph,
    WordRun,
    WordTable,
)
from dragoman.formats.families.word_writer.package import write_package
from dragoman.formats.format import Languages, Source
from dragoman.segments import Code, Segment, Text, plain_text
from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.zip.archive import open_archive
from tests.formats.pdf.building import Page, pdf, text_width
from tests.formats.pdf.reading import blocks, extract, layout, rebuild, text_of
from tests.formats.pdf.samples import MORE, PROSE, SAMPLES, columns, report
from tests.waiting import CEILING

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def part(result: bytes, name: str) -> etree._Element:
    return etree.fromstring(open_archive(result).read(name))


def paragraphs(result: bytes, name: str = "word/document.xml") -> list[str]:
    return ["".join(node.itertext(f"{W}t")) for node in part(result, name).iter(f"{W}p")]


def shouted(segment: Segment) -> Segment:
    return tuple(Text(text=one.text.upper()) if isinstance(one, Text) else one for one in segment)


def test_translations_replace_the_text() -> None:
    document = extract(report())
    result = rebuild(report(), {unit.id: shouted(unit.segment) for unit in document.units})
    found = [text for text in paragraphs(result) if text]
    assert found[:4] == ["ANNUAL REPORT", PROSE.upper(), MORE.upper(), "1. WHAT WAS DONE"]
    assert found[-3:] == ["TREES", "35", "41"]


def test_headings_lists_links_and_tables_are_those_of_word() -> None:
    result = rebuild(report(), {})
    body = part(result, "word/document.xml")
    assert [node.get(f"{W}val") for node in body.iter(f"{W}pStyle")] == ["Heading1", "Heading2"]
    assert len(list(body.iter(f"{W}numPr"))) == 4
    assert len(list(body.iter(f"{W}tc"))) == 9
    assert len(list(body.iter(f"{W}hyperlink"))) == 1
    assert b"https://example.org/report?a=1&amp;b=2" in open_archive(result).read(
        "word/_rels/document.xml.rels"
    )
    forms = [node.get(f"{W}val") for node in part(result, "word/numbering.xml").iter(f"{W}numFmt")]
    assert forms == ["bullet", "decimal"]


def test_headers_have_the_number_of_the_page_as_a_field() -> None:
    result = rebuild(columns(), {})
    assert paragraphs(result, "word/header1.xml") == ["Journal of bridges, volume 7"]
    footer = part(result, "word/footer1.xml")
    assert "".join(footer.itertext(f"{W}instrText")).split() == ["PAGE"]
    assert paragraphs(result).count("Journal of bridges, volume 7") == 0


def test_the_result_has_the_language_and_direction_of_the_target() -> None:
    result = rebuild(report(), {}, target="ar")
    language = next(part(result, "word/styles.xml").iter(f"{W}lang"))
    assert language.get(f"{W}val", "").startswith("ar")
    body = part(result, "word/document.xml")
    assert len(list(body.iter(f"{W}bidi"))) > 10
    assert list(body.iter(f"{W}bidiVisual"))
    assert not list(part(rebuild(report(), {}), "word/document.xml").iter(f"{W}bidi"))


@pytest.mark.parametrize("name", SAMPLES)
def test_the_same_file_gives_the_same_bytes(name: str) -> None:
    assert rebuild(SAMPLES[name], {}) == rebuild(SAMPLES[name], {})


def test_pairs_may_change_their_order_and_nesting() -> None:
    x = 72 + text_width("Some ")
    page = Page().text(72, 700, "Some ").text(x, 700, "bold", font="F2")
    page.text(x + text_width("bold", font="F2"), 700, " and linked words here.").link(
        150, 690, 185, 712, "https://b.example/"
    )
    data = pdf(page)
    (unit,) = extract(data).units
    bold, _, link, _ = (one for one in unit.segment if isinstance(one, Code))
    ends = {one.id: one for one in unit.segment if isinstance(one, Code) and one.kind.value == "close"}
    target = (
        link,
        Text(text="beide "),
        bold,
        Text(text="fett"),
        ends[bold.id],
        ends[link.id],
        Text(text="."),
    )
    body = part(rebuild(data, {unit.id: target}), "word/document.xml")
    (inside,) = body.iter(f"{W}hyperlink")
    assert "".join(inside.itertext()) == "beide fett"
    assert paragraphs(rebuild(data, {unit.id: target})) == ["beide fett."]
    with pytest.raises(ConversionFailed):
        rebuild(data, {unit.id: (Text(text="nothing"),)})


def test_translations_of_what_is_not_there_are_refused() -> None:
    with pytest.raises(ConversionFailed):
        rebuild(report(), {"p999": (Text(text="x"),)})


def test_what_xml_does_not_allow_is_left_out() -> None:
    data = pdf(Page().text(72, 700, "Some text"))
    (unit,) = extract(data).units
    result = rebuild(data, {unit.id: (Text(text="a\x00\x0b<b>&amp; rIdLink1 ]]> \U0001f600"),)})
    assert paragraphs(result) == ["a<b>&amp; rIdLink1 ]]> \U0001f600"]


def made_document() -> WordDocument:
    """A document for LibreOffice to print."""

    def paragraph(text: str, **fields: object) -> WordParagraph:
        return WordParagraph(runs=(WordRun(text=text),), **fields)  # type: ignore[arg-type]

    cells = [
        WordCell(row=row, column=column, paragraphs=(paragraph(text),))
        for row, texts in enumerate((("Item", "Planned"), ("Weirs", "120"), ("Trees", "35")))
        for column, text in enumerate(texts)
    ]
    return WordDocument(
        blocks=(
            paragraph("The annual report", heading=1),
            paragraph(PROSE),
            paragraph(MORE, before=8),
            paragraph("What was done", heading=2),
            paragraph("Repairs of weirs", label=WordLabel(text="•")),
            paragraph("Planting of trees", label=WordLabel(text="•")),
            paragraph("First", label=WordLabel(text="%1.", style="decimal")),
            paragraph("Second", label=WordLabel(text="%1.", style="decimal")),
            WordTable(cells=tuple(cells), widths=(150, 100), borders=True),
            paragraph("On another page.", new_page=True),
            paragraph(PROSE, before=6),
        ),
        page=WordPage(width=595, height=842, left=72, right=72, top=72, bottom=72),
        language="en-GB",
        header=(paragraph("River authority"),),
        footer=(WordParagraph(runs=(WordRun(text="Page "), WordRun(text="1", field="PAGE"))),),
    )


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("soffice"), reason="needs LibreOffice")
@pytest.mark.timeout(CEILING + 30)
def test_what_libreoffice_prints_is_read_back(tmp_path: Path) -> None:
    data = print_pdf(write_package(made_document()), tmp_path)
    assert blocks(data) == [
        "# The annual report",
        PROSE,
        MORE,
        "## What was done",
        "• Repairs of weirs",
        "• Planting of trees",
        "1. First",
        "2. Second",
        "Item | Planned\nWeirs | 120\nTrees | 35",
        "On another page.",
        PROSE,
    ]
    made = layout(data)
    assert [text_of(one) for one in made.header] == ["River authority"]
    assert [(text_of(one), list(made.numbers[id(one)])) for one in made.footer] == [("Page 1", [0])]
    again = print_pdf(rebuild(data, {}), tmp_path / "again")
    assert blocks(again) == blocks(data)


def print_pdf(document: bytes, folder: Path) -> bytes:
    """Convert a Word document to PDF with LibreOffice."""
    folder.mkdir(exist_ok=True)
    (folder / "made.docx").write_bytes(document)
    command = [
        "soffice",
        f"-env:UserInstallation=file://{folder}/profile",
        "--headless",
        "--convert-to",
        "pdf",
    ]
    with subprocess.Popen(
        [*command, str(folder / "made.docx"), "--outdir", str(folder)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            assert process.wait(timeout=CEILING) == 0
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    return (folder / "made.pdf").read_bytes()


def test_the_format_of_word_documents_reads_the_result() -> None:
    options = {option.name: option.default for option in DOCX.info.options}
    for data in SAMPLES.values():
        result = Source(data=rebuild(data, {}), suffix="docx", options=options)
        read = " ".join(
            plain_text(unit.segment)
            for unit in DOCX.extract(result, Languages(source="en", target="de")).units
        )
        for unit in extract(data).units:
            assert plain_text(unit.segment).split()[0] in read
