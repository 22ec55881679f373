"""`dragoman conform`: check a server against the clauses of the interface."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, Final

import click

from dragoman_client.commands.failures import FAILED, Interrupted
from dragoman_client.commands.output import print_json
from dragoman_client.commands.service_choice import client_command

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dragoman_client.conformance import Check, CheckedTarget, CheckResult, Need, StopRequest

_SECRET: Final = "DRAGOMAN_WEBHOOK_SECRET"  # noqa: S105 - the name of a variable


@client_command(
    "conform",
    "  dragoman conform --list",
    "  dragoman conform https://translate.example.com --only A,T --json",
    "  dragoman conform http://127.0.0.1:8080 --callback-host 127.0.0.1 --except P12",
)
@click.argument("url", required=False)
@click.option("--client-id", envvar="DRAGOMAN_CLIENT_ID", metavar="ID", help="A customer's application.")
@click.option("--client-secret-stdin", is_flag=True, help="Read its secret from standard input.")
@click.option(
    "--other-client-id", envvar="DRAGOMAN_OTHER_CLIENT_ID", metavar="ID", help="Of another account."
)
@click.option("--staff-client-id", envvar="DRAGOMAN_STAFF_CLIENT_ID", metavar="ID", help="Of the provider.")
@click.option(
    "--limited-client-id",
    envvar="DRAGOMAN_LIMITED_CLIENT_ID",
    metavar="ID",
    help="With a rate limit of at most 20 calls.",
)
@click.option("--source", default="en", show_default=True, metavar="CODE", help="Translate from it.")
@click.option("--target", default="es", show_default=True, metavar="CODE", help="Translate to it.")
@click.option(
    "--callback-host", metavar="HOST", help="This machine, as the server reaches it; else no webhooks."
)
@click.option("--no-orders", is_flag=True, help="Order no machine translation of a few words.")
@click.option("--timeout", default=60.0, show_default=True, help="Seconds that a job may take.")
@click.option("--only", metavar="WORDS", help="Clauses, groups or checks: T,D2,tokens.metadata.")
@click.option("--except", "but", metavar="WORDS", help="Leave these out.")
@click.option("--list", "lists", is_flag=True, help="List the checks, and run none.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.option("--quiet", "-q", "is_quiet", is_flag=True, help="Show no progress.")
def conform(url: str | None, *, lists: bool, as_json: bool, **options: Any) -> None:
    """Check a server against the clauses of the interface.

    Prints a line for each clause and what failed. The secrets are in DRAGOMAN_CLIENT_SECRET,
    DRAGOMAN_OTHER_CLIENT_SECRET, DRAGOMAN_STAFF_CLIENT_SECRET, DRAGOMAN_LIMITED_CLIENT_SECRET and
    DRAGOMAN_WEBHOOK_SECRET (of the customer's application). What needs a credential that is not given is
    not checked. What the checks create is named "conformance check …" and removed at the end.
    """
    checks = _choose(options["only"], options["but"])
    if lists:
        _print_list(checks, as_json=as_json)
        return
    target = _target(url or os.environ.get("DRAGOMAN_URL"), options)
    results = _run(target, checks, shows_progress=sys.stderr.isatty() and not options["is_quiet"])
    from dragoman_client.conformance.report import report_json, report_lines  # noqa: PLC0415

    if as_json:
        print_json(report_json(target.url, results))
    else:
        colored = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        for line in report_lines(results, colored=colored):
            click.echo(line)
    if any(one.outcome.value == "failed" for one in results):
        sys.exit(FAILED)


def _choose(only: str | None, but: str | None) -> tuple[Check, ...]:
    from dragoman_client.conformance import all_checks, select_checks  # noqa: PLC0415
    from dragoman_client.errors import InvalidInputError  # noqa: PLC0415

    try:
        return select_checks(all_checks(), only=_words(only), but=_words(but))
    except InvalidInputError as error:
        raise click.UsageError(str(error)) from None


def _words(text: str | None) -> list[str]:
    return [word.strip() for word in (text or "").split(",") if word.strip()]


def _print_list(checks: Sequence[Check], *, as_json: bool) -> None:
    from dragoman_client.conformance.report import check_json, list_lines  # noqa: PLC0415

    if as_json:
        print_json([check_json(one) for one in checks])
    else:
        for line in list_lines(checks):
            click.echo(line)


def _target(url: str | None, options: dict[str, Any]) -> CheckedTarget:
    from urllib.parse import urlsplit  # noqa: PLC0415

    from dragoman_client.conformance import CheckedTarget, Need  # noqa: PLC0415

    if not url:
        raise click.UsageError("The address of the server is missing: dragoman conform URL.")
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.username is not None:
        raise click.UsageError(f"{url!r} is not an address. It looks like https://translate.example.com.")
    found = {
        need: _credentials(need, options[f"{name}client_id"], from_stdin=from_stdin)
        for need, name, from_stdin in (
            (Need.CUSTOMER, "", options["client_secret_stdin"]),
            (Need.OTHER, "other_", False),
            (Need.STAFF, "staff_", False),
            (Need.LIMITED, "limited_", False),
        )
        if options[f"{name}client_id"]
    }
    return CheckedTarget(
        url=url.rstrip("/"),
        credentials=found,
        webhook_secret=os.environ.get(_SECRET) or None,
        callback_host=options["callback_host"],
        may_order=not options["no_orders"],
        source=options["source"],
        target=options["target"],
        timeout=options["timeout"],
    )


def _credentials(need: Need, client_id: str, *, from_stdin: bool) -> Any:
    from dragoman_client.conformance import AppCredentials  # noqa: PLC0415

    prefix = {"CUSTOMER": "", "OTHER": "OTHER_", "STAFF": "STAFF_", "LIMITED": "LIMITED_"}[need.name]
    name = f"DRAGOMAN_{prefix}CLIENT_SECRET"
    secret = sys.stdin.readline().strip() if from_stdin else os.environ.get(name, "")
    if not secret:
        where = "standard input" if from_stdin else f"the variable {name}"
        raise click.UsageError(f"The secret of {client_id} is missing: {where} is empty.")
    return AppCredentials(client_id=client_id, client_secret=secret)


@contextmanager
def _first_signal_stops(stop: StopRequest) -> Iterator[None]:
    """Ctrl-C ends the run after the request that is on its way; a second one at once."""

    def handle(number: int, frame: Any) -> None:
        if not stop.request():
            signal.default_int_handler(number, frame)

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _run(target: CheckedTarget, checks: Sequence[Check], *, shows_progress: bool) -> list[CheckResult]:
    from dragoman_client.conformance import StopRequest, run_checks  # noqa: PLC0415

    stop = StopRequest()
    results: list[CheckResult] = []

    def show(check: Check) -> None:
        if shows_progress:
            click.echo(f"\r\x1b[K{len(results) + 1}/{len(checks)} {check.name}", nl=False, err=True)

    try:
        with _first_signal_stops(stop), closing(run_checks(target, checks, on_start=show, stop=stop)) as run:
            results.extend(run)
    except KeyboardInterrupt:
        raise Interrupted(
            f"Interrupted after {len(results)} of {len(checks)} checks. What they created was removed."
        ) from None
    finally:
        if shows_progress:
            click.echo("\r\x1b[K", nl=False, err=True)
    return results
