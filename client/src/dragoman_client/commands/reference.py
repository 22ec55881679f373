"""`dragoman languages`, `usage` and `token`."""

from __future__ import annotations

from datetime import date, datetime

import click

from dragoman_client.commands.output import print_json, print_table
from dragoman_client.commands.service_choice import ServiceChoice, client_command, service_options


@client_command(
    "languages", "dragoman languages", "dragoman languages --from en", "dragoman languages --documents"
)
@click.option("--from", "source", metavar="CODE", help="Only from this language.")
@click.option("--to", "target", metavar="CODE", help="Only into this language.")
@click.option("--documents", is_flag=True, help="The pairs of documents.")
@service_options
def languages(service: ServiceChoice, source: str | None, target: str | None, *, documents: bool) -> None:
    """List the pairs of languages that can be translated now, with the quality to expect."""
    with service.open() as client:
        found = [
            one
            for one in client.languages(documents=documents)
            if source in {None, one.source} and target in {None, one.target}
        ]
    if service.as_json:
        print_json(found)
    else:
        rows = [(one.source, one.target, one.quality, one.engine) for one in found]
        print_table(("from", "to", "quality", "engine"), rows)


@client_command("usage", "dragoman usage", "dragoman usage --since 2026-11-01 --until 2026-11-30 --csv")
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="From this day on.")
@click.option("--until", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="To this day.")
@click.option("--csv", "as_csv", is_flag=True, help="Print comma-separated values.")
@service_options
def usage(service: ServiceChoice, since: datetime | None, until: datetime | None, *, as_csv: bool) -> None:
    """Show how much the application had translated, by day."""
    with service.open() as client:
        found = client.usage(since=_day(since), until=_day(until))
    names = ("date", "characters", "words", "segments", "documents")
    rows = [tuple(getattr(day, name) for name in names) for day in found.days]
    total = ("total", *(getattr(found.total, name) for name in names[1:]))
    if service.as_json:
        print_json(found)
    elif as_csv:
        for row in (names, *rows):
            click.echo(",".join(map(str, row)))
    else:
        print_table(names, [*rows, total])


@client_command("token", "dragoman token", 'curl -H "Authorization: Bearer $(dragoman token)" $URL/v2/usage')
@service_options
def token(service: ServiceChoice) -> None:
    """Print an access token, for other programs."""
    with service.open() as client:
        value = client.token()
    if service.as_json:
        print_json({"accessToken": value})
    else:
        click.echo(value)


def _day(value: datetime | None) -> date | None:
    return None if value is None else value.date()
