"""Every field that names something, with everything that it must not name: unknown, another's, gone (P8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import httpx2
import pytest
import pytest_asyncio

from tests.projects.served import ABSENT, Client, Served
from tests.projects.tenants import CHOICES, Tenant, open_tenant

PROJECTS: Final = "/project/v1/projects"
CODES: Final = {
    "templateId": "TEMPLATE",
    "serviceId": "SERVICE",
    "translationMemoryId": "TRANSLATION_MEMORY",
    "translationMemorySetId": "TRANSLATION_MEMORY_SET",
    "termBaseId": "TERM_BASE",
    "styleId": "STYLE_GUIDE",
    "invoicingAccountId": "INVOICING_ACCOUNT",
    "userId": "USER",
    "workAreaId": "WORK_AREA",
}
STAFFS: Final = {**CHOICES, "workAreaId": "work-areas"}  # the provider's lists of the same things
DISABLED: Final = [name for name in CODES if name != "translationMemorySetId"]
DELETED: Final = ["translationMemoryId", "termBaseId", "styleId"]


@dataclass(frozen=True, kw_only=True)
class Desk:
    """Two customers with a thing of every kind, and staff who can take things away."""

    ours: Tenant
    theirs: Tenant
    staff: Client

    async def make(self, **fields: Any) -> httpx2.Response:
        return await self.ours.client.call("POST", PROJECTS, json=fields)

    async def draft(self, **fields: Any) -> int:
        made = await self.ours.client.make(
            PROJECTS, **{"title": "T", "serviceId": self.ours.choices["serviceId"], **fields}
        )
        return int(made["id"])

    async def change(self, project: int, method: str = "PATCH", /, **fields: Any) -> httpx2.Response:
        return await self.ours.client.call(method, f"{PROJECTS}/{project}", json=fields)

    async def furnish(self, name: str) -> int:
        """One more thing of ours that a field can name."""
        body: dict[str, Any] = {"accountId": self.ours.client.account, "name": f"{name} {next(_numbers)}"}
        body |= {"kind": "human", "currency": "EUR", "pricePerWord": "0.10"} if name == "serviceId" else {}
        body |= {"firstName": "Ada", "lastName": "L"} if name == "userId" else {}
        body |= {"serviceId": self.ours.choices["serviceId"], "title": "T"} if name == "templateId" else {}
        body |= {"members": []} if name == "translationMemorySetId" else {}
        return int((await self.staff.make(f"/provider/v1/{STAFFS[name]}", **body))["id"])

    async def disable(self, name: str, one: int) -> None:
        path = f"/provider/v1/{STAFFS[name]}/{one}"
        answer = await self.staff.call("PATCH", path, json={"disabled": True})
        assert answer.status_code == 200, answer.text

    async def delete(self, name: str, one: int) -> None:
        answer = await self.staff.call("DELETE", f"/provider/v1/{STAFFS[name]}/{one}")
        assert answer.status_code == 204, answer.text


_numbers = iter(range(10**6))


@pytest_asyncio.fixture(scope="module")
async def desk(served: Served) -> Desk:
    staff = await served.open_staff()
    return Desk(
        ours=await open_tenant(served, staff, "ours"),
        theirs=await open_tenant(served, staff, "theirs"),
        staff=staff,
    )


def codes(answer: httpx2.Response) -> list[str]:
    assert answer.status_code == 400, answer.text
    assert all([*one] == ["code", "message", "hints"] for one in answer.json())
    assert all(one["message"] and one["hints"] for one in answer.json())
    return [one["code"] for one in answer.json()]


def needed(desk: Desk, name: str) -> dict[str, Any]:
    """What a new project needs beside this field."""
    return {"title": "T"} | ({} if name == "templateId" else {"serviceId": desk.ours.choices["serviceId"]})


@pytest.mark.parametrize("name", CODES)
async def test_what_is_not_there_is_not_found(desk: Desk, name: str) -> None:
    project = await desk.draft()
    theirs = desk.theirs.choices[name]
    bodies = set()
    for one in (ABSENT, theirs, 0, -1, -(2**31)):
        made = await desk.make(**{**needed(desk, name), name: one})
        changes = [await desk.change(project, method, **{name: one}) for method in ("PUT", "PATCH")]
        assert [codes(answer) for answer in (made, *changes)] == [[f"{CODES[name]}_NOT_FOUND"]] * 3
        bodies |= {answer.content for answer in (made, *changes)}
    assert len(bodies) == 1
    assert str(ABSENT).encode() not in bodies.pop()


@pytest.mark.parametrize("name", CODES)
@pytest.mark.parametrize("value", [True, False, "5", 5.0, 2**31, -(2**31) - 1, 10**30, [1], {"id": 1}])
async def test_what_is_not_an_int32_is_a_wrong_type(desk: Desk, name: str, value: Any) -> None:
    made = await desk.make(**{**needed(desk, name), name: value})
    assert made.status_code == 422
    assert [one["loc"] for one in made.json()["detail"]] == [["body", name]]


@pytest.mark.parametrize("name", CODES)
async def test_all_wrong_types_of_a_change_are_reported(desk: Desk, name: str) -> None:
    project = await desk.draft()
    for value in (True, "5", 5.0, 2**31):
        for method in ("PUT", "PATCH"):
            assert (
                codes(await desk.change(project, method, **{name: value, "title": 5})) == ["WRONG_TYPE"] * 2
            )


@pytest.mark.parametrize("name", DISABLED)
async def test_what_is_disabled_is_not_chosen_anew_but_kept(desk: Desk, name: str) -> None:
    one = await desk.furnish(name)
    made = await desk.make(**{**needed(desk, name), name: one})
    assert made.status_code == 201, made.text
    kept, other = made.json()["id"], await desk.draft()
    await desk.disable(name, one)
    assert codes(await desk.make(**{**needed(desk, name), name: one})) == [f"{CODES[name]}_DISABLED"]
    for method in ("PUT", "PATCH"):
        assert codes(await desk.change(other, method, **{name: one})) == [f"{CODES[name]}_DISABLED"]
        assert (await desk.change(kept, method, **{name: one, "title": "Goes on"})).status_code == 204
    record = await desk.ours.client.read(f"{PROJECTS}/{kept}")
    assert (record[name], record["title"]) == (one, "Goes on")
    shown = await desk.ours.client.read(f"/project/v1/{CHOICES[name]}")
    assert one not in {thing["id"] for thing in shown}


@pytest.mark.parametrize("name", DELETED)
async def test_what_is_deleted_is_as_what_never_was(desk: Desk, name: str) -> None:
    one = await desk.furnish(name)
    kept, other = await desk.draft(**{name: one}), await desk.draft()
    await desk.delete(name, one)
    gone, never = [await desk.make(**{**needed(desk, name), name: number}) for number in (one, ABSENT)]
    assert gone.content == never.content
    assert codes(await desk.change(other, **{name: one})) == [f"{CODES[name]}_NOT_FOUND"]
    assert (await desk.change(kept, title="Goes on")).status_code == 204
    client = desk.ours.client
    await client.call(
        "POST",
        f"{PROJECTS}/{kept}/files?fileName=a.txt&sourceLanguage=en&targetLanguages=es",
        content=b"The red book is big.\n",
    )
    await client.shop.work()
    assert (await client.call("POST", f"{PROJECTS}/{kept}/do-quote")).status_code == 200
    started = await client.call("POST", f"{PROJECTS}/{kept}/do-start")
    assert (started.status_code, started.json()["status"]) == (200, "Active")
    await client.shop.work()
    assert (await client.read(f"{PROJECTS}/{kept}"))["status"] == "Active"


@pytest.mark.parametrize("name", [name for name in CODES if name != "templateId"])
async def test_templates_and_defaults_name_only_what_is_their_accounts(desk: Desk, name: str) -> None:
    body = {"accountId": desk.ours.client.account, "name": "X"}
    template = f"/provider/v1/project-templates/{desk.ours.choices['templateId']}"
    for one in (ABSENT, desk.theirs.choices[name]):
        made = await desk.staff.call("POST", "/provider/v1/project-templates", json={**body, name: one})
        changed = await desk.staff.call("PATCH", template, json={name: one})
        assert codes(made) == codes(changed) == [f"{CODES[name]}_NOT_FOUND"]
    for wrong in (True, "5", 5.0, 2**31):
        answer = await desk.staff.call("PATCH", template, json={name: wrong})
        assert answer.status_code == 422, (wrong, answer.text)


@pytest.mark.parametrize("name", [name for name in DISABLED if name != "templateId"])
async def test_a_template_with_what_was_disabled_since_says_so(desk: Desk, name: str) -> None:
    one = await desk.furnish(name)
    body = {"accountId": desk.ours.client.account, "name": f"Old {name}", "title": "T"}
    body |= {"serviceId": desk.ours.choices["serviceId"], name: one}
    template = (await desk.staff.make("/provider/v1/project-templates", **body))["id"]
    made = await desk.make(templateId=template)
    assert made.status_code == 201, made.text
    await desk.disable(name, one)
    refused = await desk.make(templateId=template)
    assert codes(refused) == [f"{CODES[name]}_DISABLED"]
    assert "template" in refused.json()[0]["hints"]
    kept = await desk.change(made.json()["id"], title="Goes on")
    assert kept.status_code == 204, kept.text
    if name != "serviceId":
        other = await desk.make(templateId=template, **{name: desk.ours.choices[name]})
        assert other.status_code == 201, other.text
