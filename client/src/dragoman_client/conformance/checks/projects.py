"""P1 to P6, P8, P10, P16: projects that are created, and what is refused."""

from __future__ import annotations

import json
import time
from typing import Any

from dragoman_client.conformance.expectations import (
    expect,
    expect_detail,
    expect_equal,
    expect_fields,
    expect_header,
    expect_invalid,
    expect_json,
    expect_problems,
    expect_status,
    expect_time,
)
from dragoman_client.conformance.model import CannotCheck
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.server import CheckedServer
from dragoman_client.conformance.steps import (
    ABSENT,
    PROJECTS,
    create_project,
    find_service,
    find_template,
    post_project,
    random_id,
)

_RECORD = (
    "id", "companyId", "externalId", "title", "briefing", "briefingForExperts", "purchaseOrderNumber",
    "templateId", "serviceId", "useTranslationMemory", "translationMemoryId", "translationMemorySetId",
    "translationMemorySetVersion", "termBaseId", "invoicingAccountId", "userId", "workAreaId", "metadata",
    "status", "hold", "deadline", "deadlineSetBy", "creationDate", "updatedAt", "startedAt", "finishedAt",
    "cancelledAt", "cancelReason", "progress", "platformLink", "analysis", "referenceFiles", "files",
)  # fmt: skip
_REFERENCES = ("serviceId", "templateId", "userId", "workAreaId", "translationMemorySetId", "termBaseId")


@check("P1", "P10")
def created(server: CheckedServer) -> None:
    """Title and service are enough: 201, Location, and the record with the account's defaults."""
    answer = post_project(server, {"title": server.name, "serviceId": find_service(server, "human")})
    record = expect_json(answer, 201)
    expect_header(answer, "Location", f".*{PROJECTS}/{record['id']}$")
    expect_fields(answer, record, _RECORD)
    expect_equal(answer, "title, status", [record["title"], record["status"]], [server.name, "Draft"])
    for field in ("invoicingAccountId", "userId", "workAreaId"):
        expect(answer, isinstance(record[field], int), f"the account's {field}", record[field])
    expect_time(answer, "creationDate", record["creationDate"])


@check("P1", "P10")
def both_spellings(server: CheckedServer) -> None:
    """The paths /project and /projects create and read the same."""
    body = {"title": server.name, "serviceId": find_service(server, "human")}
    answer = server.customer.post("/project/v1/project", json=body)
    made = expect_json(answer, 201)
    server.defer(lambda: server.customer.delete(f"{PROJECTS}/{made['id']}"))
    for path in (f"{PROJECTS}/{made['id']}", f"/project/v1/project/{made['id']}"):
        answer = server.customer.get(path)
        expect_equal(answer, "record", expect_json(answer), made)


@check("P1", "P2")
def by_template(server: CheckedServer) -> None:
    """A template is enough, and gives title and service; null counts as not given."""
    template = find_template(server)
    answer = post_project(server, {"templateId": template["id"], "title": None, "serviceId": None})
    record = expect_json(answer, 201)
    expect_equal(answer, "templateId", record["templateId"], template["id"])
    expect(answer, record["title"] and record["serviceId"], "title and service of the template", record)
    own = expect_json(post_project(server, {"templateId": template["id"], "title": server.name}), 201)
    expect_equal(answer, "title", own["title"], server.name)


@check("P1", "P4")
def names_in_any_case(server: CheckedServer) -> None:
    """Names match in any case, and workareaId is read as workAreaId."""
    area = expect_json(server.customer.get("/project/v1/workareas"))[0]["id"]
    service = find_service(server, "human")
    body = {"Title": server.name, "ServiceId": service, "workareaId": area, "BriefingForExperts": "b"}
    answer = post_project(server, body)
    record = expect_json(answer, 201)
    found = [record["title"], record["briefingForExperts"], record["workAreaId"]]
    expect_equal(answer, "title, briefingForExperts, workAreaId", found, [server.name, "b", area])
    expect(answer, "workareaId" not in record, "workAreaId alone", "workareaId")


@check("P1", "E4")
def field_twice(server: CheckedServer) -> None:
    """A field twice with different values is 400; with equal values it is read."""
    service = find_service(server, "human")
    expect_problems(post_project(server, {"title": "a", "Title": "b", "serviceId": service}))
    same = {"title": server.name, "Title": server.name, "serviceId": service}
    expect_status(post_project(server, same), 201)


@check("P2", "E4")
def service_of_template(server: CheckedServer) -> None:
    """A service that differs from the template's is SERVICE_NOT_OVERRIDABLE."""
    template = find_template(server)
    own = expect_json(post_project(server, {"templateId": template["id"]}), 201)["serviceId"]
    services = expect_json(server.customer.get("/project/v1/services"))
    other = next((one["id"] for one in services if one["id"] != own), None)
    if other is None:
        raise CannotCheck("the account has one service only")
    answer = post_project(server, {"templateId": template["id"], "serviceId": other})
    expect_problems(answer, "SERVICE_NOT_OVERRIDABLE")
    expect_status(post_project(server, {"templateId": template["id"], "serviceId": own}), 201)


@check("P3", "P16")
def memory_of_project(server: CheckedServer) -> None:
    """With useTranslationMemory true the primary memory is used, with false none, whatever is named."""
    memories = expect_json(server.customer.get("/project/v1/translation-memories"))
    primary = next((one["id"] for one in memories if one["primary"]), None)
    service = find_service(server, "human")
    for wanted, fields in (
        (None, {}),
        (primary, {"useTranslationMemory": True}),
        (None, {"useTranslationMemory": False}),
        (None, {"useTranslationMemory": False, "translationMemoryId": primary}),
        (primary, {"translationMemoryId": primary}),
    ):
        answer = post_project(server, {"title": server.name, "serviceId": service, **fields})
        expect_equal(answer, "translationMemoryId", expect_json(answer, 201)["translationMemoryId"], wanted)


@check("P3", "P16")
def set_of_project(server: CheckedServer) -> None:
    """A memory set is taken, beats a memory, and its version is shown."""
    sets = expect_json(server.customer.get("/project/v1/translation-memory-sets"))
    if not sets:
        absent = post_project(server, {**_draft(server), "translationMemorySetId": ABSENT})
        expect_problems(absent)
        answer = post_project(server, _draft(server))
        record = expect_json(answer, 201)
        found = [record["translationMemorySetId"], record["translationMemorySetVersion"]]
        expect_equal(answer, "set and its version without one", found, [None, None])
        return
    memories = expect_json(server.customer.get("/project/v1/translation-memories"))
    fields = {"translationMemorySetId": sets[0]["id"], "translationMemoryId": memories[0]["id"]}
    answer = post_project(server, {**_draft(server), **fields})
    record = expect_json(answer, 201)
    expect_equal(answer, "translationMemorySetId", record["translationMemorySetId"], sets[0]["id"])
    expect_equal(answer, "its version", record["translationMemorySetVersion"], sets[0]["version"])


@check("P5")
def deadline(server: CheckedServer) -> None:
    """A deadline of any offset is converted to UTC, one without is UTC, null leaves it to the provider."""
    for sent, wanted, by in (
        ("2100-01-01T12:00:00+02:00", "2100-01-01T10:00:00Z", "client"),
        ("2100-01-01T12:00:00", "2100-01-01T12:00:00Z", "client"),
        (None, None, None),
    ):
        answer = post_project(server, {**_draft(server), "deadline": sent})
        record = expect_json(answer, 201)
        found = [record["deadline"], record["deadlineSetBy"]]
        expect_equal(answer, "deadline, deadlineSetBy", found, [wanted, by])


@check("P5", "E4")
def past_deadline(server: CheckedServer) -> None:
    """A past deadline is 400, a number is a validation error."""
    past = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 86400))
    expect_problems(post_project(server, {**_draft(server), "deadline": past}))
    expect_invalid(post_project(server, {**_draft(server), "deadline": 4102444800}), ["body", "deadline"])


@check("P6", "E4")
def external_id(server: CheckedServer) -> None:
    """An external id that exists is EXTERNAL_ID_EXISTS; the hint names the project."""
    name = random_id()
    made = expect_json(post_project(server, {**_draft(server), "externalId": name}), 201)
    answer = post_project(server, {**_draft(server), "externalId": name})
    (problem,) = expect_problems(answer, "EXTERNAL_ID_EXISTS")
    expect(answer, str(made["id"]) in problem["hints"], f"a hint with project {made['id']}", problem)


@check("P6", "P16")
def metadata_as_sent(server: CheckedServer) -> None:
    """The metadata come back as they were sent: order, spacing-free numbers and all."""
    text = '"metadata":{"z": 1.50,"a":[123456789012345678901]}'
    body = f'{{"title":"{server.name}","serviceId":{find_service(server, "human")},{text}}}'
    answer = post_project(server, body.encode())
    expect_status(answer, 201)
    expect(answer, text in answer.text, text)
    read = server.customer.get(f"{PROJECTS}/{answer.json()['id']}")
    expect(read, text in read.text, text)


@check("P6", "E4")
def metadata_limits(server: CheckedServer) -> None:
    """Metadata over 16 KiB or over 10 deep are 400; what is not an object is a validation error."""
    deep: dict[str, Any] = {}
    for _ in range(10):
        deep = {"a": deep}
    for value in (deep, {"a": "x" * 17_000}):
        expect_problems(post_project(server, {**_draft(server), "metadata": value}))
    expect_invalid(post_project(server, {**_draft(server), "metadata": [1]}), ["body", "metadata"])


@check("P8", "E2")
def required_fields(server: CheckedServer) -> None:
    """Without title and service a project is a validation error at both."""
    expect_invalid(post_project(server, {}), ["body", "title"], ["body", "serviceId"])
    service = find_service(server, "human")
    expect_invalid(post_project(server, {"title": None, "serviceId": service}), ["body", "title"])


@check("P8", "E2")
def wrong_types(server: CheckedServer) -> None:
    """Wrong types are validation errors, all at once; so are a body that is missing, broken, or no object."""
    answer = post_project(server, {"title": 5, "serviceId": "1"})
    expect_invalid(answer, ["body", "title"], ["body", "serviceId"])
    for content in (b"", b"[]", b'{"title":'):
        items = expect_invalid(post_project(server, content))
        expect(answer, items[0]["loc"][0] == "body", "loc at the body", items[0]["loc"])


@check("P8", "E2")
def strict_references(server: CheckedServer) -> None:
    """References are strict int32: true, a text, 5.0 and 2147483648 are validation errors."""
    for field in _REFERENCES:
        for value in ("true", '"5"', "5.0", "2147483648"):
            body = {**_draft(server), field: None}
            text = json.dumps(body).replace(f'"{field}": null', f'"{field}": {value}')
            expect_invalid(post_project(server, text.encode()), ["body", field])


@check("P8", "E4")
def broken_rules(server: CheckedServer) -> None:
    """All broken rules are reported at once, each with code, message and hints."""
    body = {"title": "x" * 501, "serviceId": ABSENT, "userId": ABSENT, "externalId": " "}
    answer = post_project(server, body)
    problems = expect_problems(answer)
    expect_equal(answer, "number of problems", len(problems), 4)
    expect(answer, len({one["code"] for one in problems}) == 4, "a code of its own for each", problems)


@check("P8")
def title_length(server: CheckedServer) -> None:
    """A title of 500 characters is taken."""
    title = f"{server.name} {'x' * 500}"[:500]
    answer = post_project(server, {**_draft(server), "title": title})
    expect_equal(answer, "title", expect_json(answer, 201)["title"], title)


@check("P8")
def project_ids(server: CheckedServer) -> None:
    """An id that is not an int32 is a validation error at path.id, an unknown one is 404."""
    for word in ("x", "1.0", "2147483648", "1_0"):
        expect_invalid(server.customer.get(f"{PROJECTS}/{word}"), ["path", "id"])
    for number in (ABSENT, 0, -7):
        for method, path in (("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/do-quote")):
            expect_detail(server.customer.request(method, f"{PROJECTS}/{number}{path}", content=b"{"), 404)


@check("P10", "P15")
def references_of_record(server: CheckedServer) -> None:
    """The ids of a record are those that reference data list."""
    record = create_project(server)
    for field, path in (
        ("serviceId", "services"),
        ("userId", "users"),
        ("workAreaId", "workareas"),
        ("invoicingAccountId", "invoicing-accounts"),
    ):
        answer = server.customer.get(f"/project/v1/{path}/{record[field]}")
        expect_equal(answer, "id", expect_json(answer)["id"], record[field])


def _draft(server: CheckedServer) -> dict[str, Any]:
    return {"title": server.name, "serviceId": find_service(server, "human")}
