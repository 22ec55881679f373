"""The OpenAPI document: FastAPI's, completed.

Scopes of which one suffices are alternatives; public operations have no security; bodies that endpoints read
themselves have schemas of their own name. `words` has summaries and descriptions, `examples`
examples, `tags` the parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from fastapi import FastAPI
from fastapi.routing import APIRoute

from dragoman.api.openapi.examples import add_examples
from dragoman.api.openapi.words import REQUEST_ID, describe_operation, share_answers
from dragoman.http.responses import COMPONENT, REFERENCE

_Document = dict[str, Any]

_FORMS: Final = ("multipart/form-data", "application/x-www-form-urlencoded")
_STAFF: Final = "_as_staff"
_NULL: Final = {"type": "null"}
_CLAUSES: Final = re.compile(r" \([A-Z][0-9]+(?:(?:, |[,–])[A-Z]?[0-9]+)*\)")  # as in docstrings
_INLINE: Final = "$defs"


def operation_id(route: APIRoute) -> str:
    """The endpoint's name: what generators of clients call the operation.

    The provider's staff have operations of the same names as customers: theirs end differently.
    """
    return f"{route.name}{_STAFF}" if route.path.startswith("/provider/") else route.name


def complete_document(app: FastAPI) -> None:
    """Complete the application's OpenAPI document when it is first made."""
    generate = app.openapi

    def openapi() -> _Document:
        if app.openapi_schema is None:
            app.openapi_schema = _complete(generate())
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign] # FastAPI's documented way


def _complete(document: _Document) -> _Document:
    _leave_clauses_out(document)
    components = document["components"]
    components["headers"] = {"X-Request-Id": REQUEST_ID}
    for path, operations in (*document["paths"].items(), *document["webhooks"].items()):
        for operation in operations.values():
            describe_operation(operation, path)
    for operation in _operations(document):
        operation["security"] = _alternatives(operation.get("security", []))
        for kind, content in operation.get("requestBody", {}).get("content", {}).items():
            content["schema"] = _name_schema(content["schema"], components["schemas"])
            if kind in _FORMS:
                _leave_null_out(content["schema"], components["schemas"])
        _name_answers(operation, components["schemas"])
    for operation in _operations(document):  # now all schemas have their names
        add_examples(operation, components["schemas"])
        if operation["operationId"].partition("_")[0] != "notify":  # others answer those
            share_answers(operation, components.setdefault("responses", {}))
    return document


def _operations(document: _Document) -> Iterator[_Document]:
    for part in ("paths", "webhooks"):
        for operations in document.get(part, {}).values():
            yield from operations.values()


def _alternatives(security: list[dict[str, list[str]]]) -> list[dict[str, list[str]]]:
    """One requirement for each scope, as any one admits (A7). FastAPI lists them as if all were needed."""
    return [
        {scheme: [scope]}
        for requirement in security
        for scheme, scopes in requirement.items()
        for scope in scopes
    ]


def _name_answers(operation: _Document, known: _Document) -> None:
    """Name the schemas of answers that were documented without FastAPI, and title them as it does."""
    words = operation["operationId"].replace("_", " ").title()
    for status, response in operation["responses"].items():
        contents = {}  # anew: routes share them
        for kind, content in response.get("content", {}).items():
            schema = dict(content["schema"])
            if COMPONENT not in response and _INLINE in schema and "properties" not in schema:
                # Several models, or a list of one.
                schema["title"] = f"Response {status} {words}"
            contents[kind] = {**content, "schema": _name_schema(schema, known)}
        if contents:
            response["content"] = contents


def _name_schema(schema: _Document, known: _Document) -> _Document:
    """Move the schema of a model, and of the models in it, to the components."""
    for name, inner in schema.pop(_INLINE, {}).items():
        known.setdefault(name, inner)
    if "title" not in schema or "properties" not in schema:
        return schema
    known.setdefault(schema["title"], schema)
    return {"$ref": REFERENCE.format(model=schema["title"])}


def _leave_null_out(schema: _Document, known: _Document) -> None:
    """Remove null from the fields of a form: a form has no null, and clients would send the word."""
    form = known[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    for field in form["properties"].values():
        others = [one for one in field.get("anyOf", ()) if one != _NULL]
        if len(others) == 1:
            del field["anyOf"]
            field.update({**others[0], **field})
        elif others:
            field["anyOf"] = others


def _leave_clauses_out(value: Any) -> None:
    """Remove clause ids of the specification from descriptions: readers of the document do not have it."""
    if isinstance(value, dict) and isinstance(text := value.get("description"), str):
        value["description"] = _CLAUSES.sub("", text)
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _leave_clauses_out(inner)
