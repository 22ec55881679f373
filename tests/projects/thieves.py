"""A customer tries ids of another: in paths, queries and bodies, compared with ids that do not exist."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import httpx2
import sqlalchemy as sa

from dragoman.database.connections import ALL_ACCOUNTS, transaction
from tests.projects.served import ABSENT, NO_FILE, PROJECTS, shown
from tests.projects.tenants import CHOICES, World

# Requests that name a project ({project}) or a file ({file}) of the other customer, in every place for one.
PATHS: Final[Sequence[tuple[str, str, dict[str, Any]]]] = [
    ("GET", "/project/v1/project/{project}", {}),
    ("GET", "/project/v1/projects/{project}", {}),
    ("HEAD", "/project/v1/projects/{project}", {}),
    ("PUT", "/project/v1/project/{project}", {"json": {"title": "Mine now"}}),
    ("PATCH", "/project/v1/projects/{project}", {"json": {"title": None, "briefing": "Mine now"}}),
    ("PATCH", "/project/v1/projects/{project}", {"content": b"{"}),
    ("DELETE", "/project/v1/projects/{project}", {}),
    ("POST", "/project/v1/projects/{project}/do-quote", {}),
    ("POST", "/project/v1/project/{project}/do-start", {}),
    ("POST", "/project/v1/projects/{project}/do-cancel", {}),
    ("GET", "/project/v1/project/{project}/file", {}),
    ("GET", "/project/v1/projects/{project}/files?limit=1&offset=1", {}),
    ("POST", "/project/v1/project/{project}/file?fileName=a.txt&sourceLanguage=en&targetLanguages=es",
     {"content": b"A text."}),
    ("POST", "/project/v1/projects/{project}/files?fileName=&reference=true", {"content": b""}),
    ("POST", "/project/v1/projects/{project}/files", {"files": {"file": ("a.txt", b"A text.")}}),
    ("GET", "/project/v1/projects/{project}/files/{file}", {}),
    ("GET", "/project/v1/projects/{ours}/files/{file}", {}),
    ("GET", "/project/v1/projects/{project}/files/{our_file}", {}),
    ("DELETE", "/project/v1/projects/{project}/files/{file}", {}),
    ("DELETE", "/project/v1/project/{ours}/file/{file}", {}),
    ("DELETE", "/project/v1/projects/{project}/files/{our_file}", {}),
    ("GET", "/project/v1/files/{file}", {}),
    ("GET", "/project/v1/files/{file}/content", {}),
    ("GET", "/v2/documents/{file}", {}),
    ("GET", "/provider/v1/projects/{project}", {}),
    ("POST", "/provider/v1/projects/{project}/cancel", {"json": {"reason": "Mine now"}}),
    ("GET", "/provider/v1/projects/{project}/translations", {}),
]  # fmt: skip
QUERIES: Final = ("externalId", "purchaseOrderNumber", "title")
_TABLES: Final = (
    "projects", "project_files", "project_translations", "project_segments", "project_templates", "services",
    "work_areas", "invoicing_accounts", "account_defaults", "users", "memories", "memory_sets", "term_bases",
    "style_guides", "notifications", "applications", "idempotency_answers",
)  # fmt: skip


async def steal_by_path(world: World, who: int, probe: int, choice: int) -> None:
    me, other = world.tenants[who], world.tenants[1 - who]
    method, path, options = PATHS[probe % len(PATHS)]
    project = other.pick(other.ever["project"], choice)
    file = other.pick(other.ever["file"], choice)
    if ("{project}" in path and project is None) or ("{file}" in path and file is None):
        return
    own = {"ours": me.pick(me.titles, choice) or ABSENT, "our_file": me.pick(me.files, choice) or NO_FILE}
    theirs = path.format(project=project, file=file, **own)
    nobodys = path.format(project=ABSENT, file=NO_FILE, **own)
    await _compare(world, who, f"{method} {path}", [(method, one, options) for one in (theirs, nobodys)])


async def steal_choice(world: World, who: int, name: str) -> None:
    theirs = world.tenants[1 - who].choices[name]
    paths = [f"/project/v1/{CHOICES[name]}/{one}" for one in (theirs, ABSENT)]
    answer = await _compare(world, who, f"GET {CHOICES[name]}", [("GET", path, {}) for path in paths])
    assert answer.status_code == 404


async def steal_by_body(world: World, who: int, name: str, choice: int, method: str) -> None:
    me, theirs = world.tenants[who], world.tenants[1 - who].choices[name]
    project = me.pick(me.titles, choice)
    if method != "POST" and project is None:
        return
    path = PROJECTS if method == "POST" else f"{PROJECTS}/{project}"
    more = {"title": "T", "serviceId": me.choices["serviceId"]} if method == "POST" else {}
    if name == "templateId":
        more.pop("serviceId", None)
    bodies = [{"json": {**more, name: one}} for one in (theirs, ABSENT)]
    answer = await _compare(world, who, f"{method} {name}", [(method, path, body) for body in bodies])
    assert answer.status_code == 400
    assert any(one["code"].endswith("_NOT_FOUND") for one in answer.json())


async def steal_by_query(world: World, who: int, name: str, choice: int) -> None:
    other = world.tenants[1 - who]
    value = {"externalId": other.pick(other.external, choice), "title": other.mark}.get(name, other.mark)
    if value is None or value in world.tenants[who].external:
        return
    # An answer repeats the query, in its links, only if it lists something.
    lists: list[tuple[str, str, dict[str, Any]]] = [
        ("GET", f"{PROJECTS}?{name}={one}", {}) for one in (value, "nobody")
    ]
    answer = await _compare(world, who, f"GET ?{name}", lists)
    assert answer.json()["projects"] == []


async def _compare(
    world: World, who: int, tried: str, requests: list[tuple[str, str, dict[str, Any]]]
) -> httpx2.Response:
    """Two requests that must have one answer, and change nothing of the other customer."""
    world.tried[tried] += 1
    other = world.tenants[1 - who].client.account
    before = await digest(world, other)
    answers = [await world.call(who, method, path, **options) for method, path, options in requests]
    assert shown(answers[0]) == shown(answers[1]), tried
    assert await digest(world, other) == before, tried
    return answers[0]


async def digest(world: World, account: int) -> list[Any]:
    """Everything that the database has of an account."""
    parts = " union all ".join(
        f"select '{table}', md5(coalesce(string_agg(one::text, '|' order by one::text), ''))"
        f" from {table} one where one.account_id = :account"
        for table in _TABLES
    )
    async with transaction(world.served.runtime.database, account=ALL_ACCOUNTS) as tx:
        return list(await tx.connection.execute(sa.text(parts), {"account": account}))


async def mix_as_staff(world: World, who: int, name: str) -> None:
    """A template or defaults of one customer with what is the other's."""
    me, other = world.tenants[who], world.tenants[1 - who]
    if name == "templateId":
        return
    requests = [("POST", "/provider/v1/project-templates", {"accountId": me.client.account, "name": "X"})]
    requests.append(("PATCH", f"/provider/v1/project-templates/{me.choices['templateId']}", {}))
    if name in ("invoicingAccountId", "userId", "workAreaId"):
        requests.append(("PATCH", f"/provider/v1/accounts/{me.client.account}", {}))
    for method, path, body in requests:
        answers = []
        for one in (other.choices[name], ABSENT):
            chosen = {"defaults": {name: one}} if "/accounts/" in path else {name: one}
            answers.append(await world.staff.call(method, path, json={**body, **chosen}))
        assert shown(answers[0]) == shown(answers[1]), (method, path, name)
        assert answers[0].status_code == 400, answers[0].text
        world._check(who, answers[0])
