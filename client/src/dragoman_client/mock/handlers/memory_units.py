"""Units of translation memories: list, search, create, change, delete, duplicates (P17, V4)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from dragoman_client.mock.handlers.own_records import own_record
from dragoman_client.mock.languages import canonical
from dragoman_client.mock.messages import MockAnswer, empty_answer, json_answer
from dragoman_client.mock.refusals import broken_rule, conflict, detail
from dragoman_client.mock.routing import MockCall, handles
from dragoman_client.mock.state import Record, State
from dragoman_client.mock.times import stamp

PATH: Final = "translation-memories"
LANGUAGES: Final = ("sourceLanguage", "targetLanguage")
CONTEXT: Final = ("previousSource", "nextSource", "document", "key")
_TAG: Final = re.compile(r"</?\d+/?>")


@handles("list_memory_units", "list_memory_units_as_staff")
def list_units(call: MockCall) -> MockAnswer:
    """Units by their ids, from behind `after` on."""
    memory = own_record(call, PATH)
    query = call.query
    after = query["after"] or 0
    rows = [one for one in units_of(call.state, memory) if one["id"] > after and _matches(query, one)]
    limit = query["limit"] or 50
    shown = rows[:limit]
    more = shown[-1]["id"] if len(rows) > limit else None
    return json_answer({"units": shown, "nextAfter": more})


@handles("create_memory_unit", "create_memory_unit_as_staff")
def create_unit(call: MockCall) -> MockAnswer:
    """A new unit: 201. Another translation of the same source replaces the one that there is: 200."""
    memory = own_record(call, PATH)
    body = {**call.body, **{name: canonical(call.body[name]) for name in LANGUAGES}}
    _check_texts(body)
    known = find_unit(call.state, memory, body)
    area = call.request.path.rstrip("/")
    if known is not None:
        _write(known, {"target": body["target"], "status": body.get("status", "confirmed")}, call)
        return json_answer(known, headers={"Location": f"{area}/{known['id']}"})
    unit = add_unit(call.state, memory, body, origin="human", actor=call.application.actor)
    return json_answer(unit, status=201, headers={"Location": f"{area}/{unit['id']}"})


@handles("get_memory_unit", "get_memory_unit_as_staff")
def get_unit(call: MockCall) -> MockAnswer:
    """One unit."""
    return json_answer(_find(call))


@handles("change_memory_unit", "change_memory_unit_as_staff")
def change_unit(call: MockCall) -> MockAnswer:
    """Change a unit of the version that the client has read."""
    unit = _find(call)
    body = call.body
    if body.get("target") is not None:
        _check_texts({"source": unit["source"], "target": body["target"]})
    if body["version"] != unit["version"]:
        raise _outdated(call, unit)
    _write(
        unit,
        {name: body[name] for name in ("target", "status", "properties") if body.get(name) is not None},
        call,
    )
    return json_answer(unit)


@handles("delete_memory_unit", "delete_memory_unit_as_staff")
def delete_unit(call: MockCall) -> MockAnswer:
    """Delete a unit."""
    unit = _find(call)
    wanted = call.query["version"]
    if wanted is not None and wanted != unit["version"]:
        raise _outdated(call, unit)
    del units_of(call.state, own_record(call, PATH)).rows[unit["id"]]
    return empty_answer()


@handles("list_memory_duplicates", "list_memory_duplicates_as_staff")
def list_duplicates(call: MockCall) -> MockAnswer:
    """Units of the same source and pair with several translations, in groups."""
    groups: dict[Any, list[Record]] = {}
    for unit in units_of(call.state, own_record(call, PATH)):
        key = (unit["source"], unit["sourceLanguage"], unit["targetLanguage"])
        groups.setdefault(key, []).append(unit)
    found = [group for group in groups.values() if len({one["target"] for one in group}) > 1]
    return json_answer({"duplicates": found[: call.query["limit"] or 50], "nextAfter": None})


def units_of(state: State, memory: Record) -> Any:
    """The table of a memory's units."""
    return state.table(f"units-{memory['id']}")


def find_unit(state: State, memory: Record, said: Mapping[str, Any]) -> Record | None:
    """The unit of a source text, pair and context."""
    names = ("source", *LANGUAGES, *CONTEXT)
    return next(
        (one for one in units_of(state, memory) if all(one[name] == said.get(name) for name in names)), None
    )


def add_unit(
    state: State, memory: Record, said: Mapping[str, Any], *, origin: str, actor: str | None
) -> Record:
    """Store a unit. `actor` is None for one of a file."""
    now = stamp()
    given = {
        **{name: value for name, value in said.items() if value is not None},
        "version": 1,
        "origin": origin,
        "status": said.get("status") or "confirmed",
        "createdAt": now,
        "createdBy": actor,
        "changedAt": now,
        "changedBy": actor,
        "tags": _tags(str(said["source"])),
    }
    unit: Record = units_of(state, memory).add(state.contract.fill("UnitBody", given))
    return unit


def _find(call: MockCall) -> Record:
    memory = own_record(call, PATH)
    unit: Record | None = units_of(call.state, memory).rows.get(call.number("unitId"))
    if unit is None:
        raise detail(404, "There is no such unit in this translation memory.")
    return unit


def _outdated(call: MockCall, unit: Record) -> Exception:
    text = f"Unit {unit['id']} has version {unit['version']} now. Read it again."
    return conflict(text, is_staff=call.operation.path.startswith("/provider"))


def _write(unit: Record, changes: Mapping[str, Any], call: MockCall) -> None:
    unit |= changes
    unit |= {"version": unit["version"] + 1, "changedAt": stamp(), "changedBy": call.application.actor}


def _check_texts(said: Mapping[str, Any]) -> None:
    """Refuse blank texts, tags that are no numbers, and tags that one side lacks."""
    for name in ("source", "target"):
        if not said[name].strip():
            raise broken_rule("UNIT_REFUSED", f"The {name} is empty.", "Send both texts.")
        if "<" in _TAG.sub("", said[name]):
            raise broken_rule(
                "UNIT_REFUSED", "A `<` in the text does not begin a tag.", "Write &lt; for the character."
            )


def _tags(text: str) -> list[Record]:
    kinds = {"</": "close", "/>": "standalone"}
    found = []
    for match in _TAG.finditer(text):
        tag = match[0]
        kind = kinds.get(tag[:2]) or kinds.get(tag[-2:]) or "open"
        number = int(re.sub(r"\D", "", tag))
        found.append({"number": number, "kind": kind, "type": "tag", "data": tag})
    return found


def _matches(query: Mapping[str, Any], unit: Record) -> bool:
    side = query.get("in")
    texts = [unit[name] for name in ("source", "target") if side in (None, "both", name)]
    words = (query["search"] or "").casefold()
    return any(words in text.casefold() for text in texts) and all(
        query[name] is None or canonical(query[name]) == unit[name] for name in LANGUAGES
    )
