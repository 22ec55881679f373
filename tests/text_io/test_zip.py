"""Zip archives: valid ones are read and rewritten, all others are refused quickly."""

from __future__ import annotations

import io
import struct
import time
import zipfile
import zlib
from collections.abc import Callable
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.text_io.errors import DocumentCorrupt, DocumentEncrypted, DocumentError
from dragoman.text_io.zip.archive import open_archive, rewrite


def make(*entries: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED, comment: bytes = b"") -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        archive.comment = comment
        for name, content in entries:
            info = zipfile.ZipInfo(name, date_time=(2020, 2, 3, 4, 5, 6))
            info.compress_type = method
            info.external_attr = 0o644 << 16
            archive.writestr(info, content)
    return target.getvalue()


SOUND = make(("a.xml", b"<a/>" * 500), ("b/ü.bin", bytes(range(256))), comment=b"made")


def test_reading_gives_what_was_written() -> None:
    archive = open_archive(SOUND)
    assert archive.names == ("a.xml", "b/ü.bin")
    assert archive.read("a.xml") == b"<a/>" * 500
    assert b"".join(archive.chunks("b/ü.bin")) == bytes(range(256))
    with pytest.raises(DocumentCorrupt, match='no part "c"'):
        archive.read("c")


def test_writing_again_changes_only_what_it_is_told() -> None:
    archive = open_archive(SOUND)
    assert rewrite(archive, {}) == SOUND
    written = rewrite(archive, {"a.xml": iter([b"<b>", b"</b>"])})
    assert written == rewrite(archive, {"a.xml": b"<b></b>"})
    with zipfile.ZipFile(io.BytesIO(written)) as again:
        assert again.testzip() is None
        assert again.comment == b"made"
        assert again.read("a.xml") == b"<b></b>"
        assert [(i.filename, i.date_time, i.external_attr) for i in again.infolist()] == [
            (name, (2020, 2, 3, 4, 5, 6), 0o644 << 16) for name in ("a.xml", "b/ü.bin")
        ]
    packed = open_archive(SOUND).entries["b/ü.bin"]
    kept = open_archive(written).entries["b/ü.bin"]
    assert written[kept.start :][: kept.packed] == SOUND[packed.start :][: packed.packed]
    with zipfile.ZipFile(io.BytesIO(rewrite(archive, {}, without=["a.xml"]))) as again:
        assert again.namelist() == ["b/ü.bin"]
    with pytest.raises(ValueError, match="1 names"):
        rewrite(archive, {"missing": b""})


def test_packing_stays_as_it_was() -> None:
    first = make(("mimetype", b"application/epub+zip"), method=zipfile.ZIP_STORED)
    written = rewrite(open_archive(first), {"mimetype": b"text/x"})
    with zipfile.ZipFile(io.BytesIO(written)) as again:
        assert again.infolist()[0].compress_type == zipfile.ZIP_STORED


def test_streamed_archives_are_read_and_written() -> None:
    """Sizes behind the contents, and fields for large archives, as .NET and Java write them."""

    class Pipe(io.RawIOBase):
        def __init__(self) -> None:
            self.content = b""

        def writable(self) -> bool:
            return True

        def write(self, piece: object) -> int:
            self.content += bytes(piece)  # type: ignore[call-overload]
            return len(piece)  # type: ignore[arg-type]

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[arg-type]
        with archive.open("a", "w", force_zip64=True) as entry:
            entry.write(b"text" * 100)
        archive.writestr("b", b"more")
    opened = open_archive(pipe.content)
    assert [opened.read(name) for name in opened.names] == [b"text" * 100, b"more"]
    with zipfile.ZipFile(io.BytesIO(rewrite(opened, {"b": b"new"}))) as again:
        assert again.testzip() is None
        assert [again.read(name) for name in ("a", "b")] == [b"text" * 100, b"new"]


def with_name(name: str) -> bytes:
    return make(("a" * len(name.encode()), b"x")).replace(b"a" * len(name.encode()), name.encode())


def patched(offset: int, value: bytes, *, central: bool = True, data: bytes = SOUND) -> bytes:
    """Change a field of the first entry's record, in the directory or before its contents."""
    start = data.index(b"PK\x01\x02") if central else 0
    return data[: start + offset] + value + data[start + offset + len(value) :]


def lying_size() -> bytes:
    """Says 10 bytes, unpacks to 10 MB."""
    data = make(("a", b"\0" * 10_000_000))
    return patched(24, struct.pack("<L", 10), data=data)


def overlapping() -> bytes:
    """Two directory records for one place, as the overlapping bombs have by the thousand."""
    data = make(("a", b"x" * 100), ("b", b"y" * 100))
    second = data.index(b"PK\x01\x02", data.index(b"PK\x01\x02") + 1)
    return data[: second + 42] + bytes(4) + b"a" + data[second + 47 :]


def quoted_overlap() -> bytes:
    """An entry whose packed bytes reach over the next entry's header."""
    data = make(("a", b"x" * 100), ("b", b"y" * 100), method=zipfile.ZIP_STORED)
    start = data.index(b"PK\x01\x02")
    size = struct.pack("<2L", 150, 150)
    return data[: start + 20] + size + data[start + 28 :]


def symlink() -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        info = zipfile.ZipInfo("a")
        info.create_system = 3
        info.external_attr = 0o120777 << 16
        archive.writestr(info, b"/etc/passwd")
    return target.getvalue()


def too_many() -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for number in range(10_001):
            archive.writestr(str(number), b"")
    return target.getvalue()


def false_count() -> bytes:
    end = SOUND.rindex(b"PK\x05\x06")
    return SOUND[: end + 8] + struct.pack("<2H", 1, 1) + SOUND[end + 12 :]


def many_large() -> bytes:
    """600 MB in 150 entries, none of which looks wrong alone."""
    target = io.BytesIO()
    machine = zlib.compressobj(9, zlib.DEFLATED, -15)
    content = machine.compress(bytes(range(250)) * 16_000) + machine.flush()
    directory, crc = b"", zlib.crc32(bytes(range(250)) * 16_000)
    for number in range(150):
        name = f"{number:03}".encode()
        fields = (20, 0, 8, 0, 33, crc, len(content), 4_000_000, 3)
        at = target.tell()
        target.write(struct.pack("<4s5H3L2H", b"PK\3\4", *fields, 0) + name + content)
        directory += struct.pack("<4s6H3L5H2L", b"PK\1\2", 20, *fields, 0, 0, 0, 0, 0, at) + name
    at = target.tell()
    return (
        target.getvalue()
        + directory
        + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 150, 150, len(directory), at, 0)
    )


ATTACKS: dict[str, tuple[Callable[[], bytes], type[DocumentError]]] = {
    "not a zip": (lambda: b"hello", DocumentCorrupt),
    "nothing": (lambda: b"", DocumentCorrupt),
    "cut off": (lambda: SOUND[: len(SOUND) // 2], DocumentCorrupt),
    "beginning missing": (lambda: SOUND[10:], DocumentCorrupt),
    "something before": (lambda: b"#!/bin/sh\n" + SOUND, DocumentCorrupt),
    "end only": (lambda: SOUND[SOUND.rindex(b"PK\x05\x06") :], DocumentCorrupt),
    "bomb": (lambda: make(("a", bytes(50_000_000))), DocumentCorrupt),
    "many large": (many_large, DocumentCorrupt),
    "too many entries": (too_many, DocumentCorrupt),
    "false count": (false_count, DocumentCorrupt),
    "lying size": (lying_size, DocumentCorrupt),
    "lying checksum": (lambda: patched(16, b"\0\0\0\0"), DocumentCorrupt),
    "overlapping": (overlapping, DocumentCorrupt),
    "reaching over": (quoted_overlap, DocumentCorrupt),
    "parent": (lambda: with_name("../x"), DocumentCorrupt),
    "parent inside": (lambda: with_name("a/../../x"), DocumentCorrupt),
    "absolute": (lambda: with_name("/etc/x"), DocumentCorrupt),
    "backslash": (lambda: with_name("..\\x"), DocumentCorrupt),
    "drive": (lambda: with_name("C:/x"), DocumentCorrupt),
    "NUL": (lambda: with_name("a\0b"), DocumentCorrupt),
    "link": (symlink, DocumentCorrupt),
    "two names": (lambda: make(("A.xml", b""), ("a.XML", b"")), DocumentCorrupt),
    "encrypted": (lambda: patched(8, b"\x01\x00"), DocumentEncrypted),
    "encrypted inside": (lambda: patched(6, b"\x01\x00", central=False), DocumentEncrypted),
    "strongly encrypted": (lambda: patched(8, b"\x41\x00"), DocumentEncrypted),
    "bzip2": (lambda: make(("a", b"x" * 100), method=zipfile.ZIP_BZIP2), DocumentCorrupt),
    "lzma": (lambda: make(("a", b"x" * 100), method=zipfile.ZIP_LZMA), DocumentCorrupt),
    "other name inside": (lambda: patched(30, b"z", central=False), DocumentCorrupt),
    "stored with two sizes": (
        lambda: patched(24, b"\x09", data=make(("a", b"x" * 8), method=zipfile.ZIP_STORED)),
        DocumentCorrupt,
    ),
    "offset outside": (lambda: patched(42, b"\xff\xff\xff\x7f"), DocumentCorrupt),
    "size of 4 GB": (lambda: patched(24, b"\xff\xff\xff\xff"), DocumentCorrupt),
    "old Office": (lambda: bytes.fromhex("d0cf11e0a1b11ae1") + bytes(1000), DocumentCorrupt),
    "protected Office": (
        lambda: bytes.fromhex("d0cf11e0a1b11ae1") + "EncryptedPackage".encode("utf-16-le"),
        DocumentEncrypted,
    ),
}


def read_all(data: bytes) -> None:
    archive = open_archive(data)
    for name in archive.names:
        archive.read(name)


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks_are_refused_quickly(name: str) -> None:
    build, error = ATTACKS[name]
    data = build()
    began = time.process_time()
    with pytest.raises(error):
        read_all(data)
    assert time.process_time() - began < 1


def test_archives_inside_are_only_bytes() -> None:
    inner = make(("a", bytes(10_000_000)))
    assert open_archive(make(("inner.zip", inner))).read("inner.zip") == inner


@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_damage_ends_in_a_document_error(data: st.DataObject) -> None:
    content = bytearray(SOUND)
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        archive = open_archive(bytes(content))
        for name in archive.names:
            archive.read(name)
    except DocumentError:
        return
    with zipfile.ZipFile(io.BytesIO(rewrite(archive, {}))) as again:
        assert again.testzip() is None


@given(st.lists(st.binary(max_size=2000), min_size=1, max_size=5), st.binary(max_size=200))
@settings(max_examples=60, deadline=None)
def test_any_contents_come_back(contents: list[bytes], new: bytes) -> None:
    numbers = count()
    data = make(*((f"{next(numbers)}.bin", content) for content in contents))
    with zipfile.ZipFile(io.BytesIO(rewrite(open_archive(data), {"0.bin": new}))) as again:
        assert [again.read(name) for name in again.namelist()] == [new, *contents[1:]]
