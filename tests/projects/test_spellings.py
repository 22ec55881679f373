"""Paths in both spellings, paths that are none, and methods that a path does not have (P1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from tests.projects.served import ABSENT, PROJECT, PROJECTS, Client, bring, draft, shown

SPELLED: Final = [
    "/{project}", "/{project}/files", "/{project}/file", "/{project}/files/{file}", "/{project}/file/{file}",
    "/{absent}", "/{absent}/files", "/{project}/files/{absent}", "/{word}", "?limit=1", "?limit=0", "?sort=x",
    "?externalId=none&Limit=2",
]  # fmt: skip


@pytest.mark.parametrize("path", SPELLED)
async def test_both_spellings_of_a_path_are_the_same(client: Client, path: str) -> None:
    project, file = await bring(client, "draft")
    rest = path.format(project=project, file=file, absent=ABSENT, word="one")
    answers = [shown(await client.call("GET", f"{base}{rest}")) for base in (PROJECTS, PROJECT)]
    one, other = (
        (status, content.replace(b"/v1/projects", b"/v1/project"), headers)
        for status, content, headers in answers
    )
    assert one[:2] == other[:2]


@pytest.mark.parametrize(
    "path", ["/projects", "/project", "/projects/{id}", "/project/{id}/file", "/files", "/services"]
)
@pytest.mark.parametrize(
    "misspell", [lambda path: f"{path}/", str.upper, lambda path: path.replace("/", "//")]
)
async def test_a_slash_or_capital_too_many_is_another_path_and_the_right_one_is_named(
    client: Client, path: str, misspell: Callable[[str], str]
) -> None:
    project = await draft(client)
    answer = await client.call("GET", f"/project/v1{misspell(path.format(id=project))}")
    right = f"There is nothing at this address. Its path is written /project/v1{path}."
    assert (answer.status_code, answer.json()) == (404, {"detail": right})


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/projects", {"GET", "POST"}),
        ("/project", {"GET", "POST"}),
        ("/projects/1", {"GET", "PUT", "PATCH", "DELETE"}),
        ("/project/1", {"GET", "PUT", "PATCH", "DELETE"}),
        ("/projects/1/do-start", {"POST"}),
        ("/project/1/do-quote", {"POST"}),
        ("/project/1/file", {"GET", "POST"}),
        ("/projects/1/files/2", {"GET", "DELETE"}),
        ("/files", {"GET"}),
        ("/files/1/content", {"GET"}),
        ("/services", {"GET"}),
        ("/users/1", {"GET"}),
        ("/account", {"GET"}),
    ],
)
async def test_methods_that_a_path_does_not_have(client: Client, path: str, allowed: set[str]) -> None:
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"} - allowed:
        answer = await client.call(method, f"/project/v1{path}")
        assert (method, answer.status_code) == (method, 405)
        assert allowed <= set(answer.headers["Allow"].split(", "))
        assert list(answer.json()) == ["detail"]


async def test_bodies_of_actions_are_ignored(client: Client) -> None:
    for body in (b"", b"{", b"\x00", b'{"reason":"x"}', b"x" * 10_000):
        project, _ = await bring(client, "draft")
        for action in ("do-quote", "do-cancel", "do-cancel"):
            answer = await client.call("POST", f"{PROJECT}/{project}/{action}", content=body)
            assert answer.status_code == 200, (action, answer.text)
