"""`dragoman webhook trigger`."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Final

import click

from dragoman_client.commands.failures import FAILED, tell
from dragoman_client.commands.output import print_facts, print_json
from dragoman_client.commands.service_choice import ServiceChoice, client_command, service_options

if TYPE_CHECKING:
    from dragoman_client import Client
    from dragoman_client.notifications import Notification, TriggeredEvent

KINDS: Final = ("document.finished", "project.translation", "test.event")
_PENDING: Final = "pending"
_PAUSE: Final = 0.3  # seconds between two looks


@client_command(
    "trigger",
    "dragoman webhook trigger",
    "dragoman webhook trigger document.finished",
    "dragoman webhook trigger https://example.com/webhooks",
)
@click.argument("what", metavar="[KIND|URL]", default="project.translation")
@click.option(
    "--timeout",
    type=float,
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait for an address.",
)
@service_options
def trigger(service: ServiceChoice, what: str, timeout: float) -> None:
    """Make a test event: for who listens, or for an address.

    Of a kind (document.finished, project.translation, test.event) it goes to the account's stream of events,
    which `dragoman webhook listen` reads. Nothing else is told of it. Its body has "test": true.

    To a URL the service sends a test.event. The command waits for the try and tells what the receiver
    answered. The exit status is 1 without success.
    """
    if what not in KINDS and "://" not in what:
        known = ", ".join(KINDS)
        raise click.UsageError(
            f"{what!r} is no kind of events ({known}) and no address, which begins with https:// or http://."
        )
    with service.open() as client:
        if what in KINDS:
            _tell_event(service, client.notifications.trigger(what))
        else:
            _tell_delivery(service, _follow(client, client.notifications.send_test(what), timeout), timeout)


def _tell_event(service: ServiceChoice, made: TriggeredEvent) -> None:
    if service.as_json:
        print_json(made)
    else:
        print_facts({"id": made.id, "kind": made.kind})


def _tell_delivery(service: ServiceChoice, found: Notification, timeout: float) -> None:
    last = found.tries[-1] if found.tries else None
    if service.as_json:
        print_json(found)
    elif last is not None:
        print_facts(
            {
                "id": found.webhook_id,
                "answer": last.answer,
                "seconds": None if last.seconds is None else f"{last.seconds:.2f}",
            }
        )
    if last is None:
        tell(f"It was not tried within {timeout:g} seconds. Look again in the dashboard.")
    elif found.status != "delivered":
        tell(last.failure_text or f"The receiver answered {last.answer}; 2xx is success.")
    if last is None or found.status != "delivered":
        sys.exit(FAILED)


def _follow(client: Client, sent: Notification, timeout: float) -> Notification:
    end = time.monotonic() + timeout
    while True:
        found = client.notifications.get(sent.id)
        if found.status.lower() != _PENDING or time.monotonic() > end:
            return found
        time.sleep(_PAUSE)
