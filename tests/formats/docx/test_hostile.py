"""Damaged or malicious Word documents raise an error with a reason, in little time and memory."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentError
from tests.formats.docx import samples
from tests.formats.docx.packages import W, body, document_xml, package, paragraph, run, sign, unzipped, zipped
from tests.formats.docx.roundtrip import extract, rebuild_all, texts

_BOX, _BOX_END = "<w:p><w:r><w:pict><w:txbxContent>", "</w:txbxContent></w:pict></w:r></w:p>"
_RUBY, _RUBY_END = "<w:r><w:ruby><w:rubyBase>", "</w:rubyBase></w:ruby></w:r>"


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (
            "<!DOCTYPE x [<!ENTITY e 'x'>]>" + document_xml(paragraph(run("&e;"))).partition("\n")[2],
            "document type",
        ),
        (document_xml(paragraph(run("cut")))[:-20], "not well-formed"),
        (document_xml("<w:p><q:r/></w:p>"), "uses a prefix that it does not declare"),
        (document_xml(paragraph("<w:hyperlink>" * 100 + run("x") + "</w:hyperlink>" * 100)), "too deeply"),
        (document_xml(paragraph(sign("begin") * 100)), "too deeply"),
        (document_xml(_BOX * 200 + paragraph(run("x")) + _BOX_END * 200), "too deeply"),
        (document_xml(paragraph(_RUBY * 60 + _BOX * 60 + _BOX_END * 60 + _RUBY_END * 60)), "too deeply"),
        ("", "not well-formed"),
    ],
)
def test_a_broken_part_is_refused(document: str, message: str) -> None:
    with pytest.raises(DocumentCorrupt, match=message):
        extract(package(document))


TYPES = unzipped(samples.PLAIN)["[Content_Types].xml"]
MAY_HAVE_MACROS = TYPES.replace(
    b"vnd.openxmlformats-officedocument.wordprocessingml.document.main",
    b"vnd.ms-word.document.macroEnabled.main",
)
PROJECT = b'ContentType="application/vnd.ms-office.vbaProject"/>'


@pytest.mark.parametrize(
    "change",
    [
        {"word/vbaProject.bin": b"x"},
        {"[Content_Types].xml": MAY_HAVE_MACROS, "word/vbaProject.bin": b"x"},
        {
            "[Content_Types].xml": MAY_HAVE_MACROS.replace(
                b"</Types>", b'<Override PartName="/word/code.bin" ' + PROJECT + b"</Types>"
            ),
            "word/code.bin": b"x",
        },
    ],
)
def test_macros_are_refused(change: dict[str, bytes]) -> None:
    with pytest.raises(ConversionFailed, match=r"contents are of a \.docm\. Save it as \.docx"):
        extract(zipped(unzipped(samples.PLAIN) | change))


def test_a_type_that_may_have_macros_and_has_none_is_translated() -> None:
    types = MAY_HAVE_MACROS.replace(b"</Types>", b'<Default Extension="bin" ' + PROJECT + b"</Types>")
    assert types.count(b"macroEnabled") == 1
    document = extract(zipped(unzipped(samples.PLAIN) | {"[Content_Types].xml": types}))
    assert [unit.segment for unit in document.units] == [
        unit.segment for unit in extract(samples.PLAIN).units
    ]


@pytest.mark.parametrize("gone", ["[Content_Types].xml", "_rels/.rels", "word/document.xml"])
def test_a_package_without_its_lists_is_refused(gone: str) -> None:
    parts = unzipped(samples.PLAIN)
    del parts[gone]
    with pytest.raises(DocumentCorrupt):
        extract(zipped(parts))


def test_parts_outside_are_never_followed() -> None:
    parts = unzipped(samples.PLAIN)
    link = (
        b'<Relationship Id="rX" Target="../../../etc/passwd" Type="http://schemas.openxmlformats.org/'
        b'officeDocument/2006/relationships/header"/><Relationship Id="rY" TargetMode="External" Type="http://schemas.'
        b'openxmlformats.org/officeDocument/2006/relationships/footer" Target="http://example.com/"/>'
        b"</Relationships>"
    )
    name = "word/_rels/document.xml.rels"
    parts[name] = parts[name].replace(b"</Relationships>", link)
    assert texts(zipped(parts)) == ["The cat sleeps.", "It dreams of mice."]


def test_relationships_in_a_circle_end() -> None:
    parts = unzipped(samples.NOTED)
    parts["word/_rels/header2.xml.rels"] = parts["word/_rels/document.xml.rels"]
    assert texts(zipped(parts)) == texts(samples.NOTED)


@pytest.mark.slow
@pytest.mark.parametrize(
    "inside",
    [
        "<w:ins>" * 60 + run("x") + "</w:ins>" * 60,
        "".join(run(f"x{number}") for number in range(20_000)),
        "".join(run(f"x{number}") + run(f"{number:x}", "<w:b/>") for number in range(10_000)),
        "<w:proofErr w:type='x'/>" * 20_000,
        '<w:bookmarkStart w:id="1"/>' * 20_000 + run("x"),
        "<w:r><w:rPr>" + "<w:b/>" * 20_000 + "</w:rPr><w:tab/></w:r>" + run("x"),
        '<w:hyperlink w:anchor="a"></w:hyperlink>' * 10_000 + run("x"),
        (sign("begin") + sign("separate") + sign("end")) * 5_000 + run("x"),
        (sign("begin") + "<w:r><w:instrText>QUOTE</w:instrText></w:r>" + sign("separate")) * 50 + run("x"),
        sign("end") * 10_000 + run("x"),
        '<w:r><w:t a="' + ">" * 50_000 + '">x</w:t></w:r>',
        "<w:r><w:t>" + "<!-- -->" * 20_000 + "x</w:t></w:r>",
    ],
    ids=lambda inside: inside[:24],
)
def test_long_rows_take_time_in_proportion(inside: str) -> None:
    data = body(paragraph(inside))
    start = time.process_time()
    assert any("x" in text for text in texts(data)) or "proofErr" in inside
    rebuild_all(data)
    assert time.process_time() - start < 10


def test_text_boxes_outside_runs_are_read_without_recursion() -> None:
    deep = "<w:txbxContent>" * 5_000 + paragraph(run("x")) + "</w:txbxContent>" * 5_000
    assert texts(body(deep + paragraph(run("y")))) == ["x", "y"]


def test_depth_of_elements_that_are_kept_does_not_matter() -> None:
    deep = "<m:oMath>" * 30_000 + "</m:oMath>" * 30_000
    assert texts(body(paragraph(deep, run("x")))) == ["x"]


_MEASURED = """
import resource, sys
from tests.formats.docx.roundtrip import translate
data = open(sys.argv[1], "rb").read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
translate(data, how=lambda text: text[:1])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.slow
def test_a_large_document_is_never_in_memory_as_a_whole(tmp_path: Path) -> None:
    text = "".join(paragraph(run(f"Some words, number {n}. " * 10, "<w:b/>") * 8) for n in range(8_000))
    data = package(f'<w:document xmlns:w="{W}"><w:body>{text}</w:body></w:document>')
    path = tmp_path / "large.docx"
    path.write_bytes(data)
    command = [sys.executable, "-c", _MEASURED, str(path)]
    grown = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    assert len(text) > 18_000_000
    assert int(grown) * 1024 < 2.5 * len(text)  # all its words, without a tree (8 times the XML)


def test_chance_bytes_end_in_errors_of_documents() -> None:
    parts = unzipped(samples.BOXED)
    document = parts["word/document.xml"]
    for position in range(0, len(document), 97):
        broken = document[:position] + b"<" + document[position + 1 :]
        try:
            extract(zipped(parts | {"word/document.xml": broken}))
        except DocumentError:
            continue
