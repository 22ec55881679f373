"""`dragoman webhook verify`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from dragoman_client.commands.output import print_facts, print_json
from dragoman_client.commands.service_choice import client_command
from dragoman_client.errors import InvalidInputError

SECRET: Final = "DRAGOMAN_WEBHOOK_SECRET"  # noqa: S105 - a name

Pairs = list[tuple[str, str]]


@client_command(
    "verify",
    "dragoman webhook verify delivery.http --secret-file secret.txt",
    "dragoman webhook verify delivery.http --key whpk_MCowBQYDK2VwAyEA",
    'dragoman webhook verify body.json -H "webhook-id: msg_1" -H "webhook-timestamp: 1795817744"',
)
@click.argument("file", default="-", metavar="[FILE]")
@click.option(
    "-H", "--header", "headers", multiple=True, metavar="HEADER", help="A header; then FILE is the body."
)
@click.option(
    "--secret-file", type=click.Path(path_type=Path), help=f"File of the secret (whsec_…); else {SECRET}."
)
@click.option("--key", "keys", multiple=True, metavar="KEY", help="A public key of the service (whpk_…).")
@click.option(
    "--tolerance", type=float, default=300.0, show_default=True, metavar="SECONDS", help="How old it may be."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def verify(file: str, headers: tuple[str, ...], **chosen: Any) -> None:
    """Check whether a delivery is from the service.

    FILE has the delivery as it came: headers, an empty line, the body; standard input does without FILE.
    For an old delivery: `--tolerance inf`. The exit status is 1 for what is not to be trusted.
    """
    from dragoman_client.webhooks import parse_webhook  # noqa: PLC0415 - not for help

    content = _read(file)
    pairs, body = (_parse_headers(headers), content) if headers else _split(content)
    secrets = _read_secrets(chosen["secret_file"])
    if not secrets and not chosen["keys"]:
        raise click.UsageError(
            f"Which secret? Name its file with --secret-file, or set {SECRET}; or give --key."
        )
    event = parse_webhook(body, pairs, secrets=secrets, keys=chosen["keys"], tolerance=chosen["tolerance"])
    if chosen["as_json"]:
        print_json(
            {"event": type(event).__name__, "id": event.id, "sentAt": event.sent_at, "data": event.data}
        )
    else:
        print_facts({"event": type(event).__name__, "id": event.id, "signature": "good"})


def _read(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise InvalidInputError(f"{file} cannot be read: {error.strerror or error}.") from None


def _split(content: bytes) -> tuple[Pairs, bytes]:
    """Headers and body of a request as it was recorded; its first line may be `POST /path HTTP/1.1`."""
    ends = [(place, end) for end in (b"\r\n\r\n", b"\n\n") if (place := content.find(end)) >= 0]
    if not ends:
        raise InvalidInputError("There are no headers before the body. Give them with --header.")
    place, end = min(ends)
    lines = content[:place].decode("latin-1").splitlines()
    if lines and ":" not in lines[0].partition(" ")[0]:
        lines = lines[1:]
    return _parse_headers(lines), content[place + len(end) :]


def _parse_headers(lines: Sequence[str]) -> Pairs:
    pairs = []
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon:
            raise click.UsageError(f"{line[:60]!r} is not a header. Write it like: name: value")
        pairs.append((name.strip(), value.strip()))
    return pairs


def _read_secrets(path: Path | None) -> list[str]:
    """Secrets, one a line: several while one is replaced."""
    text = os.environ.get(SECRET, "") if path is None else _read(str(path)).decode("utf-8", "replace")
    return text.split()
