"""What a request says: parameters and body, checked by the operation's schemas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from dragoman_client.mock.contract import Contract, Operation, Schema
from dragoman_client.mock.messages import RecordedRequest
from dragoman_client.mock.multipart import Form, parse_form
from dragoman_client.mock.refusals import (
    FieldProblem,
    MockRefusal,
    RuleProblem,
    broken_rules,
    detail,
    invalid,
)
from dragoman_client.mock.validation import Checker, is_uuid, parse_json, read_parameter

# Bodies whose handlers check them in their own way: names in any case, several problems at once.
OWN_CHECKS: Final = frozenset({"create_project", "replace_project", "change_project"})
_LATE_BODIES: Final = frozenset({"replace_project", "change_project"})  # read when the project is found
_LENIENT_IDS: Final = frozenset({"jobId", "fileId"})  # what is not a UUID is unknown: 404
_LARGEST: Final = 2**31 - 1
LARGEST_JSON: Final = 2 * 1024 * 1024
MOST_SEGMENTS: Final = 100
SPLIT_ADVICE: Final = "Split the text into sentences and send them in batches of up to 100 segments."


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """The checked parts of a request."""

    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    form: Form | None = None


def read_inputs(
    contract: Contract, operation: Operation, request: RecordedRequest, values: Mapping[str, str]
) -> Inputs:
    """Check the path's values, the query and a JSON body; parse a form. One refusal tells all problems."""
    checker = Checker(contract)
    _check_path(checker, operation, values)
    query = _read_query(checker, operation, request)
    body, form = _read_body(checker, operation, request)
    if checker.problems:
        raise invalid(checker.problems)
    return Inputs(query=query, body=body, form=form)


def _check_path(checker: Checker, operation: Operation, values: Mapping[str, str]) -> None:
    for one in operation.find_parameters("path"):
        name, text = one["name"], values.get(one["name"], "")
        schema = checker.contract.resolve(one["schema"])
        if schema.get("type") == "integer":
            number = read_parameter(text, schema, checker.contract)
            if not isinstance(number, int) or not -_LARGEST - 1 <= number <= _LARGEST:
                checker.note(["path", name], "Send a whole number (int32)", "int_parsing")
        elif schema.get("format") == "uuid" and name not in _LENIENT_IDS and not is_uuid(text):
            message = "Send a UUID such as 8a3b3a0e-60a5-4c3a-9b0a-2d3c1f9a7e11"
            checker.note(["path", name], message, "uuid_parsing")


def _read_query(checker: Checker, operation: Operation, request: RecordedRequest) -> dict[str, Any]:
    parameters = operation.find_parameters("query")
    given = _gather(operation, request)
    found: dict[str, Any] = {}
    for one in parameters:
        name, schema = one["name"], one["schema"]
        if name not in given:
            found[name] = schema.get("default")
            if one.get("required"):
                checker.note(["query", name], "Field required", "missing")
        else:
            texts = given[name]
            several = _takes_several(one)
            found[name] = texts if several else read_parameter(texts[-1], schema, checker.contract)
            if operation.path.startswith("/project/v1"):
                found[name] = _match_choice(checker.contract, schema, found[name])
            checker.check(found[name], schema, ["query", name])
    return found


def _gather(operation: Operation, request: RecordedRequest) -> dict[str, list[str]]:
    """Values by the contract's names; the project interface reads names in any case, and each once (P1)."""
    parameters = operation.find_parameters("query")
    any_case = operation.path.startswith("/project/v1")
    names = {(one["name"].lower() if any_case else one["name"]): one["name"] for one in parameters}
    given: dict[str, list[str]] = {}
    for name, value in request.query:
        known = names.get(name.lower() if any_case else name)
        if known is not None:
            given.setdefault(known, []).append(value)
    several = {one["name"] for one in parameters if _takes_several(one)}
    twice = [name for name, all_values in given.items() if len(set(all_values)) > 1 and name not in several]
    if any_case and twice:
        raise broken_rules([field_twice(name) for name in twice])
    return given


def _match_choice(contract: Contract, schema: Schema, value: Any) -> Any:
    """The one of the schema's choices that a value is in other capitals; else the value."""
    choices = [
        choice
        for one in schema.get("anyOf", (schema,))
        for choice in contract.resolve(one).get("enum", ())
        if isinstance(value, str) and choice.lower() == value.lower()
    ]
    return choices[0] if choices else value


def _takes_several(parameter: Mapping[str, Any]) -> bool:
    """Whether a parameter of the query may be repeated."""
    schema = parameter["schema"]
    return any(one.get("type") == "array" for one in schema.get("anyOf", (schema,)))


def field_twice(name: str) -> RuleProblem:
    """The problem of a field with two different values."""
    return RuleProblem("FIELD_TWICE", f"{name} is given repeated, with different values.", "Send it once.")


def _read_body(checker: Checker, operation: Operation, request: RecordedRequest) -> tuple[Any, Form | None]:
    if request.body and request.headers.get("content-encoding", "identity") != "identity":
        raise _compressed(operation)
    schema = operation.bodies.get("application/json")
    if schema is None:
        is_form = request.content_type == "multipart/form-data" or list(operation.bodies) == [
            "multipart/form-data"
        ]
        return None, parse_form(request) if operation.bodies and is_form else None
    if len(request.body) > LARGEST_JSON:
        more = "Send fewer or shorter segments" if operation.id == "translate_text" else "Send less"
        raise detail(422, f"The body is larger than {LARGEST_JSON} bytes. {more} in each request.")
    base = operation.id.partition("_at_")[0]
    if (not request.body and not operation.is_body_required) or base in _LATE_BODIES:
        return None, None
    try:
        body = parse_json(request.body)
    except Exception:
        if checker.problems:  # of the query, which the service names with it
            raise invalid(checker.problems) from None
        raise
    if base == "translate_text":
        _count_segments(body)
    if base not in OWN_CHECKS and not (body is None and not operation.is_body_required):
        checker.check(body, schema, ["body"])
        if base == "translate_text" and isinstance(body, dict):
            _require_target(checker, body)
    elif base in OWN_CHECKS:
        require_object(body)
    return body, None


def require_object(body: Any) -> dict[str, Any]:
    """A body that is a JSON object; a refusal of any other."""
    if not isinstance(body, dict):
        raise invalid([FieldProblem(["body"], "Send a JSON object, in braces", "dict_type")])
    return body


def _compressed(operation: Operation) -> MockRefusal:
    text = "Compressed bodies are not read. Send the body without Content-Encoding."
    is_project = operation.path.startswith("/project/v1")
    return broken_rules([RuleProblem("RULE_BROKEN", text)]) if is_project else detail(422, text)


def _count_segments(body: Any) -> None:
    """Refuse too many segments before any is looked at."""
    segments = body.get("segments") if isinstance(body, dict) else None
    if isinstance(segments, list) and len(segments) > MOST_SEGMENTS:
        raise detail(
            422,
            f"A request has at most {MOST_SEGMENTS} segments; this one has {len(segments)}. {SPLIT_ADVICE}",
        )


def _require_target(checker: Checker, body: Mapping[str, Any]) -> None:
    """`target` or `targets` is required, which a schema cannot say in the interface's words."""
    faulty = {one.loc[1] for one in checker.problems if len(one.loc) > 1}
    if faulty & {"target", "targets"} or body.get("target") is not None or body.get("targets") is not None:
        return
    problem = FieldProblem(("body", "target"), "Field required", "missing")
    checker.problems.insert(1 if "source" in faulty else 0, problem)
