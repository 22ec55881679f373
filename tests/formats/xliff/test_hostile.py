"""Files that want to do harm, and files that are simply broken: refused with a reason, and soon."""

from __future__ import annotations

import time

import pytest

from dragoman.formats.format import Recognition, Sample, XmlRoot
from dragoman.formats.xliff import FORMAT
from dragoman.segments import Text
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEmpty, DocumentError
from dragoman.text_io.xml import tree
from dragoman.text_io.xml.encoding import decode_xml
from tests.formats.xliff.roundtrip import extract, rebuild, translate
from tests.formats.xliff.samples import SAMPLES, xliff_1_2

UNIT = '<trans-unit id="1"><source>Caf\u00e9 {}</source></trans-unit>'


def _with_doctype(subset: str, text: str = "x") -> bytes:
    data = xliff_1_2(f'<trans-unit id="1"><source>{text}</source></trans-unit>')
    return data.replace(b"<xliff", b"<!DOCTYPE xliff " + subset.encode() + b">\n<xliff", 1)


@pytest.mark.parametrize("data", [b"", b" \r\n ", b"\xef\xbb\xbf", b"\xff\xfe"])
def test_an_empty_file_is_empty(data: bytes) -> None:
    with pytest.raises(DocumentEmpty):
        extract(data)


@pytest.mark.parametrize(
    ("subset", "text"),
    [
        ('[<!ENTITY a "b">]', "&a;"),
        ('[<!ENTITY a SYSTEM "file:///etc/passwd">]', "&a;"),
        ('[<!ENTITY % r SYSTEM "http://127.0.0.1:9/e.dtd"> %r;]', "x"),
        ('SYSTEM "http://127.0.0.1:9/e.dtd"', "&unknown;"),
        ('[<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]', "&b;"),
    ],
)
def test_entities_are_refused(subset: str, text: str) -> None:
    with pytest.raises(DocumentCorrupt, match="entities"):
        extract(_with_doctype(subset, text))


def test_a_document_type_alone_is_allowed_and_its_defaults_do_not_count() -> None:
    subset = '[<!ATTLIST trans-unit translate CDATA "no">]'

    assert extract(_with_doctype('PUBLIC "-//XLIFF//DTD XLIFF//EN" "xliff.dtd"')).units[0].reason is None
    assert extract(_with_doctype(subset)).units[0].reason is None


@pytest.mark.parametrize(
    "data",
    [
        b"no XML at all",
        b"PK\x03\x04\x00\x00",
        SAMPLES["plain.xlf"][:600],
        SAMPLES["plain.xlf"] + b"<more/>",
        SAMPLES["plain.xlf"].replace(b"</note>", b"</nota>"),
        xliff_1_2('<trans-unit id="1"><source>a<u:y/></source></trans-unit>'),
        xliff_1_2('<trans-unit id="1" id="2"><source>a</source></trans-unit>'),
        xliff_1_2('<trans-unit id="1"><source>\x01</source></trans-unit>'),
    ],
)
def test_what_is_not_well_formed_is_refused_with_its_line(data: bytes) -> None:
    with pytest.raises(DocumentCorrupt, match=r"(not well-formed|does not declare): .*line \d+"):
        extract(data)


@pytest.mark.parametrize("data", [b"<html/>", b'<xliff xmlns="urn:mine" version="1.2"/>', b"<xliff/>"])
def test_other_roots_and_versions_are_refused(data: bytes) -> None:
    with pytest.raises(DocumentCorrupt, match="on line 1"):
        extract(data)


def test_trans_units_outside_of_files_are_refused() -> None:
    unit = UNIT.format("").encode()

    with pytest.raises(DocumentCorrupt, match="outside of any <file>"):
        extract(b'<xliff version="1.2">' + unit + b"</xliff>")
    with pytest.raises(DocumentCorrupt, match="has no <file>"):
        extract(b'<xliff version="1.2"/>')


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "iso-8859-1", "windows-1252", "Shift_JIS"]
)
def test_the_encoding_of_the_file_stays(encoding: str) -> None:
    text = xliff_1_2(UNIT.format("")).decode().replace("UTF-8", encoding)
    text = text.replace("\u00e9", "e\uff71") if encoding == "Shift_JIS" else text
    data = text.encode(encoding)
    result = translate(data)

    assert decode_xml(result).encoding == decode_xml(data).encoding
    assert extract(result).units[0].segment == extract(data).units[0].segment
    assert result.decode(encoding).count("CAF") == 1


def test_letters_that_the_encoding_lacks_become_references() -> None:
    data = xliff_1_2(UNIT.format("")).decode().replace("UTF-8", "ISO-8859-1").encode("latin-1")
    [unit] = extract(data).units
    result = rebuild(data, {unit.id: (Text(text="\u4e2d\u6587 \u00e9"),)})

    assert b">&#20013;&#25991; \xe9</target>" in result


@pytest.mark.parametrize(
    ("encoding", "data"),
    [
        ("utf-8", xliff_1_2(UNIT.format("")).decode().encode("latin-1")),
        ("utf-16", xliff_1_2(UNIT.format("")).replace(b"UTF-8", b"UTF-16")),
        ("none", xliff_1_2(UNIT.format("")).replace(b"UTF-8", b"x-none")),
        ("rot13", xliff_1_2(UNIT.format("")).replace(b"UTF-8", b"rot13")),
        ("utf-7", xliff_1_2(UNIT.format("")).replace(b"UTF-8", b"utf-7")),
        (
            "shift_jis",
            xliff_1_2(UNIT.format("")).replace(b"UTF-8", b"Shift_JIS").replace(b"Caf", b"\xff\xfd"),
        ),
        ("odd", SAMPLES["wide.xlf"][:-1]),
    ],
)
def test_wrong_encodings_are_refused(encoding: str, data: bytes) -> None:
    with pytest.raises(DocumentCorrupt):
        extract(data)


def test_deep_nesting_is_refused() -> None:
    deep = '<g id="1">' * 100_000 + "x" + "</g>" * 100_000

    with pytest.raises(DocumentCorrupt, match="nested deeper"):
        extract(xliff_1_2(f'<trans-unit id="1"><source>{deep}</source></trans-unit>'))
    with pytest.raises(DocumentCorrupt, match="nested deeper"):
        extract(xliff_1_2("<group>" * 100_000))


def test_nesting_at_the_limit_is_read() -> None:
    levels = tree.DEEPEST - 6
    deep = '<g id="1">' * levels + "x" + "</g>" * levels
    data = xliff_1_2(f'<trans-unit id="1"><source>{deep}</source></trans-unit>')

    assert b">X</g>" in translate(data)


def test_too_many_codes_in_one_unit_are_refused() -> None:
    many = '<x id="1"/>' * (tree.MOST_IN_TREE + 1)

    with pytest.raises(ConversionFailed, match="inline elements"):
        extract(xliff_1_2(f'<trans-unit id="1"><source>a{many}</source></trans-unit>'))


@pytest.mark.slow
@pytest.mark.parametrize(
    "source",
    [
        '<x id="1"/>' * 20_000,
        '<bx id="1"/>' * 10_000 + '<ex id="1"/>' * 10_000,
        "".join(f'<bx id="{i}"/>' for i in range(10_000)) + "".join(f'<ex id="{i}"/>' for i in range(10_000)),
        "<![CDATA[a]]>" * 20_000,
        "&#65;" * 200_000,
        "<!-- a -->" * 20_000,
        "a\n" * 500_000,
    ],
)
def test_one_huge_unit_takes_linear_time(source: str) -> None:
    data = xliff_1_2(f'<trans-unit id="1"><source>a{source}</source></trans-unit>')
    began = time.process_time()

    translate(data)
    assert time.process_time() - began < 10


def test_tags_of_every_size_and_quoting_are_found_and_kept() -> None:
    many = "".join(f""" a{i}='{i}>"'""" for i in range(50_000))
    tags = (f'<x id="1" note="a > b"{many}/>', """<x id='2' note='"a" > b'/>""", '<g id="3>" >b</g>')
    data = xliff_1_2(f'<trans-unit id="1"><source>a {"".join(tags)}</source></trans-unit>')

    assert translate(data).count(tags[0].encode() + tags[1].encode() + b'<g id="3>" >') == 2


@pytest.mark.slow
def test_ten_thousand_units_are_read_and_written_quickly() -> None:
    units = "".join(
        f'<trans-unit id="{i}"><source>Sentence <g id="1">{i}</g>.</source><target/></trans-unit>\n'
        for i in range(10_000)
    )
    began = time.process_time()

    assert translate(xliff_1_2(units)).count(b"SENTENCE") == 10_000
    assert time.process_time() - began < 15


@pytest.mark.parametrize("name", SAMPLES)
def test_a_file_cut_anywhere_is_refused(name: str) -> None:
    data = SAMPLES[name]

    for end in range(1, len(data.rstrip()) - 1, max(1, len(data) // 150)):
        with pytest.raises(DocumentError):
            extract(data[:end])


def test_bytes_changed_at_random_never_break_more_than_the_file() -> None:
    data = bytearray(SAMPLES["second.xlf"])
    for place in range(0, len(data), 7):
        broken = bytes(data[:place] + bytes([data[place] ^ 0x15]) + data[place + 1 :])
        try:
            result = translate(broken)
        except DocumentError:
            continue
        assert extract(result).units


def _sample(data: bytes, root: XmlRoot | None, suffix: str = "xlf") -> Sample:
    return Sample(data=data, suffix=suffix, text="", root=root, members=None)


@pytest.mark.parametrize(
    ("root", "suffix", "match"),
    [
        (
            XmlRoot(namespace="urn:oasis:names:tc:xliff:document:1.2", name="xliff", attributes={}),
            "bin",
            Recognition.CERTAIN,
        ),
        (
            XmlRoot(namespace="urn:oasis:names:tc:xliff:document:2.2", name="xliff", attributes={}),
            "xlf",
            Recognition.CERTAIN,
        ),
        (XmlRoot(namespace="", name="xliff", attributes={"version": "1.2"}), "", Recognition.CERTAIN),
        (XmlRoot(namespace="", name="xliff", attributes={}), "", Recognition.NO),
        (XmlRoot(namespace="urn:mine", name="xliff", attributes={"version": "1.2"}), "xlf", Recognition.NO),
        (XmlRoot(namespace="", name="html", attributes={}), "xlf", Recognition.NO),
        (None, "xlf", Recognition.NO),
    ],
)
def test_files_are_recognised_by_their_root(root: XmlRoot | None, suffix: str, match: Recognition) -> None:
    assert FORMAT.recognise(_sample(b"<x/>", root, suffix)) is match


def test_an_empty_file_is_recognised_by_its_name_alone() -> None:
    assert FORMAT.recognise(_sample(b" ", None, "sdlxliff")) is Recognition.POSSIBLE
    assert FORMAT.recognise(_sample(b" ", None, "txt")) is Recognition.NO
