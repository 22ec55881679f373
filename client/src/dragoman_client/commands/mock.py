"""`dragoman mock`: the mock server in the foreground, for clients in any language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from dragoman_client.commands.service_choice import client_command

if TYPE_CHECKING:
    from dragoman_client.mock.pace import JobPace


@client_command(
    "mock",
    "dragoman mock --port 8090",
    "dragoman mock --fault '429 times=3 path=/v2/translate retry-after=1'",
    "dragoman mock --fault '429 every=5' --fault '503 every=20' --json",
    "dragoman mock --pace 3/60",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8090, show_default=True, help="Port to listen on; 0: a free one.")
@click.option(
    "--fault", "faults", multiple=True, help="A fault, such as '503 every=20'. May be given several times."
)
@click.option(
    "--kind",
    type=click.Choice(["sandbox", "production"]),
    default="sandbox",
    show_default=True,
    help="Kind of its account: a sandbox's projects finish by themselves, production has prices.",
)
@click.option(
    "--token-seconds", default=300, show_default=True, type=click.IntRange(1), help="Life of a token."
)
@click.option(
    "--pace",
    default="1/0.2",
    show_default=True,
    callback=lambda _, __, text: _read_pace(text),
    help="When jobs end: after so many reads of a status, or seconds, whichever is first; - is never.",
)
@click.option("--json", "as_json", is_flag=True, help="Print address and credentials as one JSON object.")
def mock(*, faults: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Run a mock of the service for tests, until Ctrl-C.

    It answers as the service does, from memory: every start begins empty, with new credentials. Translations
    are visibly pseudo. More faults while it runs: POST /mock/faults, or the header Mock-Fault of a request.
    """
    from dragoman_client.mock.faults import FaultSyntaxError, parse_faults  # noqa: PLC0415 - when it runs
    from dragoman_client.mock.server import MockServer, plan_all  # noqa: PLC0415

    try:
        planned = [one for text in faults for one in parse_faults(text)]
    except FaultSyntaxError as error:
        raise click.BadParameter(str(error), param_hint="--fault") from None
    server = MockServer(**options)
    try:
        server.start()
    except OSError as error:
        place = f"{options['host']}:{options['port']}"
        raise click.ClickException(
            f"{place} cannot be listened on: {error.strerror or error}. Choose another --port, or 0."
        ) from None
    plan_all(server, planned)
    with server:
        _print(server.describe(), as_json=as_json)
        _wait()


def _read_pace(text: str) -> JobPace:
    from dragoman_client.mock.pace import JobPace  # noqa: PLC0415 - when it runs

    reads, _, seconds = text.partition("/")
    try:
        return JobPace(
            reads=None if reads == "-" else int(reads), seconds=None if seconds == "-" else float(seconds)
        )
    except ValueError:
        raise click.BadParameter("Write READS/SECONDS, such as 1/0.2, 3/- or -/60.") from None


def _print(described: dict[str, str], *, as_json: bool) -> None:
    if as_json:
        import json  # noqa: PLC0415 - when it runs

        click.echo(json.dumps(described))
        return
    click.echo(f"The mock listens on {described['url']}. Ctrl-C ends it.")
    names = {
        "clientId": "DRAGOMAN_CLIENT_ID",
        "clientSecret": "DRAGOMAN_CLIENT_SECRET",
        "webhookSecret": "DRAGOMAN_WEBHOOK_SECRET",
    }
    click.echo(f"export DRAGOMAN_URL={described['url']}")
    for key, name in names.items():
        click.echo(f"export {name}={described[key]}")
    click.echo(
        f"The provider's application: {described['providerClientId']} {described['providerClientSecret']}"
    )


def _wait() -> None:
    """Wait for Ctrl-C or the signal to end."""
    import signal  # noqa: PLC0415 - when it runs
    import threading  # noqa: PLC0415

    ended = threading.Event()
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, lambda *_: ended.set())
    ended.wait()
