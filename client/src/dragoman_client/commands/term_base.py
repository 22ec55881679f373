"""`dragoman term-base …`: term bases."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import click

from dragoman_client.commands.downloads import print_download, to_standard_output
from dragoman_client.commands.failures import interruption_says, tell
from dragoman_client.commands.named import find_id
from dragoman_client.commands.output import print_facts, print_json, print_table
from dragoman_client.commands.own_words import WordsKind, record_commands
from dragoman_client.commands.progress import progress_bar
from dragoman_client.commands.service_choice import NamedGroup, ServiceChoice, client_command, service_options

_ID = click.argument("base", metavar="BASE")  # its number or its name


_RECORDS = record_commands(
    WordsKind(
        command="term-base",
        part="term_bases",
        kind="term_base",
        name="term base",
        plural="term bases",
        contents="concepts",
        example="Products",
    )
)


@client_command("search", 'dragoman term-base search 4 "paper"')
@_ID
@click.argument("words")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="At most so many.")
@service_options
def search(service: ServiceChoice, base: str, words: str, limit: int) -> None:
    """Find concepts that have these words in a term."""
    with service.open() as client:
        concepts = client.term_bases.concepts(find_id(client, "term_base", base), search=words)
        found = list(islice(concepts, limit))
    if service.as_json:
        print_json(found)
    else:
        rows = [(one.key, term.language, term.text, term.status) for one in found for term in one.terms]
        print_table(("concept", "language", "term", "status"), rows)


@client_command(
    "add",
    "dragoman term-base add 4 en=hatch es=escotilla",
    "dragoman term-base add 4 en=Dragoman --do-not-translate",
)
@_ID
@click.argument("terms", metavar="CODE=TERM...", nargs=-1, required=True)
@click.option("--do-not-translate", is_flag=True, help="The term stays as it is in every language.")
@click.option("--note", default="", help="For linguists.")
@service_options
def add(
    service: ServiceChoice, base: str, terms: tuple[str, ...], note: str, *, do_not_translate: bool
) -> None:
    """Add a concept with its terms."""
    from dragoman_client.words.terms import Term  # noqa: PLC0415 - not for help

    found = []
    for one in terms:
        language, separator, text = one.partition("=")
        if not separator or not language or not text:
            raise click.UsageError(f"{one!r} is not a term. Write it like en=hatch.")
        found.append(Term(language=language, text=text))
    with service.open() as client:
        concept = client.term_bases.add_concept(
            find_id(client, "term_base", base), found, note=note, do_not_translate=do_not_translate
        )
    if service.as_json:
        print_json(concept)
    else:
        click.echo(concept.key)


@client_command(
    "import",
    "dragoman term-base import 4 terms.csv",
    "dragoman term-base import 4 terms.tbx --replace --dry-run",
)
@_ID
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="Remove concepts that are not in the file.")
@click.option("--dry-run", is_flag=True, help="Only tell what would change.")
@service_options
def import_(service: ServiceChoice, base: str, file: Path, *, replace: bool, dry_run: bool) -> None:
    """Import a TBX or CSV file and wait until it is done."""
    mode = "replace" if replace else "merge"
    with (
        interruption_says("Interrupted. An import that the service has begun goes on."),
        service.open() as client,
        progress_bar(file.name, shown=service.shows_progress) as bar,
    ):
        found = client.term_bases.import_file(
            find_id(client, "term_base", base), file, mode=mode, dry_run=dry_run, progress=bar.set
        )
    if service.as_json:
        print_json(found)
        return
    report: Any = found.report
    names = ("read", "added", "updated", "unchanged", "removed", "refused")
    print_facts({name: str(getattr(report, name)) for name in names})
    for problem in report.problems:
        tell(f"line {problem.line}: {problem.message}")


@client_command(
    "export",
    "dragoman term-base export Printers -o terms.tbx",
    "dragoman term-base export 4 --format csv -o -",
)
@_ID
@click.option("--format", "kind", type=click.Choice(["tbx", "csv"]), default="tbx", show_default=True)
@click.option("--output", "-o", metavar="PATH", default=".", help="File or folder (the current one), or -.")
@service_options
def export(service: ServiceChoice, base: str, kind: str, output: str) -> None:
    """Export a term base as TBX or CSV."""
    with service.open() as client:
        place = None if output == "-" else output
        found = client.term_bases.export(find_id(client, "term_base", base), place, format=kind)
    if output == "-":
        to_standard_output(found.content or b"")
    else:
        print_download(found.path, as_json=service.as_json)


group = NamedGroup(
    "term-base",
    "Term bases: search, add, TBX and CSV in and out.",
    [*_RECORDS, search, add, import_, export],
)
