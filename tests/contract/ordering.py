"""What the contract tests of projects share: how a customer orders, and what refusals look like."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2

from tests.contract.conftest import Customer
from tests.live import LiveService

PROJECTS = "/project/v1/projects"


@contextmanager
def another_customer(live: LiveService, name: str) -> Iterator[Customer]:
    """An account of its own, with everything that a new one comes with."""
    account = live.create_account(name)
    application = live.create_application(account, "--rate-limit", "off")
    with live.client(application) as client:
        yield Customer(account=account, application=application, client=client)


def post(customer: Customer, **fields: Any) -> httpx2.Response:
    return customer.client.post(PROJECTS, json=fields)


def create(customer: Customer, **fields: Any) -> dict[str, Any]:
    answer = post(customer, **{"title": "Made by a test", "serviceId": 1, **fields})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def read(customer: Customer, project: int) -> dict[str, Any]:
    return dict(customer.client.get(f"{PROJECTS}/{project}").json())


def codes(answer: httpx2.Response) -> list[str]:
    assert answer.status_code == 400, answer.text
    assert all([*problem] == ["code", "message", "hints"] for problem in answer.json())
    assert all(isinstance(text, str) for problem in answer.json() for text in problem.values())
    return [problem["code"] for problem in answer.json()]


def places(answer: httpx2.Response) -> list[list[Any]]:
    assert answer.status_code == 422, answer.text
    assert all(set(one) == {"loc", "msg", "type"} for one in answer.json()["detail"])
    return [one["loc"] for one in answer.json()["detail"]]
