"""`dragoman document …`: documents step by step."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dragoman_client.commands.downloads import to_standard_output
from dragoman_client.commands.failures import Interrupted, status_of, status_of_several, tell
from dragoman_client.commands.named import find_words, word_options
from dragoman_client.commands.output import print_facts, print_json, print_table
from dragoman_client.commands.progress import progress_bar
from dragoman_client.commands.service_choice import NamedGroup, ServiceChoice, client_command, service_options
from dragoman_client.commands.translate import language_options

if TYPE_CHECKING:
    from dragoman_client.documents.results import DocumentProgress

_JOB = click.argument("job", metavar="JOB")


@client_command(
    "submit",
    "dragoman document submit manual.docx --from en --to es",
    "dragoman document submit *.docx --to es,fr --json",
    "dragoman document submit texts.json --to es --option 'skipKeys=[\"id\"]'",
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@language_options
@click.option("--callback", metavar="URL", help="Called when the document is done or failed.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Of its format, as JSON.")
@word_options
@service_options
def submit(
    service: ServiceChoice, files: Sequence[Path], source: str, targets: Sequence[str], **chosen: Any
) -> None:
    """Send documents and do not wait: print the ids of their jobs."""
    jobs = []
    with service.open() as client, progress_bar("", shown=service.shows_progress) as bar:
        options = find_words(client, chosen)
        if chosen["callback"]:
            options |= {"success_callback_url": chosen["callback"], "error_callback_url": chosen["callback"]}
        if chosen["options"]:
            options["options"] = _read_options(chosen["options"])
        for file in files:
            for target in targets:

                def report(progress: DocumentProgress, label: str = f"{file.name} ({target})") -> None:
                    bar.set(progress.fraction, label)

                job = client.documents.submit(file, source=source, target=target, progress=report, **options)
                jobs.append({"file": str(file), "target": target, "jobId": job})
                if not service.as_json:
                    bar.print(job)
    if service.as_json:
        print_json(jobs)


@client_command("status", "dragoman document status 5f0c9a1e-2a53-4d1c-9d0e-0f7f5b7b9a11")
@_JOB
@service_options
def status(service: ServiceChoice, job: str) -> None:
    """Show how far a document is, and why it failed."""
    with service.open() as client:
        print_document(service, client.documents.get(job))


@client_command("wait", "dragoman document wait JOB && dragoman document download JOB")
@_JOB
@click.option(
    "--timeout", type=float, metavar="SECONDS", help="Give up after so long; it goes on all the same."
)
@service_options
def wait(service: ServiceChoice, job: str, timeout: float | None) -> None:
    """Wait until a document is translated. Exit status 1 when it failed."""
    with service.open() as client:
        document = _wait(service, client, job, timeout)
    print_document(service, document)


@client_command(
    "download", "dragoman document download JOB", "dragoman document download JOB -o manual.es.docx"
)
@_JOB
@click.option(
    "--output", "-o", metavar="PATH", help="File or folder (the current one); - is standard output."
)
@service_options
def download(service: ServiceChoice, job: str, output: str | None) -> None:
    """Get a translated document. Waits for it if it is not ready."""
    with service.open() as client:
        _wait(service, client, job, None)
        with progress_bar("download", shown=service.shows_progress and output != "-") as bar:
            found = client.documents.download(
                job, None if output == "-" else (output or "."), progress=lambda one: bar.set(one.fraction)
            )
    if output == "-":
        to_standard_output(found.content or b"")
    elif service.as_json:
        print_json({"jobId": job, "output": found.path})
    else:
        click.echo(str(found.path))


@client_command("list", "dragoman document list", "dragoman document list --status FAILED")
@click.option("--status", "wanted", type=click.Choice(["CREATED", "IN_PROGRESS", "SUCCESS", "FAILED"]))
@service_options
def list_(service: ServiceChoice, wanted: str | None) -> None:
    """List the documents of the application that are not yet deleted."""
    with service.open() as client:
        found = list(client.documents.list(status=wanted))
    if service.as_json:
        print_json(found)
    else:
        rows = [(one.job_id, one.status, one.source, one.target, one.file_name) for one in found]
        print_table(("job", "status", "from", "to", "file"), rows)


@client_command("delete", "dragoman document delete JOB")
@click.argument("jobs", metavar="JOB...", nargs=-1, required=True)
@service_options
def delete(service: ServiceChoice, jobs: Sequence[str]) -> None:
    """Cancel documents, or delete them before they expire."""
    from dragoman_client.errors import RequestRefusedError  # noqa: PLC0415 - not for help

    statuses = []
    with service.open() as client:
        for job in jobs:
            try:
                client.documents.delete(job)
                statuses.append(0)
            except RequestRefusedError as error:
                tell(f"{job}: {error}")
                statuses.append(status_of(error))
    if service.as_json:
        print_json([job for job, status in zip(jobs, statuses, strict=True) if status == 0])
    sys.exit(status_of_several(statuses))


@client_command("analyze", "dragoman document analyze manual.docx --from en --to es")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--from", "source", metavar="CODE", required=True)
@click.option("--to", "target", metavar="CODE", required=True)
@service_options
def analyze(service: ServiceChoice, file: Path, source: str, target: str) -> None:
    """Count a document's words by match band. Nothing is translated."""
    with service.open() as client:
        found = client.documents.analyze(file, source=source, target=target)
    if service.as_json:
        print_json(found)
        return
    rows: list[tuple[object, ...]] = [
        (one.band, one.segments, one.words) for one in found.total.bands if one.words
    ]
    print_table(("band", "segments", "words"), [*rows, ("total", found.total.segments, found.total.words)])


@client_command("types", "dragoman document types")
@service_options
def types(service: ServiceChoice) -> None:
    """List the types of documents that can be translated."""
    with service.open() as client:
        found = client.documents.types()
    if service.as_json:
        print_json(found)
    else:
        print_table(("format", "extensions"), [(one.format, ", ".join(one.file_extensions)) for one in found])


def _read_options(pairs: Sequence[str]) -> dict[str, Any]:
    """Options of a format: `skipKeys=["id"]`; what is not JSON is a text."""
    import json  # noqa: PLC0415 - not for help

    options: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise click.UsageError(f"{pair!r} is not an option of a format. Write it like name=value.")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


def print_document(service: ServiceChoice, document: Any) -> None:
    """Print what is known of a document."""
    if service.as_json:
        print_json(document)
        return
    print_facts(
        {
            "job": document.job_id,
            "status": document.status,
            "progress": f"{document.progress:.0%}",
            "languages": f"{document.source} -> {document.target}",
            "file": document.file_name,
            "error": document.error_code,
            "reason": document.reason,
            "deleted at": document.expires_at,
        }
    )


def _wait(service: ServiceChoice, client: Any, job: str, timeout: float | None) -> Any:
    try:
        with progress_bar("translation", shown=service.shows_progress) as bar:
            return client.documents.wait(job, timeout=timeout, progress=lambda one: bar.set(one.fraction))
    except KeyboardInterrupt:
        raise Interrupted(f"Interrupted. It goes on; get it by: dragoman document download {job}") from None


group = NamedGroup(
    "document",
    "Translate documents step by step: send, wait, download.",
    [submit, status, wait, download, list_, delete, analyze, types],
)
