"""`dragoman admin term-base`: create, list, change, delete, import and export (V5, O7)."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from dragoman.access.staff import OPERATOR
from dragoman.catalog import removal
from dragoman.commands.admin.session import (
    MAX_ID,
    AccountOption,
    AnyAccountOption,
    Session,
    perform,
    show,
    show_list,
)
from dragoman.commands.options import DataOption, JsonOption
from dragoman.termbases import actions
from dragoman.termbases.bases import TermBase
from dragoman.termbases.exports import ExportFormat, export_within, find_export
from dragoman.termbases.import_jobs.work import write_report
from dragoman.termbases.imports import TermFileImport, TermImportReport, import_terms
from dragoman.termbases.planning import ImportMode
from dragoman.termbases.table import TableOptions
from dragoman.timestamps import write_time

IdArgument = Annotated[int, typer.Argument(metavar="ID", min=1, max=MAX_ID, help="Id of the term base.")]


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="What customers call things, enforced in translation.", no_args_is_help=True)
    group.command("create")(create)
    group.command("list")(list_all)
    group.command("change")(change)
    group.command("delete")(delete)
    group.command("import")(import_file)
    group.command("export")(export_file)
    return group


def create(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What people call it.")],
    *,
    account: AccountOption,
    translation: Annotated[
        bool, typer.Option("--use-for-translation/--no-use-for-translation", help="Enforce it.")
    ] = True,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Make an empty term base."""

    async def work(session: Session) -> TermBase:
        return await actions.create_term_base(
            session.tx, staff=OPERATOR, account_id=account, name=name, use_for_translation=translation
        )

    base = perform(ctx, data, work)
    show(_row(base), json=json, text=f"Term base {base.id} of account {base.account_id}: {base.name}")


def list_all(
    ctx: typer.Context, account: AnyAccountOption = None, data: DataOption = None, json: JsonOption = False
) -> None:
    """List the term bases of all accounts, or of one."""

    async def work(session: Session) -> Sequence[TermBase]:
        return await actions.list_term_bases(session.tx, account_id=account)

    rows = [_row(base) for base in perform(ctx, data, work)]
    show_list(rows, json=json, nothing="There are no term bases.")


def change(
    ctx: typer.Context,
    term_base: IdArgument,
    *,
    name: Annotated[str | None, typer.Option(help="Rename it.", show_default=False)] = None,
    translation: Annotated[
        bool | None,
        typer.Option(
            "--use-for-translation/--no-use-for-translation", help="Enforce it.", show_default=False
        ),
    ] = None,
    disabled: Annotated[
        bool | None,
        typer.Option("--disable/--enable", help="Leave it unused, or use it again.", show_default=False),
    ] = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Rename a term base, enforce it or not, disable or enable it."""
    changes = actions.TermBaseChanges(name=name, use_for_translation=translation, disabled=disabled)

    async def work(session: Session) -> TermBase:
        return await actions.change_term_base(
            session.tx, staff=OPERATOR, term_base_id=term_base, changes=changes
        )

    base = perform(ctx, data, work)
    state = "disabled" if base.disabled else "enforced" if base.use_for_translation else "not enforced"
    show(_row(base), json=json, text=f"Term base {base.id} ({base.name}) is {state}.")


def delete(
    ctx: typer.Context, term_base: IdArgument, data: DataOption = None, json: JsonOption = False
) -> None:
    """Delete a term base with all its versions, for good."""

    async def work(session: Session) -> None:
        await removal.delete_term_base(session.tx, term_base, staff=OPERATOR)

    perform(ctx, data, work)
    show({"id": term_base}, json=json, text=f"Term base {term_base} is deleted.")


def import_file(
    ctx: typer.Context,
    term_base: IdArgument,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="TBX, CSV or TSV.")
    ],
    *,
    mode: Annotated[ImportMode, typer.Option(help="Add to what is there, or replace it.")] = ImportMode.MERGE,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only report what would be.")] = False,
    source: Annotated[str, typer.Option(help="Language of a column called source.")] = "",
    target: Annotated[str, typer.Option(help="Language of a column called target.")] = "",
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Read a file of terms into a term base: all of it or nothing."""
    content = io.BytesIO(file.read_bytes())
    table = TableOptions(source=source, target=target)
    wanted = TermFileImport(file=content, mode=mode, dry_run=dry_run, table=table)

    async def work(session: Session) -> TermImportReport:
        return await import_terms(session.tx, staff=OPERATOR, term_base_id=term_base, wanted=wanted)

    report = perform(ctx, data, work)
    if not json:
        for problem in report.problems:
            typer.echo(f"{file}:{problem.line}: {problem.effect}: {problem.message}", err=True)
    show(write_report(report), json=json, text=_summary(report))


def export_file(
    ctx: typer.Context,
    term_base: IdArgument,
    file: Annotated[Path, typer.Argument(metavar="FILE", dir_okay=False, help="Where to write it.")],
    *,
    file_format: Annotated[
        ExportFormat, typer.Option("--format", help="tbx is version 3, tbx2 version 2.")
    ] = ExportFormat.TBX,
    version: Annotated[
        int | None, typer.Option(min=0, max=MAX_ID, help="Of the term base.", show_default="the current one")
    ] = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Write a term base, the current or an earlier version, to a file."""

    async def work(session: Session) -> int:
        export = await find_export(
            session.tx, term_base_id=term_base, file_format=file_format, version=version
        )
        written = 0
        with file.open("wb") as opened:
            async for piece in export_within(session.tx, export):
                written += opened.write(piece)
        return written

    written = perform(ctx, data, work)
    show({"file": str(file), "bytes": written}, json=json, text=f"{file}: {written} bytes.")


def _row(base: TermBase) -> dict[str, Any]:
    return {
        "id": base.id,
        "accountId": base.account_id,
        "name": base.name,
        "useForTranslation": base.use_for_translation,
        "version": base.version,
        "concepts": base.concepts,
        "createdAt": write_time(base.created),
        "disabled": write_time(base.disabled),
    }


def _summary(report: TermImportReport) -> str:
    counts = ("added", "updated", "unchanged", "removed", "refused")
    summary = ", ".join(f"{getattr(report, name)} {name}" for name in counts)
    would = "Would be: " if report.dry_run else f"Version {report.version}: "
    return would + summary + "."
