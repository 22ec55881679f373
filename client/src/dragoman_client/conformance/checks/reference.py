"""P15: reference data and the account."""

from __future__ import annotations

from typing import Any

from dragoman_client.conformance.expectations import (
    expect,
    expect_detail,
    expect_equal,
    expect_fields,
    expect_invalid,
    expect_json,
)
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.server import CheckedServer
from dragoman_client.conformance.steps import ABSENT

LISTS = (
    "languages", "workareas", "services", "users", "translation-memories", "translation-memory-sets",
    "term-bases", "invoicing-accounts", "project-templates",
)  # fmt: skip


@check("P15")
def bare_arrays(server: CheckedServer) -> None:
    """Each list is a bare array of records with id and name."""
    for path in LISTS:
        answer = server.customer.get(f"/project/v1/{path}")
        found = expect_json(answer)
        expect(answer, isinstance(found, list), "a bare array", found)
        for one in found:
            expect_fields(answer, one, ("id", "name"))
            expect(answer, isinstance(one["id"], int), "id: a number", one["id"])


@check("P15")
def by_id(server: CheckedServer) -> None:
    """Each record is read by its id, as the list has it."""
    for path in LISTS:
        found = _read(server, path)
        if found:
            answer = server.customer.get(f"/project/v1/{path}/{found[-1]['id']}")
            expect_equal(answer, "record", expect_json(answer), found[-1])


@check("P15")
def in_parts(server: CheckedServer) -> None:
    """A list is read in parts by limit and offset, in any case."""
    whole = _read(server, "languages")
    answer = server.customer.get("/project/v1/languages", params={"limit": 1, "OFFSET": 1})
    expect_equal(answer, "records", expect_json(answer), whole[1:2])


@check("P15")
def unknown_ids(server: CheckedServer) -> None:
    """An unknown id is 404, one that is not an int32 a validation error at path.id."""
    for path in LISTS:
        for number in (ABSENT, 0, -1):
            expect_detail(server.customer.get(f"/project/v1/{path}/{number}"), 404)
        for word in ("x", "2147483648"):
            expect_invalid(server.customer.get(f"/project/v1/{path}/{word}"), ["path", "id"])


@check("P15")
def account(server: CheckedServer) -> None:
    """The account has id, name, kind and defaults, whose ids are listed."""
    answer = server.customer.get("/project/v1/account")
    found = expect_json(answer)
    expect_fields(answer, found, ("id", "name", "kind", "defaults"))
    for field, path in (
        ("invoicingAccountId", "invoicing-accounts"),
        ("userId", "users"),
        ("workAreaId", "workareas"),
    ):
        listed = [one["id"] for one in _read(server, path)]
        value = found["defaults"][field]
        expect(answer, value is None or value in listed, f"{field} among {path}", value)


@check("P15")
def languages(server: CheckedServer) -> None:
    """Languages have codes, each once; source and target are among them."""
    answer = server.customer.get("/project/v1/languages")
    codes = [one["code"] for one in expect_json(answer)]
    expect_equal(answer, "codes that differ", len(set(codes)), len(codes))
    for code in (server.target.source, server.target.target):
        expect(answer, code in codes, f"the language {code}", codes[:20])


@check("P15")
def fields(server: CheckedServer) -> None:
    """Users, memories, sets, templates and invoicing accounts have their fields."""
    for path, names in (
        ("users", ("firstName", "lastName", "email")),
        ("translation-memories", ("primary", "useForTranslation")),
        ("translation-memory-sets", ("version", "members")),
        ("project-templates", ("translationMemorySetId", "sourceLanguage", "targetLanguages")),
        ("invoicing-accounts", ("validUntil", "outOfDate")),
    ):
        answer = server.customer.get(f"/project/v1/{path}")
        for one in expect_json(answer):
            expect_fields(answer, one, names)


@check("P15")
def one_primary_memory(server: CheckedServer) -> None:
    """At most one memory is the primary one."""
    answer = server.customer.get("/project/v1/translation-memories")
    primary = [one["id"] for one in expect_json(answer) if one["primary"]]
    expect(answer, len(primary) <= 1, "one primary memory at most", primary)


@check("P15")
def read_only(server: CheckedServer) -> None:
    """Reference data that customers do not keep cannot be created by them."""
    for path in ("languages", "workareas", "services", "users", "invoicing-accounts", "project-templates"):
        answer = server.customer.post(f"/project/v1/{path}", json={"name": server.name})
        expect(answer, answer.status_code in {403, 405}, "403 or 405")


def _read(server: CheckedServer, path: str) -> list[Any]:
    return list(expect_json(server.customer.get(f"/project/v1/{path}")))
