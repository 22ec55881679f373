"""D2: contents first, then the name; what fits neither is refused with words that help."""

from __future__ import annotations

import io
import time
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.conversion.detection import detect_format
from dragoman.conversion.errors import UnsupportedDocument
from dragoman.conversion.sampling import suffix_of, take_sample
from dragoman.errors import RuleBroken
from dragoman.formats.format import XmlRoot

_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def package(kind: str, *more: str, part: str = "word/document.xml") -> bytes:
    """A small OPC package whose main part is of the kind."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{_TYPES}"><Default Extension="xml" ContentType="application/xml"/>'
            '<Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/{part}" ContentType="{kind}"/></Types>',
        )
        archive.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{_RELATIONS}"><Relationship Id="r" Type="{_OFFICE}" Target="{part}"/>'
            "</Relationships>",
        )
        archive.writestr(
            part,
            f'<w:document xmlns:w="{_MAIN}"><w:body><w:p><w:r><w:t>Hi</w:t></w:r></w:p></w:body>'
            "</w:document>",
        )
        for name in more:
            archive.writestr(name, b"x")
    return target.getvalue()


DOCX = package(f"{_WORD}.main+xml")
HTML = b"<!DOCTYPE html><html><head><title>t</title></head><body><p>Hello</p></body></html>"
XLIFF = (
    b'<?xml version="1.0"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'
    b'<file original="a" source-language="en" datatype="plaintext"><body/></file></xliff>'
)
OLE = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(3000)
PROTECTED = OLE + "EncryptedPackage".encode("utf-16-le") + bytes(100)
MACRO = "application/vnd.ms-word.document.macroEnabled.main+xml"
MACRO_BOOK = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
BINARY_BOOK = "application/vnd.ms-excel.sheet.binary.macroEnabled.main"
VBA = "word/vbaProject.bin"


@pytest.mark.parametrize(
    ("name", "data", "format_name"),
    [
        ("a.docx", DOCX, "docx"),
        ("A.DOCX", DOCX, "docx"),
        ("archive.tar.docx", DOCX, "docx"),
        ("no extension", DOCX, "docx"),
        ("a.html", HTML, "html"),
        ("a.htm", HTML.decode().encode("utf-16"), "html"),
        ("a.xlf", XLIFF, "xliff"),
        ("a.txt", b"Some words.", "text"),
        ("a.txt", HTML, "text"),
        ("a.json", b'{"a": "b"}', "json"),
        ("a.po", b'msgid "a"\nmsgstr ""\n', "po"),
        ("a.docx", b"", "docx"),
        ("a.xlf", b"", "xliff"),
        ("a.txt", b"", "text"),
        ("a.docx", DOCX[:300], "docx"),
        ("a.docx", DOCX[:-10], "docx"),
        ("a.docx", PROTECTED, "docx"),
        ("a.docx", package(MACRO), "docx"),
        ("a", package(MACRO), "docx"),
        ("a.dotx", package("application/vnd.ms-word.template.macroEnabledTemplate.main+xml"), "docx"),
        ("a.xlsx", package(MACRO_BOOK, part="xl/workbook.xml"), "xlsx"),
        ("a.xltx", package("application/vnd.ms-excel.template.macroEnabled.main+xml"), "xlsx"),
        ("a.pptx", package("application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml"), "pptx"),
        ("a.ppsx", package("application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml"), "pptx"),
        ("a.potx", package("application/vnd.ms-powerpoint.template.macroEnabled.main+xml"), "pptx"),
    ],
)
def test_what_is_accepted(name: str, data: bytes, format_name: str) -> None:
    assert detect_format(data, name).info.name == format_name


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("a.xyz", b"words", "Files of the type .xyz are not supported"),
        ("a", b"words", "no extension"),
        ("a", b"", "no extension"),
        ("a.docx", HTML, "but its contents are of another type (Web page)"),
        ("a.docx", b"just words", "text of another kind"),
        ("a.docx", b"%PDF-1.7\n\0\x01", "PDF document"),
        ("a.docx", b"\x7fELF" + bytes(100), "a program"),
        ("a.docx", package("application/x.presentationml.presentation.main+xml"), "a PowerPoint"),
        ("a.docx", package("application/x.spreadsheetml.sheet.main+xml"), "an Excel workbook"),
        ("a.docx", b"PK\x05\x06" + bytes(18), "a zip archive of another kind"),
        ("a.txt", DOCX, "Word document"),
        ("a.txt", bytes(range(256)), "binary data"),
        ("a.txt", DOCX[:300], "but its contents are"),
        ("a.html", b"\x89PNG\r\n\x1a\n\0\0", "a picture"),
        ("a.xlf", HTML, "another type (Web page)"),
        ("a.docm", package(MACRO), "type .docm, which may hold macros, are not supported. Save it as .docx"),
        ("a.xlsm", package(MACRO_BOOK), "Save it as .xlsx"),
        ("a.pptm", b"", "Save it as .pptx"),
        ("a.dotm", b"", "Save it as .dotx"),
        ("a.xlsb", b"", "Save it as .xlsx"),
        ("a.docm", package(MACRO, VBA), "its contents are of a .docm. Save it as .docx, without macros"),
        ("a.docx", package(MACRO, VBA), "its contents are of a .docm. Save it as .docx, without macros"),
        ("a.docx", package(f"{_WORD}.main+xml", VBA), "its contents are of a .docm. Save it as .docx"),
        ("a", package(MACRO, VBA), "macros"),
        ("a.xlsx", package(MACRO_BOOK, "xl/vbaProject.bin"), "of a .xlsm. Save it as .xlsx"),
        ("a.xlsx", package(MACRO_BOOK, "xl/macrosheets/sheet1.xml"), "of a .xlsm. Save it as .xlsx"),
        ("a.xlsx", package(BINARY_BOOK), "contents are an Excel workbook: of a .xlsb. Save it as .xlsx."),
        ("a.xlsx", package(MACRO), "(Word document): of a .docm. Save it as .docx."),
        ("a.xlsx", DOCX, "(Word document): of a .docx"),
        ("a.docx", package(f"{_WORD}.main+xml".replace("document.main", "template.main"), VBA), "of a .dotm"),
        ("a.doc", OLE, "old binary Office format. Save it in the current format, as .docx"),
        ("a.xls", OLE, "as .xlsx"),
        ("a.pps", OLE, "as .pptx"),
        ("a.docx", OLE, "an old binary Office document"),
        ("a.txt", PROTECTED, "binary Office"),
        ("a.doc", b"", "old binary Office format"),
    ],
)
def test_what_is_refused_and_why(name: str, data: bytes, says: str) -> None:
    with pytest.raises(UnsupportedDocument) as caught:
        detect_format(data, name)
    assert says in caught.value.message
    assert isinstance(caught.value, RuleBroken)  # which the interface answers with 422


@pytest.mark.parametrize(
    ("name", "suffix"),
    [
        ("a.DOCX", "docx"),
        ("a.b.c", "c"),
        (".docx", "docx"),
        ("a", ""),
        ("a.", ""),
        ("a.x y", ""),
        ("a.docx ", "docx"),
        ("a." + "x" * 20, ""),
        ("", ""),
        ("ä.txt", "txt"),
    ],
)
def test_extensions(name: str, suffix: str) -> None:
    assert suffix_of(name) == suffix


@pytest.mark.parametrize(
    ("text", "root"),
    [
        ("<a/>", XmlRoot(namespace="", name="a", attributes={})),
        ("<a>", XmlRoot(namespace="", name="a", attributes={})),
        (
            (
                "\ufeff<?xml version='1.0'?><!-- <b/> -->\n<?pi <c> ?>"
                "<!DOCTYPE a [<!ENTITY x '>]'><!-- ]> -->]>\n<x:a xmlns:x='u:n' v = \"1&amp;2\">"
            ),
            XmlRoot(namespace="u:n", name="a", attributes={"xmlns:x": "u:n", "v": "1&2"}),
        ),
        ("<a xmlns='u' b='<'/>", None),
        ("<a b=c>", None),
        ("<a b='1'", None),
        ("<!-- open", None),
        ("<!DOCTYPE a [", None),
        ("words", None),
        ("", None),
        ("{'a': '<a/>'}", None),
    ],
)
def test_the_root_of_xml(text: str, root: XmlRoot | None) -> None:
    assert take_sample(text.encode(), "a.xml").root == root
    assert take_sample(text.encode("utf-16"), "a.xml").root == root


@pytest.mark.parametrize(
    "piece",
    [b"<!--", b"<!DOCTYPE a [<!--", b"<?a", b"<!DOCTYPE a '", b"<a b='c' ", b"<a ", b"'\"", b"< ", b"&"],
)
def test_hostile_beginnings_take_no_time(piece: bytes) -> None:
    began = time.process_time()
    take_sample(piece * (20 * 2**20 // len(piece)), "a.xml")
    take_sample(b"<!DOCTYPE a [" + piece * 30_000, "a.xml")
    assert time.process_time() - began < 1


def test_what_archives_say_they_are() -> None:
    assert take_sample(DOCX, "a").kind == f"{_WORD}.main+xml"
    assert take_sample(DOCX, "a").members == ("[Content_Types].xml", "_rels/.rels", "word/document.xml")
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip\n")
    assert take_sample(target.getvalue(), "a").kind == "application/epub+zip"
    assert take_sample(DOCX[:-10], "a").members is None


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"caf\xc3\xa9", "café"),
        ("é".encode("utf-16"), "é"),
        ("Hello".encode("utf-16-le"), "Hello"),
        ("Hello".encode("utf-16-be"), "Hello"),
        ("Привет, мир.".encode("utf-16-le"), "Привет, мир."),
        ("Hello".encode("utf-32-be"), "Hello"),
        (b"caf\xe9", "caf\xe9"),
        (b"a\0b", None),
        (bytes(range(1, 32)), None),
        (b"end of file\x1a", "end of file\x1a"),
    ],
)
def test_text_and_what_is_none(data: bytes, text: str | None) -> None:
    assert take_sample(data, "a").text == text


@given(st.binary(max_size=400), st.text(max_size=20))
@settings(max_examples=300, deadline=None)
def test_nothing_breaks_it(data: bytes, name: str) -> None:
    for beginning in (b"", b"PK\x03\x04", b"<", b"\xff\xfe"):
        try:
            detect_format(beginning + data, name)
        except UnsupportedDocument as error:
            assert error.message
