"""Calls of LibreTranslate's clients: their fields as JSON, form or query, and the key among them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Request

from dragoman.access.model import Caller
from dragoman.api.compat.bodies import media_type, read_fields
from dragoman.api.compat.calls import admit_by_field
from dragoman.api.compat.libretranslate.interface import CODES, KEY
from dragoman.errors import RuleBroken
from dragoman.http.forms import MULTIPART, read_form


@dataclass(frozen=True, slots=True, kw_only=True)
class LibreCall:
    """A call that was admitted."""

    fields: Mapping[str, Any]
    caller: Caller

    def require(self, name: str) -> Any:
        """The value of a field that every call has. Raises `RuleBroken`."""
        value = self.fields.get(name)
        if not value:
            raise RuleBroken(f"Invalid request: missing {name} parameter")
        return value


async def _read_call(request: Request) -> LibreCall:
    fields: dict[str, Any] = {**request.query_params}
    if media_type(request) == MULTIPART:
        fields.update(await read_form(request, max_files=0))
    else:
        fields.update(await read_fields(request))
    return LibreCall(fields=fields, caller=await admit_by_field(request, fields, KEY))


def read_language(value: object) -> str:
    """Our code for the one of a field. Raises `RuleBroken` for an invalid code."""
    code = CODES.read(value) if isinstance(value, str) else None
    if code is None:
        raise RuleBroken(
            "Invalid request: this is no language code; GET /languages has those that are supported"
        )
    return code


AdmittedCall = Annotated[LibreCall, Depends(_read_call)]
