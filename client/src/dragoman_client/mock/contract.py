"""The interface's operations and schemas, from `contract.json`: the service's OpenAPI document without prose.

`scripts/write_mock_contract.py` writes that file, and a test fails when the document has moved on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

Schema = Mapping[str, Any]

_HERE: Final = Path(__file__).parent

_REFERENCE: Final = "#/components/schemas/"
_PARAMETER: Final = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """A method of an address."""

    id: str
    method: str
    path: str  # with {names}
    scopes: Sequence[str]  # one of these is needed; none: public
    parameters: Sequence[Mapping[str, Any]] = ()
    bodies: Mapping[str, Schema] = None  # type: ignore[assignment]  # by media type; never None once loaded
    is_body_required: bool = False
    answers: Mapping[str, Schema] = None  # type: ignore[assignment]  # by status

    def find_parameters(self, place: str) -> list[Mapping[str, Any]]:
        """The parameters in `path`, `query` or `header`."""
        return [one for one in self.parameters if one["in"] == place]


@dataclass(frozen=True, slots=True)
class Contract:
    """All operations and schemas."""

    operations: Sequence[Operation]
    schemas: Mapping[str, Schema]
    document_options: Mapping[str, Sequence[str]]  # by format: the names in `options`

    def resolve(self, schema: Schema) -> Schema:
        """A schema without a reference at its top."""
        while "$ref" in schema:
            schema = self.schemas[schema["$ref"].removeprefix(_REFERENCE)]
        return schema

    def fill(self, name: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """A record of a schema: every member, with its given value or an empty one."""
        members = self.schemas[name].get("properties", {})
        return {key: given[key] if key in given else self._empty(schema) for key, schema in members.items()}

    def members(self, name: str) -> list[str]:
        """The names of a schema's members, in order."""
        return list(self.schemas[name].get("properties", {}))

    def _empty(self, schema: Schema) -> Any:
        if "default" in schema:
            return schema["default"]
        if any(one.get("type") == "null" for one in schema.get("anyOf", ())):
            return None
        kind = self.resolve(schema).get("type")
        return {"array": [], "object": {}, "boolean": False, "integer": 0, "number": 0}.get(str(kind), "")


@cache
def load_contract() -> Contract:
    """Load the contract; once for a process."""
    loaded = json.loads(_HERE.joinpath("contract.json").read_text(encoding="utf-8"))
    operations = [
        Operation(
            id=one["id"],
            method=one["method"],
            path=one["path"],
            scopes=one["scopes"],
            parameters=one["parameters"],
            bodies=one["bodies"],
            is_body_required=one["isBodyRequired"],
            answers=one["answers"],
        )
        for one in loaded["operations"]
    ]
    return Contract(operations, loaded["schemas"], loaded["documentOptions"])


@cache
def load_seeds() -> Mapping[str, Any]:
    """What every service has from its start: languages, pairs, work areas, services, document types."""
    return dict(json.loads(_HERE.joinpath("seeds.json").read_text(encoding="utf-8")))


@cache
def path_pattern(path: str) -> re.Pattern[str]:
    """The pattern of a path with {names}. A name stands for one or more characters but the slash."""
    pieces = _PARAMETER.split(path)
    pattern = "".join(
        f"(?P<{piece}>[^/]+)" if number % 2 else re.escape(piece) for number, piece in enumerate(pieces)
    )
    return re.compile(pattern)
