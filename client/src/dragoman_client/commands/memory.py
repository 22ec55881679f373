"""`dragoman memory …`: translation memories."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import click

from dragoman_client.commands.downloads import print_download, to_standard_output
from dragoman_client.commands.failures import interruption_says
from dragoman_client.commands.named import find_id
from dragoman_client.commands.output import print_facts, print_json, print_table
from dragoman_client.commands.own_words import WordsKind, record_commands
from dragoman_client.commands.progress import progress_bar
from dragoman_client.commands.service_choice import NamedGroup, ServiceChoice, client_command, service_options
from dragoman_client.commands.translate import Targets

_ID = click.argument("memory", metavar="MEMORY")  # its number or its name


_RECORDS = record_commands(
    WordsKind(
        command="memory",
        part="memories",
        kind="memory",
        name="memory",
        plural="memories",
        contents="units",
        example="Manuals",
    )
)


@client_command("search", 'dragoman memory search 4 "paper jam"')
@_ID
@click.argument("words")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="At most so many.")
@service_options
def search(service: ServiceChoice, memory: str, words: str, limit: int) -> None:
    """Find units whose source or target has these words."""
    with service.open() as client:
        units = client.memories.units(find_id(client, "memory", memory), search=words)
        found = list(islice(units, limit))
    if service.as_json:
        print_json(found)
    else:
        rows = [(one.source_language, one.target_language, one.source, one.target) for one in found]
        print_table(("from", "to", "source", "target"), rows)


@client_command(
    "import",
    "dragoman memory import Manuals manuals.tmx",
    "dragoman memory import 4 all.tmx --from en --to es,fr",
)
@_ID
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--from", "source", metavar="CODE", help="Only units with this source.")
@click.option("--to", "targets", metavar="CODES", type=Targets(), default=(), help="Only these targets.")
@service_options
def import_(
    service: ServiceChoice, memory: str, file: Path, source: str | None, targets: tuple[str, ...]
) -> None:
    """Import a TMX file and wait until it is done."""
    chosen: dict[str, Any] = {}
    if source:
        chosen["source"] = source
    if targets:
        chosen["targets"] = targets
    with (
        interruption_says("Interrupted. An import that the service has begun goes on."),
        service.open() as client,
        progress_bar(file.name, shown=service.shows_progress) as bar,
    ):
        found = client.memories.import_file(
            find_id(client, "memory", memory), file, progress=bar.set, **chosen
        )
    if service.as_json:
        print_json(found)
    else:
        names = ("read", "added", "updated", "unchanged", "skipped", "refused")
        print_facts({name: str(getattr(found, name)) for name in names})


@client_command("export", "dragoman memory export 4 -o manuals.tmx", "dragoman memory export 4 -o - | gzip")
@_ID
@click.option("--output", "-o", metavar="PATH", default=".", help="File or folder (the current one), or -.")
@service_options
def export(service: ServiceChoice, memory: str, output: str) -> None:
    """Export a memory as TMX."""
    with service.open() as client, progress_bar("export", shown=service.shows_progress) as bar:
        found = client.memories.export(
            find_id(client, "memory", memory),
            None if output == "-" else output,
            progress=lambda done, size: bar.set(done / size if size else None),
        )
    if output == "-":
        to_standard_output(found.content or b"")
    else:
        print_download(found.path, as_json=service.as_json)


group = NamedGroup(
    "memory",
    "Translation memories: search, TMX in and out.",
    [*_RECORDS, search, import_, export],
)
