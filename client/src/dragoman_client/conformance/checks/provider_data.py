"""V3 to V6: what the staff keep: accounts, applications, reference data, memories, terms, templates."""

from __future__ import annotations

from typing import Any, Final

from dragoman_client.conformance.expectations import (
    expect,
    expect_detail,
    expect_equal,
    expect_fields,
    expect_header,
    expect_json,
    expect_page,
    expect_problems,
    expect_status,
)
from dragoman_client.conformance.model import Need
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.server import CheckedServer
from dragoman_client.conformance.steps import ABSENT

_STAFF: Final = (Need.CUSTOMER, Need.STAFF)
_LISTS: Final = {
    "V3": {
        "accounts": "accounts",
        "applications": "applications",
        "users": "users",
        "languages": "languages",
        "work-areas": "workAreas",
        "services": "services",
        "invoicing-accounts": "invoicingAccounts",
    },
    "V4": {
        "translation-memories": "translationMemories",
        "translation-memory-sets": "translationMemorySets",
    },
    "V5": {"term-bases": "termBases"},
    "V6": {"project-templates": "projectTemplates"},
}


@check("V3", needs=(Need.STAFF,))
def lists_of_catalogue(server: CheckedServer) -> None:
    """Accounts, applications, users, languages, work areas, services and invoicing accounts are paged."""
    _expect_lists(server, "V3")


@check("V4", needs=(Need.STAFF,))
def lists_of_memories(server: CheckedServer) -> None:
    """Memories and sets are listed in pages."""
    _expect_lists(server, "V4")


@check("V5", needs=(Need.STAFF,))
def lists_of_term_bases(server: CheckedServer) -> None:
    """Term bases are listed in pages."""
    _expect_lists(server, "V5")


@check("V6", needs=(Need.STAFF,))
def lists_of_templates(server: CheckedServer) -> None:
    """Project templates are listed in pages."""
    _expect_lists(server, "V6")


@check("V3", needs=_STAFF)
def account(server: CheckedServer) -> None:
    """Staff read the customer's account as the customer does."""
    own = expect_json(server.customer.get("/project/v1/account"))
    answer = server.staff.get(f"/provider/v1/accounts/{own['id']}")
    found = expect_json(answer)
    names = ("id", "name", "kind")
    expect_equal(answer, ", ".join(names), [found[one] for one in names], [own[one] for one in names])


@check("V3", "P15", needs=_STAFF)
def work_area(server: CheckedServer) -> None:
    """A work area of an account is created, changed, shown to its customer, and disabled."""
    made = _create(server, "work-areas", name=server.name)
    path = f"/provider/v1/work-areas/{made['id']}"
    server.defer(lambda: server.staff.patch(path, json={"disabled": True}))
    answer = server.staff.patch(path, json={"name": f"{server.name} again"})
    expect_equal(answer, "name", expect_json(answer)["name"], f"{server.name} again")
    listed = server.customer.get("/project/v1/workareas")
    expect(listed, made["id"] in [one["id"] for one in expect_json(listed)], "the work area in the list")
    expect_status(server.staff.patch(path, json={"disabled": True}), 200)
    listed = server.customer.get("/project/v1/workareas")
    expect(
        listed, made["id"] not in [one["id"] for one in expect_json(listed)], "no disabled one in the list"
    )


@check("V3", "E4", needs=(Need.STAFF,))
def broken_rules(server: CheckedServer) -> None:
    """What breaks a rule is 400 with code, message and hints; an unknown id is 404."""
    answer = server.staff.post("/provider/v1/applications", json={"accountId": ABSENT, "name": server.name})
    expect_problems(answer)
    for path in ("accounts", "applications", "users", "services"):
        expect_detail(server.staff.get(f"/provider/v1/{path}/{ABSENT}"), 404)


@check("V4", needs=_STAFF)
def memory(server: CheckedServer) -> None:
    """A memory is created for an account, has units and an export, and is deleted."""
    made = _create(server, "translation-memories", name=server.name)
    path = f"/provider/v1/translation-memories/{made['id']}"
    server.defer(lambda: server.staff.delete(path))
    unit = {
        "sourceLanguage": server.target.source,
        "targetLanguage": server.target.target,
        "source": server.texts.first,
        "target": "Zorblatt five.",
    }
    expect_status(server.staff.post(f"{path}/units", json=unit), 201)
    answer = server.staff.get(f"{path}/units", params={"search": "zorblatt"})
    expect_equal(answer, "number of units", len(expect_json(answer)["units"]), 1)
    exported = server.staff.get(f"{path}/export")
    expect(exported, "Zorblatt five." in exported.text and "<tmx" in exported.text, "a TMX with the unit")
    expect_status(server.staff.delete(path), 204)
    expect_detail(server.staff.get(path), 404)


@check("V5", needs=_STAFF)
def term_base(server: CheckedServer) -> None:
    """A term base is created for an account, has concepts and an export as TBX, and is deleted."""
    made = _create(server, "term-bases", name=server.name, useForTranslation=False)
    path = f"/provider/v1/term-bases/{made['id']}"
    server.defer(lambda: server.staff.delete(path))
    terms = [
        {"language": server.target.source, "text": "tray"},
        {"language": server.target.target, "text": "zorblatt"},
    ]
    expect_status(server.staff.post(f"{path}/concepts", json={"terms": terms}), 201)
    exported = server.staff.get(f"{path}/export", params={"format": "tbx"})
    expect_status(exported, 200)
    expect(exported, "zorblatt" in exported.text and "<tbx" in exported.text, "a TBX with the term")
    expect_status(server.staff.delete(path), 204)
    expect_detail(server.staff.get(path), 404)


@check("V6", "P15", needs=_STAFF)
def template(server: CheckedServer) -> None:
    """A template is created for an account, shown to its customer by its id, and disabled."""
    made = _create(server, "project-templates", name=server.name)
    path = f"/provider/v1/project-templates/{made['id']}"
    server.defer(lambda: server.staff.patch(path, json={"disabled": True}))
    answer = server.customer.get(f"/project/v1/project-templates/{made['id']}")
    expect_equal(answer, "name", expect_json(answer)["name"], server.name)
    expect_status(server.staff.patch(path, json={"disabled": True}), 200)
    listed = server.customer.get("/project/v1/project-templates")
    expect(
        listed, made["id"] not in [one["id"] for one in expect_json(listed)], "no disabled one in the list"
    )


def _expect_lists(server: CheckedServer, clause: str) -> None:
    for path, name in _LISTS[clause].items():
        answer = server.staff.get(f"/provider/v1/{path}", params={"limit": 1})
        page = expect_json(answer)
        expect_fields(answer, page, (name, "metadata"))
        expect(answer, len(page[name]) <= 1, "one record at most", page[name])
        expect_page(answer, page["metadata"])


def _create(server: CheckedServer, path: str, **fields: Any) -> dict[str, Any]:
    """A record of the customer's account."""
    own = expect_json(server.customer.get("/project/v1/account"))["id"]
    answer = server.staff.post(f"/provider/v1/{path}", json={"accountId": own, **fields})
    made = dict(expect_json(answer, 201))
    expect_header(answer, "Location", f".*/provider/v1/{path}/{made['id']}$")
    return made
