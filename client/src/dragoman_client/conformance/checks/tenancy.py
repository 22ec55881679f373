"""D6, P8, P13, P15, P17, T11: nothing of another account is seen, found or changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from dragoman_client.conformance.expectations import (
    expect,
    expect_detail,
    expect_equal,
    expect_json,
    expect_problems,
    expect_same,
    expect_status,
)
from dragoman_client.conformance.model import Need
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.server import CheckedServer
from dragoman_client.conformance.steps import (
    ABSENT,
    DOCUMENTS,
    PROJECTS,
    create_project,
    create_with_file,
    finish_document,
    random_id,
    upload,
)

if TYPE_CHECKING:
    import httpx2

_BOTH: Final = (Need.CUSTOMER, Need.OTHER)
_UNKNOWN: Final = 1_900_000_001


@check("D6", needs=_BOTH)
def documents(server: CheckedServer) -> None:
    """Another account's document job is as an unknown one, and in no list."""
    job = finish_document(server)
    for method, end in (("GET", ""), ("GET", "/download"), ("DELETE", "")):
        theirs, unknown = (
            server.other.request(method, f"{DOCUMENTS}/{one}{end}") for one in (job, random_id())
        )
        expect_detail(theirs, 404)
        expect_same(theirs, unknown)
    listed = server.other.get(DOCUMENTS, params={"limit": 500})
    expect(listed, job not in listed.text, "a list without another account's job", "the job")
    expect_status(server.customer.get(f"{DOCUMENTS}/{job}"), 200)


@check("P8", needs=_BOTH)
def projects(server: CheckedServer) -> None:
    """Another account's project is as an unknown one, whatever is done to it."""
    project = create_project(server, briefing="Old")["id"]
    for method, end, body in (
        ("GET", "", None),
        ("PUT", "", {"briefing": "New"}),
        ("PATCH", "", {"briefing": "New"}),
        ("DELETE", "", None),
        ("POST", "/do-quote", None),
        ("POST", "/do-start", None),
        ("POST", "/do-cancel", None),
        ("GET", "/files", None),
    ):
        theirs, unknown = (
            server.other.request(method, f"{PROJECTS}/{one}{end}", json=body) for one in (project, ABSENT)
        )
        expect_detail(theirs, 404)
        expect_same(theirs, unknown)
    answer = server.customer.get(f"{PROJECTS}/{project}")
    found = [expect_json(answer)[name] for name in ("briefing", "status")]
    expect_equal(answer, "briefing, status", found, ["Old", "Draft"])


@check("P9", needs=_BOTH)
def listed_projects(server: CheckedServer) -> None:
    """The list of projects has one's own account's only."""
    order = random_id()
    create_project(server, purchaseOrderNumber=order)
    for path in ("/project/v1/project", PROJECTS):
        answer = server.other.get(path, params={"purchaseOrderNumber": order})
        expect_equal(answer, "projects", expect_json(answer)["projects"], [])


@check("P13", "P14", needs=_BOTH)
def files(server: CheckedServer) -> None:
    """Another account's file is as an unknown one, and no file can be sent to its project."""
    project, file = create_with_file(server)
    for end in ("", "/content"):
        theirs, unknown = (
            server.other.get(f"/project/v1/files/{one}{end}") for one in (file["id"], random_id())
        )
        expect_detail(theirs, 404)
        expect_same(theirs, unknown)
    sent = upload(server, project, client=server.other)
    expect_detail(sent, 404)
    listed = server.other.get("/project/v1/files", params={"limit": 500})
    expect(listed, file["id"] not in listed.text, "a list without another account's file", "the file")


@check("P6", needs=_BOTH)
def external_ids(server: CheckedServer) -> None:
    """An external id is unique for each application: another account's is free."""
    name = random_id()
    create_project(server, externalId=name)
    services = expect_json(server.other.get("/project/v1/services"))
    service = next(one["id"] for one in services if one["kind"] == "human")
    body = {"title": server.name, "serviceId": service, "externalId": name}
    answer = server.other.post(PROJECTS, json=body)
    made = expect_json(answer, 201)["id"]
    server.defer(lambda: server.other.delete(f"{PROJECTS}/{made}"))


@check("P8", "E4", needs=_BOTH)
def references_in_projects(server: CheckedServer) -> None:
    """A user, invoicing account or memory of another account is as an unknown one."""
    own = create_project(server)["id"]
    theirs = expect_json(server.other.get("/project/v1/account"))["defaults"]
    memories = expect_json(server.other.get("/project/v1/translation-memories"))
    ids = {name: theirs[name] for name in ("invoicingAccountId", "userId") if theirs[name]}
    ids |= {"translationMemoryId": memories[0]["id"]} if memories else {}
    for field, number in ids.items():
        first, second = (
            server.customer.patch(f"{PROJECTS}/{own}", json={field: one}) for one in (number, ABSENT)
        )
        expect_problems(first)
        expect_same(first, second, (str(number), str(ABSENT)))


@check("P15", needs=_BOTH)
def reference_data(server: CheckedServer) -> None:
    """Users, memories, invoicing accounts and templates of another account are neither listed nor found."""
    for path in ("users", "translation-memories", "invoicing-accounts", "project-templates", "term-bases"):
        theirs = [one["id"] for one in expect_json(server.other.get(f"/project/v1/{path}"))]
        listed = server.customer.get(f"/project/v1/{path}")
        common = set(theirs) & {one["id"] for one in expect_json(listed)}
        expect(listed, not common, "nothing of another account", sorted(common))
        for number in theirs[:1]:
            first, second = (server.customer.get(f"/project/v1/{path}/{one}") for one in (number, ABSENT))
            expect_detail(first, 404)
            expect_same(first, second, (str(number), str(ABSENT)))


@check("P17", needs=_BOTH)
def own_words(server: CheckedServer) -> None:
    """Another account's term base and memory are as unknown ones, whatever is done to them."""
    terms = {"terms": [{"language": server.target.source, "text": "x"}]}
    unit = {
        "sourceLanguage": server.target.source,
        "targetLanguage": server.target.target,
        "source": "a",
        "target": "b",
    }
    for path, calls in (
        ("/project/v1/term-bases", _calls("concepts", terms)),
        ("/project/v1/translation-memories", _calls("units", unit)),
    ):
        made = expect_json(server.customer.post(path, json={"name": server.name}), 201)["id"]
        server.defer(lambda path=path, made=made: server.customer.delete(f"{path}/{made}"))  # type: ignore[misc]
        expect_status(server.customer.post(f"{path}/{made}/{calls[-1][1]}", json=calls[-1][2]), 201)
        for method, end, body in calls:
            first, second = (
                _call(server, method, f"{path}/{one}/{end}".rstrip("/"), body) for one in (made, _UNKNOWN)
            )
            expect_detail(first, 404)
            expect_same(first, second, (str(made), str(_UNKNOWN)))
        expect_status(server.customer.get(f"{path}/{made}"), 200)


@check("T11", "P17", needs=_BOTH)
def chosen_by_others(server: CheckedServer) -> None:
    """Another account's term base or memory in a text request is refused as an unknown one."""
    for field, path in (("termBaseIds", "term-bases"), ("translationMemoryId", "translation-memories")):
        made = expect_json(server.customer.post(f"/project/v1/{path}", json={"name": server.name}), 201)["id"]
        one = f"/project/v1/{path}/{made}"
        server.defer(lambda one=one: server.customer.delete(one))  # type: ignore[misc]
        first, second = (
            server.translate("a", client=server.other, **_choice(field, number))
            for number in (made, _UNKNOWN)
        )
        expect_detail(first, 422)
        expect_same(first, second, (str(made), str(_UNKNOWN)))


@check("T9", needs=_BOTH)
def usage(server: CheckedServer) -> None:
    """Another application's requests do not count."""
    before = expect_json(server.other.get("/v2/usage"))["total"]
    expect_status(server.translate(server.texts.first), 200)
    answer = server.other.get("/v2/usage")
    expect_equal(answer, "total", expect_json(answer)["total"], before)


def _calls(parts: str, body: Any) -> list[tuple[str, str, Any]]:
    return [
        ("GET", "", None),
        ("PATCH", "", {"name": "x"}),
        ("DELETE", "", None),
        ("GET", parts, None),
        ("GET", f"{parts}/1", None),
        ("DELETE", f"{parts}/1", None),
        ("GET", "export", None),
        ("GET", "imports", None),
        ("POST", parts, body),
    ]


def _call(server: CheckedServer, method: str, path: str, body: Any) -> httpx2.Response:
    return server.other.request(method, path, json=body)


def _choice(field: str, number: int) -> dict[str, Any]:
    return {field: [number] if field == "termBaseIds" else number}
