"""Examples of bodies and parameters in the OpenAPI document, made of the examples of their fields.

A field's own example is first, beside it in its model. `example_values` has those of names that many
bodies share. Requests show the fields that they need, answers all of theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from dragoman.api.openapi.example_values import VALUES

_Schema = Mapping[str, Any]
_Schemas = Mapping[str, _Schema]  # the components, by name

_JSON: Final = "application/json"
_SHOWN_KINDS: Final = (_JSON, "multipart/form-data", "application/x-www-form-urlencoded")
_KINDS: Final[Mapping[str, Any]] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "object": dict,
    "array": list,
    "null": type(None),
}
_BY_KIND: Final[Mapping[str, Any]] = {
    "integer": 12,
    "number": 0.5,
    "boolean": False,
    "object": {},
    "null": None,
}
_BY_FORMAT: Final[Mapping[str, str]] = {
    "date": "2026-03-02",
    "date-time": "2026-03-02T09:30:00Z",
    "uuid": "5f0c9a1e-2a53-4d1c-9d0e-0f7f5b7b9a11",
}
_SHOWN_FIELDS: Final = 3  # of a body without required fields
_ABSENT: Final = object()
_OWNER: Final = re.compile(r"^.*[.?]")  # before the name of a field or parameter


def add_examples(operation: dict[str, Any], known: _Schemas) -> None:
    """Add an example to every body that is JSON or a form, and to every parameter that has none."""
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        if kind in _SHOWN_KINDS:
            _exemplify(content, known, asked=True)
    for answer in operation["responses"].values():
        if _JSON in answer.get("content", {}):
            _exemplify(answer["content"][_JSON], known, asked=False)
    for parameter in operation.get("parameters", ()):
        schema = parameter["schema"]
        if "examples" not in schema and "default" not in schema:
            # Not as `example`: pages that send calls would fill it in, and so narrow every list.
            example = example_of(schema, known, asked=True, name=f"?{parameter['name']}")
            parameter["schema"] = {**schema, "examples": [example]}


def _exemplify(content: dict[str, Any], known: _Schemas, *, asked: bool) -> None:
    if "example" in content:
        return
    choices = [one["$ref"].rpartition("/")[2] for one in content["schema"].get("anyOf", ()) if "$ref" in one]
    if len(choices) < 2:
        content["example"] = example_of(content["schema"], known, asked=asked)
        return
    content["examples"] = {
        name: {
            "summary": known[name]["description"].partition("\n")[0],
            "value": example_of(known[name], known, asked=asked),
        }
        for name in choices
    }


def example_of(schema: _Schema, known: _Schemas, *, asked: bool, name: str = "") -> Any:
    """An example of what the schema describes; `asked`: of a request. `name`: `Model.field`, `?parameter`.

    Raises `LookupError` for a text of which nobody wrote an example: add one to its field, or to the values.
    """
    shared = VALUES.get(name, _ABSENT)
    plain = _OWNER.sub("", name)
    if shared is _ABSENT and ("examples" in schema or "const" in schema) and not plain.startswith("target"):
        return schema["examples"][0] if "examples" in schema else schema["const"]
    if shared is _ABSENT and not _has_models(schema, known):
        shared = VALUES.get(plain, _ABSENT)
    if shared is not _ABSENT and _fits(shared, schema, known):
        return shared
    if "$ref" in schema:
        return example_of(known[schema["$ref"].rpartition("/")[2]], known, asked=asked, name=name)
    if choices := [one for one in schema.get("anyOf", ()) if one != {"type": "null"}]:
        return example_of(choices[0], known, asked=asked, name=name)
    return _of_kind(schema, known, asked=asked, name=name)


def _of_kind(schema: _Schema, known: _Schemas, *, asked: bool, name: str) -> Any:
    kind = schema.get("type", "")
    if "enum" in schema:
        return schema["enum"][0]
    if "properties" in schema:
        owner = schema.get("title", "")
        return {
            field: example_of(inner, known, asked=asked, name=f"{owner}.{field}")
            for field, inner in _shown(schema, asked=asked)
        }
    if kind == "array":
        return [example_of(schema["items"], known, asked=asked, name=name)]
    if schema.get("default") is not None:
        return schema["default"]
    if schema.get("format") in _BY_FORMAT:
        return _BY_FORMAT[schema["format"]]
    if kind not in _BY_KIND:
        raise LookupError(f"{name or schema.get('title', 'A body')} has no example")
    return min(_BY_KIND[kind], schema["maximum"]) if "maximum" in schema else _BY_KIND[kind]


def _shown(schema: _Schema, *, asked: bool) -> Iterator[tuple[str, _Schema]]:
    """The fields that an example shows: of an answer all, of a request those that are needed, or a few."""
    fields = schema["properties"].items()
    if not asked:
        yield from fields
        return
    needed = [(name, field) for name, field in fields if name in schema.get("required", ())]
    yield from needed or list(fields)[:_SHOWN_FIELDS]


def _kinds(schema: _Schema, known: _Schemas) -> Iterator[_Schema]:
    """The schema without references and alternatives: one of these fits."""
    if "$ref" in schema:
        yield from _kinds(known[schema["$ref"].rpartition("/")[2]], known)
    elif "anyOf" in schema:
        for choice in schema["anyOf"]:
            yield from _kinds(choice, known)
    else:
        yield schema


def _has_models(schema: _Schema, known: _Schemas) -> bool:
    """Whether it is a model or a list of models: these have examples of their own."""
    return any(
        "properties" in kind or ("items" in kind and _has_models(kind["items"], known))
        for kind in _kinds(schema, known)
    )


def _fits(value: Any, schema: _Schema, known: _Schemas) -> bool:
    is_flag = isinstance(value, bool)
    return any(
        isinstance(value, _KINDS.get(kind.get("type", ""), object))
        and (not is_flag or kind.get("type", "boolean") == "boolean")
        and ("enum" not in kind or value in kind["enum"])
        and (kind.get("format") not in _BY_FORMAT or len(value) == len(_BY_FORMAT[kind["format"]]))
        for kind in _kinds(schema, known)
    )
