"""LibreOffice makes current documents of old ones, and reaches nothing that it does not need."""

from __future__ import annotations

import asyncio
import fcntl
import os
import shutil
import socket
import struct
import tempfile
import zlib
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import pytest
import pytest_asyncio

from dragoman.conversion.confined import open_confined
from dragoman.conversion.errors import UnsupportedDocument
from dragoman.conversion.legacy.converting import LegacyOffice, open_legacy
from dragoman.conversion.legacy.converting import folders as legacy_folders
from dragoman.conversion.legacy.ole import open_compound
from dragoman.conversion.legacy.types import LEGACY_TYPES, LegacyType, find_legacy
from dragoman.errors import Misconfigured
from dragoman.formats.format import Languages, Source
from dragoman.isolation.limits import UNPRIVILEGED_USER
from dragoman.segments import plain_text
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEncrypted
from dragoman.text_io.zip.archive import open_archive
from tests.conversion.compound_files import write_compound
from tests.conversion.fake_office import open_folder
from tests.conversion.old_documents import RTF, make_old_documents
from tests.waiting import CEILING, until

SOFFICE = shutil.which("soffice")
pytestmark = [
    pytest.mark.skipif(not (SOFFICE and shutil.which("bwrap")), reason="needs LibreOffice and bubblewrap"),
    pytest.mark.timeout(400),  # a conversion takes a second, or ten on a machine that is busy
]
PAIR = Languages(source="en", target="de")
ENGLISH = "The red house is big."


def kind(name: str) -> LegacyType:
    found = find_legacy(name)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    assert SOFFICE is not None
    return make_old_documents(tmp_path_factory.mktemp("old"), SOFFICE)


@pytest_asyncio.fixture(scope="module")
async def office(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[LegacyOffice]:
    settings = Settings(
        data=tmp_path_factory.mktemp("data"), libreoffice_processes=2, libreoffice_timeout_seconds=120
    )
    async with open_legacy(settings, Metrics()) as opened:
        if not await opened.types():
            pytest.skip("LibreOffice or bubblewrap does not work here")
        yield opened


async def test_every_type_becomes_its_sibling_and_keeps_its_words(
    office: LegacyOffice, old: Mapping[str, bytes], tmp_path: Path
) -> None:
    """In the sandbox, with limits; all at once, two at a time."""
    assert await office.types() == LEGACY_TYPES
    made = await asyncio.gather(*(office.convert(kind(name), old[name]) for name in old))
    async with open_confined(Settings(data=tmp_path), Metrics()) as confined:
        for name, data in zip(old, made, strict=True):
            info = kind(name).sibling.info
            source = Source(
                data=data,
                suffix=next(iter(info.media_types)),
                options={option.name: option.default for option in info.options},
            )
            found = await confined.extract(info.name, source, PAIR, max_words=1000)
            assert ENGLISH in {plain_text(unit.segment) for unit in found.document.units}, name


def picture() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    size = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"\0\xff\0\0")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


@pytest.fixture
def outside() -> Iterator[Path]:
    with open_folder() as folder:
        yield folder


async def test_what_a_document_links_to_is_neither_read_nor_called(
    office: LegacyOffice, outside: Path
) -> None:
    """Without a sandbox LibreOffice would put the picture of another file into the result."""
    (outside / "secret.png").write_bytes(picture())
    (outside / "secret.txt").write_text("The crimson walrus.")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        address = f"http://127.0.0.1:{server.getsockname()[1]}"
        fields = [
            f'INCLUDEPICTURE "file://{outside}/secret.png"',
            f'INCLUDEPICTURE "{outside}/secret.png" \\\\d',
            f'INCLUDEPICTURE "{address}/x.png"',
            f'INCLUDETEXT "{outside}/secret.txt"',
            'DDEAUTO cmd "/c calc" x',
        ]
        text = "".join(rf"{{\field{{\*\fldinst {{{one}}}}}{{\fldrslt {{seen}}}}}}\par " for one in fields)
        data = rf"{{\rtf1\ansi{{\*\template {address}/t.dot}} {ENGLISH}\par {text}}}".encode()
        converted = open_archive(await office.convert(kind("rtf"), data))
        with pytest.raises(BlockingIOError):
            server.accept()
    assert not [name for name in converted.names if "media" in name]
    everything = b"".join(map(converted.read, converted.names))
    assert b"walrus" not in everything
    assert b"t.dot" not in everything
    assert ENGLISH.encode() in everything


async def test_macros_do_not_reach_the_result(office: LegacyOffice, old: Mapping[str, bytes]) -> None:
    compound = open_compound(old["doc"])
    streams = {name: compound.read(name) for name, entry in compound.entries.items() if not entry.storage}
    data = write_compound({**streams, "Macros": {"VBA": {"dir": bytes(90), "_VBA_PROJECT": bytes(70)}}})
    assert kind("doc").inspect(data).macros
    converted = open_archive(await office.convert(kind("doc"), data))
    assert not [name for name in converted.names if "vba" in name.lower()]
    assert b"red house" in converted.read("word/document.xml")


async def test_a_workbook_behind_a_password_says_so(office: LegacyOffice, old: Mapping[str, bytes]) -> None:
    """Nothing but LibreOffice knows whether it is the password that everybody knows."""
    book = bytearray(open_compound(old["xls"]).read("Workbook"))
    length = struct.unpack_from("<H", book, 2)[0]
    locked = struct.pack("<HHHHH48x", 0x2F, 54, 1, 1, 1)  # RC4, with an unknown password
    book[4 + length : 4 + length] = locked
    with pytest.raises(DocumentEncrypted):
        await office.convert(kind("xls"), write_compound({"Workbook": bytes(book)}))


async def test_what_libreoffice_cannot_open_is_corrupt(office: LegacyOffice) -> None:
    data = write_compound({"PowerPoint Document": bytes(5000), "Current User": bytes(40)})
    with pytest.raises((DocumentCorrupt, ConversionFailed)):
        await office.convert(kind("ppt"), data)


async def test_asking_for_the_types_waits_no_longer_than_it_may_for_a_trial(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:  # root's own files cannot be run by who converts for root
        Path(folder).chmod(0o755)
        slow = Path(folder) / "soffice"
        slow.write_text("#!/bin/sh\nexec sleep 600\n", encoding="ascii")
        slow.chmod(0o755)
        settings = Settings(data=tmp_path, libreoffice=str(slow), document_isolation="limits")
        async with open_legacy(settings, Metrics()) as office:
            office.start_check()
            async with asyncio.timeout(CEILING):
                assert await office.known_types(seconds=0.5) is None
                assert await office.known_types(seconds=0.5) is None  # the trial goes on


async def test_off_is_off(tmp_path: Path) -> None:
    async with open_legacy(Settings(data=tmp_path, libreoffice="off"), Metrics()) as closed:
        assert await closed.types() == ()
        assert await closed.known_types(seconds=0.05) == ()
        with pytest.raises(UnsupportedDocument, match=r"Save it .* as \.docx.*make setup-legacy"):
            await closed.require(kind("doc"))
        with pytest.raises(ConversionFailed, match="make setup-legacy"):
            await closed.convert(kind("rtf"), RTF)


async def test_a_program_that_is_not_there_is_reported_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match="no such program"):
        async with open_legacy(Settings(data=tmp_path, libreoffice="/none/soffice"), Metrics()):
            pass


async def test_without_a_sandbox_it_is_not_used_unless_it_is_named(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, document_isolation="limits")
    async with open_legacy(settings, Metrics()) as unsandboxed:
        assert await unsandboxed.types() == ()
    named = settings.model_copy(update={"libreoffice": SOFFICE, "libreoffice_timeout_seconds": 120})
    async with open_legacy(named, Metrics()) as unsandboxed:
        assert await unsandboxed.types() == LEGACY_TYPES
    await until(_abandoned_folders, lambda folders: folders == [])


def _abandoned_folders() -> list[Path]:
    """This user's folders of LibreOffice that no process has locked; those of other tests are locked."""
    abandoned = []
    for folder in legacy_folders.parent_directory().glob("dragoman-office-*"):
        with suppress(OSError):  # it is gone, or its process has the lock
            if folder.stat().st_uid not in {os.geteuid(), UNPRIVILEGED_USER}:
                continue
            number = os.open(folder, os.O_RDONLY)
            try:
                fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
                abandoned.append(folder)
            finally:
                os.close(number)
    return abandoned
