"""`dragoman admin translation`: packages for linguists out and in, checks, deliveries (V2, O7)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import typer

from dragoman.access.identity import open_keyring
from dragoman.access.staff import OPERATOR
from dragoman.blobs import open_blobs
from dragoman.commands.admin.session import MAX_ID, Session, open_installation, perform, show, show_list
from dragoman.commands.options import DataOption, JsonOption, load_settings, refusals
from dragoman.database.connections import NO_ACCOUNT, transaction
from dragoman.projects.linguists import delivering, exporting, importing, reviewing
from dragoman.projects.linguists import translation_context as desk
from dragoman.projects.linguists.exchange import Version
from dragoman.projects.linguists.importing import PackageReport
from dragoman.projects.linguists.reviewing import Review, SegmentFinding
from dragoman.projects.linguists.tools import LinguistTools
from dragoman.projects.linguists.translation_context import TranslationContext
from dragoman.settings import Settings
from dragoman.telemetry import configure_logging
from dragoman.termbases.glossary_cache import open_glossary_cache
from dragoman.timestamps import write_time

_CONNECTIONS: Final = 3
_MOST_PROBLEMS: Final = 1000
_Result = TypeVar("_Result")

ProjectArgument = Annotated[
    int, typer.Argument(metavar="PROJECT", min=1, max=MAX_ID, help="Id of the project.")
]
IdArgument = Annotated[int, typer.Argument(metavar="ID", min=1, max=MAX_ID, help="Id of the translation.")]
FileArgument = Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False)]


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="Translations of projects' files.", no_args_is_help=True)
    group.command("list")(list_all)
    group.command("export")(export)
    group.command("import")(import_file)
    group.command("qa")(review)
    group.command("deliver")(deliver)
    group.command("upload")(upload)
    return group


def list_all(
    ctx: typer.Context, project: ProjectArgument, data: DataOption = None, json: JsonOption = False
) -> None:
    """List a project's translations: each file into each language."""

    async def work(session: Session) -> list[TranslationContext]:
        return list(await desk.list_translation_contexts(session.tx, project))

    rows = [_row(context) for context in perform(ctx, data, work)]
    show_list(rows, json=json, nothing="The project has no files to translate.")


def export(
    ctx: typer.Context,
    project: ProjectArgument,
    translation: IdArgument,
    file: Annotated[Path, typer.Argument(metavar="FILE", dir_okay=False, help="Where to write it.")],
    *,
    version: Annotated[Version, typer.Option(help="Of XLIFF.")] = Version.TWO,
    omegat: Annotated[
        bool, typer.Option("--omegat", help="As a project of OmegaT in a zip, instead of XLIFF.")
    ] = False,
    matches: Annotated[
        bool, typer.Option("--matches/--no-matches", help="With what memories have for new segments.")
    ] = True,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Write a translation into a file of XLIFF, for linguists and their tools."""

    async def work(tools: LinguistTools) -> exporting.Exported:
        if omegat:
            return await exporting.export_omegat_project(
                tools, project, translation, matches=matches, staff=OPERATOR
            )
        return await exporting.export_translation(
            tools, project, translation, version=version, matches=matches, staff=OPERATOR
        )

    exported = _work(ctx, data, work)
    file.write_bytes(exported.data)
    written = len(exported.data)
    show({"id": translation, "bytes": written}, json=json, text=f"{written} bytes are in {file}.")


def import_file(
    ctx: typer.Context,
    project: ProjectArgument,
    translation: IdArgument,
    file: FileArgument,
    *,
    partial: Annotated[
        bool, typer.Option("--partial", help="Units may be missing: they stay as they are.")
    ] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace what was changed since the file was exported, too.")
    ] = False,
    confirm: Annotated[
        bool, typer.Option("--confirm", help="Confirm its translations, changed or not.")
    ] = False,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Take over the translations of a file that the export wrote: all of it, or nothing and the reasons."""

    how = importing.PackageImportOptions(partial=partial, overwrite=overwrite, confirm=confirm)

    async def work(tools: LinguistTools) -> PackageReport:
        return await importing.import_translation(
            tools, project, translation, data=file.read_bytes(), how=how, staff=OPERATOR
        )

    report = _work(ctx, data, work)
    problems = [
        {
            "segment": one.number,
            "code": one.code,
            "message": one.message,
            "changedAt": write_time(one.changed),
        }
        for one in report.problems[:_MOST_PROBLEMS]
    ]
    value = {
        "id": translation,
        "segments": report.segments,
        "changed": report.changed,
        "statuses": {state.value: count for state, count in report.states.items()},
        "problemCount": len(report.problems),
        "problems": problems,
    }
    summary = f"{report.changed} of {report.segments} segments changed; {len(report.problems)} problems."
    show(value, json=json, text=summary)


def review(
    ctx: typer.Context,
    project: ProjectArgument,
    translation: IdArgument,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """List the findings of the quality checks in the current state of a translation."""

    async def work(tools: LinguistTools) -> Review:
        return await reviewing.review_translation(tools, project, translation, staff=OPERATOR)

    rows = [_issue(issue) for issue in _work(ctx, data, work).issues]
    show_list(rows, json=json, nothing="The checks found nothing.")


def deliver(
    ctx: typer.Context,
    project: ProjectArgument,
    translation: IdArgument,
    *,
    override: Annotated[
        str | None, typer.Option(metavar="REASON", help="Why it may go out with blocking issues.")
    ] = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Deliver a translation. The running service, or a worker, makes its file and notifies its sender."""

    async def work(tools: LinguistTools) -> TranslationContext:
        delivery = await delivering.deliver_translation(
            tools, project, translation, override_reason=override, staff=OPERATOR
        )
        return delivery.context

    context = _work(ctx, data, work)
    show(_row(context), json=json, text=f"Translation {translation} is being delivered.")


def upload(
    ctx: typer.Context,
    project: ProjectArgument,
    translation: IdArgument,
    file: FileArgument,
    *,
    reason: Annotated[
        str | None,
        typer.Option(help="Who translated it, where segments are not confirmed here."),
    ] = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Deliver a finished file that was made elsewhere, of the type of the ordered one."""

    async def work(tools: LinguistTools) -> TranslationContext:
        finished = delivering.FinishedFile(name=file.name, data=file.read_bytes())
        return await delivering.deliver_file(
            tools, project, translation, finished=finished, override_reason=reason, staff=OPERATOR
        )

    context = _work(ctx, data, work)
    show(_row(context), json=json, text=f"Translation {translation} is delivered.")


def _work(ctx: typer.Context, data: object, work: Callable[[LinguistTools], Awaitable[_Result]]) -> _Result:
    """Do what takes several transactions. A refusal ends the command with status 1."""
    settings = load_settings(ctx, data=data)
    configure_logging(level="warning", style="console")

    async def run() -> _Result:
        async with _open_tools(settings) as tools:
            return await work(tools)

    with refusals():
        return asyncio.run(run())


@asynccontextmanager
async def _open_tools(settings: Settings) -> AsyncIterator[LinguistTools]:
    async with (
        open_installation(settings, connections=_CONNECTIONS) as database,
        open_blobs(settings) as blobs,
        open_glossary_cache() as glossary_cache,
    ):
        async with transaction(database, account=NO_ACCOUNT) as tx:
            keyring = await open_keyring(tx, settings)
        yield LinguistTools(
            settings=settings, database=database, keyring=keyring, blobs=blobs, glossary_cache=glossary_cache
        )


def _row(context: TranslationContext) -> dict[str, Any]:
    one = context.translation
    return {
        "id": one.id,
        "projectId": one.project_id,
        "file": context.file.name,
        "source": context.source_language,
        "target": one.target_language,
        "status": one.status.value,
        "stage": one.stage.value,
        "words": one.words,
        "failure": one.failure.code if one.failure else None,
        "fileName": one.result.name if one.result else None,
    }


def _issue(issue: SegmentFinding) -> dict[str, Any]:
    return {
        "segment": issue.number,
        "code": issue.finding.code,
        "severity": issue.finding.severity.value,
        "blocking": issue.blocking,
        "message": issue.finding.message,
    }
