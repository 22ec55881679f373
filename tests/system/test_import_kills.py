"""`kill -9` of interface, worker and PostgreSQL while files are imported: nothing lost, nothing twice.

Every file that was answered 202 ends in FINISHED with each of its units in the memory exactly once, and its
counts say so. A slice of the campaign runs in the suite.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.live import LiveService
from tests.memories.conftest import write_file
from tests.system.killing import Installation, ask_until_answered, installation, kill_again_and_again
from tests.waiting import CEILING, wait_until

MEMORIES = "/provider/v1/translation-memories"
UNITS = 3000  # of a file: several batches, some of which are always under way
VICTIMS = ("worker", "interface", "worker", "database", "worker", "all")


def ask(service: LiveService, method: str, path: str, *wanted: int, **options: Any) -> httpx2.Response:
    return ask_until_answered(
        lambda: httpx2.request(method, f"{service.url}{path}", timeout=CEILING, **options), *wanted
    )


def hand_in(service: LiveService, headers: dict[str, str], memory: str, number: int) -> str:
    """Send a file until it is accepted; only by its key a lost answer is known to be an acceptance."""
    data = write_file(*((f"File {number} has a sentence {n}.", f"{number} {n}") for n in range(UNITS)))
    answer = ask(
        service,
        "POST",
        f"{memory}/imports",
        202,
        headers={**headers, "Idempotency-Key": f"file-{number}"},
        files={"file": ("a.tmx", data)},
    )
    return str(answer.headers["Location"])


def run_campaign(data: Path, cycles: int, *, first_start: bool = False) -> None:
    with installation(data, first_start=first_start) as running:
        service = running.service
        account = service.create_account("Imports Ltd")
        application = service.create_application(account, "--scopes", "provider", "--rate-limit", "off")
        headers = {"Authorization": f"Bearer {service.fetch_token(application)['access_token']}"}
        made = ask(
            service, "POST", MEMORIES, 201, headers=headers, json={"accountId": account, "name": "Killed"}
        )
        memory = str(made.headers["Location"])
        imports: list[str] = []

        def give_work(_: int) -> None:
            if len(imports) < 2 or is_ended(service, headers, imports[-2]):
                imports.append(hand_in(service, headers, memory, len(imports)))

        kill_again_and_again(running, VICTIMS, cycles, give_work)
        running.wait_until_back()
        judge(running, headers, memory, imports)
    sys.stderr.write(f"{cycles} cycles, {running.kills}, {len(imports)} imports of {UNITS} units\n")


def is_ended(service: LiveService, headers: dict[str, str], record: str) -> bool:
    return ask(service, "GET", record, 200, headers=headers).json()["finishedAt"] is not None


def judge(running: Installation, headers: dict[str, str], memory: str, imports: list[str]) -> None:
    service = running.service
    for record in imports:
        wait_until(lambda record=record: is_ended(service, headers, record))
        found = ask(service, "GET", record, 200, headers=headers).json()
        assert [found[name] for name in ("status", "read", "added", "updated", "unchanged")] == [
            "FINISHED",
            UNITS,
            UNITS,
            0,
            0,
        ], found
    targets: list[str] = []
    after: int | None = 0
    while after is not None:
        page = ask(
            service, "GET", f"{memory}/units", 200, headers=headers, params={"limit": 500, "after": after}
        ).json()
        targets += [unit["target"] for unit in page["units"]]
        after = page["nextAfter"]
    assert sorted(targets) == sorted(f"{file} {n}" for file in range(len(imports)) for n in range(UNITS))


def test_an_import_is_whole_when_processes_are_killed(tmp_path: Path) -> None:
    run_campaign(tmp_path / "data", cycles=3)


@pytest.mark.campaign
@pytest.mark.timeout(7200)
def test_imports_are_whole_in_100_kills(tmp_path: Path) -> None:
    run_campaign(tmp_path / "data", cycles=100, first_start=True)
