"""Two customers in one service, and what each does or tries: every text of theirs has a mark of its own.

`test_tenants` has them do it in any order.
"""

from __future__ import annotations

import asyncio
import itertools
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import httpx2

from tests.projects.served import ABSENT, PROJECTS, Client, Served, shown

# What a customer may name, by its field in a project: the list that has it.
CHOICES: Final = {
    "templateId": "project-templates",
    "serviceId": "services",
    "translationMemoryId": "translation-memories",
    "translationMemorySetId": "translation-memory-sets",
    "termBaseId": "term-bases",
    "styleId": "style-guides",
    "invoicingAccountId": "invoicing-accounts",
    "userId": "users",
    "workAreaId": "workareas",
}


@dataclass(kw_only=True)
class Tenant:
    """A customer, and what it has."""

    client: Client
    mark: str  # is in all its texts
    choices: dict[str, int] = field(default_factory=dict)  # field of a project → the id of its own thing
    titles: dict[int, str] = field(default_factory=dict)  # of its projects
    files: dict[str, int] = field(default_factory=dict)  # id → project
    external: dict[str, int] = field(default_factory=dict)  # external id → project
    keyed: dict[str, tuple[bytes, int]] = field(default_factory=dict)  # Idempotency-Key → answer
    ever: dict[str, list[Any]] = field(default_factory=lambda: {"project": [], "file": []})  # all its ids

    def pick(self, things: Sequence[Any] | dict[Any, Any], choice: int) -> Any:
        found = [*things]
        return found[choice % len(found)] if found else None


@dataclass(kw_only=True)
class World:
    """Both of them, the provider's staff, and a count of what was tried."""

    served: Served
    staff: Client
    tenants: tuple[Tenant, Tenant]
    tried: Counter[str] = field(default_factory=Counter)

    async def call(self, who: int, method: str, path: str, **options: Any) -> httpx2.Response:
        """A request of one of them; nothing of the other is in the answer."""
        answer = await self.tenants[who].client.call(method, path, **options)
        assert answer.status_code < 500, (method, path, answer.text)
        self._check(who, answer)
        return answer

    def _check(self, who: int, answer: httpx2.Response) -> None:
        other = self.tenants[1 - who]
        text = (answer.content.decode("utf-8", "replace") + repr([*answer.headers.items()])).lower()
        assert other.mark not in text, "an answer has a text of another customer"
        for one in other.ever["file"]:
            assert one not in text, "an answer has the id of another customer's file"

    # What customers do with what is theirs.

    async def create(self, who: int, choice: int, *, external: str | None, own: bool) -> None:
        me = self.tenants[who]
        title = f"{me.mark} {uuid.uuid4().hex[:4]}"
        body = {
            "title": title,
            "serviceId": await self._service(who, choice),
            "briefing": me.mark,
            "purchaseOrderNumber": me.mark,
            "metadata": {me.mark: me.mark},
            "externalId": external,
            "useTranslationMemory": True,
        }
        if own:
            body |= {name: me.choices[name] for name in ("userId", "termBaseId", "translationMemorySetId")}
            body |= {name: me.choices[name] for name in ("invoicingAccountId", "workAreaId")}
        answer = await self.call(who, "POST", PROJECTS, json=body)
        if external in me.external:
            hint = f"project {me.external[external]}."
            assert [one["code"] for one in answer.json()] == ["EXTERNAL_ID_EXISTS"]
            assert hint in answer.json()[0]["hints"]
            return
        assert answer.status_code == 201, answer.text
        project = self._keep_project(who, answer)
        if external is not None:
            me.external[external] = project

    async def _service(self, who: int, choice: int) -> int:
        kinds = ("machine", "human", "own")
        kind = kinds[choice % len(kinds)]
        me = self.tenants[who]
        return me.choices["serviceId"] if kind == "own" else await me.client.service(kind)

    def _keep_project(self, who: int, answer: httpx2.Response) -> int:
        me, project = self.tenants[who], answer.json()["id"]
        assert project not in self.tenants[1 - who].ever["project"]
        me.titles[project] = answer.json()["title"]
        me.ever["project"].append(project)
        return int(project)

    async def create_once(self, who: int, key: str, title: str) -> None:
        """Two customers who happen to use the same keys for the same orders."""
        me = self.tenants[who]
        headers = {"Idempotency-Key": key}
        body = {"title": title, "serviceId": await me.client.service("machine")}
        answer = await self.call(who, "POST", PROJECTS, json=body, headers=headers)
        if key not in me.keyed:
            assert answer.status_code == 201, answer.text
            me.keyed[key] = (answer.content, self._keep_project(who, answer))
        elif answer.status_code == 201:
            assert answer.content == me.keyed[key][0]
        else:
            assert answer.status_code == 422, answer.text

    async def change(self, who: int, choice: int, method: str) -> None:
        me = self.tenants[who]
        if (project := me.pick(me.titles, choice)) is None:
            return
        title = f"{me.mark} {uuid.uuid4().hex[:4]}"
        answer = await self.call(who, method, f"{PROJECTS}/{project}", json={"title": title})
        assert answer.status_code in (204, 400), answer.text
        if answer.status_code == 204:
            me.titles[project] = title

    async def delete(self, who: int, choice: int) -> None:
        me = self.tenants[who]
        if (project := me.pick(me.titles, choice)) is None:
            return
        answer = await self.call(who, "DELETE", f"{PROJECTS}/{project}")
        assert answer.status_code in (204, 400), answer.text
        if answer.status_code == 204:
            del me.titles[project]
            me.external = {name: one for name, one in me.external.items() if one != project}
            me.files = {name: one for name, one in me.files.items() if one != project}

    async def upload(self, who: int, choice: int, *, key: str | None) -> None:
        me = self.tenants[who]
        if (project := me.pick(me.titles, choice)) is None:
            return
        name = f"{me.mark}-{choice % 5}.txt"
        query = {"fileName": name, "sourceLanguage": "en", "targetLanguages": "es"}
        headers = {"callbackUrl": f"http://127.0.0.1:8443/{me.mark}"}
        if choice % 4 == 0:
            query = {"fileName": name, "reference": "true"}
        if key is not None:
            headers["Idempotency-Key"] = key
        answer = await self.call(
            who,
            "POST",
            f"{PROJECTS}/{project}/files",
            params=query,
            headers=headers,
            content=f"The red book is big.\n\nThe {me.mark} dog eats.\n".encode(),
        )
        assert answer.status_code in (201, 400, 422), answer.text
        if answer.status_code == 201 and answer.json()["id"] not in me.files:
            if key is None:
                assert answer.json()["id"] not in me.ever["file"]
            me.files[answer.json()["id"]] = project
            me.ever["file"].append(answer.json()["id"])

    async def take_out(self, who: int, choice: int) -> None:
        me = self.tenants[who]
        if (file := me.pick(me.files, choice)) is None:
            return
        answer = await self.call(who, "DELETE", f"{PROJECTS}/{me.files[file]}/files/{file}")
        assert answer.status_code in (204, 400, 404), answer.text
        if answer.status_code == 204:
            del me.files[file]

    async def act(self, who: int, choice: int, verb: str) -> None:
        me = self.tenants[who]
        if (project := me.pick(me.titles, choice)) is None:
            return
        await self.work(who)  # no start waits for an analysis then
        answer = await self.call(who, "POST", f"{PROJECTS}/{project}/{verb}")
        assert answer.status_code in (200, 202, 400), answer.text

    async def work(self, who: int) -> None:
        """Have the workers do what waits."""
        await self.tenants[who].client.shop.work()

    async def look(self, who: int) -> None:
        """Read everything that is there: all of one's own, and nothing else."""
        me = self.tenants[who]
        page = (await self.call(who, "GET", f"{PROJECTS}?limit=500")).json()
        assert {one["id"]: one["title"] for one in page["projects"]} == me.titles
        found = (await self.call(who, "GET", "/project/v1/files?limit=500")).json()["files"]
        assert {one["projectId"] for one in found} <= set(me.titles)
        assert {one["id"] for one in found} == set(me.files)
        for one in found:
            me.ever["file"] += [t["fileId"] for t in one["translations"] if t["fileId"]]
        if (project := me.pick(me.titles, len(found))) is not None:
            record = await self.call(who, "GET", f"{PROJECTS}/{project}")
            assert record.json()["title"] == me.titles[project]
        for file in me.ever["file"][-3:]:
            answer = await self.call(who, "GET", f"/project/v1/files/{file}/content")
            assert answer.status_code in (200, 404)

    async def download(self, who: int, file: str) -> bytes:
        """A file of one's own, or a finished translation of it."""
        answer = await self.call(who, "GET", f"/project/v1/files/{file}/content")
        assert answer.status_code == 200, answer.text
        return answer.content

    async def look_around(self, who: int) -> None:
        """Read the reference data: one's own is there, the other's is not."""
        me, other = self.tenants[who], self.tenants[1 - who]
        for name, path in CHOICES.items():
            found = {one["id"] for one in (await self.call(who, "GET", f"/project/v1/{path}")).json()}
            assert me.choices[name] in found
            assert other.choices[name] not in found
        account = (await self.call(who, "GET", "/project/v1/account")).json()
        assert account["id"] == me.client.account

    # What staff do, to whom they do it, and what their answers must not have.

    async def do_as_staff(self, who: int, choice: int, verb: str) -> None:
        me = self.tenants[who]
        if (project := me.pick(me.titles, choice)) is None:
            return
        path = f"/provider/v1/projects/{project}"
        answer = await self.staff.call("POST", f"{path}/{verb}", json={"reason": "No more need"})
        assert answer.status_code in (200, 400, 409), answer.text
        self._check(who, answer)

    async def deliver_as_staff(self, who: int, choice: int) -> None:
        me = self.tenants[who]
        if (project := me.pick(me.titles, choice)) is None:
            return
        await self.work(who)
        path = f"/provider/v1/projects/{project}/translations"
        page = await self.staff.call("GET", path)
        self._check(who, page)
        for one in page.json()["translations"]:
            xliff = await self.staff.call("GET", f"{path}/{one['id']}/xliff")
            assert xliff.status_code in (200, 409), xliff.text
            self._check(who, xliff)
            override = {"override": {"reason": "As it is"}}
            answer = await self.staff.call("POST", f"{path}/{one['id']}/delivery", json=override)
            assert answer.status_code in (202, 409), answer.text
            self._check(who, answer)
        # A translation is found below its own project only.
        other = self.tenants[1 - who]
        if page.json()["translations"] and (elsewhere := other.pick(other.titles, choice)) is not None:
            number = page.json()["translations"][0]["id"]
            paths = [f"/provider/v1/projects/{elsewhere}/translations/{one}" for one in (number, ABSENT)]
            answers = [await self.staff.call("GET", one) for one in paths]
            assert shown(answers[0]) == shown(answers[1])


_numbers = itertools.count(1)


async def open_world(served: Served, staff: Client) -> World:
    """Two new customers, each with one thing of every kind."""
    marks = (f"zebra{next(_numbers)}q", f"walrus{next(_numbers)}q")
    first, second = await asyncio.gather(*(open_tenant(served, staff, mark) for mark in marks))
    return World(served=served, staff=staff, tenants=(first, second))


async def open_tenant(served: Served, staff: Client, mark: str) -> Tenant:
    """A new customer with one thing of every kind, all named by its mark."""
    client = await served.open_customer(name=mark)
    owned = {"accountId": client.account, "name": f"{mark} thing"}

    async def make(path: str, **body: Any) -> int:
        return int((await staff.make(f"/provider/v1/{path}", **{**owned, **body}))["id"])

    primary = (await client.read("/project/v1/translation-memories"))[0]["id"]
    unit = {"sourceLanguage": "en", "targetLanguage": "es", "source": "The red book is big."}
    await staff.make(f"/provider/v1/translation-memories/{primary}/units", **unit, target=f"El {mark}.")
    memory = await make("translation-memories")
    choices = {
        "translationMemoryId": memory,
        "translationMemorySetId": await make(
            "translation-memory-sets", members=[{"memoryId": primary, "writable": True}]
        ),
        "termBaseId": await make("term-bases"),
        "styleId": await make("style-guides"),
        "serviceId": await make("services", kind="human", currency="EUR", pricePerWord="0.10"),
        "workAreaId": await make("work-areas"),
        "invoicingAccountId": await make("invoicing-accounts"),
        "userId": await make("users", firstName=mark, lastName=mark, email=f"{mark}@example.com"),
    }
    choices["templateId"] = await make("project-templates", title=mark, **choices)
    return Tenant(client=client, mark=mark, choices=choices)
