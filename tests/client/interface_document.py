"""docs/openapi.json for tests: which operation a request is, what it may send, an answer of its form."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from scripts.setup.project import ROOT

_TIMES: Final = re.compile(r"(^at|At|Since|^creationDate|^deadline|^disabled)$")
_ENDS: Final = ("FINISHED", "Finished", "SUCCESS")  # statuses that let a call that waits come to its end
_STATUS: Final = "Finished"  # where the document does not name them


@dataclass(frozen=True, kw_only=True)
class Operation:
    """An operation of the interface."""

    method: str
    path: str
    data: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.method} {self.path} ({self.data['operationId']})"

    @property
    def query(self) -> set[str]:
        """The names of its query parameters."""
        return {one["name"] for one in self.data.get("parameters", []) if one["in"] == "query"}

    def body(self, media_type: str) -> Any:
        """The schema of a body of this type; None: it takes none."""
        content = self.data.get("requestBody", {}).get("content", {})
        return content.get(media_type, {}).get("schema")

    @property
    def fields(self) -> set[str]:
        """The names of the fields of its body, JSON or form."""
        schema = self.body("application/json") or self.body("multipart/form-data") or {}
        return set(resolve(schema).get("properties", {}))

    def answer(self) -> tuple[int, str, Any]:
        """The status, the media type and the schema of its first success."""
        status = min(one for one in self.data["responses"] if one.startswith("2"))
        content = self.data["responses"][status].get("content", {})
        for media_type, one in content.items():
            return int(status), media_type, one.get("schema", {})
        return int(status), "", {}


@cache
def document() -> Any:
    return json.loads((ROOT / "docs/openapi.json").read_text(encoding="utf-8"))


@cache
def operations() -> list[Operation]:
    found = [
        Operation(method=method.upper(), path=path, data=data)
        for path, methods in document()["paths"].items()
        for method, data in methods.items()
        if method in {"get", "post", "put", "patch", "delete"}
    ]
    return sorted(found, key=lambda one: one.path.count("{"))  # `/projects/stages` before `/projects/{id}`


def find_operation(method: str, path: str) -> Operation:
    """The operation of a request. Raises AssertionError where the interface has none."""
    for one in operations():
        pattern = re.sub(r"\\\{[^}]+\\\}", "[^/]+", re.escape(one.path))
        if one.method == method and re.fullmatch(pattern, path):
            return one
    raise AssertionError(f"The interface has no {method} {path}.")


def resolve(schema: Any) -> Any:
    """A schema without references and without null."""
    while True:
        if "$ref" in schema:
            schema = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        elif "anyOf" in schema:
            schema = next(one for one in schema["anyOf"] if one.get("type") != "null")
        else:
            return schema


def find_unknown(schema: Any, value: Any, place: str = "") -> Iterator[str]:
    """The fields of a JSON value that its schema does not have."""
    schema = resolve(schema)
    if isinstance(value, dict) and "properties" in schema:
        for name, one in value.items():
            if name in schema["properties"]:
                yield from find_unknown(schema["properties"][name], one, f"{place}.{name}")
            else:
                yield f"{place}.{name}"
    elif isinstance(value, list) and "items" in schema:
        for one in value:
            yield from find_unknown(schema["items"], one, f"{place}[]")


def make_sample(schema: Any, *, nulls: bool, name: str = "") -> Any:
    """An answer with all fields, none of which is empty; `nulls`: all that may be null are."""
    if nulls and any(one.get("type") == "null" for one in schema.get("anyOf", ())):
        return None
    schema = resolve(schema)
    if "enum" in schema:
        return next((one for one in schema["enum"] if one in _ENDS), schema["enum"][-1])
    match schema.get("type"):
        case "object" if "properties" in schema:
            fields = schema["properties"].items()
            return {field: make_sample(one, nulls=nulls, name=field) for field, one in fields}
        case "object":
            inner = schema.get("additionalProperties")
            return {"x": make_sample(inner, nulls=nulls) if isinstance(inner, dict) and inner else 7}
        case "array":
            return [make_sample(schema["items"], nulls=nulls)]
        case "integer":
            return 7
        case "number":
            return 7.5
        case "boolean":
            return True
        case "string":
            return _text(schema.get("format", ""), name)
    return "x"


def _text(form: str, name: str) -> str:
    if form == "date":
        return "2031-05-04"
    if form == "date-time" or _TIMES.search(name):
        return "2031-05-04T03:02:01Z"
    if form == "uuid":
        return "0b7c5d0e-53c7-4d0c-9a44-0d7c2f2f6c11"
    return _STATUS if name == "status" else "x"
