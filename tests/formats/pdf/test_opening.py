"""Encrypted, damaged, scanned or malicious files: opened, or refused with a reason."""

from __future__ import annotations

import pytest

from dragoman.conversion.detection import detect_format
from dragoman.conversion.errors import UnsupportedDocument
from dragoman.formats.format import WarningCode
from dragoman.formats.pdf import FORMAT, interpreting
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEncrypted, DocumentError
from tests.formats.pdf.building import File, Page, build, pdf
from tests.formats.pdf.reading import extract, texts
from tests.formats.pdf.samples import PROSE, encrypted, packed, protected, report

PLAIN = pdf(Page().text(72, 700, "The text of the only page"))


def test_the_empty_password_is_tried() -> None:
    assert texts(encrypted()) == texts(protected()) == [PROSE]


def test_a_password_is_required() -> None:
    with pytest.raises(DocumentEncrypted, match="password"):
        extract(encrypted("secret"))
    with pytest.raises(DocumentEncrypted, match="password"):
        extract(protected("secret"))


def test_unknown_protection_is_refused_with_a_reason() -> None:
    file, root = build([Page().text(72, 700, "Secret")])
    handler = file.add("<< /Filter /Unheard.Of /V 9 >>")
    with pytest.raises(DocumentEncrypted, match="protect"):
        extract(file.write(root, f"/Encrypt {handler} 0 R"))


def test_objects_in_streams_are_found() -> None:
    assert texts(packed()) == [PROSE]


def break_table(data: bytes) -> bytes:
    return data.replace(b"startxref\n", b"startxref\n9")


def drop_table(data: bytes) -> bytes:
    return data[: data.rindex(b"xref\n0")]


def move_objects(data: bytes) -> bytes:
    return data.replace(b"\n1 0 obj", b"\n% more bytes than the table knows of\n1 0 obj")


def put_before(data: bytes) -> bytes:
    return b"HTTP/1.1 200 OK\r\n\r\n" + data


def wrong_lengths(data: bytes) -> bytes:
    return drop_table(data).replace(b"/Length ", b"/Length 9")


@pytest.mark.parametrize("harm", [break_table, drop_table, move_objects, put_before, wrong_lengths])
@pytest.mark.parametrize("data", [PLAIN, report()], ids=["plain", "report"])
def test_a_broken_table_of_objects_is_made_anew(data: bytes, harm) -> None:  # type: ignore[no-untyped-def]
    assert texts(harm(data)) == texts(data)


@pytest.mark.parametrize("make", [packed, encrypted])
def test_so_it_is_with_packed_and_protected_files(make) -> None:  # type: ignore[no-untyped-def]
    assert texts(break_table(make())) == [PROSE]


def test_pages_missing_in_the_table_are_searched() -> None:
    data = pdf(*[Page().text(72, 700, f"Page of number {name}") for name in ("one", "two", "three")])
    start = data.index(b"/Type /Page ")
    number = data[:start].rindex(b" 0 obj")
    lost = int(data[:number].rpartition(b"\n")[2])
    place = data.index(b"\n", data.index(b"xref\n0") + 5) + 1 + 20 * lost
    assert data[place + 17 : place + 18] == b"n"
    assert len(texts(data[:place] + b"0000000007" + data[place + 10 :])) == 3


def test_a_part_of_a_file_is_refused() -> None:
    with pytest.raises(DocumentCorrupt, match="cut off"):
        extract(report()[:200])


@pytest.mark.parametrize("beginning", [b"", b"%PDF-1.7\n", b"%PDF-", b"%PDF-1.4\nstartxref\n0\n%%EOF"])
def test_what_holds_no_page_is_refused(beginning: bytes) -> None:
    with pytest.raises(DocumentCorrupt):
        extract(beginning)


def test_scanned_documents_are_refused_with_a_reason() -> None:
    scan = [Page().picture(0, 0, 595, 842).text(280, 20, "7") for _ in range(3)]
    with pytest.raises(ConversionFailed, match="OCR"):
        extract(pdf(*scan))
    document = extract(pdf(*scan, *[Page().text(72, 700, "A page with some text on it")] * 2))
    left = [warning.message for warning in document.warnings if warning.code is WarningCode.PART_LEFT]
    assert "3 pages that are pictures" in left[0]


def test_fonts_without_a_table_of_letters_are_refused() -> None:
    font = (
        "/X1 << /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H /DescendantFonts [<< "
        "/Subtype /CIDFontType2 /BaseFont /Any /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) "
        "/Supplement 0 >> >>] >>"
    )
    page = Page()
    page.content.append("BT /X1 12 Tf 72 700 Td <000100020003000400050006> Tj ET")
    file, root = build([page], fonts=font)
    with pytest.raises(ConversionFailed, match="fonts"):
        extract(file.write(root))


def harmless(data: bytes) -> None:
    """Reading ends, with no error except those of documents."""
    try:
        extract(data)
    except DocumentError as error:
        assert error.message


def loops() -> dict[str, bytes]:
    """Files with references to themselves."""
    head, tail = b"%PDF-1.7\n", b"trailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF"
    catalog = b"1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n"
    form = File()
    inner = form.stream(
        b"BT /F1 9 Tf 9 9 Td (in) Tj ET /Im1 Do",
        "/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /Im1 1 0 R >> >>",
    )
    page = Page(extra=f"/Resources << /XObject << /Im1 {inner} 0 R >> >>")
    page.content.append("/Im1 Do")
    made, root = build([page], file=form)
    return {
        "references": head + catalog + b"2 0 obj 3 0 R endobj\n3 0 obj 2 0 R endobj\n" + tail,
        "pages": head + catalog + b"2 0 obj << /Kids [2 0 R 2 0 R] >> endobj\n" + tail,
        "length": head + catalog + b"2 0 obj << /Length 2 0 R >> stream\nq\nendstream endobj\n" + tail,
        "tables": head + b"xref\n0 0\ntrailer << /Prev 9 >>\nstartxref\n9\n%%EOF",
        "forms": made.write(root),
        "brackets": head + b"1 0 obj " + b"[" * 50_000 + b" endobj\n" + tail,
        "dictionaries": head + b"1 0 obj " + b"<< /A " * 50_000 + b" endobj\n" + tail,
    }


@pytest.mark.timeout(30)
@pytest.mark.parametrize("name", loops())
def test_what_leads_to_itself_ends(name: str) -> None:
    harmless(loops()[name])


CONTENTS = {
    "states": "q " * 100_000,
    "marks": "/A BMC " * 50_000,
    "strings": "(" * 50_000,
    "arrays": "[" * 50_000 + "] TJ",
    "numbers": "1e9 -1e9 9" + "9" * 400 + " cm BT /F1 1e30 Tf 1e9 1e9 Td (far) Tj ET",
    "endless": "q 1e9 0 0 1e9 0 0 cm " * 40 + "BT /F1 9 Tf 0 1 -1 0 5 5 Tm (far) Tj ET 0 0 9 9 re S /Im1 Do",
    "nothing": "Tf Td Tm TJ Tj ' \" cm Do BDC EMC Q gs re m l c h S f Tc Tw Tz TL Ts Tr",
    "wrong": "(a) Tf /F1 Td [[ [(a)] ]] TJ << /A >> BDC /F1 (x) Tf (a) (b) Td (c) cm true false null Tm",
    "picture": "BI /W 1 /H 1 ID \0\1\2 EI BT /F1 9 Tf 72 700 Td (behind) Tj ET BI ID",
}


@pytest.mark.timeout(30)
@pytest.mark.parametrize("name", CONTENTS)
def test_instructions_without_sense_are_passed_over(name: str) -> None:
    page = Page().text(72, 720, "Before all of that")
    page.content.append(CONTENTS[name])
    harmless(pdf(page))


def test_a_stream_that_unpacks_to_too_much_is_refused() -> None:
    file = File()
    content = file.stream(b"0 " * 20_000_000)
    page = Page().text(72, 700, "Text")
    made, root = build([page], file=file)
    made.objects = {
        number: value.replace(b"/Contents ", b"/Contents %d 0 R /Was " % content)
        for number, value in made.objects.items()
    }
    with pytest.raises(ConversionFailed, match="Split it"):
        extract(made.write(root))


def test_tables_of_letters_that_are_endless_are_bounded() -> None:
    file = File()
    table = file.stream(
        b"1 beginbfrange <0000> <ffffffff> <0000> endbfrange 1 beginbfchar <0001> <0042> endbfchar"
    )
    font = f"/T1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode {table} 0 R >>"
    page = Page()
    page.content.append("BT /T1 12 Tf 72 700 Td (abc) Tj ET")
    made, root = build([page], file=file, fonts=font)
    assert len(texts(made.write(root))) == 1


def test_text_beyond_the_limits_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreting.ContentBudget, "count_instruction", _refuse)
    with pytest.raises(ConversionFailed):
        extract(PLAIN)


def _refuse(budget: interpreting.ContentBudget) -> None:
    budget.instructions = 0
    budget.count_content(interpreting.MOST_BYTES + 1)


def test_other_files_are_not_taken() -> None:
    assert detect_format(b"%PDF-1.4\n", "cut.pdf") is FORMAT
    with pytest.raises(UnsupportedDocument, match="text"):
        detect_format(b"Just some text.", "named.pdf")
    with pytest.raises(UnsupportedDocument, match="PDF"):
        detect_format(PLAIN, "named.docx")
