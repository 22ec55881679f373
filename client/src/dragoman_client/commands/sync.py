"""`dragoman sync`: a repository's files of texts, kept translated."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from dragoman_client.commands.failures import (
    FAILED,
    PARTLY,
    interruption_says,
    status_of,
    status_of_several,
    tell,
)
from dragoman_client.commands.output import print_json
from dragoman_client.commands.service_choice import ServiceChoice, client_command, service_options
from dragoman_client.commands.translate import Targets

if TYPE_CHECKING:
    from dragoman_client.commands.progress import ProgressBar
    from dragoman_client.sync.configuration import SyncConfiguration
    from dragoman_client.sync.results import FileOutcome, SyncReport

_SHOWN: Final = 5  # keys that are named


@client_command(
    "sync",
    "dragoman sync --init --from en --to de,es",
    "dragoman sync",
    "dragoman sync --dry-run",
    "dragoman sync --check",
    "dragoman sync --language de --again '/home/*'",
)
@click.argument(
    "folder", required=False, default=".", type=click.Path(file_okay=False, exists=True, path_type=Path)
)
@click.option(
    "--init", "is_first", is_flag=True, help="Write a first dragoman.toml by the files that are there."
)
@click.option("--from", "source", metavar="CODE", help="With --init: language of the source files.")
@click.option(
    "--to", "targets", metavar="CODES", type=Targets(), help="With --init: languages of translations."
)
@click.option(
    "--language", "languages", metavar="CODES", type=Targets(), default=(), help="Only these targets."
)
@click.option("--check", "is_check", is_flag=True, help="Only look; status 1 where something is to be done.")
@click.option("--dry-run", "is_dry", is_flag=True, help="Only tell what would be done.")
@click.option(
    "--again",
    multiple=True,
    metavar="PATTERN",
    help="Translate these keys again, also where a person wrote the translation.",
)
@click.option("--accept", is_flag=True, help="Take outdated translations by people as right.")
@service_options
def sync(service: ServiceChoice, folder: Path, **chosen: Any) -> None:
    """Keep the files of a repository translated. Only what changed is sent, and what people wrote stays.

    `dragoman.toml` in FOLDER, or above it, says which files. `dragoman.lock` beside it knows by hashes what
    the machine wrote: commit both. A translation that a person wrote or changed is never replaced; where its
    source has changed since, it is listed as outdated until the translation changes, or --accept or --again
    is given. --check and --dry-run need no service.
    """
    from dragoman_client.sync.configuration import find_configuration, read_configuration  # noqa: PLC0415

    if chosen["is_first"]:
        _write_first(folder, chosen["source"], chosen["targets"])
        return
    if chosen["source"] or chosen["targets"]:
        raise click.UsageError(
            "--from and --to belong to --init; without it dragoman.toml names the languages."
        )
    configuration = read_configuration(find_configuration(folder))
    if chosen["is_check"] or chosen["is_dry"]:
        _look(service, configuration, chosen)
    else:
        _update(service, configuration, chosen)


def _write_first(folder: Path, source: str | None, targets: tuple[str, ...] | None) -> None:
    from dragoman_client.sync.first_configuration import write_first_configuration  # noqa: PLC0415

    if not source or not targets:
        raise click.UsageError("--init needs --from and --to, such as --from en --to de,es.")
    path, patterns = write_first_configuration(folder, source, targets)
    click.echo(str(path))
    for one in patterns:
        tell(f"  {one}")
    tell("Correct it if needed. Then see what would be done: dragoman sync --dry-run")


def _look(service: ServiceChoice, configuration: SyncConfiguration, chosen: Mapping[str, Any]) -> None:
    from dragoman_client.sync.synchronizing import find_work  # noqa: PLC0415
    from dragoman_client.sync.tasks import SyncChoice  # noqa: PLC0415

    choice = SyncChoice(languages=chosen["languages"], again=chosen["again"], accept=chosen["accept"])
    report = find_work(configuration, choice)
    _print(service, report)
    if not service.as_json:
        for one in report.files:
            if line := _describe(one, is_done=False):
                click.echo(line)
    if chosen["is_check"] and not report.is_up_to_date:
        tell("Not up to date. Bring it up to date: dragoman sync")
        sys.exit(FAILED)


def _update(service: ServiceChoice, configuration: SyncConfiguration, chosen: Mapping[str, Any]) -> None:
    from dragoman_client.commands.progress import progress_bar  # noqa: PLC0415
    from dragoman_client.sync.source_files import find_pairs  # noqa: PLC0415

    with (
        interruption_says("Interrupted. Files that are done stay; run it again for the others."),
        service.open() as client,
        progress_bar("sync", shown=service.shows_progress) as bar,
    ):
        done: list[FileOutcome] = []
        files = max(1, len(find_pairs(configuration)))

        def report_one(outcome: FileOutcome) -> None:
            done.append(outcome)
            bar.set(len(done) / files, str(outcome.pair.target))
            _tell(bar, outcome, service)

        report = client.documents.sync(
            configuration.folder,
            languages=chosen["languages"],
            again=chosen["again"],
            accept=chosen["accept"],
            report=report_one,
        )
    _print(service, report)
    statuses = [_status(one) for one in report.files]
    if status := status_of_several(statuses):
        sys.exit(status)


def _tell(bar: ProgressBar, outcome: FileOutcome, service: ServiceChoice) -> None:
    if outcome.error is not None:
        bar.tell(f"{outcome.pair.target}: {outcome.error}")
    elif not service.as_json and (line := _describe(outcome, is_done=True)):
        bar.print(line)
    if outcome.missing:
        bar.tell(f"{outcome.pair.target}: did not come back: {_named(outcome.missing)}. Run sync again.")
    if outcome.plan.outdated:
        bar.tell(
            f"{outcome.pair.target}: outdated, as a person wrote it and the source has changed: "
            f"{_named(outcome.plan.outdated)}. Change it there, or use --accept, or --again KEY."
        )


def _describe(outcome: FileOutcome, *, is_done: bool) -> str | None:
    """A file in one line; None where there is nothing to do."""
    plan = outcome.plan
    counts = {
        "new": len(plan.new),
        "changed": len(plan.changed),
        "removed": len(plan.removed),
        "outdated": 0 if is_done else len(plan.outdated),
        "left to people": len(outcome.kept),
    }
    told = [f"{count} {what}" for what, count in counts.items() if count]
    return f"{outcome.pair.target}: {', '.join(told)}" if told else None


def _named(keys: tuple[str, ...]) -> str:
    shown = ", ".join(key or "the file" for key in keys[:_SHOWN]).replace("\x04", "|")
    return shown if len(keys) <= _SHOWN else f"{shown} and {len(keys) - _SHOWN} more"


def _status(outcome: FileOutcome) -> int:
    if outcome.error is not None:
        return status_of(outcome.error)
    return PARTLY if outcome.missing else 0


def _print(service: ServiceChoice, report: SyncReport) -> None:
    if not service.as_json:
        return
    print_json(
        {
            "upToDate": report.is_up_to_date,
            "files": [
                {
                    "source": str(one.pair.source),
                    "target": str(one.pair.target),
                    "language": one.pair.language,
                    "written": one.is_written,
                    "new": one.plan.new,
                    "changed": one.plan.changed,
                    "removed": one.plan.removed,
                    "outdated": one.plan.outdated,
                    "extra": one.plan.extra,
                    "leftToPeople": one.kept,
                    "missing": one.missing,
                    "error": None if one.error is None else str(one.error),
                }
                for one in report.files
            ],
        }
    )
