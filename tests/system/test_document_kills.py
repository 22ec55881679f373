"""`kill -9` of interface, worker and PostgreSQL under a stream of documents: nothing accepted is lost.

Every submission that was answered 202 must end in SUCCESS with the right bytes, and its receiver must have
seen exactly one notification id (D1, N3). A slice of the campaign runs in the suite.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import pytest

from tests.contract.documents import finished
from tests.receiver import running_receiver
from tests.system.killing import (
    Stream,
    ask_until_answered,
    installation,
    kill_again_and_again,
)
from tests.waiting import CEILING

SHORT = "<p>The <b>red book</b> number {} is big.</p>"
LONG = "".join(f"<p>The dog number {{0}}-{number} eats the <i>red</i> book.</p>" for number in range(150))
VICTIMS = ("worker", "interface", "database", "all")


@dataclass(kw_only=True)
class Documents(Stream):
    """Clients that submit documents; one whose answer was lost is sent again with its key."""

    jobs: dict[int, str] = field(default_factory=dict)  # number → job

    @property
    def accepted(self) -> list[int]:
        return list(self.jobs)

    def hand_in(self, number: int) -> None:
        answer = ask_until_answered(lambda: self.submit(number), 202)
        self.jobs[number] = answer.json()["jobId"]

    def submit(self, number: int) -> httpx2.Response:
        return self.client.post(
            f"{self.service.url}/v2/documents/translate",
            headers={**self.headers, "Idempotency-Key": f"document-{number}"},
            data={
                "source": "en",
                "target": "es",
                "successCallbackUrl": self.receiver.url(f"/{number}"),
                "errorCallbackUrl": self.receiver.url("/failed"),
            },
            files={"file": (f"{number}.html", template(number).format(number).encode())},
        )


def template(number: int) -> str:
    return LONG if number % 8 == 0 else SHORT


def expected(client: httpx2.Client, content: str) -> bytes:
    """What a document of this content becomes, with 7777777 for its number."""
    job = client.post(
        "/v2/documents/translate",
        data={"source": "en", "target": "es"},
        files={"file": ("page.html", content.format(7777777).encode())},
    ).json()["jobId"]
    assert finished(client, job)["status"] == "SUCCESS"
    return client.get(f"/v2/documents/{job}/download").content


def run_campaign(data: Path, cycles: int, *, first_start: bool = False) -> None:
    with running_receiver() as receiver, installation(data, first_start=first_start) as running:
        service = running.service
        application = service.create_application(service.create_account("Stream Ltd"), "--rate-limit", "off")
        headers = {"Authorization": f"Bearer {service.fetch_token(application)['access_token']}"}
        with httpx2.Client(base_url=service.url, headers=headers, timeout=CEILING) as client:
            wanted = {each: expected(client, each) for each in (SHORT, LONG)}
            stream = Documents(service=service, receiver=receiver, headers=headers, outstanding=30)
            with stream.running():
                kill_again_and_again(running, VICTIMS, cycles, stream.wait_for_work)
                time.sleep(2)
            service.wait_ready()
            judge(client, stream, wanted)
        sys.stderr.write(f"{cycles} cycles, {running.kills}, {len(stream.jobs)} documents\n")


def judge(client: httpx2.Client, stream: Documents, wanted: dict[str, bytes]) -> None:
    assert stream.wrong == [], stream.wrong[:5]
    for number, job in stream.jobs.items():
        found = finished(client, job)
        assert found["status"] == "SUCCESS", found
        result = client.get(f"/v2/documents/{job}/download").content
        assert result == wanted[template(number)].replace(b"7777777", str(number).encode())
    stream.judge_notifications()
    listed = [
        item["jobId"]
        for offset in range(0, len(stream.jobs) + 500, 500)
        for item in client.get("/v2/documents", params={"limit": 500, "offset": offset}).json()["documents"]
    ]
    assert set(stream.jobs.values()) <= set(listed)
    assert len(listed) == len(stream.jobs) + 2, "a repeated submission made no second job"


def test_nothing_accepted_is_lost_when_processes_are_killed(tmp_path: Path) -> None:
    run_campaign(tmp_path / "data", cycles=4)


@pytest.mark.campaign
@pytest.mark.timeout(7200)
def test_nothing_accepted_is_lost_in_200_kills(tmp_path: Path) -> None:
    run_campaign(tmp_path / "data", cycles=200, first_start=True)
