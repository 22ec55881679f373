"""P7 and P9: projects that are changed, and listed."""

from __future__ import annotations

from typing import Any

from dragoman_client.conformance.expectations import (
    expect,
    expect_equal,
    expect_fields,
    expect_invalid,
    expect_json,
    expect_page,
    expect_problems,
    expect_status,
    expect_time,
)
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.server import CheckedServer
from dragoman_client.conformance.steps import (
    ABSENT,
    PROJECTS,
    create_project,
    find_template,
    random_id,
    read_project,
)

_LIST = "/project/v1/project"
_SUMMARY = (
    "id", "externalId", "title", "userId", "companyId", "status", "creationDate", "deadline", "finishedAt",
)  # fmt: skip


@check("P7")
def changed(server: CheckedServer) -> None:
    """PUT and PATCH, on both spellings, change what is given and nothing else: 204 without a body."""
    for path in (PROJECTS, _LIST):
        for method in ("PUT", "PATCH"):
            before = create_project(server, briefing="Old", purchaseOrderNumber="PO-1")
            body = {"Briefing": "New", "metadata": {"b": 1, "a": 2}}
            answer = server.customer.request(method, f"{path}/{before['id']}", json=body)
            expect_status(answer, 204)
            expect_equal(answer, "bytes of the body", len(answer.content), 0)
            after = read_project(server, before["id"])
            wanted = {**before, "briefing": "New", "metadata": {"b": 1, "a": 2}, "updatedAt": None}
            expect_equal(answer, "record", {**after, "updatedAt": None}, wanted)
            expect_time(answer, "updatedAt", after["updatedAt"])


@check("P7")
def null_with_put(server: CheckedServer) -> None:
    """Null changes nothing with PUT."""
    before = create_project(server, briefing="Old", metadata={"a": 1})
    nulls = dict.fromkeys(["title", "briefing", "userId", "metadata", "deadline", "serviceId"])
    answer = server.customer.put(f"{PROJECTS}/{before['id']}", json=nulls)
    expect_status(answer, 204)
    after = read_project(server, before["id"])
    fields = ("title", "briefing", "userId", "metadata", "deadline", "serviceId")
    found, wanted = ([one[name] for name in fields] for one in (after, before))
    expect_equal(answer, ", ".join(fields), found, wanted)


@check("P7")
def null_with_patch(server: CheckedServer) -> None:
    """Null clears with PATCH: the template's value returns, and a required one is 400."""
    template = find_template(server)
    plain = create_project(server, templateId=template["id"], title=None, serviceId=None)
    before = create_project(server, templateId=template["id"], serviceId=None, briefing="b")
    path = f"{PROJECTS}/{before['id']}"
    answer = server.customer.patch(path, json={"title": None, "briefing": None})
    expect_status(answer, 204)
    after = read_project(server, before["id"])
    expect_equal(answer, "title, briefing", [after["title"], after["briefing"]], [plain["title"], None])
    bare = create_project(server)
    answer = server.customer.patch(f"{PROJECTS}/{bare['id']}", json={"title": None, "serviceId": None})
    problems = expect_problems(answer)
    expect_equal(answer, "number of problems", len(problems), 2)


@check("P7", "P8", "E4")
def refused_changes(server: CheckedServer) -> None:
    """All problems of a change are reported at once, wrong types included: 400."""
    path = f"{PROJECTS}/{create_project(server)['id']}"
    body = {"title": " ", "userId": "5", "termBaseId": ABSENT, "deadline": 7, "metadata": []}
    for method in ("PUT", "PATCH"):
        answer = server.customer.request(method, path, json=body)
        expect_equal(answer, "number of problems", len(expect_problems(answer)), 5)


@check("P7", "P8", "E2")
def malformed_changes(server: CheckedServer) -> None:
    """A change without a body, with broken JSON or no object is a validation error."""
    path = f"{PROJECTS}/{create_project(server)['id']}"
    for method in ("PUT", "PATCH"):
        for content in (b"", b"{", b"[]", b"null"):
            answer = server.customer.request(method, path, content=content)
            for item in expect_invalid(answer):
                expect_equal(answer, "loc[0]", item["loc"][0], "body")


@check("P7")
def refused_whole(server: CheckedServer) -> None:
    """A refused change changes nothing."""
    before = create_project(server, briefing="Old")
    answer = server.customer.patch(f"{PROJECTS}/{before['id']}", json={"briefing": "New", "userId": ABSENT})
    expect_problems(answer)
    expect_equal(answer, "briefing", read_project(server, before["id"])["briefing"], "Old")


@check("P4", "P7")
def work_area_spellings(server: CheckedServer) -> None:
    """A change reads workareaId and workAreaId."""
    area = expect_json(server.customer.get("/project/v1/workareas"))[-1]["id"]
    for name in ("workareaId", "workAreaId"):
        project = create_project(server)["id"]
        answer = server.customer.put(f"{PROJECTS}/{project}", json={name: area})
        expect_status(answer, 204)
        expect_equal(answer, "workAreaId", read_project(server, project)["workAreaId"], area)


@check("P9")
def listed(server: CheckedServer) -> None:
    """The list has projects with their summary, the newest first, and the metadata of the page."""
    order = random_id()
    made = [create_project(server, purchaseOrderNumber=order) for _ in range(3)]
    ids = [one["id"] for one in made]
    for path in (_LIST, PROJECTS):
        answer = server.customer.get(path, params={"purchaseOrderNumber": order, "limit": 2})
        page = expect_json(answer)
        expect_equal(answer, "ids", [one["id"] for one in page["projects"]], [ids[2], ids[1]])
        for one in page["projects"]:
            expect_fields(answer, one, _SUMMARY)
        expect_page(answer, page["metadata"])
        numbers = [
            page["metadata"][name] for name in ("previousPage", "currentPage", "nextPage", "itemsPerPage")
        ]
        expect_equal(answer, "pages", numbers, [0, 1, 2, 2])
        last = server.customer.get(page["metadata"]["nextPageLink"])
        expect_equal(last, "ids", [one["id"] for one in expect_json(last)["projects"]], ids[:1])
        expect_equal(last, "nextPage", last.json()["metadata"]["nextPage"], 0)


@check("P9")
def filtered(server: CheckedServer) -> None:
    """The list is filtered by title, status, dates, external id and order number, and sorted."""
    word = random_id()
    first = create_project(server, title=f"{server.name} Älter {word}", externalId=word)["id"]
    second = create_project(server, title=f"{server.name} beta {word}")["id"]

    def found(**query: Any) -> list[int]:
        answer = server.customer.get(_LIST, params={"title": word, **query})
        return [one["id"] for one in expect_json(answer)["projects"]]

    answer = server.customer.get(_LIST, params={"title": word})
    for query, wanted in (
        ({}, [second, first]),
        ({"sort": "id"}, [first, second]),
        ({"title": f"TER {word}"}, [first]),
        ({"externalId": word}, [first]),
        ({"status": "Active"}, []),
        ({"Status": "draft", "Sort": "id"}, [first, second]),
        ({"createdAfter": "2020-01-01T00:00:00Z", "limit": 1}, [second]),
        ({"updatedAfter": "2100-01-01T00:00:00Z"}, []),
        ({"finishedAfter": "2020-01-01T00:00:00Z"}, []),
        ({"offset": 1}, [first]),
    ):
        expect_equal(answer, f"ids with {query}", found(**query), wanted)


@check("P9", "E2")
def malformed_filters(server: CheckedServer) -> None:
    """A malformed parameter of the list is a validation error at query and its name."""
    for query, name in (
        ("limit=0", "limit"),
        ("limit=501", "limit"),
        ("offset=-1", "offset"),
        ("status=Open", "status"),
        ("createdAfter=yesterday", "createdAfter"),
        ("sort=conformance", "sort"),
    ):
        expect_invalid(server.customer.get(f"{_LIST}?{query}"), ["query", name])


@check("P1", "P9", "E4")
def parameter_twice(server: CheckedServer) -> None:
    """A parameter twice with different values is 400."""
    expect_problems(server.customer.get(f"{_LIST}?limit=1&Limit=2"))
    expect(answer := server.customer.get(f"{_LIST}?limit=1&Limit=1"), answer.status_code == 200, "status 200")
