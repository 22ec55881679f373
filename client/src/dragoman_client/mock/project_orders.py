"""What a client says of a project: fields in any case, their types and rules, the template's (P1 to P8)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from dragoman_client.mock.inputs import field_twice
from dragoman_client.mock.records import TYPES, find_own, list_own
from dragoman_client.mock.refusals import FieldProblem, RuleProblem
from dragoman_client.mock.state import Record, State
from dragoman_client.mock.times import parse_time, stamp

_INT32: Final = range(-(2**31), 2**31)
_LONGEST: Final = {
    "briefing": 50_000,
    "briefingForExperts": 50_000,
    "purchaseOrderNumber": 255,
    "externalId": 255,
}
_REFERENCES: Final[Mapping[str, str]] = {  # field → type, in the order in which problems are told
    "templateId": "project-templates",
    "serviceId": "services",
    "translationMemoryId": "translation-memories",
    "translationMemorySetId": "translation-memory-sets",
    "termBaseId": "term-bases",
    "styleId": "style-guides",
    "invoicingAccountId": "invoicing-accounts",
    "userId": "users",
    "workAreaId": "work-areas",
}
FIELDS: Final = (
    "title", "briefing", "briefingForExperts", "purchaseOrderNumber", "deadline", "templateId", "serviceId",
    "translationMemoryId", "translationMemorySetId", "useTranslationMemory", "memoryThreshold", "termBaseId",
    "styleId", "invoicingAccountId", "userId", "workAreaId", "externalId", "metadata",
)  # fmt: skip
_NAMES: Final = {name.lower(): name for name in FIELDS}


@dataclass(slots=True)
class OrderFields:
    """Fields by the interface's names, and what is wrong with them: of types, and of rules."""

    values: dict[str, Any] = field(default_factory=dict)
    wrong: list[tuple[str, str, str]] = field(default_factory=list)  # name, what it must be, kind
    broken: list[RuleProblem] = field(default_factory=list)

    @property
    def field_problems(self) -> list[FieldProblem]:
        """Wrong types as a creation tells them (E2)."""
        return [FieldProblem(["body", name], f"Send {what}", kind) for name, what, kind in self.wrong]

    @property
    def rule_problems(self) -> list[RuleProblem]:
        """Wrong types and broken rules as a change tells them (E4)."""
        wrong = [
            RuleProblem("WRONG_TYPE", f"{name} is not {what}.", f"Send {name} as {what}.")
            for name, what, _ in self.wrong
        ]
        return [*wrong, *self.broken]


def read_fields(body: Mapping[str, Any]) -> OrderFields:
    """Check the types and rules of fields that need no look-up. Names match in any case."""
    read = OrderFields()
    given: dict[str, Any] = {}
    twice: dict[str, None] = {}
    for name, value in body.items():
        known = _NAMES.get(name.lower())
        if known is None:
            continue
        if given.get(known) is None:
            given[known] = value
        elif value is not None and (type(value), value) != (type(given[known]), given[known]):
            twice[known] = None
    read.broken += [field_twice(name) for name in twice]
    for name in FIELDS:
        if name in given:
            value = given[name]
            read.values[name] = None if value is None else _check(read, name, value)
    return read


def _check(read: OrderFields, name: str, value: Any) -> Any:
    checks: Mapping[str, Callable[[OrderFields, str, Any], Any]] = {
        "title": _title,
        "deadline": _deadline,
        "useTranslationMemory": _flag,
        "metadata": _metadata,
        "memoryThreshold": _threshold,
        **dict.fromkeys(_REFERENCES, _id),
        **dict.fromkeys(_LONGEST, _text),
    }
    return checks[name](read, name, value)


def _string(read: OrderFields, name: str, value: Any) -> str | None:
    if not isinstance(value, str):
        read.wrong.append((name, "a string", "string_type"))
        return None
    if "\0" in value:
        hint = "Leave the character U+0000 and lone surrogates out."
        read.broken.append(RuleProblem("TEXT_INVALID", f"{name} holds characters that cannot be kept.", hint))
        return None
    return value


def _title(read: OrderFields, name: str, value: Any) -> Any:
    text = _string(read, name, value)
    if text is not None and not text.strip():
        read.broken.append(
            RuleProblem("TITLE_EMPTY", "The title is empty.", "Give a title of 1 to 500 characters.")
        )
    elif text is not None and len(text) > 500:
        hint = "Shorten it; what the linguists should know belongs into briefing."
        message = f"The title has {len(text)} characters; at most 500 are accepted."
        read.broken.append(RuleProblem("TITLE_TOO_LONG", message, hint))
    return text


def _text(read: OrderFields, name: str, value: Any) -> Any:
    text = _string(read, name, value)
    if text is not None and name == "externalId" and not text.strip():
        read.broken.append(
            RuleProblem("TEXT_EMPTY", f"{name} is empty.", f"Leave {name} out, or send it as null.")
        )
    elif text is not None and len(text) > _LONGEST[name]:
        message = f"{name} has {len(text)} characters; at most {_LONGEST[name]} are accepted."
        read.broken.append(RuleProblem("TEXT_TOO_LONG", message, "Shorten it."))
    return text


def _id(read: OrderFields, name: str, value: Any) -> Any:
    if type(value) is not int or value not in _INT32:
        read.wrong.append((name, "a whole number (int32)", "int_type"))
        return None
    return value


def _threshold(read: OrderFields, name: str, value: Any) -> Any:
    number = _id(read, name, value)
    if number is not None and not 50 <= number <= 101:
        message = f"{name} is outside of 50 to 101."
        read.broken.append(
            RuleProblem("MEMORY_THRESHOLD_INVALID", message, "Send 50 to 101, or leave it out.")
        )
    return number


def _flag(read: OrderFields, name: str, value: Any) -> Any:
    if not isinstance(value, bool):
        read.wrong.append((name, "true or false", "bool_type"))
        return None
    return value


def _deadline(read: OrderFields, name: str, value: Any) -> Any:
    seconds = parse_time(value) if isinstance(value, str) else None
    if seconds is None:
        what = "a date and time of RFC 3339, such as 2030-01-31T17:00:00Z"
        read.wrong.append((name, what, "datetime_type"))
        return None
    if seconds <= time.time():
        hint = "Send a time in the future, or none: the provider assigns a deadline then."
        read.broken.append(RuleProblem("DEADLINE_PAST", "The deadline is past.", hint))
    return stamp(seconds)


def _metadata(read: OrderFields, name: str, value: Any) -> Any:
    if not isinstance(value, dict):
        read.wrong.append((name, "a JSON object", "dict_type"))
        return None
    size = len(json.dumps(value, ensure_ascii=False).encode())
    depth = _depth(value)
    if size > 16 * 1024:
        message = f"The metadata has {size} bytes; at most 16384 are accepted."
        read.broken.append(RuleProblem("METADATA_TOO_LARGE", message, "Send less."))
    elif depth > 10:
        message = f"The metadata is nested {depth} deep; at most 10 levels are accepted."
        read.broken.append(RuleProblem("METADATA_TOO_DEEP", message, "Nest it less."))
    return value


def _depth(value: Any) -> int:
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if members is None else 1 + max((_depth(one) for one in members), default=0)


def _choose_memory(state: State, account: int, merged: Record) -> int | None:
    """The memory that is named, else the primary one; none where the project is to use none (P3)."""
    if not merged["useTranslationMemory"]:
        return None
    named: int | None = merged["translationMemoryId"]
    primary = (one["id"] for one in list_own(state, "translation-memories", account) if one["primary"])
    return named if named is not None else next(primary, None)


def find_unknown(state: State, account: int, values: Mapping[str, Any]) -> list[RuleProblem]:
    """The ids that name nothing the account may use."""
    problems = []
    for name, path in _REFERENCES.items():
        if values.get(name) is not None and find_own(state, path, account, values[name]) is None:
            kind = TYPES[path]
            hint = f"Choose one of the list: GET /project/v1/{kind.own_path}."
            problems.append(RuleProblem(kind.code, f"{name}: There is no such {kind.label}.", hint))
    return problems


def merge(state: State, account: int, said: Mapping[str, Any]) -> tuple[Record, list[RuleProblem]]:
    """What a project is made of: its own fields, else the template's, else the account's defaults (P2)."""
    template = find_own(state, "project-templates", account, said.get("templateId")) or {}
    merged = {name: said[name] if said.get(name) is not None else template.get(name) for name in FIELDS}
    merged["templateId"] = said.get("templateId")
    problems = []
    if said.get("title") is None and template and merged["title"] is None:
        merged["title"] = template["name"]
    own, other = said.get("serviceId"), template.get("serviceId")
    if None not in (own, other) and own != other:
        message = "The template's service cannot be replaced."
        hint = "Leave serviceId out, or choose another template."
        problems.append(RuleProblem("SERVICE_NOT_OVERRIDABLE", message, hint))
    if merged["title"] is None:
        hint = "Give a title, or a templateId: a template brings its title."
        problems.append(RuleProblem("TITLE_MISSING", "The project has no title.", hint))
    if merged["serviceId"] is None:
        hint = "Give a serviceId, or a templateId that has one."
        problems.append(RuleProblem("SERVICE_MISSING", "The project has no service.", hint))
    if merged["useTranslationMemory"] is not None:
        merged["translationMemoryId"] = _choose_memory(state, account, merged)
    defaults = state.table("accounts").rows[account]["defaults"]
    for name in ("invoicingAccountId", "userId", "workAreaId"):
        if merged[name] is None:
            merged[name] = defaults[name]
    return merged, problems
