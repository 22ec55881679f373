"""`dragoman project …`: orders of translations."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dragoman_client.commands.failures import Interrupted, tell
from dragoman_client.commands.named import find_id
from dragoman_client.commands.output import print_facts, print_json, print_table
from dragoman_client.commands.progress import progress_bar
from dragoman_client.commands.service_choice import NamedGroup, ServiceChoice, client_command, service_options
from dragoman_client.commands.translate import Targets

if TYPE_CHECKING:
    from dragoman_client import Client
    from dragoman_client.projects.results import Project

_ID = click.argument("project", type=int, metavar="ID")


@client_command(
    "create",
    "dragoman project create manual.docx --from en --to de,fr --service 3",
    "dragoman project create *.docx --template Manuals --title Spring --start",
    "dragoman project create shop.json --to ca --service 1 --start --wait --output translated/",
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--title", help="Its title; else the name of the first file.")
@click.option("--from", "source", metavar="CODE", help="Language of the files; else the template's.")
@click.option(
    "--to", "targets", metavar="CODES", type=Targets(), default=(), help="Languages; else the template's."
)
@click.option(
    "--service", "service_id", metavar="NAME", help="By number or name: see `dragoman project services`."
)
@click.option("--template", "template_id", metavar="NAME", help="A template, by number or name.")
@click.option("--deadline", metavar="TIME", help="Such as 2030-01-31T17:00:00Z.")
@click.option("--external-id", metavar="TEXT", help="Your own id of it.")
@click.option("--purchase-order", "purchase_order_number", metavar="TEXT", help="A purchase order number.")
@click.option("--briefing", metavar="TEXT", help="What who translates should know.")
@click.option("--callback", metavar="URL", help="Called when a translation is finished.")
@click.option(
    "--start", is_flag=True, help="Start it at once. It then has its price: ask before with `quote`."
)
@click.option("--wait", "waits", is_flag=True, help="Wait until it is finished.")
@click.option("--output", "-o", metavar="FOLDER", help="With --wait: get the translations into this folder.")
@service_options
def create(service: ServiceChoice, files: Sequence[Path], **chosen: Any) -> None:
    """Create a project of files. It is a draft until it is started."""
    if chosen["output"] and not chosen["waits"]:
        raise click.UsageError("--output needs --wait.")
    if chosen["waits"] and not chosen["start"]:
        raise click.UsageError("--wait needs --start.")
    with service.open() as client:
        fields = _fields(client, files, chosen)
        project = _order(service, client, files, fields, chosen)
        if chosen["waits"]:
            project = _wait(service, client, project.id, None)
        if chosen["output"]:
            for path in client.projects.download(project.id, chosen["output"]):
                tell(f"{path}")
    print_project(service, project)


def _fields(client: Client, files: Sequence[Path], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """What the project is made of."""
    fields: dict[str, Any] = {"title": chosen["title"] or files[0].name}
    for kind in ("service", "template"):
        if chosen[f"{kind}_id"]:
            fields[f"{kind}_id"] = find_id(client, kind, chosen[f"{kind}_id"])
    for name in ("external_id", "purchase_order_number", "briefing"):
        if chosen[name] is not None:
            fields[name] = chosen[name]
    if chosen["deadline"]:
        fields["deadline"] = _datetime(chosen["deadline"])
    return fields


def _order(
    service: ServiceChoice,
    client: Client,
    files: Sequence[Path],
    fields: dict[str, Any],
    chosen: Mapping[str, Any],
) -> Project:
    """Order with a bar for what is sent. Ctrl-C leaves no draft."""
    with progress_bar("", shown=service.shows_progress) as bar:

        def report(number: int, done: int, size: int | None) -> None:
            bar.set((number + done / (size or 1)) / len(files), files[number].name)

        return client.order(
            list(files),
            source=chosen["source"],
            targets=chosen["targets"],
            start=chosen["start"],
            callback_url=chosen["callback"],
            progress=report,
            **fields,
        )


@client_command("quote", "dragoman project quote 12")
@_ID
@service_options
def quote(service: ServiceChoice, project: int) -> None:
    """Show words by match band, the price and the deadline of a draft. Starts nothing."""
    with service.open() as client:
        found = client.projects.quote(project)
    if service.as_json:
        print_json(found)
        return
    print_table(
        ("band", "words", "percent"), [(one.band, one.words, one.weight) for one in found.bands if one.words]
    )
    print_facts(
        {
            "words": found.words,
            "price": f"{found.price.amount:.2f} {found.price.currency}",
            "deadline": found.deadline,
        }
    )


@client_command("start", "dragoman project start 12", "dragoman project start 12 --wait")
@_ID
@click.option("--wait", "waits", is_flag=True, help="Wait until it is finished.")
@service_options
def start(service: ServiceChoice, project: int, *, waits: bool) -> None:
    """Start a project. It then has its price. Exit status 1 where it cannot start yet."""
    with service.open() as client:
        found = client.projects.start(project)
        if waits and not found.hold:
            found = _wait(service, client, project, None)
    print_project(service, found)
    if found.hold:
        tell("It has not started.")
        sys.exit(1)


@client_command("wait", "dragoman project wait 12 --timeout 3600")
@_ID
@click.option(
    "--timeout", type=float, metavar="SECONDS", help="Give up after so long; it goes on all the same."
)
@service_options
def wait(service: ServiceChoice, project: int, timeout: float | None) -> None:
    """Wait until a project is finished."""
    with service.open() as client:
        print_project(service, _wait(service, client, project, timeout))


@client_command("list", "dragoman project list", "dragoman project list --status Active --json")
@click.option(
    "--status", type=click.Choice(["Draft", "Active", "Finished", "Cancelled"], case_sensitive=False)
)
@click.option("--title", metavar="TEXT", help="A piece of the title.")
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="At most so many.")
@service_options
def list_(service: ServiceChoice, status: str | None, title: str | None, limit: int) -> None:
    """List the account's projects, the newest first."""
    wanted = {name: value for name, value in (("status", status), ("title", title)) if value}
    with service.open() as client:
        projects = client.projects.list(sort="-creationDate", **wanted)  # type: ignore[arg-type]
        found = list(islice(projects, limit))
    if service.as_json:
        print_json(found)
    else:
        rows = [
            (one.id, one.status, _date(one.creation_date), _date(one.deadline), one.title) for one in found
        ]
        print_table(("id", "status", "created", "deadline", "title"), rows)


@client_command("show", "dragoman project show 12")
@_ID
@service_options
def show(service: ServiceChoice, project: int) -> None:
    """Show a project with its files and how far they are."""
    with service.open() as client:
        found = client.projects.get(project)
    print_project(service, found)


@client_command("download", "dragoman project download 12 --output translated/")
@_ID
@click.option("--output", "-o", metavar="FOLDER", default=".", help="Has a folder for each language.")
@service_options
def download(service: ServiceChoice, project: int, output: str) -> None:
    """Get all finished translations of a project."""
    with service.open() as client:
        paths = client.projects.download(project, output)
    if service.as_json:
        print_json(paths)
        return
    for path in paths:
        click.echo(str(path))
    if not paths:
        tell("No translation of this project is finished yet.")
        sys.exit(1)


@client_command("cancel", "dragoman project cancel 12")
@_ID
@service_options
def cancel(service: ServiceChoice, project: int) -> None:
    """Cancel a project that has not started."""
    with service.open() as client:
        print_project(service, client.projects.cancel(project))


@client_command("services", "dragoman project services")
@service_options
def services(service: ServiceChoice) -> None:
    """List the services that can be ordered, and the templates."""
    with service.open() as client:
        offered, templates = client.reference.services(), client.reference.templates()
    if service.as_json:
        print_json({"services": offered, "templates": templates})
        return
    rows = [("service", one.id, one.name, _price(one)) for one in offered if not one.disabled]
    rows += [("template", one.id, one.name, "") for one in templates if not one.disabled]
    print_table(("kind", "id", "name", "price"), rows)


def print_project(service: ServiceChoice, project: Any) -> None:
    """Print what is known of a project."""
    if service.as_json:
        print_json(project)
        return
    price = project.price
    print_facts(
        {
            "id": project.id,
            "title": project.title,
            "status": project.status,
            "hold": project.hold,
            "message": project.hold_message,
            "progress": f"{project.progress:.0%}",
            "price": f"{price.amount:.2f} {price.currency}" if price else None,
            "deadline": project.deadline,
        }
    )
    rows = [
        (file.source_file_name, one.target_language, one.status)
        for file in project.files
        for one in file.translations
    ]
    print_table(("file", "to", "status"), rows)


def _wait(service: ServiceChoice, client: Any, project: int, timeout: float | None) -> Any:
    try:
        with progress_bar(f"project {project}", shown=service.shows_progress) as bar:
            return client.projects.wait(project, timeout=timeout, progress=bar.set)
    except KeyboardInterrupt:
        raise Interrupted(f"Interrupted. It goes on; see: dragoman project show {project}") from None


def _datetime(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise click.UsageError(
            f"--deadline {text!r} is not a time. Write it like 2030-01-31T17:00:00Z."
        ) from None


def _date(value: datetime | None) -> str:
    return "" if value is None else value.date().isoformat()


def _price(one: Any) -> str:
    return "" if one.price_per_word is None else f"{one.price_per_word:g} {one.currency} a word"


group = NamedGroup(
    "project",
    "Order translations: quote, start, follow, download.",
    [create, quote, start, wait, list_, show, download, cancel, services],
)
