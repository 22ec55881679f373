"""Clause T9 over HTTP: an application can read its usage by day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest

from tests.contract.conftest import Customer
from tests.live import LiveService
from tests.waiting import CEILING


@pytest.fixture
def application(live: LiveService, production: Customer) -> Iterator[httpx2.Client]:
    """A client of a new application, which has used nothing yet."""
    client = live.client(live.create_application(production.account, "--rate-limit", "off"))
    yield client
    client.close()


def usage(client: httpx2.Client, **days: str) -> dict[str, Any]:
    answer = client.get("/v2/usage", params=days)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def translate(client: httpx2.Client, *texts: str, source: str = "en", target: str = "es") -> httpx2.Response:
    body = {"source": source, "target": target, "segments": [{"text": text} for text in texts]}
    return client.post("/v2/translate", json=body)


def test_t9_use_is_reported_by_day_and_in_all(application: httpx2.Client) -> None:
    today = datetime.now(UTC).date()
    nothing = {"characters": 0, "words": 0, "segments": 0}
    amount: dict[str, Any] = {**nothing, "documents": 0, "memory": nothing}
    empty = usage(application)
    assert empty == {
        "from": today.replace(day=1).isoformat(),
        "to": empty["to"],
        "days": [],
        "total": amount,
        "sentToEngines": [],
    }
    assert translate(application, "The <b>house</b> is red.", "It doesn't rain.").status_code == 200
    assert translate(application, "One more.").status_code == 200
    amount |= {"characters": 24 + 16 + 9, "words": 4 + 3 + 2, "segments": 3}
    used = usage(application)
    assert used["total"] == amount
    (day,) = used["days"]
    assert day == {"date": day["date"], **amount}
    assert used["from"] <= day["date"] <= used["to"]
    assert today.isoformat() <= day["date"] <= datetime.now(UTC).date().isoformat()


def test_t9_refused_requests_use_nothing(application: httpx2.Client) -> None:
    assert translate(application, "Hello", target="xx").status_code == 422
    assert translate(application, "a" * 10_001).status_code == 422
    assert usage(application)["days"] == []


def test_t9_a_range_has_both_ends(application: httpx2.Client) -> None:
    assert translate(application, "Hello").status_code == 200
    yesterday = (datetime.now(UTC) - timedelta(days=1)).date().isoformat()
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).date().isoformat()
    answer = usage(application, **{"from": yesterday, "to": tomorrow})
    assert (answer["from"], answer["to"], answer["total"]["words"]) == (yesterday, tomorrow, 1)
    assert usage(application, **{"from": "2024-01-01", "to": "2024-12-31"})["days"] == []
    assert usage(application, to="2024-02-29")["from"] == "2024-02-01"


@pytest.mark.parametrize(
    ("days", "reason"),
    [
        ({"from": "2026-02-02", "to": "2026-02-01"}, "ends before it begins: from 2026-02-02 to 2026-02-01"),
        ({"from": "2024-01-01", "to": "2025-01-01"}, "at most 366 days; this one has 367"),
    ],
)
def test_t9_ranges_that_make_no_sense_are_refused(
    production: Customer, days: dict[str, str], reason: str
) -> None:
    answer = production.client.get("/v2/usage", params=days)
    assert answer.status_code == 422
    assert reason in answer.json()["detail"]


@pytest.mark.parametrize(
    "day",
    [
        "",
        "today",
        "20260101",
        "2026-1-1",
        "2026-02-30",
        "2026-01-01T00:00:00",
        "1",
        "٢٠٢٦-٠١-٠١",
        "0000-01-01",
    ],
)
def test_t9_e2_what_is_not_a_day_is_named(production: Customer, day: str) -> None:
    answer = production.client.get("/v2/usage", params={"from": day})
    assert answer.status_code == 422
    assert answer.json() == {
        "detail": [{"loc": ["query", "from"], "msg": "Write a day that exists as YYYY-MM-DD", "type": "day"}]
    }


def test_t9_a_sandbox_sees_its_use_too(live: LiveService, sandbox: Customer) -> None:
    client = live.client(live.create_application(sandbox.account, "--rate-limit", "off"))
    assert translate(client, "Good morning").status_code == 200
    assert usage(client)["total"]["words"] == 2
    client.close()


def test_t9_needs_a_token(live: LiveService) -> None:
    assert httpx2.get(f"{live.url}/v2/usage", timeout=CEILING).status_code == 401
