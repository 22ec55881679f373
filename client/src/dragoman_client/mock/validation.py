"""Check bodies, forms and parameters by the contract's schemas: the places and kinds of problems (E2)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from dragoman_client.mock.contract import Contract, Schema
from dragoman_client.mock.refusals import FieldProblem, MockRefusal, invalid
from dragoman_client.mock.times import parse_time

Place = list[str | int]

LANGUAGE_CODE: Final = re.compile("[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*")
LANGUAGE_MESSAGE: Final = "Write a BCP 47 language code of 2 to 25 characters, such as en, pt-BR or zh-Hans"
_WHOLE_MESSAGE: Final = "Send a whole number"
_TIME_MESSAGE: Final = "Write a date and time of RFC 3339, such as 2030-01-31T17:00:00Z"
_UUID_MESSAGE: Final = "Send a UUID such as 8a3b3a0e-60a5-4c3a-9b0a-2d3c1f9a7e11"
FLAGS: Final = {
    **dict.fromkeys(("true", "1", "yes", "on", "t", "y"), True),
    **dict.fromkeys(("false", "0", "no", "off", "f", "n"), False),
}
_WHOLE: Final = re.compile("-?[0-9]{1,10}")
_DAY: Final = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")


@dataclass(slots=True)
class Checker:
    """Walks through a value beside its schema and notes every problem."""

    contract: Contract
    problems: list[FieldProblem] = field(default_factory=list)

    def note(self, place: Place, message: str, kind: str) -> None:
        """Note a problem."""
        self.problems.append(FieldProblem(tuple(place), message, kind))

    def check(self, value: Any, schema: Schema, place: Place) -> None:
        """Check a value and all that is in it."""
        schema = self.contract.resolve(schema)
        if "anyOf" in schema:
            self._check_choice(value, schema["anyOf"], place)
        elif "enum" in schema:
            if value not in schema["enum"]:
                self.note(place, f"Send one of {_join(schema['enum'])}", "enum")
        elif "const" in schema:
            if value != schema["const"]:
                self.note(place, f"Send one of {schema['const']}", "literal_error")
        else:
            checks: dict[str, Callable[[Any, Schema, Place], None]] = {
                "string": self._check_text,
                "integer": self._check_whole,
                "number": self._check_number,
                "boolean": self._check_flag,
                "array": self._check_list,
                "object": self._check_object,
            }
            check = checks.get(str(schema.get("type")))
            if check is not None:
                check(value, schema, place)

    def _check_choice(self, value: Any, choices: Sequence[Schema], place: Place) -> None:
        others = [one for one in choices if one.get("type") != "null"]
        if value is None and len(others) < len(choices):
            return
        found = []
        for one in others:
            checker = Checker(self.contract)
            checker.check(value, one, place)
            if not checker.problems:
                return
            found.append(checker.problems)
        self.problems += found[0] if found else []

    def _check_text(self, value: Any, schema: Schema, place: Place) -> None:
        if not isinstance(value, str):
            self.note(place, "Send a text (a JSON string)", "string_type")
        elif "\0" in value:
            self.note(place, "The text holds the character U+0000; leave it out", "nul_character")
        elif schema.get("pattern", "").startswith("^[A-Za-z]{2,8}"):
            if len(value) > 25 or LANGUAGE_CODE.fullmatch(value) is None:
                self.note(place, LANGUAGE_MESSAGE, "language_code")
        elif schema.get("format") == "date-time" and parse_time(value) is None:
            self.note(place, _TIME_MESSAGE, "datetime_parsing")
        elif schema.get("format") == "date" and _DAY.fullmatch(value) is None:
            self.note(place, "Write a day that exists as YYYY-MM-DD", "day")
        elif schema.get("format") == "uuid" and not is_uuid(value):
            self.note(place, _UUID_MESSAGE, "uuid_parsing")
        else:
            self._check_length(value, schema, place)

    def _check_length(self, value: str, schema: Schema, place: Place) -> None:
        if len(value) > schema.get("maxLength", len(value)):
            most = schema["maxLength"]
            self.note(place, f"Send a shorter text: its length is at most {most}", "string_too_long")
        elif len(value) < schema.get("minLength", 0):
            least = schema["minLength"]
            self.note(place, f"Send a longer text: its length is at least {least}", "string_too_short")

    def _check_whole(self, value: Any, schema: Schema, place: Place) -> None:
        if isinstance(value, bool) or not isinstance(value, int):
            kind = "int_parsing" if isinstance(value, str) else "int_type"
            self.note(place, _WHOLE_MESSAGE, kind)
        else:
            self._check_range(value, schema, place)

    def _check_number(self, value: Any, schema: Schema, place: Place) -> None:
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.note(place, "Send a number", "float_type")
        else:
            self._check_range(value, schema, place)

    def _check_range(self, value: float, schema: Schema, place: Place) -> None:
        if value > schema.get("maximum", value):
            most = schema["maximum"]
            self.note(place, f"Send a number that is at most {most:g}", "less_than_equal")
        elif value < schema.get("minimum", value):
            least = schema["minimum"]
            self.note(place, f"Send a number that is at least {least:g}", "greater_than_equal")

    def _check_flag(self, value: Any, _: Schema, place: Place) -> None:
        if not isinstance(value, bool):
            kind = "bool_parsing" if isinstance(value, str) else "bool_type"
            self.note(place, "Send true or false", kind)

    def _check_list(self, value: Any, schema: Schema, place: Place) -> None:
        if not isinstance(value, list):
            self.note(place, "Send a JSON array, in brackets", "list_type")
        elif len(value) > schema.get("maxItems", len(value)):
            self.note(place, f"Send at most {schema['maxItems']} items", "too_long")
        else:
            for number, item in enumerate(value):
                self.check(item, schema.get("items", {}), [*place, number])

    def _check_object(self, value: Any, schema: Schema, place: Place) -> None:
        members = schema.get("properties", {})
        if not isinstance(value, dict):
            self.note(
                place, "Send a JSON object, in braces", "model_attributes_type" if members else "dict_type"
            )
            return
        required = schema.get("required", ())
        for name, one in members.items():
            if name in value:
                self.check(value[name], one, [*place, name])
            elif name in required:
                self.note([*place, name], "Field required", "missing")
        others = schema.get("additionalProperties")
        if isinstance(others, Mapping):
            for name in value.keys() - members.keys():
                self.check(value[name], others, [*place, name])


def parse_json(body: bytes) -> Any:
    """Parse a JSON body. Lone surrogates and numbers that JSON lacks are refused as the service does it."""

    def refuse(_: str) -> Any:
        raise ValueError("NaN and Infinity are no JSON")

    if not body:
        problem = FieldProblem(["body"], "The request has no body. Send a JSON object", "missing")
        raise invalid([problem])
    try:
        value = json.loads(body.decode("utf-8"), parse_constant=refuse)
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        raise broken_json() from None
    return value


def broken_json() -> MockRefusal:
    """The answer to a body that is not JSON."""
    message = "The body is not valid JSON in UTF-8. Send a JSON object, not a form or a file"
    return invalid([FieldProblem(["body"], message, "json_invalid")])


def read_parameter(text: str, schema: Schema, contract: Contract) -> Any:
    """The value of a parameter's or form field's text; the text itself where it is not of the type."""
    schema = contract.resolve(schema)
    kinds = {contract.resolve(one).get("type") for one in schema.get("anyOf", (schema,))}
    if "integer" in kinds:
        return int(text) if _WHOLE.fullmatch(text) else text
    if "boolean" in kinds:
        return FLAGS.get(text.lower(), text)
    return text


def is_uuid(text: str) -> bool:
    """Whether a text is a UUID."""
    try:
        UUID(text)
    except ValueError:
        return False
    return True


def _join(values: Sequence[Any]) -> str:
    texts = [str(one) for one in values]
    return " or ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else texts[0]
