"""`kill -9` of interface, worker and PostgreSQL under a stream of projects: nothing is half-done.

Every order whose upload was answered 201 ends as Finished with the right bytes, after imports and deliveries
by staff where people translate; each translation has notified its receiver under exactly one id (N1).
A slice of the campaign runs in the suite.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.contract.project_files import PROJECTS, find_service, wait_for
from tests.receiver import running_receiver
from tests.system.killing import (
    Stream,
    ask_until_answered,
    installation,
    kill_again_and_again,
)
from tests.waiting import CEILING, wait_until

SHORT = "The red book number {} is big.\n"
LONG = "\n\n".join(f"The dog number {{0}}-{number} eats the red book." for number in range(150)) + "\n"
VICTIMS = ("worker", "interface", "database", "all")
KINDS = ("machine", "machine", "post-editing")


@dataclass(kw_only=True)
class Order:
    """One project of the stream."""

    number: int
    project: int
    kind: str
    translation: int = 0

    @property
    def template(self) -> str:
        return LONG if self.number % 8 == 0 else SHORT


@dataclass(kw_only=True)
class Orders(Stream):
    """Clients that order all the time, and the staff who perform what people translate."""

    staff: dict[str, str]  # headers
    services: dict[str, int]
    orders: list[Order] = field(default_factory=list)

    @property
    def accepted(self) -> list[int]:
        return [order.number for order in self.orders]

    def hand_in(self, number: int) -> None:
        kind = KINDS[number % len(KINDS)]
        made = self.repeat(
            lambda: self.ask(
                "POST", PROJECTS, f"p{number}", json={"title": f"{number}", "serviceId": self.services[kind]}
            ),
            201,
        )
        order = Order(number=number, project=made["id"], kind=kind)
        sent = self.repeat(lambda: self.upload(order), 201)
        order.translation = sent["translations"][0]["id"]
        self.orders.append(order)
        started = f"{PROJECTS}/{order.project}/do-start"
        self.repeat(lambda: self.ask("POST", started, f"s{number}"), 200, 202)
        if kind != "machine":
            self.perform(order)

    def upload(self, order: Order) -> httpx2.Response:
        return self.ask(
            "POST",
            f"{PROJECTS}/{order.project}/files",
            f"f{order.number}",
            headers={"callbackUrl": self.receiver.url(f"/{order.number}")},
            data={"sourceLanguage": "en", "targetLanguages": "es"},
            files={"file": (f"{order.number}.txt", order.template.format(order.number).encode())},
        )

    def perform(self, order: Order) -> None:
        """What staff do: the package out and in again, and the delivery."""
        path = f"/provider/v1/projects/{order.project}/translations/{order.translation}"
        wait_until(
            lambda: self.repeat(lambda: self.ask("GET", path, None, staff=True), 200)["stage"] == "open"
        )
        package = ask_until_answered(lambda: self.ask("GET", f"{path}/xliff", None, staff=True), 200)
        content = package.content
        ask_until_answered(lambda: self.ask("PUT", f"{path}/xliff", None, staff=True, content=content), 200)
        # The answer of a delivery may be lost: then the translation is open no more.
        body = {"override": {"reason": "A test."}}
        ask_until_answered(
            lambda: self.ask("POST", f"{path}/delivery", None, json=body, staff=True), 202, 409
        )

    def ask(
        self, method: str, path: str, key: str | None, *, staff: bool = False, **options: Any
    ) -> httpx2.Response:
        headers = {**(self.staff if staff else self.headers), **options.pop("headers", {})}
        if key is not None:
            headers["Idempotency-Key"] = key
        return self.client.request(
            method, self.service.url + path, headers=headers, timeout=CEILING, **options
        )

    def repeat(self, ask: Callable[[], httpx2.Response], *wanted: int) -> dict[str, Any]:
        return dict(ask_until_answered(ask, *wanted).json())


def expected(stream: Orders, client: httpx2.Client, template: str) -> bytes:
    """What a file of this template becomes, with 7777777 for its number."""
    project = client.post(PROJECTS, json={"title": "x", "serviceId": stream.services["machine"]}).json()["id"]
    form = {"sourceLanguage": "en", "targetLanguages": "es"}
    files = {"file": ("x.txt", template.format(7777777).encode())}
    assert client.post(f"{PROJECTS}/{project}/files", data=form, files=files).status_code == 201
    client.post(f"{PROJECTS}/{project}/do-start")
    return read_result(client, wait_for(client, project, "Finished"))


def read_result(client: httpx2.Client, record: dict[str, Any]) -> bytes:
    (translation,) = record["files"][0]["translations"]
    assert translation["status"] == "Finished", record
    return client.get(translation["translationFileLink"]).content


def run_campaign(data: Path, cycles: int, *, first_start: bool = False) -> None:
    with running_receiver() as receiver, installation(data, first_start=first_start) as running:
        service = running.service
        account = service.create_account("Stream Ltd")
        customer = service.create_application(account, "--rate-limit", "off")
        staff = service.create_application(account, "--scopes", "provider", "--role", "manager", name="desk")
        tokens = [service.fetch_token(one)["access_token"] for one in (customer, staff)]
        headers, desk = ({"Authorization": f"Bearer {token}"} for token in tokens)
        with httpx2.Client(base_url=service.url, headers=headers, timeout=CEILING) as client:
            stream = Orders(
                service=service,
                receiver=receiver,
                headers=headers,
                outstanding=12,
                staff=desk,
                services={kind: find_service(client, kind) for kind in set(KINDS)},
            )
            wanted = {template: expected(stream, client, template) for template in (SHORT, LONG)}
            with stream.running():
                kill_again_and_again(running, VICTIMS, cycles, stream.wait_for_work)
                time.sleep(2)
            service.wait_ready()
            judge(client, stream, wanted)
        done = {kind: sum(one.kind == kind for one in stream.orders) for kind in sorted(set(KINDS))}
        sys.stderr.write(f"{cycles} cycles, {running.kills}, orders: {done}\n")


def judge(client: httpx2.Client, stream: Orders, wanted: dict[str, bytes]) -> None:
    assert stream.wrong == [], stream.wrong[:5]
    for order in stream.orders:
        record = wait_for(client, order.project, "Finished")
        assert len(record["files"]) == 1, "a repeated upload made no second file"
        right = wanted[order.template].replace(b"7777777", str(order.number).encode())
        assert read_result(client, record) == right, order
    stream.judge_notifications()
    assert {delivery.record["Status"] for delivery in stream.receiver.deliveries} == {"Finished"}
    listed = client.get(PROJECTS, params={"limit": 500}).json()["projects"]
    assert len(listed) == min(500, len(stream.orders) + 2), "a repeated order made no second project"


def test_no_project_is_half_done_when_processes_are_killed(tmp_path: Path) -> None:
    run_campaign(tmp_path / "data", cycles=4)


@pytest.mark.campaign
@pytest.mark.timeout(7200)
def test_no_project_is_half_done_in_200_kills(tmp_path: Path) -> None:
    run_campaign(tmp_path / "data", cycles=200, first_start=True)
