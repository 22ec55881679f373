"""Write what the mock of dragoman-client knows of the interface: `docs/openapi.json` without its prose,
and the options of each type of documents.

The mock ships it, checks requests by it and fills records by it. A test fails when the file is not current.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from dragoman.formats import FORMATS
from dragoman.formats.format import PLACEHOLDERS

ROOT: Final = Path(__file__).parents[1]
DOCUMENT: Final = ROOT / "docs/openapi.json"
CONTRACT: Final = ROOT / "client/src/dragoman_client/mock/contract.json"

_PROSE: Final = frozenset({"title", "description", "examples", "example", "deprecated"})
_METHODS: Final = frozenset({"get", "post", "put", "patch", "delete"})
_REFERENCE: Final = "#/components/schemas/"


def write_contract() -> str:
    """The text of the contract: operations, and the schemas that they use."""
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    operations = [
        _operation(path, method, operation)
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method in _METHODS
    ]
    known = document["components"]["schemas"]
    schemas: dict[str, Any] = {}
    wanted = _references(operations)
    while wanted:
        name = wanted.pop()
        if name not in schemas:
            schemas[name] = _bare(known[name])
            wanted |= _references(schemas[name])
    options = {
        entry.info.file_type.name: [option.name for option in (*entry.info.options, PLACEHOLDERS)]
        for entry in FORMATS
    }
    contract = {
        "operations": operations,
        "schemas": dict(sorted(schemas.items())),
        "documentOptions": options,
    }
    return json.dumps(contract, separators=(",", ":"), ensure_ascii=True) + "\n"


def _operation(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    scopes = [scope for one in operation.get("security", []) for scopes in one.values() for scope in scopes]
    bodies = operation.get("requestBody", {}).get("content", {})
    answers = {
        status: content["schema"]
        for status, answer in operation["responses"].items()
        if status.startswith("2")
        for kind, content in answer.get("content", {}).items()
        if kind == "application/json"
    }
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "scopes": scopes,
        "parameters": [
            {key: _bare(one[key]) for key in ("name", "in", "required", "schema") if key in one}
            for one in operation.get("parameters", [])
        ],
        "bodies": {kind: _bare(content.get("schema", {})) for kind, content in bodies.items()},
        "isBodyRequired": operation.get("requestBody", {}).get("required", False),
        "answers": _bare(answers),
    }


def _bare(schema: Any, *, names: bool = False) -> Any:
    """A schema without prose. A member of `properties` may well be named `title`."""
    if isinstance(schema, list):
        return [_bare(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: _bare(value, names=key == "properties" and not names)
        for key, value in schema.items()
        if names or key not in _PROSE
    }


def _references(value: Any) -> set[str]:
    if isinstance(value, list):
        return {name for one in value for name in _references(one)}
    if not isinstance(value, dict):
        return set()
    own = {value["$ref"].removeprefix(_REFERENCE)} if isinstance(value.get("$ref"), str) else set()
    return own | _references(list(value.values()))


if __name__ == "__main__":
    CONTRACT.write_text(write_contract(), encoding="utf-8")
