"""All finished files as one archive, all packages out as one, and several packages in at once."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from dragoman.access.model import StaffRole
from dragoman.access.staff import OPERATOR, Staff
from dragoman.catalog.model import ServiceKind
from dragoman.errors import NotFound
from dragoman.projects.archives import Archive, ArchiveMember, MemberNames, write_archive
from dragoman.projects.intake.archiving import ArchiveEmpty, open_archive
from dragoman.projects.linguists.packages import (
    PackageChoice,
    PackageKind,
    PackagesInvalid,
    ReturnedFile,
    import_packages,
    open_packages,
)
from dragoman.projects.linguists.tools import linguist_tools
from dragoman.projects.linguists.translation_context import NotOpen
from dragoman.projects.model import Project
from tests.projects.shop import Shop
from tests.projects.test_linguists import LINGUIST, translate
from tests.projects.test_path import read_result

NOW = datetime(2026, 3, 4, 12, 30, tzinfo=UTC)


async def read_all(archive: Archive) -> zipfile.ZipFile:
    opened = zipfile.ZipFile(io.BytesIO(b"".join([piece async for piece in archive.pieces])))
    assert opened.testzip() is None
    return opened


def pack(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def test_each_file_of_an_archive_has_a_path_of_its_own_on_every_system() -> None:
    names = MemberNames()
    given = [
        ("es", "a.txt"),
        ("es", "A.TXT"),
        ("de", "a.txt"),
        ("es", "a.txt"),
        ("es", ".env"),
        ("es", ".env"),
    ]
    assert [names.choose(*one) for one in given] == [
        "es/a.txt",
        "es/A (2).TXT",
        "de/a.txt",
        "es/a (3).txt",
        "es/.env",
        "es/.env (2)",
    ]
    assert names.choose("x/..", 'a\\b:"c"?\n.') == "x_/a_b__c___"
    assert names.choose("es", "txt.\u202egpj\u2066\ufeff\x85") == "es/txt._gpj___"


async def test_a_large_file_goes_out_while_it_comes_in() -> None:
    given: list[int] = []

    async def bring() -> AsyncIterator[bytes]:
        for number in range(64):
            given.append(number)
            yield random.Random(number).randbytes(32_768)

    async def members() -> AsyncIterator[ArchiveMember]:
        yield ArchiveMember(name="es/big.bin", modified=NOW, pieces=bring())
        yield ArchiveMember(name="es/old.txt", modified=datetime(1970, 1, 1, tzinfo=UTC), pieces=nothing())

    async def nothing() -> AsyncIterator[bytes]:
        for _ in ():
            yield b""

    pieces, seen = [], []
    async for piece in write_archive(members()):
        pieces.append(piece)
        seen.append(len(given))
    assert len(pieces) > 4
    assert seen[0] < 64, "the first piece waits for the whole file"
    archive = zipfile.ZipFile(io.BytesIO(b"".join(pieces)))
    assert archive.testzip() is None
    assert [(one.filename, one.file_size, one.date_time) for one in archive.infolist()] == [
        ("es/big.bin", 64 * 32_768, (2026, 3, 4, 12, 30, 0)),
        ("es/old.txt", 0, (1980, 1, 1, 0, 0, 0)),
    ]


async def test_finished_files_are_in_folders_by_language_under_their_names(shop: Shop) -> None:
    project = await shop.order()
    await shop.send(project, target_languages=("es", "ca"))
    await shop.send(project, b"The dog eats.\n", file_name="TEXT.txt")
    await shop.work()
    with pytest.raises(ArchiveEmpty):
        await open_archive(shop.resources, project.id)
    await shop.start(project)
    await shop.work()
    archive = await open_archive(shop.resources, project.id, account_id=shop.caller.account_id)
    assert archive.name == f"{project.id} Order.zip"
    opened = await read_all(archive)
    assert sorted(opened.namelist()) == ["ca/text.txt", "es/TEXT.txt", "es/text (2).txt"]
    _, _, translations = await shop.look(project)
    for one in translations:
        names = {"ca": ["ca/text.txt"], "es": ["es/TEXT.txt", "es/text (2).txt"]}[one.target_language]
        assert await read_result(shop, one) in [opened.read(name).decode() for name in names]
    for account in (shop.caller.account_id + 1, None):
        wanted = project.id if account is not None else 2**31 - 1
        with pytest.raises(NotFound):
            await open_archive(shop.resources, wanted, account_id=account)


async def order_two(shop: Shop) -> Project:
    """A human project whose file is open in two languages."""
    project = await shop.order(ServiceKind.HUMAN)
    await shop.send(project, target_languages=("es", "ca"))
    await shop.work()
    await shop.start(project)
    await shop.work()
    return project


async def test_packages_go_out_together_and_come_back_in_one_archive(shop: Shop) -> None:
    project = await order_two(shop)
    tools = linguist_tools(shop.resources)
    opened = await read_all(await open_packages(tools, project.id, staff=LINGUIST))
    assert sorted(opened.namelist()) == ["ca/text.txt.ca.xlf", "es/text.txt.es.xlf"]
    spanish = translate(opened.read("es/text.txt.es.xlf"))
    catalan = opened.read("ca/text.txt.ca.xlf")
    _, _, translations = await shop.look(project)
    ids = {one.target_language: one.id for one in translations}
    foreign = spanish.replace(f'translation="{ids["es"]}"'.encode(), b'translation="2147483647"')
    assert foreign != spanish
    returned = pack(
        {
            "mine/renamed.xlf": spanish,
            "mine/foreign.xlf": foreign,
            "mine/broken.xlf": b"<xliff",
            "mine/notes.txt": b"Hello",
            "source/text.txt.xlf": catalan,  # OmegaT's copy of what it was given
        }
    )
    results = await import_packages(
        tools,
        project.id,
        returned=[
            ReturnedFile(name="work.zip", data=returned),
            ReturnedFile(name="catalan.xlf", data=catalan),
        ],
        staff=LINGUIST,
    )
    assert [
        (
            one.name,
            one.translation and one.translation.translation.id,
            one.report and one.report.changed,
            [problem.code for problem in one.problems],
        )
        for one in results
    ] == [
        ("work.zip: mine/renamed.xlf", ids["es"], 3, []),
        ("work.zip: mine/foreign.xlf", None, None, ["PACKAGE_UNKNOWN"]),
        ("work.zip: mine/broken.xlf", None, None, ["XLIFF_INVALID"]),
        ("catalan.xlf", ids["ca"], 0, []),
    ]


@pytest.mark.parametrize("kind", [PackageKind.XLIFF_1_2, PackageKind.XLIFF_2])
async def test_a_package_without_ids_is_known_by_languages_and_sources(shop: Shop, kind: PackageKind) -> None:
    project = await order_two(shop)
    tools = linguist_tools(shop.resources)
    opened = await read_all(
        await open_packages(tools, project.id, form=PackageChoice(kind=kind), staff=LINGUIST)
    )
    _, _, translations = await shop.look(project)
    ids = {one.target_language: one.id for one in translations}
    for language, id_ in ids.items():
        data = opened.read(f"{language}/text.txt.{language}.xlf")
        anonymous = data.replace(f' dragoman:translation="{id_}"'.encode(), b"")
        assert anonymous != data
        (result,) = await import_packages(
            tools, project.id, returned=[ReturnedFile(name="a.xlf", data=anonymous)], staff=LINGUIST
        )
        assert result.error is None
        assert result.translation is not None
        assert result.translation.translation.id == id_


async def test_omegat_projects_go_out_together(shop: Shop) -> None:
    project = await order_two(shop)
    form = PackageChoice(kind=PackageKind.OMEGAT, matches=False)
    opened = await read_all(
        await open_packages(linguist_tools(shop.resources), project.id, form=form, staff=LINGUIST)
    )
    assert sorted(opened.namelist()) == ["ca/text.txt.ca.omegat.zip", "es/text.txt.es.omegat.zip"]
    inner = zipfile.ZipFile(io.BytesIO(opened.read("es/text.txt.es.omegat.zip")))
    assert "source/text.txt.es.xlf" in inner.namelist()


async def test_nothing_to_work_on_and_archives_without_packages_are_refused(shop: Shop) -> None:
    project = await shop.order(ServiceKind.HUMAN)
    tools = linguist_tools(shop.resources)
    with pytest.raises(NotOpen):
        await open_packages(tools, project.id, staff=LINGUIST)
    for data in (pack({}), pack({"a.txt": b"x"}), b"PK\x03\x04 and no more"):
        with pytest.raises(PackagesInvalid):
            await import_packages(
                tools, project.id, returned=[ReturnedFile(name="a.zip", data=data)], staff=OPERATOR
            )
    with pytest.raises(NotFound):
        await open_packages(tools, 2**31 - 1, staff=Staff(actor="user:1", role=StaffRole.LINGUIST))
