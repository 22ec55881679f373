"""`dragoman webhook …`: events received here and passed on, deliveries verified, receivers tested."""

from __future__ import annotations

import base64
import json
import signal
import socket
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from standardwebhooks.webhooks import Webhook

from tests.client.commands.conftest import CommandLine, pointed_at
from tests.client.event_server import Stream, event_server, frame
from tests.contract.conftest import Customer
from tests.receiver import Delivery, running_receiver
from tests.waiting import CEILING, wait_until

SECRET = "whsec_" + base64.b64encode(b"k" * 24).decode()
BODY = '{"type": "test.event",  "text": "¡Añade!\\u0000"}'


def delivery(folder: Path, *, at: int | None = None, ends: str = "\r\n") -> Path:
    """A delivery as a receiver may have recorded it."""
    seconds = int(time.time()) if at is None else at
    signature = Webhook(SECRET).sign("msg_1", datetime.fromtimestamp(seconds, UTC), BODY)
    head = [
        "POST /webhooks HTTP/1.1",
        "Host: example.com",
        "Webhook-Id: msg_1",
        f"Webhook-Timestamp: {seconds}",
        f"Webhook-Signature: {signature}",
    ]
    path = folder / "delivery.http"
    path.write_bytes((ends.join(head) + ends * 2).encode() + BODY.encode())
    (folder / "secret.txt").write_text(f"{SECRET}\n")
    return path


def test_events_are_passed_on_as_webhooks_are_sent_and_a_receiver_may_fail(nobody: CommandLine) -> None:
    signed = {"webhook-signature": "v1,AA=="}
    streams = [
        Stream(parts=(b"retry: 10\n\n", frame(1, BODY, **signed), frame(2, "{}")), ends="reset"),
        Stream(parts=(frame(3, "{}"),), ends="open"),
    ]

    def answer(one: Delivery) -> int:
        return 500 if one.headers["webhook-id"] == "msg_2" else 204

    with event_server(lambda asked: streams[asked.number]) as server, running_receiver(answer) as receiver:
        process = pointed_at(nobody, server.url).start(
            "webhook", "listen", "--forward-to", receiver.url("/hooks")
        )
        first, second, third = receiver.wait_for(3, "/hooks")
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(3)]
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=CEILING)
    assert first.body == BODY.encode()
    assert first.headers["webhook-signature"] == "v1,AA=="
    assert first.headers["webhook-timestamp"] == "1795797612"
    assert [one.headers["webhook-id"] for one in (second, third)] == ["msg_2", "msg_3"]
    assert ["msg_1  → 204" in lines[0], "msg_2  → 500" in lines[1], "msg_3  → 204" in lines[2]] == [True] * 3
    assert "test.event  thing:1" in lines[0]
    assert process.returncode == 130
    assert f"Listening to the events of {server.url}" in said
    assert "Connecting again" in said
    assert "dragoman webhook listen --after 100-3-1" in said


def test_a_receiver_that_is_down_holds_nothing_up(nobody: CommandLine) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))  # and does not listen
        port = probe.getsockname()[1]
        with event_server(lambda _: Stream(parts=(frame(1), frame(2)), ends="open")) as server:
            process = pointed_at(nobody, server.url).start(
                *("webhook", "listen", "--forward-to", f"http://127.0.0.1:{port}/", "--json")
            )
            assert process.stdout is not None
            found = [json.loads(process.stdout.readline()) for _ in range(2)]
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=CEILING)
    assert [(one["id"], one["answer"]) for one in found] == [
        ("msg_1", "nothing answers there"),
        ("msg_2", "nothing answers there"),
    ]
    assert (found[0]["position"], found[0]["body"]) == ("100-1-1", "{}")


def test_listening_where_events_are_not_kept_so_long(nobody: CommandLine) -> None:
    gone = Stream(status=410, parts=(b'{"detail": "Events are kept for 3 days."}',), headers={})
    with event_server(lambda _: gone) as server:
        done = pointed_at(nobody, server.url).run("webhook", "listen", "--after", "1-1-1")
    assert (done.returncode, "Events are kept for 3 days." in done.stderr) == (1, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--forward-to", "localhost:3000"), "is not an address"),
        (("--since", "yesterday"), "is not a time"),
    ],
)
def test_listening_with_wrong_options(nobody: CommandLine, words: tuple[str, ...], said: str) -> None:
    done = pointed_at(nobody, "http://127.0.0.1:1").run("webhook", "listen", *words)
    assert (done.returncode, said in done.stderr) == (2, True)


@pytest.mark.parametrize("ends", ["\r\n", "\n"])
def test_a_recorded_delivery_is_verified(nobody: CommandLine, ends: str) -> None:
    path = delivery(nobody.folder, ends=ends)
    said = nobody.ok("webhook", "verify", path, "--secret-file", "secret.txt")
    assert "UnknownEvent" in said
    assert "good" in said
    found = nobody.run("webhook", "verify", "--secret-file", "secret.txt", "--json", stdin=path.read_bytes())
    assert json.loads(found.stdout)["id"] == "msg_1"
    by_variable = CommandLine(folder=nobody.folder, environment={"DRAGOMAN_WEBHOOK_SECRET": SECRET})
    assert "good" in by_variable.ok("webhook", "verify", path)


def test_a_body_with_its_headers_beside_it(nobody: CommandLine) -> None:
    head, _, body = delivery(nobody.folder).read_bytes().partition(b"\r\n\r\n")
    (nobody.folder / "body.json").write_bytes(body)
    headers = [word for line in head.decode().splitlines()[1:] for word in ("-H", line)]
    assert "good" in nobody.ok("webhook", "verify", "body.json", *headers, "--secret-file", "secret.txt")


def test_what_is_not_to_be_trusted(nobody: CommandLine) -> None:
    path = delivery(nobody.folder, at=1_700_000_000)
    done = nobody.run("webhook", "verify", path, "--secret-file", "secret.txt")
    assert (done.returncode, "too old" in done.stderr, done.stdout) == (1, True, "")
    assert "good" in nobody.ok("webhook", "verify", path, "--secret-file", "secret.txt", "--tolerance", "inf")
    path.write_bytes(path.read_bytes() + b" ")
    done = nobody.run("webhook", "verify", path, "--secret-file", "secret.txt", "--tolerance", "inf")
    assert (done.returncode, "No signature fits" in done.stderr) == (1, True)
    done = nobody.run("webhook", "verify", path)
    assert (done.returncode, "Which secret?" in done.stderr) == (2, True)
    (nobody.folder / "plain.json").write_text("{}")
    done = nobody.run("webhook", "verify", "plain.json", "--secret-file", "secret.txt")
    assert (done.returncode, "no headers before the body" in done.stderr) == (1, True)
    done = nobody.run("webhook", "verify", "gone.http", "--secret-file", "secret.txt")
    assert (done.returncode, "gone.http cannot be read" in done.stderr) == (1, True)


def test_a_test_event_that_is_delivered_and_one_that_is_not(
    customer: CommandLine, production: Customer
) -> None:
    with running_receiver(lambda one: 204 if one.path == "/good" else 500) as receiver:
        said = customer.ok("webhook", "trigger", receiver.url("/good"))
        assert "answer   204" in said
        (arrived,) = receiver.wait_for(1, "/good")
        done = customer.run("webhook", "trigger", receiver.url("/bad"))
        assert (done.returncode, "answered 500" in done.stderr) == (1, True)
    lines = [f"{name}: {value}" for name, value in arrived.headers.items()]
    recorded = "\n".join(lines).encode() + b"\n\n" + arrived.body
    verifier = CommandLine(
        folder=customer.folder,
        environment={"DRAGOMAN_WEBHOOK_SECRET": production.application.webhook_secret},
    )
    done = verifier.run("webhook", "verify", "--json", stdin=recorded)
    assert json.loads(done.stdout)["event"] == "WebhookTest"
    wait_until(lambda: customer.run("webhook", "trigger", "http://127.0.0.1:1/").returncode == 1)


def test_a_test_event_reaches_who_listens(customer: CommandLine) -> None:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    with running_receiver() as receiver:
        words = ("webhook", "listen", "--since", now, "--forward-to", receiver.url("/hooks"))
        process = customer.start(*words)
        usual = customer.json("webhook", "trigger")
        chosen = customer.json("webhook", "trigger", "document.finished")
        heard = wait_until(
            lambda: {one.headers["webhook-id"]: one.body.decode() for one in receiver.deliveries},
            lambda found: {usual["id"], chosen["id"]} <= set(found),  # among those of this second
        )
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=CEILING)
    assert (usual["kind"], chosen["kind"]) == ("project.translation", "document.finished")
    assert [heard[one["id"]] for one in (usual, chosen)] == [usual["body"], chosen["body"]]
    assert json.loads(chosen["body"])["test"] is True


def test_a_kind_that_there_is_not_and_an_address_that_is_none(nobody: CommandLine) -> None:
    done = pointed_at(nobody, "http://127.0.0.1:1").run("webhook", "trigger", "localhost:3000")
    assert (done.returncode, "no kind of events (document.finished, " in done.stderr) == (2, True)
