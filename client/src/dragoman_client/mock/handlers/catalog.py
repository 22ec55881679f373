"""Reference data: as customers read it (P15), as the provider lists, creates and changes it (V3, V6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dragoman_client.mock.messages import MockAnswer, empty_answer, json_answer
from dragoman_client.mock.paging import cut, page_answer
from dragoman_client.mock.records import (
    TYPES,
    RecordType,
    add_record,
    as_seen_by,
    disable,
    find_own,
    is_out_of_date,
    list_own,
    note_set_version,
    write_choice,
)
from dragoman_client.mock.refusals import RuleProblem, broken_rule, broken_rules, detail, missing
from dragoman_client.mock.routing import Handler, MockCall, handles
from dragoman_client.mock.state import Record
from dragoman_client.mock.times import stamp

# Type → ids of the operations that list and get it as a customer.
_CHOICES: Final = {
    "languages": "language",
    "work-areas": "work_area",
    "services": "service",
    "project-templates": "project_template",
    "invoicing-accounts": "invoicing_account",
    "users": "user",
    "translation-memories": "memory",
    "translation-memory-sets": "memory_set",
    "term-bases": "term_base",
    "style-guides": "style_guide",
}
# Names of these are unique among those of an account, and among those of all accounts.
_UNIQUE: Final = frozenset(
    {
        "work-areas",
        "services",
        "invoicing-accounts",
        "project-templates",
        "translation-memories",
        "style-guides",
    }
)
# Type → ids of the provider's operations, which end in `_as_staff`: list, create, get, change, delete.
# None: another module has it.
_STAFF: Final[dict[str, tuple[str | None, ...]]] = {
    "accounts": ("list_accounts", None, None, None, None),
    "applications": ("list_applications", None, "get_application", None, None),
    "users": ("list_users", "create_user", "get_user", "change_user", None),
    "languages": (
        "list_languages", "create_language", "get_language",
        "change_language", None,
    ),
    "work-areas": ("list_work_areas", "create_work_area", "get_work_area", "change_work_area", None),
    "services": ("list_services", "create_service", "get_service", "change_service", None),
    "invoicing-accounts": (
        "list_invoicing_accounts", "create_invoicing_account", "get_invoicing_account",
        "change_invoicing_account", None,
    ),
    "project-templates": (
        "list_project_templates", "create_project_template", "get_project_template",
        "change_project_template", None,
    ),
    "translation-memories": (
        "list_memories", "create_memory", "get_memory", "change_memory", "delete_memory",
    ),
    "translation-memory-sets": ("list_memory_sets", "create_memory_set", "get_memory_set", None, None),
    "term-bases": (
        "list_term_bases", "create_term_base", "get_term_base", "change_term_base", "delete_term_base",
    ),
    "style-guides": (
        "list_style_guides", "create_style_guide", "get_style_guide", "change_style_guide",
        "delete_style_guide",
    ),
}  # fmt: skip


def _list_choices(path: str) -> Handler:
    def handler(call: MockCall) -> MockAnswer:
        rows = [row for row in list_own(call.state, path, call.account) if not row.get("disabled")]
        return json_answer([write_choice(call.state, path, row) for row in cut(call, rows)])

    return handler


def _get_choice(path: str) -> Handler:
    def handler(call: MockCall) -> MockAnswer:
        found = find_own(call.state, path, call.account, call.number())
        if found is None:
            raise missing(TYPES[path].label)
        seen = as_seen_by(call.state, path, call.account, found)
        return json_answer(write_choice(call.state, path, seen))

    return handler


def staff_record(call: MockCall, path: str, name: str = "id") -> Record:
    """The record that the provider's address names; a refusal where there is none."""
    found = call.state.table(path).rows.get(call.number(name))
    if found is None:
        raise nothing(TYPES[path], call.number(name))
    return found


def nothing(kind: RecordType, identity: int) -> Exception:
    """The refusal of an id that names no record."""
    if kind.path == "translation-memory-sets":
        return detail(404, "There is no such set of translation memories, or no such version of it.")
    return missing(kind.label) if kind.is_such else detail(404, f"There is no {kind.label} {identity}.")


def _list_records(path: str) -> Handler:
    def handler(call: MockCall) -> MockAnswer:
        account = call.query.get("accountId")
        rows = [row for row in call.state.table(path) if account in (None, row.get("accountId"))]
        search = (call.query.get("search") or "").lower()
        found = [row for row in rows if search in str(row.get("name", "")).lower()]
        return page_answer(call, TYPES[path].list_name, found, lambda row: _shown(call, path, row))

    return handler


def _create_record(path: str) -> Handler:
    def handler(call: MockCall) -> MockAnswer:
        body = dict(call.body)
        if body.get("accountId") is not None:
            require_account(call, body["accountId"])
        _check_unique(call, path, body)
        row = add_record(call.state, path, **body)
        if path == "services":
            row["weights"] = {**call.state.seeds["services"][0]["weights"], **row["weights"]}
            row["pricePerWord"] = float(row["pricePerWord"])
        if path == "translation-memory-sets":
            note_set_version(call.state, row, actor=call.application.actor)
        _note(call, path, row, "created")
        return json_answer(_shown(call, path, row), status=201, headers={"Location": _location(path, row)})

    return handler


def _get_record(path: str) -> Handler:
    return lambda call: json_answer(_shown(call, path, staff_record(call, path)))


def _change_record(path: str) -> Handler:
    def handler(call: MockCall) -> MockAnswer:
        row = staff_record(call, path)
        _check_unique(call, path, {**row, **(call.body or {})})
        apply_changes(path, row, call.body or {})
        if row.get("primary") and path == "translation-memories":
            keep_one_primary(call, row)
        _note(call, path, row, "changed")
        return json_answer(_shown(call, path, row))

    return handler


def _delete_record(path: str) -> Handler:
    def handler(call: MockCall) -> MockAnswer:
        row = staff_record(call, path)
        del call.state.table(path).rows[row["id"]]
        _note(call, path, row, "deleted")
        return empty_answer()

    return handler


def apply_changes(path: str, row: Record, body: Record) -> None:
    """Write what a change says into a record. Null empties `clearable` members and leaves the others."""
    for name, value in body.items():
        if name == "disabled":
            if value is not None:
                disable(row, value)
        elif name in row and name != "id" and (value is not None or name in TYPES[path].clearable):
            row[name] = value
    if "updatedAt" in row:
        row["updatedAt"] = stamp()


def require_account(call: MockCall, identity: int) -> None:
    """Refuse an account that does not exist."""
    if identity not in call.state.table("accounts").rows:
        hint = "List the accounts to see their ids."
        raise broken_rule("ACCOUNT_NOT_FOUND", f"There is no account {identity}.", hint)


def _check_unique(call: MockCall, path: str, body: Record) -> None:
    """Refuse a name, or a language's code, that another record of the account or of all accounts has."""
    names = {"languages": ("name", "code")}.get(path, ("name",) if path in _UNIQUE else ())
    taken = [
        name
        for name in names
        for row in call.state.table(path)
        if row["id"] != body.get("id")
        and row.get("accountId") == body.get("accountId")
        and row[name] == body.get(name)
    ]
    if taken:
        title = TYPES[path].label
        raise broken_rules(
            [
                RuleProblem("NAME_TAKEN", f"There is another {title} with this {name}.", "Use that one.")
                for name in taken
            ]
        )


def keep_one_primary(call: MockCall, row: Record) -> None:
    """An account has one primary memory: the others are none any more."""
    for other in call.state.table("translation-memories"):
        if other["accountId"] == row["accountId"] and other["id"] != row["id"]:
            other["primary"] = False


def _shown(call: MockCall, path: str, row: Record) -> Record:
    if path == "accounts":
        return {name: value for name, value in row.items() if name != "defaults"}
    if path == "invoicing-accounts":
        return {**row, "outOfDate": is_out_of_date(row)}
    if path == "style-guides":
        return {**row, "disabled": bool(row["disabled"])}
    if path == "term-bases":
        concepts = call.state.table(f"concepts-{row['id']}")
        return {**row, "concepts": len(concepts.rows)}
    return row


def _note(call: MockCall, path: str, row: Record, verb: str) -> None:
    kind = TYPES[path].label.replace(" ", "_")
    call.state.note_audit(
        actor=call.application.actor,
        action=f"{kind}.{verb}",
        subject=f"{kind}:{row['id']}",
        account=row.get("accountId"),
    )


def _location(path: str, row: Record) -> str:
    return f"/provider/v1/{path}/{row['id']}"


def _register() -> None:
    for path, name in _CHOICES.items():
        plural = "memories" if name == "memory" else f"{name}s"
        handles(f"list_{plural}")(_list_choices(path))
        handles(f"get_{name}")(_get_choice(path))
    makers: tuple[Callable[[str], Handler], ...] = (
        _list_records, _create_record, _get_record, _change_record, _delete_record,
    )  # fmt: skip
    for path, ids in _STAFF.items():
        for identity, make in zip(ids, makers, strict=True):
            if identity is not None:
                handles(f"{identity}_as_staff")(make(path))


_register()
