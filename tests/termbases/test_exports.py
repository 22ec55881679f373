"""Exports of term bases: an import reads them back unchanged."""

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
from tests.termbases.staff_actions import add, export_file, import_file, proposal, read_concepts
from tests.termbases.tbx.samples import VERSION_2

FORMATS = pytest.mark.parametrize("file_format", list(ExportFormat), ids=lambda one: one.value)


@FORMATS
@pytest.mark.parametrize("mode", list(ImportMode), ids=lambda one: one.value)
async def test_export_import_export_gives_the_same_bytes(
    database: Database, ours: TermBase, file_format: ExportFormat, mode: ImportMode
) -> None:
    await import_file(database, ours, VERSION_2)
    await import_file(database, ours, "en,de,note\nhouse,Haus,=cmd|' /C calc'!A0\n")
    first = await export_file(database, ours, file_format)
    copy = await make_base(database, "Ours", ours.account_id)
    assert (await import_file(database, copy, first, mode)).problems == ()
    assert await export_file(database, copy, file_format) == first
    again = await import_file(database, copy, first, mode)
    assert (again.version, again.unchanged) == (1, 3)


@FORMATS
async def test_an_export_read_back_changes_nothing(
    database: Database, ours: TermBase, file_format: ExportFormat
) -> None:
    await import_file(database, ours, VERSION_2)
    before = await read_concepts(database, ours)
    for mode in ImportMode:
        report = await import_file(database, ours, await export_file(database, ours, file_format), mode)
        assert (report.version, report.unchanged, report.removed) == (1, 2, 0)
    assert await read_concepts(database, ours) == before


async def test_a_version_is_exported_as_it_was(database: Database, ours: TermBase) -> None:
    await add(database, ours, proposal(en="one"))
    first = await export_file(database, ours, ExportFormat.CSV)
    await add(database, ours, proposal(en="two"))
    assert await export_file(database, ours, ExportFormat.CSV, 1) == first
    assert await export_file(database, ours, ExportFormat.CSV, 0) == b"\xef\xbb\xbf\r\n"
    with pytest.raises(NotFound):
        await export_file(database, ours, ExportFormat.CSV, 3)


MANY = "en,de\n" + "".join(f"word {n},Wort {n} {'x' * 300}\n" for n in range(1_700))


@FORMATS
async def test_a_long_export_has_one_state(
    database: Database, ours: TermBase, file_format: ExportFormat
) -> None:
    await import_file(database, ours, MANY)
    whole = await export_file(database, ours, file_format)
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        export = await find_export(tx, term_base_id=ours.id, file_format=file_format)
        assert b"".join([piece async for piece in export_within(tx, export)]) == whole
    pieces = export_terms(database, export)
    first = await anext(pieces)
    assert len(first) < len(whole) / 4
    await import_file(database, ours, MANY.replace("Wort", "Ort"), ImportMode.REPLACE)
    await add(database, ours, proposal(en="one more"))
    assert b"".join([first, *[piece async for piece in pieces]]) == whole
    assert await export_file(database, ours, file_format, export.pin.version) == whole


@FORMATS
async def test_the_export_of_a_term_base_that_is_deleted_meanwhile_fails(
    database: Database, ours: TermBase, file_format: ExportFormat
) -> None:
    await import_file(database, ours, MANY)
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
async def test_files_are_named_after_term_bases(database: Database, name: str, file_name: str) -> None:
    base = await make_base(database, name)
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        export = await find_export(tx, term_base_id=base.id, file_format=ExportFormat.CSV)
    assert export.name == file_name


async def test_no_spreadsheet_computes_a_term(database: Database, ours: TermBase) -> None:
    await add(database, ours, proposal(en="=HYPERLINK(x)", de="+49", fr="@home"))
    text = (await export_file(database, ours, ExportFormat.CSV)).decode("utf-8-sig")
    cells = text.splitlines()[1].split(",")
    assert cells[-6:] == ["'+49", "stem", "'=HYPERLINK(x)", "stem", "'@home", "stem"]
    assert (await import_file(database, ours, text)).unchanged == 1
