"""What clients of the interface may rely on, one thing a line: operations, parameters, fields.

Within `/project/v1` and `/v2` there are only additions (E9): a line that was once there stays. The test that
compares is `tests/contract/test_additions.py`; `make references` adds what is new, and removes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

FLOOR: Final = Path("tests/contract/interface_floor.txt")
_KEPT: Final = ("/project/v1/", "/v2/")
_METHODS: Final = ("get", "put", "post", "patch", "delete")


def read_floor(root: Path) -> set[str]:
    """All that was ever promised."""
    path = root / FLOOR
    return set(path.read_text(encoding="utf-8").splitlines()) if path.is_file() else set()


def find_promises(document: Mapping[str, Any]) -> set[str]:
    """What an OpenAPI document promises."""
    return {
        promise
        for path, operations in document["paths"].items()
        if path.startswith(_KEPT)
        for method in _METHODS
        if method in operations
        for promise in _of_operation(f"{method.upper()} {path}", operations[method], document)
    }


def write_floor(promises: set[str]) -> str:
    """The file."""
    return "".join(f"{promise}\n" for promise in sorted(promises))


def _of_operation(name: str, operation: Mapping[str, Any], document: Mapping[str, Any]) -> Iterator[str]:
    yield name
    for parameter in operation.get("parameters", ()):
        yield f"{name} takes {parameter['in']} {parameter['name']}"
    body = operation.get("requestBody", {}).get("content", {})
    for field in sorted(
        {found for kind in body.values() for found in _fields(kind.get("schema", {}), document)}
    ):
        yield f"{name} takes {field}"
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            for kind in response.get("content", {}).values():
                for field in _fields(kind.get("schema", {}), document):
                    yield f"{name} gives {field}"


def _fields(
    schema: Mapping[str, Any], document: Mapping[str, Any], *, above: str = "", depth: int = 0
) -> Iterator[str]:
    """The names of a schema's fields, those within them behind a dot."""
    if depth > 8:
        return
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    for choice in (*schema.get("anyOf", ()), *schema.get("allOf", ())):
        yield from _fields(choice, document, above=above, depth=depth + 1)
    if "items" in schema:
        yield from _fields(schema["items"], document, above=above, depth=depth + 1)
    for name, inner in schema.get("properties", {}).items():
        yield f"{above}{name}"
        yield from _fields(inner, document, above=f"{above}{name}.", depth=depth + 1)
