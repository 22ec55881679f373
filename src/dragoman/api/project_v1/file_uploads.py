"""Uploads of project files: a multipart form, or a raw body with its fields in the query (P13)."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final
from urllib.parse import unquote

from fastapi import Depends, Header, Query, Request
from pydantic import Field

from dragoman.api.openapi.bodies import body_of
from dragoman.api.project_v1.any_case import field_twice
from dragoman.errors import FieldProblem, Malformed, RulesBroken
from dragoman.http.auth import ProjectsCaller
from dragoman.http.forms import MULTIPART, FormFile, hash_form, open_upload
from dragoman.http.idempotency import IdempotencyKey, make_repeatable
from dragoman.http.models import RequestModel
from dragoman.idempotency.model import RepeatableRequest
from dragoman.notifications.callback_url import CallbackRefused
from dragoman.projects.intake.checking_files import FileUpload

_ENCODED: Final = re.compile(r"https?%3a", re.IGNORECASE)
_FIELDS: Final = ("fileName", "sourceLanguage", "targetLanguages", "reference", "autoStart")
_AUTO_START: Final = "`false`: this file does not make the project start by itself, whatever its service says"
_FIELD_NAMES: Final = {name.lower(): name for name in _FIELDS}
_YES: Final = frozenset({"true", "1", "yes", "on"})
_NO: Final = frozenset({"false", "0", "no", "off"})


class UploadQuery(RequestModel):
    """Fields of an upload in the query. A form may have them as well."""

    file_name: str | None = Field(default=None, description="Of a raw body")
    source_language: str | None = Field(default=None, description="Default: the template's")
    target_languages: list[str] = Field(
        default_factory=list, description="Parted by commas, or repeated. Default: the template's"
    )
    reference: str | None = Field(
        default=None, description="`true`: not translated, but read by who translates"
    )
    auto_start: str | None = Field(default=None, description=_AUTO_START)

    def items(self) -> Iterator[tuple[str, str]]:
        """Each value that was given, with its name."""
        given = {
            "fileName": self.file_name,
            "sourceLanguage": self.source_language,
            "reference": self.reference,
            "autoStart": self.auto_start,
        }
        yield from ((name, value) for name, value in given.items() if value is not None)
        yield from (("targetLanguages", value) for value in self.target_languages)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectUpload:
    """An upload, and the request as repeats of it are recognised (E8)."""

    upload: FileUpload
    repeatable: RepeatableRequest | None


@dataclass(slots=True)
class _UploadFields:
    """Fields of an upload, from the query and from the form."""

    values: dict[str, list[str]] = field(default_factory=dict)
    in_form: set[str] = field(default_factory=set)  # names of fields in the form; the others are in the query

    def add(self, name: str, value: str, *, in_form: bool = False) -> None:
        known = _FIELD_NAMES.get(name.lower())
        if known is not None:
            self.values.setdefault(known, []).append(value)
            if in_form:
                self.in_form.add(known)

    def one(self, name: str) -> str | None:
        """The value of a field; None if it is empty. Raises `RulesBroken` for several different values."""
        values = {value for value in self.values.get(name, ()) if value}
        if len(values) > 1:
            raise RulesBroken([field_twice(name)])
        return next(iter(values), None)

    def several(self, name: str) -> tuple[str, ...]:
        """All values, also those separated by commas."""
        parts = (part.strip() for value in self.values.get(name, ()) for part in value.split(","))
        return tuple(part for part in parts if part)


@dataclass(slots=True)
class _SentBody:
    """The file of a body."""

    data: bytes
    name: str
    digest: bytes


async def _read_upload(
    request: Request,
    caller: ProjectsCaller,
    query: Annotated[UploadQuery, Query()],
    callback: Annotated[
        str | None,
        Header(
            alias="callbackUrl",
            description="Notified when a translation of the file is finished or cancelled",
        ),
    ] = None,
    key: IdempotencyKey = None,
) -> ProjectUpload:
    fields = _UploadFields()
    for name, value in query.items():
        fields.add(name, value)
    read = await _read_body(request, fields)
    upload = FileUpload(
        file_name=fields.one("fileName") or read.name,
        data=read.data,
        source_language=fields.one("sourceLanguage"),
        target_languages=fields.several("targetLanguages"),
        reference=_read_flag(fields, "reference", default=False),
        auto_start=_read_flag(fields, "autoStart", default=True),
        callback_url=_read_callback(callback),
    )
    if key is None:
        return ProjectUpload(upload=upload, repeatable=None)
    repeatable = make_repeatable(request, caller, key=key, body_hash=_digest(fields, read.digest, callback))
    return ProjectUpload(upload=upload, repeatable=repeatable)


ReadUpload = Annotated[ProjectUpload, Depends(_read_upload)]


async def _read_body(request: Request, fields: _UploadFields) -> _SentBody:
    async with open_upload(request) as (file, form):
        data = await file.read()
        for name, value in form.multi_items():
            if isinstance(value, str):
                fields.add(name, value, in_form=True)
        digest = await asyncio.to_thread(hash_form, form, data)
        return _SentBody(data=data, name=file.filename or "", digest=digest)


def _read_flag(fields: _UploadFields, name: str, *, default: bool) -> bool:
    value = (fields.one(name) or "").lower()
    if not value:
        return default
    if value in _YES:
        return True
    if value in _NO:
        return False
    location = "body" if name in fields.in_form else "query"
    message = "Send true or false"
    raise Malformed([FieldProblem(location=(location, name), message=message, kind="bool_parsing")])


def _read_callback(header: str | None) -> str | None:
    """The callback address. Some clients percent-encode all of it: such a one is decoded once."""
    if header is None or not header.strip():
        return None
    url = header.strip()
    try:
        url = url.encode("latin-1").decode("utf-8")
        return unquote(url, errors="strict") if _ENCODED.match(url) else url
    except UnicodeError:
        raise CallbackRefused("The callback URL cannot be used: it is not UTF-8.") from None


def _digest(fields: _UploadFields, body: bytes, callback: str | None) -> bytes:
    digest = hashlib.sha256(body)
    for text in _texts(fields, callback):
        encoded = text.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "big") + encoded)
    return digest.digest()


def _texts(fields: _UploadFields, callback: str | None) -> Iterator[str]:
    for name in _FIELDS:
        values: Sequence[str] = fields.values.get(name, ())
        if values or name != "autoStart":  # it was added later: keys of before the upgrade stay good
            yield from (name, *values)
    yield callback or ""


class UploadForm(RequestModel):
    """A file to be translated, or to be read by who translates."""

    file: FormFile = Field(description="The file, with its file name")
    source_language: str | None = Field(default=None, description="Default: the template's")
    target_languages: str | None = Field(
        default=None, description="Separated by commas. Default: the template's", examples=["es,fr"]
    )
    reference: bool | None = Field(
        default=None, description="true: not translated, but read by who translates"
    )
    auto_start: bool | None = Field(default=None, description=_AUTO_START)


def upload_body() -> dict[str, Any]:
    """Document the body of an upload."""
    return body_of({MULTIPART: UploadForm, "application/octet-stream": None})
