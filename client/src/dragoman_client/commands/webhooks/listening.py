"""`dragoman webhook listen`: the account's events, passed on to a receiver on this machine."""

from __future__ import annotations

import time
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

import click

from dragoman_client.commands.failures import Interrupted, tell
from dragoman_client.commands.service_choice import ServiceChoice, client_command, service_options

if TYPE_CHECKING:
    import httpx2

    from dragoman_client.errors import DragomanError
    from dragoman_client.events import AccountEvent, EventOptions

_TIMEOUT: Final = 15.0  # seconds, as the service gives receivers
_TOLD_PAUSE: Final = 2.0  # seconds: shorter ones are of streams that the service ends and begins again


@client_command(
    "listen",
    "dragoman webhook listen",
    "dragoman webhook listen --forward-to http://127.0.0.1:3000/webhooks",
    "dragoman webhook listen --kind document.finished --json",
)
@click.option("--forward-to", metavar="URL", help="A receiver: it gets each event as a webhook is sent.")
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Only these, such as document.finished.")
@click.option("--after", metavar="POSITION", help="Go on behind this event, as a line before said.")
@click.option("--since", metavar="TIME", help="Begin with events since this time: 2026-11-27T16:00:00Z.")
@service_options
def listen(service: ServiceChoice, forward_to: str | None, **chosen: Any) -> None:
    """Receive the account's events here, without a public address.

    A line for each: time, kind, what it is of, and what the receiver answered. A receiver that is down holds
    nothing up: its event is told and not sent again. After a break it goes on where it was. With `--json`
    each line is one JSON value.
    """
    options = _options(chosen)
    last: AccountEvent | None = None
    try:
        with service.open() as client, _receiver(forward_to) as receiver:
            if not service.is_quiet:
                tell(f"Listening to the events of {client.url}. Ctrl-C ends.")
            for event in client.events(**options):
                last = event
                answer = (
                    None if receiver is None or forward_to is None else _forward(receiver, forward_to, event)
                )
                _print(event, answer, as_json=service.as_json)
    except KeyboardInterrupt:
        position = chosen["after"] if last is None else last.position
        how = f" Go on behind the last event: dragoman webhook listen --after {position}" if position else ""
        raise Interrupted(f"No longer listening.{how}") from None


def _options(chosen: dict[str, Any]) -> EventOptions:
    options: EventOptions = {"kinds": chosen["kinds"], "on_pause": _tell_pause}
    if chosen["after"]:
        options["after"] = chosen["after"]
    if chosen["since"]:
        try:
            options["since"] = datetime.fromisoformat(chosen["since"])
        except ValueError:
            raise click.UsageError(
                f"--since {chosen['since']!r} is not a time. Write it like 2026-11-27T16:00:00Z."
            ) from None
    return options


def _tell_pause(seconds: float, failure: DragomanError | None) -> None:
    if failure is not None or seconds > _TOLD_PAUSE:
        reason = f"{failure} " if failure is not None else ""
        tell(f"{reason}Connecting again in {seconds:.0f} seconds.")


def _receiver(url: str | None) -> Any:
    """A client of a receiver, as a context; its address is checked."""
    from contextlib import nullcontext  # noqa: PLC0415 - not for help

    if url is None:
        return nullcontext(None)
    if not url.lower().startswith(("http://", "https://")):
        raise click.UsageError(
            f"--forward-to {url!r} is not an address. Write it like http://127.0.0.1:3000/hooks."
        )
    import httpx2  # noqa: PLC0415

    # Not by a proxy of the environment: the receiver is near.
    return httpx2.Client(timeout=_TIMEOUT, trust_env=False, follow_redirects=False)


def _forward(receiver: httpx2.Client, url: str, event: AccountEvent) -> tuple[str, float]:
    """Send an event as its webhook is sent; the status or what failed, and the seconds that it took."""
    import httpx2  # noqa: PLC0415 - not for help

    headers = {"content-type": "application/json", "user-agent": "dragoman-command", **event.headers}
    begun = time.monotonic()
    try:
        said = str(receiver.post(url, content=event.body, headers=headers).status_code)
    except httpx2.TimeoutException:
        said = f"no answer within {_TIMEOUT:.0f} seconds"
    except httpx2.ConnectError:
        said = "nothing answers there"
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        said = f"failed ({type(error).__name__})"
    return said, time.monotonic() - begun


def _print(event: AccountEvent, answer: tuple[str, float] | None, *, as_json: bool) -> None:
    if as_json:
        _print_line(event, answer)
        return
    at = (event.created_at or datetime.now().astimezone()).astimezone().strftime("%H:%M:%S")
    sent = "" if answer is None else f"  → {answer[0]} ({answer[1] * 1000:.0f} ms)"
    text = f"{at}  {event.kind}  {event.subject}  {event.id}{sent}"
    click.echo("".join(one if one.isprintable() else "?" for one in text))


def _print_line(event: AccountEvent, answer: tuple[str, float] | None) -> None:
    import json  # noqa: PLC0415 - not for help

    from dragoman_client.commands.output import to_json  # noqa: PLC0415

    record = {**to_json(event), "body": event.body.decode("utf-8", "replace")}
    if answer is not None:
        record["answer"] = answer[0]
    click.echo(json.dumps(record, ensure_ascii=False))
