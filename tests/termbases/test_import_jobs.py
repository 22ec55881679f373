"""Imports as jobs: files of dry runs are kept for a while, and imported or tried again."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest

from dragoman.access.staff import OPERATOR
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.termbases.bases import TermBase, TermBaseOrder, TermBaseQuery
from dragoman.termbases.import_jobs import store
from dragoman.termbases.import_jobs.actions import (
    FileGone,
    find_import,
    read_beginning,
    repeat_import,
    submit_import,
)
from dragoman.termbases.import_jobs.model import ImportStatus, TermFile, TermImport, TermImportOptions
from dragoman.termbases.import_jobs.work import run_import
from dragoman.termbases.overview.actions import list_languages, list_overviews
from dragoman.termbases.table import TableOptions, preview_table
from dragoman.termbases.table.columns import ColumnRoles, find_columns, name_column

TRY = TermImportOptions(dry_run=True, keep_file=True)


async def submitted(database: Database, base: TermBase, options: TermImportOptions) -> TermImport:
    """A file that was submitted, and whose job has run."""
    file = TermFile(file_name="terms.csv", data=b"en,de\nlid,Deckel\n", options=options)
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        made = await submit_import(tx, staff=OPERATOR, term_base_id=base.id, file=file)
    return await ran(database, made)


async def ran(database: Database, made: TermImport) -> TermImport:
    await run_import(database, import_id=made.id, account_id=made.account_id)
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        return await find_import(tx, term_base_id=made.term_base_id, import_id=made.id)


async def repeated(database: Database, made: TermImport, options: TermImportOptions) -> TermImport:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        again = await repeat_import(
            tx, staff=OPERATOR, term_base_id=made.term_base_id, import_id=made.id, options=options
        )
    return await ran(database, again)


async def test_the_file_of_a_dry_run_is_imported_once(database: Database, ours: TermBase) -> None:
    tried = await submitted(database, ours, TRY)
    assert (tried.status, tried.has_file) == (ImportStatus.FINISHED, True)
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        assert await read_beginning(tx, tried) == b"en,de\nlid,Deckel\n"
    done = await repeated(database, tried, TermImportOptions())
    assert done.report is not None
    assert (done.report["added"], done.report["version"], done.has_file) == (1, 1, False)
    with pytest.raises(FileGone):
        await repeated(database, tried, TermImportOptions())


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("a\x00b.csv", "a_b.csv"),
        ("\ud800.csv", "_.csv"),
        ("vsc.\u202eexe.csv", "vsc._exe.csv"),
        ("..\\..\\terms.csv", "terms.csv"),
        ("<b>.csv", "<b>.csv"),
        ("", "terms"),
        ("x" * 300, "x" * 255),
    ],
)
async def test_the_name_of_a_file_can_be_shown_and_stored(
    database: Database, ours: TermBase, sent: str, shown: str
) -> None:
    file = TermFile(file_name=sent, data=b"en,de\nlid,Deckel\n", options=TRY)
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        made = await submit_import(tx, staff=OPERATOR, term_base_id=ours.id, file=file)
    assert made.file_name == shown


async def test_a_failed_dry_run_is_tried_again_with_names_for_columns(
    database: Database, ours: TermBase
) -> None:
    failed = await submitted(
        database, ours, TermImportOptions(dry_run=True, keep_file=True, columns=("", "note"))
    )
    assert (failed.status, failed.has_file) == (ImportStatus.FAILED, True)
    named = TermImportOptions(dry_run=True, keep_file=True, columns=("fr", "de:forbidden"))
    tried = await repeated(database, failed, named)
    assert tried.report is not None
    assert (tried.report["added"], tried.options.columns) == (1, ("fr", "de:forbidden"))
    first_is_a_concept = await repeated(
        database, tried, TermImportOptions(columns=("en", "de"), has_names=False)
    )
    assert first_is_a_concept.report is not None
    assert first_is_a_concept.report["added"] == 2
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        listed = await list_overviews(tx, TermBaseQuery(search="our", order=TermBaseOrder.CONCEPTS), limit=9)
        assert [(one.base.id, one.base.concepts, one.changed is not None) for one in listed] == [
            (ours.id, 2, True)
        ]
        assert await list_languages(tx, listed[0].base) == ["de", "en"]


async def test_files_are_kept_for_the_latest_dry_run_and_a_day(database: Database, ours: TermBase) -> None:
    first = await submitted(database, ours, TRY)
    second = await submitted(database, ours, TRY)
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        kept = [await store.read_file(tx, one.id) is not None for one in (first, second)]
        assert kept == [False, True]
        await store.drop_old_files(tx, before=tx.now - timedelta(days=1))
        assert await store.read_file(tx, second.id) is not None
        await store.drop_old_files(tx, before=tx.now + timedelta(days=1))
        assert await store.read_file(tx, second.id) is None


async def test_other_imports_keep_no_file(database: Database, ours: TermBase) -> None:
    assert [
        (await submitted(database, ours, options)).has_file
        for options in (TermImportOptions(), TermImportOptions(dry_run=True))
    ] == [False, False]


def test_a_preview_recognises_columns_even_without_terms() -> None:
    data = b"Wort;de:forbidden;Definition\nDeckel;'=1;x\nzwei;;\n"
    preview = preview_table(io.BytesIO(data), TableOptions(), rows=2)
    assert [name_column(one) for one in preview.columns] == ["", "de:forbidden", "definition"]
    assert preview.rows == (("Wort", "de:forbidden", "Definition"), ("Deckel", "=1", "x"))


@pytest.mark.parametrize(
    "name", ["en", "de:forbidden", "de:part of speech", "note", "de:note", "concept id", "do not translate"]
)
def test_a_column_is_recognised_by_the_name_that_is_written_for_it(name: str) -> None:
    columns = find_columns(["fr", name], ColumnRoles())
    assert name_column(columns[1]) == name


def test_a_column_of_indonesian_stays_one_beside_other_languages() -> None:
    columns = find_columns(["en", "de", "id:terms"], ColumnRoles())
    names = [name_column(one) for one in columns]
    assert names == ["en", "de", "id:terms"]
    assert find_columns(names, ColumnRoles()) == columns
    assert find_columns(["en", "de", "id"], ColumnRoles()) != columns
