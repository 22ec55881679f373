"""Old Office documents are known by what they hold; what they say about themselves is found, or refused."""

from __future__ import annotations

import struct
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.conversion.detection import TYPES, detect_format, detect_type
from dragoman.conversion.errors import UnsupportedDocument
from dragoman.conversion.legacy.ole import open_compound
from dragoman.conversion.legacy.types import (
    LEGACY_TYPES,
    LegacyType,
    find_legacy,
    find_type,
    load_info,
    warnings_of,
)
from dragoman.formats import find_format
from dragoman.formats.format import WarningCode
from dragoman.text_io.errors import (
    ConversionFailed,
    DocumentCorrupt,
    DocumentEmpty,
    DocumentEncrypted,
    DocumentError,
)
from tests.conversion.compound_files import MAGIC, Tree, write_compound
from tests.conversion.test_detection import DOCX, HTML

PLAIN_WORD = struct.pack("<HH6xH", 0xA5EC, 0xC1, 0x0200) + bytes(500)
LOCKED_WORD = struct.pack("<HH6xH", 0xA5EC, 0xC1, 0x0300) + bytes(500)
PLAIN_USER = bytes(12) + bytes.fromhex("5fc091e3") + bytes(20)
LOCKED_USER = bytes(12) + bytes.fromhex("dfc4d1f3") + bytes(20)
SLIDE_MACROS = bytes.fromhex("1f00ff0314000000 020000040c000000".replace("020000040c", "020000040c"))
RTF = b"{\\rtf1\\ansi Words.}"


def records(*kinds: tuple[int, bytes]) -> bytes:
    return b"".join(struct.pack("<HH", kind, len(data)) + data for kind, data in kinds)


BEGIN, END = (0x0809, bytes(16)), (0x000A, b"")
PLAIN_BOOK = records(BEGIN, (0x0085, bytes(4) + b"\0\0" + b"\x01\0A"), END)
LOCKED_BOOK = records(BEGIN, (0x002F, bytes(54)), END)
MACRO_BOOK = records(BEGIN, (0x0085, bytes(4) + b"\0\1" + b"\x01\0A"), END)

DOC = write_compound({"WordDocument": PLAIN_WORD, "1Table": bytes(9000)})
XLS = write_compound({"Workbook": PLAIN_BOOK})
PPT = write_compound({"PowerPoint Document": bytes(5000), "Current User": PLAIN_USER})
PROTECTED = write_compound({"EncryptedPackage": bytes(5000), "EncryptionInfo": bytes(200)})


@pytest.mark.parametrize(
    ("name", "data", "type_name"),
    [
        ("a.doc", DOC, "doc"),
        ("a.DOT", DOC, "doc"),
        ("a.xls", XLS, "xls"),
        ("a.xls", write_compound({"Book": PLAIN_BOOK}), "xls"),
        ("a.xlt", XLS, "xls"),
        ("a.ppt", PPT, "ppt"),
        ("a.pps", PPT, "ppt"),
        ("a.pot", PPT, "ppt"),
        ("a.pot", b'msgid "a"\nmsgstr ""\n', "po"),
        ("a.pot", b"", "po"),
        ("a.rtf", RTF, "rtf"),
        ("no extension", DOC, "doc"),
        ("no extension", RTF, "rtf"),
        ("a.doc", b"", "doc"),
        ("a.doc", DOC[:1000], "doc"),
        ("a.ppt", MAGIC + bytes(3000), "ppt"),
        ("a.doc", PROTECTED, "doc"),
        ("a.xls", PROTECTED, "xls"),
    ],
)
def test_what_is_accepted(name: str, data: bytes, type_name: str) -> None:
    assert detect_type(data, name).info.name == type_name


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("a.doc", XLS, "but its contents are of another type (Old Excel workbook)"),
        ("a.xls", PPT, "Old PowerPoint presentation"),
        ("a.ppt", DOC, "Old Word document"),
        ("a.doc", RTF, "Rich text document"),
        ("a.rtf", DOC, "Old Word document"),
        ("a.doc", HTML, "Web page"),
        ("a.xls", HTML, "Web page"),
        ("a.doc", DOCX, "Word document"),
        ("a.docx", DOC, "Old Word document"),
        ("a.docx", RTF, "Rich text document"),
        ("a.txt", DOC, "Old Word document"),
        ("a.doc", write_compound({"Something": bytes(300)}), "an old binary Office document"),
        ("a.rtf", b"", ""),
    ],
)
def test_what_is_refused_and_why(name: str, data: bytes, says: str) -> None:
    if not says:
        assert detect_type(data, name).info.name == "rtf"
        return
    with pytest.raises(UnsupportedDocument) as caught:
        detect_type(data, name)
    assert says in caught.value.message


def test_a_main_stream_inside_a_storage_counts_for_nothing() -> None:
    """A workbook with an embedded Word document is a workbook."""
    data = write_compound({"Workbook": PLAIN_BOOK, "MBD0001": {"WordDocument": LOCKED_WORD}})
    assert detect_type(data, "a.xls").info.name == "xls"
    with pytest.raises(UnsupportedDocument):
        detect_type(data, "a.doc")
    assert not kind("xls").inspect(data).encrypted


def kind(name: str) -> LegacyType:
    found = find_legacy(name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "tree"),
    [
        ("doc", {"WordDocument": LOCKED_WORD}),
        ("doc", {"EncryptedPackage": bytes(100)}),
        ("ppt", {"PowerPoint Document": bytes(100), "Current User": LOCKED_USER}),
        ("ppt", {"PowerPoint Document": bytes(100), "EncryptedSummary": bytes(10)}),
    ],
)
def test_a_password_is_found(name: str, tree: Tree) -> None:
    with pytest.raises(DocumentEncrypted):
        kind(name).inspect(write_compound(tree))


def test_a_workbook_may_have_the_password_that_everybody_knows() -> None:
    assert kind("xls").inspect(write_compound({"Workbook": LOCKED_BOOK})).protected
    assert not kind("xls").inspect(XLS).protected


@pytest.mark.parametrize(
    ("name", "tree", "macros"),
    [
        ("doc", {"WordDocument": PLAIN_WORD, "Macros": {"VBA": {"dir": b"x"}}}, True),
        ("doc", {"WordDocument": PLAIN_WORD}, False),
        ("xls", {"Workbook": PLAIN_BOOK, "_VBA_PROJECT_CUR": {"VBA": {"dir": b"x"}}}, True),
        ("xls", {"Workbook": MACRO_BOOK}, True),
        ("xls", {"Workbook": PLAIN_BOOK}, False),
        ("ppt", {"PowerPoint Document": b"ab" + SLIDE_MACROS + bytes(4) + b"\1\0\0\0"}, True),
        ("ppt", {"PowerPoint Document": b"ab" + SLIDE_MACROS + bytes(12)}, False),
    ],
)
def test_macros_are_found(name: str, tree: Tree, macros: bool) -> None:
    flags = kind(name).inspect(write_compound(tree))
    assert flags.macros is macros
    assert [one.code for one in warnings_of(flags)] == [WarningCode.MACROS_DROPPED] * macros


def test_what_is_empty_or_broken_is_reported() -> None:
    for entry in LEGACY_TYPES:
        with pytest.raises(DocumentEmpty):
            entry.inspect(b"")
    with pytest.raises(DocumentCorrupt):
        kind("doc").inspect(DOC[:600])


def test_streams_arrive_whole_from_both_kinds_of_sectors() -> None:
    small, large = bytes(range(200)) * 3, bytes(range(256)) * 80
    compound = open_compound(write_compound({"small": small, "large": large, "none": b"", "in": {"x": b"y"}}))
    assert (compound.read("small"), compound.read("large")) == (small, large)
    assert compound.read("none") == compound.read("in") == compound.read("absent") == b""
    assert compound.has_storage("in")
    assert not compound.has_stream("in")
    assert not compound.has_stream("x")


async def test_every_type_has_a_sibling_and_its_options() -> None:
    for entry in LEGACY_TYPES:
        info, sibling = await load_info(entry), entry.sibling.info
        assert sibling.name == entry.result.suffix == next(iter(sibling.media_types))
        assert entry.result.media_type == sibling.media_types[entry.result.suffix]
        assert info.options == sibling.options
        assert info.file_type is entry
        assert find_type(entry.name) is entry
    assert find_type("docx").load() is find_format("docx")
    assert len({entry.name for entry in TYPES}) == len(TYPES)
    with pytest.raises(ConversionFailed):
        find_type("none")


def test_what_takes_files_as_they_are_refuses_old_ones() -> None:
    with pytest.raises(UnsupportedDocument, match="old binary Office format"):
        detect_format(DOC, "a.doc")


def test_a_directory_in_circles_is_refused() -> None:
    data = bytearray(DOC)
    entry = data.index("WordDocument".encode("utf-16-le"))
    for offset in (68, 72):
        data[entry + offset : entry + offset + 4] = struct.pack("<I", 1)
    with pytest.raises(ValueError, match="circles"):
        open_compound(bytes(data))


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_no_damage_breaks_it(data: st.DataObject) -> None:
    whole = data.draw(st.sampled_from([DOC, XLS, PPT]))
    damaged = bytearray(whole)
    for place in data.draw(st.lists(st.integers(8, 700) | st.integers(8, len(whole) - 1), max_size=8)):
        damaged[place] = data.draw(st.integers(0, 255))
    content = bytes(damaged[: data.draw(st.integers(8, len(damaged)))])
    for entry in LEGACY_TYPES:
        try:
            entry.inspect(content)
        except DocumentError as error:
            assert error.message


def test_hostile_headers_take_no_time() -> None:
    size = 20 * 2**20
    circle = struct.pack("<I", 0) * 128
    began = time.process_time()
    for tables in (1, 109, 5000, 2**31):
        header = bytearray(DOC[:512])
        header[44:48] = struct.pack("<I", tables)
        header[48:52] = header[60:64] = header[68:72] = bytes(4)
        header[76:512] = bytes(436)
        data = bytes(header) + circle * ((size - 512) // 512)
        for entry in LEGACY_TYPES:
            with pytest.raises(DocumentError) if entry.streams else pytest.raises(AssertionError):
                entry.inspect(data)
                assert entry.streams
    assert time.process_time() - began < 15
