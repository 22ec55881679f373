"""Uploads of term bases and memories by customers: in a form, or as the body itself (P17).

The fields of an upload are in the query, in the form, or in both.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar

import orjson
from fastapi import Depends, Request
from pydantic import ValidationError
from pydantic_core import ErrorDetails
from starlette.datastructures import FormData, UploadFile

from dragoman.access.model import Caller
from dragoman.api.project_v1.any_case import field_twice
from dragoman.errors import FieldProblem, Malformed, RulesBroken
from dragoman.http.forms import hash_file, hash_form, open_upload
from dragoman.http.idempotency import IdempotencyKey, make_repeatable
from dragoman.http.models import WireModel, wire_names
from dragoman.http.validation_messages import explain
from dragoman.idempotency.model import RepeatableRequest, StoredAnswer

_Fields = TypeVar("_Fields", bound=WireModel)
_SEVERAL: Final = frozenset({"targets"})


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnUpload:
    """An upload: its file and its fields."""

    file: UploadFile
    name: str
    fields: dict[str, list[str]]  # by lower-case names
    in_form: frozenset[str]  # names of fields in the form; the others are in the query
    form: FormData
    request: Request
    key: str | None

    def read_fields(self, kind: type[_Fields]) -> _Fields:
        """Validate the fields, whose names match in any case. Raises `Malformed`, `RulesBroken`."""
        names = {name.lower(): name for name in wire_names(kind)}
        values: dict[str, Any] = {}
        repeated: list[str] = []
        for name, given in self.fields.items():
            if (known := names.get(name)) is not None:
                nonempty = [value for value in given if value]  # forms leave fields empty
                values[known] = given if known in _SEVERAL else (nonempty or given)[-1]
                if known not in _SEVERAL and len({value.lower() for value in nonempty}) > 1:
                    repeated.append(known)
        if repeated:
            raise RulesBroken([field_twice(known) for known in repeated])
        try:
            return kind.model_validate(values)
        except ValidationError as error:
            raise Malformed([self._problem(one) for one in error.errors()]) from None

    def _problem(self, found: ErrorDetails) -> FieldProblem:
        name = str(found["loc"][0])
        location = ("body" if name.lower() in self.in_form else "query", *found["loc"])
        message = explain(found["type"], found["msg"], location, found.get("ctx", {}))
        return FieldProblem(location=location, message=message, kind=found["type"])

    async def describe(self, caller: Caller) -> RepeatableRequest | None:
        """The request as repeats of it are recognised (E8); None without a key."""
        if self.key is None:
            return None
        digest = await hash_file(self.file, before=self.request.scope["query_string"])
        body_hash = await asyncio.to_thread(hash_form, self.form, digest)
        return make_repeatable(self.request, caller, key=self.key, body_hash=body_hash)


async def _read_upload(
    request: Request,
    key: IdempotencyKey = None,
) -> AsyncIterator[OwnUpload]:
    fields: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        fields.setdefault(name.lower(), []).append(value)
    async with open_upload(request) as (file, form):
        form_fields = [(field.lower(), sent) for field, sent in form.multi_items() if isinstance(sent, str)]
        for field, sent in form_fields:
            fields.setdefault(field, []).append(sent)
        name = (fields.get("filename") or [""])[-1] or file.filename or ""
        in_form = frozenset(field for field, _ in form_fields)
        yield OwnUpload(
            file=file, name=name, fields=fields, in_form=in_form, form=form, request=request, key=key
        )


ReadOwnUpload = Annotated[OwnUpload, Depends(_read_upload)]


def accept_import(import_id: int, status: str, *, location: str) -> StoredAnswer:
    """The answer to an upload that a job imports; `location` is the address of the import."""
    body = orjson.dumps({"id": import_id, "status": status})
    return StoredAnswer(status=202, body=body, headers={"Location": location})


def describe_upload(kind: type[WireModel], media_types: tuple[str, ...], *, name: str) -> dict[str, Any]:
    """Document the body of an upload, and its fields in the query. `name`: of the schema of the form."""
    schema = kind.model_json_schema()
    properties: dict[str, Any] = {name: _inline(one, schema) for name, one in schema["properties"].items()}
    binary = {"type": "string", "format": "binary", "contentMediaType": "application/octet-stream"}
    form = {
        "title": name,
        "description": "A file to import, and how it is to be read",
        "type": "object",
        "required": ["file"],
        "properties": {"file": {**binary, "description": "The file, with its file name"}, **properties},
    }
    raw = {media_type: {"schema": binary} for media_type in media_types}
    # Without defaults: generated clients would send them beside the fields of the form.
    query = [
        {
            "name": name,
            "in": "query",
            "required": False,
            "schema": {key: value for key, value in one.items() if key != "default"},
            "description": f"{one.get('description', 'Name of the file').removesuffix('.')}. Of a raw body",
        }
        for name, one in {"fileName": {"type": "string"}, **properties}.items()
    ]
    return {
        "requestBody": {"required": True, "content": {"multipart/form-data": {"schema": form}, **raw}},
        "parameters": query,
    }


def _inline(schema: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any]:
    """The schema of a field, with references resolved."""
    definitions = whole.get("$defs", {})

    def resolve(value: Any) -> Any:
        if isinstance(value, dict):
            if "$ref" in value:
                return resolve(definitions[value["$ref"].rpartition("/")[2]])
            return {name: resolve(one) for name, one in value.items()}
        return [resolve(one) for one in value] if isinstance(value, list) else value

    resolved: dict[str, Any] = resolve(schema)
    return resolved
