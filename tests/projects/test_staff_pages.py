"""Lists by stage, progress, archives, packages and assignments over HTTP: for staff, and for the client."""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncIterator
from typing import Any

import pytest_asyncio

from dragoman.access.model import StaffRole
from tests.projects.served import PROJECTS, Client, Served, bring
from tests.projects.test_linguists import translate

STAFF = "/provider/v1/projects"


@pytest_asyncio.fixture(scope="module")
async def manager(served: Served) -> AsyncIterator[Client]:
    yield await served.open_staff(StaffRole.MANAGER)


async def test_stages_on_the_wire(client: Client, manager: Client) -> None:
    project, _ = await bring(client, "active")
    path = f"{STAFF}/{project}"
    wanted = f"{STAFF}?accountId={client.account}"
    (row,) = (await manager.read(f"{wanted}&stage=in_work&search={project}"))["projects"]
    assert {
        name: row[name]
        for name in (
            "id", "companyName", "stage", "attention", "failure", "sourceLanguages", "targetLanguages",
            "words", "progress", "translationCount", "readyCount", "finishedCount",
        )
    } == {
        "id": project, "companyName": "Acme", "stage": "in_work", "attention": None, "failure": None,
        "sourceLanguages": ["en"], "targetLanguages": ["es"], "words": 5, "progress": 0.0,
        "translationCount": 1, "readyCount": 0, "finishedCount": 0,
    }  # fmt: skip
    held = await manager.call("POST", f"{path}/hold", json={"message": "Is it final?"})
    assert (held.status_code, held.json()["holdMessage"]) == (200, "Is it final?")
    assert (await client.read(f"{PROJECTS}/{project}"))["holdMessage"] == "Is it final?"
    counted = await manager.read(f"{STAFF}/stages?accountId={client.account}")
    assert counted == {"toDo": 1, "held": 1, "inWork": 0, "toDeliver": 0}
    (row,) = (await manager.read(f"{wanted}&stage=to_do&due=week&timeZone=Asia/Tokyo"))["projects"] or [row]
    assert row["id"] == project
    assert (await manager.call("POST", f"{path}/release")).json()["holdMessage"] is None
    between = "createdAfter=2020-01-01T00:00:00Z&createdBefore=2020-01-02T00:00:00Z"
    assert (await manager.read(f"{wanted}&{between}"))["projects"] == []
    await manager.call("POST", f"{path}/cancel", json={"reason": "Enough"})


async def test_wrong_filters_are_refused_by_name(manager: Client) -> None:
    for query, field in (
        ("stage=lost", "stage"),
        ("due=never", "due"),
        ("sort=price", "sort"),
        ("timeZone=Mars/Olympus", "timeZone"),
        ("timeZone=../../etc/passwd", "timeZone"),
        ("colour=red", "colour"),
    ):
        refused = await manager.call("GET", f"{STAFF}?{query}")
        assert (refused.status_code, refused.json()["detail"][0]["loc"]) == (422, ["query", field])


async def test_a_project_from_assignment_to_archive(client: Client, manager: Client) -> None:
    project, _ = await bring(client, "active")
    path = f"{STAFF}/{project}"
    people = (await manager.read(f"/provider/v1/users?accountId={client.account}"))["users"]
    assert {one["role"] for one in people} == {"customer"}
    progress = await manager.read(f"{path}/progress")
    translation = progress["files"][0]["translations"][0]
    place = f"/provider/v1/translations/{translation['id']}"
    refused = await manager.call("PUT", f"{place}/assignee", json={"userId": people[0]["id"]})
    assert (refused.status_code, refused.json()[0]["code"]) == (400, "ASSIGNEE_NOT_FOUND")
    assert (await manager.call("PUT", f"{place}/assignee", json={"userId": None})).status_code == 200
    several = {"translationIds": [translation["id"]], "userId": None}
    assigned = await manager.call("PUT", f"{path}/assignee", json=several)
    assert [one["id"] for one in assigned.json()["translations"]] == [translation["id"]]
    unknown = several | {"translationIds": [translation["id"], 999_999_999]}
    assert (await manager.call("PUT", f"{path}/assignee", json=unknown)).status_code == 404
    assert (await manager.read(f"/provider/v1/work?userId={people[0]['id']}")) == {"translations": []}

    packed = await manager.call("GET", f"{path}/packages")
    assert packed.headers["content-type"] == "application/zip"
    archive = zipfile.ZipFile(io.BytesIO(packed.content))
    (name,) = archive.namelist()
    form = {"file": ("back.zip", pack(name, translate(archive.read(name))))}
    (imported,) = (await manager.call("POST", f"{path}/packages", files=form)).json()["packages"]
    assert (imported["translationId"], imported["problems"], imported["report"]["changed"]) == (
        translation["id"],
        [],
        1,
    )
    handed = await manager.call("POST", f"{place}/hand-back")
    assert (handed.status_code, handed.json()["isReady"]) == (200, True)
    nothing = await client.call("GET", f"{PROJECTS}/{project}/archive")
    assert (nothing.status_code, nothing.json()[0]["code"]) == (400, "NOTHING_FINISHED")
    delivered = await manager.call("POST", f"{path}/translations/{translation['id']}/delivery")
    assert delivered.status_code == 202, delivered.text
    await client.shop.work()

    for caller, address in ((client, f"{PROJECTS}/{project}/archive"), (manager, f"{path}/archive")):
        answer = await caller.call("GET", address)
        assert f'filename="{project} T.zip"' in answer.headers["content-disposition"]
        assert zipfile.ZipFile(io.BytesIO(answer.content)).namelist() == ["es/text.txt"]
    shown: dict[str, Any] = await client.read(f"{PROJECTS}/{project}/progress")
    assert (shown["progress"], shown["words"]) == (
        1.0,
        {"total": 5, "done": 5, "suggested": 0, "translated": 0, "confirmed": 5},
    )
    assert [entry["event"] for entry in shown["timeline"]][-2:] == ["delivered", "finished"]
    assert all(set(entry) == {"at", "event"} for entry in shown["timeline"]), "no names of staff"
    history = (await manager.read(f"{path}/history"))["entries"]
    assert [entry["action"] for entry in history] == [
        "translation.exported",
        "translation.imported",
        "translation.handed_back",
        "translation.delivered",
    ]


def pack(name: str, data: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(name, data)
    return buffer.getvalue()


async def test_another_accounts_project_is_not_found(served: Served, client: Client) -> None:
    project, _ = await bring(client, "finished")
    stranger = await served.open_customer("Stranger")
    for part in ("progress", "archive"):
        assert (await stranger.call("GET", f"{PROJECTS}/{project}/{part}")).status_code == 404


async def test_linguists_read_and_managers_assign(served: Served, client: Client) -> None:
    project, _ = await bring(client, "active")
    linguist = await served.open_staff(StaffRole.LINGUIST)
    progress = await linguist.read(f"{STAFF}/{project}/progress")
    number = progress["files"][0]["translations"][0]["id"]
    refused = await linguist.call(
        "PUT", f"/provider/v1/translations/{number}/assignee", json={"userId": None}
    )
    assert refused.status_code == 403
    assert (await linguist.call("POST", f"/provider/v1/translations/{number}/hand-back")).status_code == 200
