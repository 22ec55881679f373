"""The OpenAPI document: FastAPI's, completed.

Summaries are first lines of docstrings; scopes of which one suffices are alternatives; public operations have
no security; bodies that endpoints read themselves have schemas of their own name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic import BaseModel

from dragoman.http.responses import REFERENCE

_Document = dict[str, Any]

TAGS: Final = [
    {
        "name": "Token",
        "description": "Access tokens (OAuth 2.0 client credentials) and the keys that verify them",
    },
    {"name": "Text", "description": "Machine translation of text"},
    {"name": "Documents", "description": "Machine translation of documents"},
    {"name": "Languages", "description": "Directions that work now; language detection"},
    {"name": "Usage", "description": "How much an application had translated"},
    {"name": "Projects", "description": "Translation projects and their files"},
    {"name": "Reference data", "description": "What projects can name"},
    {"name": "Own words", "description": "The account's own term bases and translation memories"},
    {"name": "Provider", "description": "The interface of the provider's staff"},
    {"name": "Webhooks", "description": "Calls that the service makes, and the keys that verify them"},
    {"name": "Operation", "description": "Health and metrics"},
]
_FORMS: Final = ("multipart/form-data", "application/x-www-form-urlencoded")
_NULL: Final = {"type": "null"}
_CLAUSES: Final = re.compile(r" \([A-Z][0-9]+(?:(?:, |[,–])[A-Z]?[0-9]+)*\)")  # as in docstrings
_INLINE: Final = "$defs"


def operation_id(route: APIRoute) -> str:
    """The endpoint's name: what generators of clients call the operation."""
    return route.name


def json_body(model: type[BaseModel]) -> dict[str, Any]:
    """Document a JSON body that an endpoint reads itself, for `openapi_extra`."""
    return body_of({"application/json": model})


def body_of(models: dict[str, type[BaseModel] | None]) -> dict[str, Any]:
    """Document a body that an endpoint reads itself, by media type; None: the bytes of a file."""
    content = {
        kind: {"schema": _bytes(kind) if model is None else model.model_json_schema(ref_template=REFERENCE)}
        for kind, model in models.items()
    }
    return {"requestBody": {"required": True, "content": content}}


def _bytes(media_type: str) -> dict[str, str]:
    return {"type": "string", "format": "binary", "contentMediaType": media_type}


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
    for operation in _operations(document):
        operation["summary"] = operation["description"].partition("\n")[0].rstrip(".")
        operation["security"] = _alternatives(operation.get("security", []))
        for kind, content in operation.get("requestBody", {}).get("content", {}).items():
            content["schema"] = _name_schema(content["schema"], document["components"]["schemas"])
            if kind in _FORMS:
                _leave_null_out(content["schema"], document["components"]["schemas"])
        _name_answers(operation, document["components"]["schemas"])
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
            if _INLINE in schema and "properties" not in schema:  # several models, or a list of one
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
