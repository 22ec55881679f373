"""Reading and writing books."""

from __future__ import annotations

import io
import zipfile

import pytest

from dragoman.formats.epub import FORMAT
from dragoman.formats.format import Document, Languages, Reason, Source, WarningCode
from dragoman.segments import Segment, Text, plain_text
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEncrypted
from tests.formats.epub.books import pack, package3, page, read
from tests.formats.epub.samples import BOOK2, BOOK3, PAGE, RENDITIONS

PAIR = Languages(source="en", target="de")
OPF = "OEBPS/book.opf"


def extract(data: bytes, pair: Languages = PAIR) -> Document:
    return FORMAT.extract(Source(data=data, suffix="epub"), pair)


def said(data: bytes) -> list[str]:
    return [plain_text(unit.segment) for unit in extract(data).units]


def shout(segment: Segment) -> Segment:
    return tuple(Text(text=part.text.upper()) if isinstance(part, Text) else part for part in segment)


def translate(data: bytes, target: str = "de", source: str = "en") -> bytes:
    pair = Languages(source=source, target=target)
    targets = {unit.id: shout(unit.segment) for unit in extract(data, pair).units}
    return FORMAT.rebuild(Source(data=data, suffix="epub"), targets, pair)


def one_page(body: str = "<p>Some text</p>", **more: str) -> bytes:
    return pack({OPF: package3({"a.xhtml": PAGE}, **more), "OEBPS/a.xhtml": page(body)})


def protected(algorithm: str, name: str) -> bytes:
    files = {
        OPF: package3({"a.xhtml": PAGE, "f.otf": "font/otf"}),
        "OEBPS/a.xhtml": page("<p>Some text</p>"),
        "OEBPS/f.otf": b"font",
        "META-INF/encryption.xml": '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" '
        'xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod '
        f'Algorithm="{algorithm}"/><enc:CipherData><enc:CipherReference URI="{name}"/></enc:CipherData>'
        "</enc:EncryptedData></encryption>",
    }
    return pack(files)


def test_title_pages_and_contents_in_reading_order() -> None:
    assert said(BOOK3)[:4] == ["A small book", "It <b>rains</b> a lot.", "First", "The first chapter"]
    assert said(BOOK3)[-4:] == ["Contents", "Contents", "The first chapter", "Start"]
    assert [unit.id.partition("#")[0] for unit in extract(BOOK2).units] == [
        "book.opf",
        *["two.html"] * 2,
        *["text one.html"] * 2,
        *["toc.ncx"] * 2,
    ]
    assert said(BOOK2)[-2:] == ["An older book", "Chapter one"]


def test_numbers_of_printed_pages_stay() -> None:
    assert not {"xii", "Pages", "Page one"} & {*said(BOOK3), *said(BOOK2)}
    assert extract(BOOK3).left_alone[Reason.FIELD] == 2


def test_the_mimetype_is_first_and_plain_and_other_files_stay() -> None:
    with zipfile.ZipFile(io.BytesIO(translate(BOOK3))) as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type, first.extra) == ("mimetype", zipfile.ZIP_STORED, b"")
        with zipfile.ZipFile(io.BytesIO(BOOK3)) as before:
            assert archive.namelist() == before.namelist()
            assert archive.read("OEBPS/a.gif") == before.read("OEBPS/a.gif")


def test_the_language_is_named_everywhere() -> None:
    book = translate(BOOK3)
    assert "<dc:language>de</dc:language>" in read(book, OPF)
    assert 'xml:lang="de" unique' in read(book, OPF)
    assert 'xml:lang="de" lang="de"' in read(book, "OEBPS/one.xhtml")
    old = translate(BOOK2)
    assert '<dc:title xml:lang="fr">Un vieux livre' in read(old, "book.opf")
    assert '<dc:title xml:lang="de">AN OLDER &amp; SIMPLER BOOK' in read(old, "book.opf")
    assert 'xml:lang="de"' in read(old, "toc.ncx")


def test_text_is_translated_and_markup_is_not() -> None:
    chapter = read(translate(BOOK3), "OEBPS/one.xhtml")
    assert '<i class="x">STORMY</i> NIGHT;<br/>THE RAIN' in chapter
    assert 'epub:type="noteref" id="r">TORRENTS<sup>1</sup></a> &amp; MORE &#8212; &lt;ALWAYS&gt;.' in chapter
    assert '<img src="a.gif" alt="A DARK NIGHT"/>' in chapter
    assert "<mi>alpha</mi>" in chapter
    assert "<text>in a drawing</text>" in chapter
    old = read(translate(BOOK2), "two.html")
    assert "<p>ONE&nbsp;CAFÉ AND <b>TWO MORE</b>&hellip;</p>" in old


def test_direction_of_pages() -> None:
    arabic = translate(BOOK3, "ar")
    assert '<spine page-progression-direction="rtl">' in read(arabic, OPF)
    assert '<html dir="rtl"' in read(arabic, "OEBPS/one.xhtml")
    assert "progression" not in read(translate(BOOK2, "ar"), "book.opf")  # version 2 has no such attribute
    spine = '<spine page-progression-direction="rtl">'
    back = translate(one_page(spine=spine, language="ar"), "en", source="ar")
    assert '<spine page-progression-direction="ltr">' in read(back, OPF)
    japanese = translate(one_page(spine=spine, language="ja"), "en", source="ja")
    assert spine in read(japanese, OPF)
    fixed = '<meta property="rendition:layout">pre-paginated</meta>'
    assert "progression" not in read(translate(one_page(metadata=fixed), "ar"), OPF)


def test_two_renditions_share_pages() -> None:
    document = extract(RENDITIONS)
    texts = said(RENDITIONS)
    assert texts.count("Shared by two renditions") == 1
    assert [warning.code for warning in document.warnings] == [WarningCode.PART_LEFT]
    assert "A drawing" not in texts
    with zipfile.ZipFile(io.BytesIO(translate(RENDITIONS))) as archive:
        assert "<p>ONLY <b>HERE</b></p>" in archive.read("b/two.xhtml").decode("utf-16")


def test_hidden_fonts_are_not_protection_but_encryption_is() -> None:
    fonts = protected("http://www.idpf.org/2008/embedding", "OEBPS/f.otf")
    assert "SOME TEXT" in read(translate(fonts), "OEBPS/a.xhtml")
    for algorithm, name in (
        ("http://www.w3.org/2001/04/xmlenc#aes256-cbc", "OEBPS/a.xhtml"),
        ("http://www.idpf.org/2008/embedding", "OEBPS/a.xhtml"),
    ):
        with pytest.raises(DocumentEncrypted):
            extract(protected(algorithm, name))


def test_signatures_go() -> None:
    files = {OPF: package3({"a.xhtml": PAGE}), "OEBPS/a.xhtml": page("<p>Text</p>")}
    book = pack({**files, "META-INF/signatures.xml": "<signatures/>"})
    assert [warning.code for warning in extract(book).warnings] == [WarningCode.SIGNATURE_DROPPED]
    with zipfile.ZipFile(io.BytesIO(translate(book))) as archive:
        assert "META-INF/signatures.xml" not in archive.namelist()


def test_another_language_is_noticed() -> None:
    document = extract(one_page(language="fr"))
    assert [warning.code for warning in document.warnings] == [WarningCode.LANGUAGE_DIFFERS]
    assert "<dc:language>fr</dc:language>" in read(translate(one_page(language="fr")), OPF)


def test_a_broken_contents_file_stays_and_a_broken_page_is_read_as_browsers_do() -> None:
    book = pack(
        {
            OPF: package3({"a.xhtml": PAGE, "toc.ncx": "application/x-dtbncx+xml"}),
            "OEBPS/a.xhtml": page("<p>One<br>two <b>three</p>"),
            "OEBPS/toc.ncx": "<ncx><navMap>",
        }
    )
    assert [warning.code for warning in extract(book).warnings] == [WarningCode.PART_LEFT]
    assert "<p>ONE<br>TWO <b>THREE</p>" in read(translate(book), "OEBPS/a.xhtml")


@pytest.mark.parametrize(
    "files",
    [
        {"META-INF/container.xml": "<container/>"},
        {"META-INF/container.xml": "<broken"},
        {OPF: "<package"},
        {OPF: package3({"a.xhtml": PAGE}), "OEBPS/a.xhtml": b"\0\1\2\3" * 100},
        {
            OPF: package3({"a.xhtml": PAGE}),
            "OEBPS/a.xhtml": '<!DOCTYPE html [<!ENTITY a "b">]><html><body><p>&a;</p></body></html>',
        },
        {},
    ],
)
def test_broken_books_are_refused(files: dict[str, str | bytes]) -> None:
    with pytest.raises(DocumentCorrupt):
        extract(pack(files))


def test_prefixed_markup() -> None:
    body = (
        '<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mi>sin</m:mi></m:math> is a function'
        '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:title>no</s:title><s:text>no</s:text></s:svg>'
    )
    chapter = read(translate(one_page(f"<p>{body}</p>")), "OEBPS/a.xhtml")
    assert body.replace(" is a function", " IS A FUNCTION") in chapter


def test_titles_of_guides_are_translated_in_their_quotes() -> None:
    guide = "<guide><reference title='The \"first\" &amp; &lt;last' type='text' href='a.xhtml'/></guide>"
    package = package3({"a.xhtml": PAGE}).replace("</package>", f"{guide}</package>")
    book = pack({OPF: package, "OEBPS/a.xhtml": page("<p>Text</p>")})
    assert 'The "first" & <last' in said(book)
    assert "title='THE &quot;FIRST&quot; &amp; &lt;LAST' type='text'" in read(translate(book), OPF)


def test_half_a_letter_never_makes_a_broken_page() -> None:
    book = Source(data=one_page(), suffix="epub")
    (unit,) = (unit for unit in extract(book.data).units if plain_text(unit.segment) == "Some text")
    with pytest.raises(ConversionFailed, match="well-formed"):
        FORMAT.rebuild(book, {unit.id: (Text(text="half \ud83d of it"),)}, PAIR)
