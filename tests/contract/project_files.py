"""What the contract tests of projects' files share: a project, a file, and waiting for its end."""

from __future__ import annotations

from typing import Any

import httpx2

from tests.waiting import wait_until

PROJECTS = "/project/v1/projects"
TEXT = b"The red book is big.\n"


def find_service(client: httpx2.Client, kind: str) -> int:
    """The id of the first service of a kind."""
    services = client.get("/project/v1/services").json()
    return int(next(one["id"] for one in services if one["kind"] == kind))


def ordered(client: httpx2.Client, kind: str = "human", **fields: Any) -> int:
    """A new project with a service of a kind; its id."""
    body = {"title": "An order", "serviceId": find_service(client, kind), **fields}
    answer = client.post(PROJECTS, json=body)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["id"])


def send(
    client: httpx2.Client,
    project: int,
    data: bytes = TEXT,
    *,
    name: str = "text.txt",
    headers: dict[str, str] | None = None,
    path: str | None = None,
    **said: str,
) -> httpx2.Response:
    """Upload a file as a form, from English to Spanish unless `said` says something else."""
    form = {"sourceLanguage": "en", "targetLanguages": "es", **said}
    return client.post(
        path or f"{PROJECTS}/{project}/files", data=form, files={"file": (name, data)}, headers=headers or {}
    )


def sent(client: httpx2.Client, project: int, data: bytes = TEXT, **said: Any) -> dict[str, Any]:
    answer = send(client, project, data, **said)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def record(client: httpx2.Client, project: int) -> dict[str, Any]:
    answer = client.get(f"{PROJECTS}/{project}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def wait_for(client: httpx2.Client, project: int, status: str) -> dict[str, Any]:
    """The project's record once it has this status."""
    return wait_until(lambda: record(client, project), lambda found: found["status"] == status)
