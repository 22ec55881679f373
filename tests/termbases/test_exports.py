"""Term bases as files: what is exported comes back as it was, whatever is in it."""

from __future__ import annotations

import pytest

from dragoman.access.staff import OPERATOR
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.errors import NotFound
from dragoman.termbases.actions import delete_term_base
from dragoman.termbases.bases import TermBase
from dragoman.termbases.exports import ExportFormat, export_terms, export_within, find_export
from dragoman.termbases.planning import ImportMode
from tests.termbases.conftest import make_base
from tests.termbases.desk import add, load, look, proposal, save
from tests.termbases.tbx.samples import VERSION_2

FORMATS = pytest.mark.parametrize("file_format", list(ExportFormat), ids=lambda one: one.value)


@FORMATS
@pytest.mark.parametrize("mode", list(ImportMode), ids=lambda one: one.value)
async def test_export_import_export_gives_the_same_bytes(
    database: Database, ours: TermBase, file_format: ExportFormat, mode: ImportMode
) -> None:
    await load(database, ours, VERSION_2)
    await load(database, ours, "en,de,note\nhouse,Haus,=cmd|' /C calc'!A0\n")
    first = await save(database, ours, file_format)
    copy = await make_base(database, "Ours", ours.account_id)
    assert (await load(database, copy, first, mode)).problems == ()
    assert await save(database, copy, file_format) == first
    again = await load(database, copy, first, mode)
    assert (again.version, again.unchanged) == (1, 3)


@FORMATS
async def test_an_export_read_back_changes_nothing(
    database: Database, ours: TermBase, file_format: ExportFormat
) -> None:
    await load(database, ours, VERSION_2)
    before = await look(database, ours)
    for mode in ImportMode:
        report = await load(database, ours, await save(database, ours, file_format), mode)
        assert (report.version, report.unchanged, report.removed) == (1, 2, 0)
    assert await look(database, ours) == before


async def test_a_version_is_exported_as_it_was(database: Database, ours: TermBase) -> None:
    await add(database, ours, proposal(en="one"))
    first = await save(database, ours, ExportFormat.CSV)
    await add(database, ours, proposal(en="two"))
    assert await save(database, ours, ExportFormat.CSV, 1) == first
    assert await save(database, ours, ExportFormat.CSV, 0) == b"\xef\xbb\xbf\r\n"
    with pytest.raises(NotFound):
        await save(database, ours, ExportFormat.CSV, 3)


MANY = "en,de\n" + "".join(f"word {n},Wort {n} {'x' * 300}\n" for n in range(1_700))


@FORMATS
async def test_a_long_export_is_of_one_state(
    database: Database, ours: TermBase, file_format: ExportFormat
) -> None:
    await load(database, ours, MANY)
    whole = await save(database, ours, file_format)
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        export = await find_export(tx, term_base_id=ours.id, file_format=file_format)
        assert b"".join([piece async for piece in export_within(tx, export)]) == whole
    pieces = export_terms(database, export)
    first = await anext(pieces)
    assert len(first) < len(whole) / 4
    await load(database, ours, MANY.replace("Wort", "Ort"), ImportMode.REPLACE)
    await add(database, ours, proposal(en="one more"))
    assert b"".join([first, *[piece async for piece in pieces]]) == whole
    assert await save(database, ours, file_format, export.pin.version) == whole


@FORMATS
async def test_half_of_a_term_base_that_is_deleted_does_not_look_like_all_of_it(
    database: Database, ours: TermBase, file_format: ExportFormat
) -> None:
    await load(database, ours, MANY)
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        export = await find_export(tx, term_base_id=ours.id, file_format=file_format)
    pieces = export_terms(database, export)
    await anext(pieces)
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await delete_term_base(tx, staff=OPERATOR, term_base_id=ours.id)
    with pytest.raises(NotFound):
        async for _ in pieces:
            pass


@pytest.mark.parametrize(
    ("name", "file_name"),
    [
        ("Printers", "Printers.csv"),
        ("Größe 大", "Größe 大.csv"),
        ("../../etc/passwd", "_.._etc_passwd.csv"),
        ('a/b\\c:"d"', "a_b_c__d_.csv"),
        ("...", "terms.csv"),
        ("x" * 200, "x" * 100 + ".csv"),
    ],
    ids=["plain", "letters", "path", "signs", "dots", "long"],
)
async def test_files_are_called_as_term_bases_are(database: Database, name: str, file_name: str) -> None:
    base = await make_base(database, name)
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        export = await find_export(tx, term_base_id=base.id, file_format=ExportFormat.CSV)
    assert export.name == file_name


async def test_no_spreadsheet_computes_a_term(database: Database, ours: TermBase) -> None:
    await add(database, ours, proposal(en="=HYPERLINK(x)", de="+49", fr="@home"))
    text = (await save(database, ours, ExportFormat.CSV)).decode("utf-8-sig")
    cells = text.splitlines()[1].split(",")
    assert cells[-6:] == ["'+49", "stem", "'=HYPERLINK(x)", "stem", "'@home", "stem"]
    assert (await load(database, ours, text)).unchanged == 1
