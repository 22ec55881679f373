"""Customers' own memories, term bases and style guides: create, change, delete (P17)."""

from __future__ import annotations

from typing import Final

from dragoman_client.mock.handlers.catalog import apply_changes, keep_one_primary
from dragoman_client.mock.messages import MockAnswer, empty_answer, json_answer
from dragoman_client.mock.records import TYPES, add_record, find_own, write_choice
from dragoman_client.mock.refusals import broken_rule, missing
from dragoman_client.mock.routing import Handler, MockCall, handles
from dragoman_client.mock.state import Record

_OWN: Final = {
    "translation-memories": "memory",
    "term-bases": "term_base",
    "style-guides": "style_guide",
}
_UNIQUE: Final = frozenset({"translation-memories", "style-guides"})  # names are


def own_record(call: MockCall, path: str) -> Record:
    """The account's record that the address names, any account's for the provider; a refusal otherwise."""
    is_staff = call.operation.path.startswith("/provider")
    rows = call.state.table(path).rows
    found = rows.get(call.number()) if is_staff else find_own(call.state, path, call.account, call.number())
    if found is None:
        if is_staff and not TYPES[path].is_such:
            from dragoman_client.mock.handlers.catalog import staff_record  # noqa: PLC0415 - raises its message

            return staff_record(call, path)
        raise missing(TYPES[path].label)
    return found


def create_own(call: MockCall, path: str) -> Record:
    """Store a record of the account as the body says; a refusal of its name."""
    _check_name(call, path, call.body["name"])
    defaults = {"useForTranslation": path == "term-bases"} if path != "style-guides" else {}
    row = add_record(call.state, path, **{**defaults, **call.body, "accountId": call.account})
    kind = TYPES[path].label.replace(" ", "_")
    call.state.note_audit(
        actor=call.application.actor,
        action=f"{kind}.created",
        subject=f"{kind}:{row['id']}",
        account=call.account,
    )
    return row


def created_answer(call: MockCall, path: str, row: Record) -> MockAnswer:
    """201 with a new record and its address."""
    headers = {"Location": f"/project/v1/{path}/{row['id']}"}
    return json_answer(write_choice(call.state, path, row), status=201, headers=headers)


def _create(path: str) -> Handler:
    return lambda call: created_answer(call, path, create_own(call, path))


def _change(path: str) -> Handler:
    def handler(call: MockCall) -> MockAnswer:
        row = own_record(call, path)
        name = call.body.get("name")
        if name is not None and name != row["name"]:
            _check_name(call, path, name)
        apply_changes(path, row, call.body)
        if path == "translation-memories" and call.body.get("primary"):
            keep_one_primary(call, row)
        return json_answer(write_choice(call.state, path, row))

    return handler


def _delete(path: str) -> Handler:
    def handler(call: MockCall) -> MockAnswer:
        row = own_record(call, path)
        del call.state.table(path).rows[row["id"]]
        return empty_answer()

    return handler


def _check_name(call: MockCall, path: str, name: str) -> None:
    label = TYPES[path].label
    if not name.strip():
        raise broken_rule("NAME_EMPTY", "The name is empty.", "Give a name.")
    taken = [
        row for row in call.state.table(path) if row["accountId"] == call.account and row["name"] == name
    ]
    if taken and path in _UNIQUE:
        message = f"The account has a {label} of this name."
        raise broken_rule("NAME_TAKEN", message, "Choose another name, or use that one.")


for _path, _name in _OWN.items():
    if _name != "term_base":  # which may come with entries: own_term_bases
        handles(f"create_{_name}")(_create(_path))
    handles(f"change_{_name}")(_change(_path))
    handles(f"delete_{_name}")(_delete(_path))
