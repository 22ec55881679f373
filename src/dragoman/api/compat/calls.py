"""Callers of dialects whose key may be a field of the body, so that the body is read before it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request

from dragoman.access.model import AccessScope, Caller
from dragoman.api.compat.keys import parse_key
from dragoman.api.compat.sent_texts import one_of
from dragoman.http.auth import NoCredentials, admit_credentials, admitted_caller


async def admit_by_field(request: Request, fields: Mapping[str, Any], name: str) -> Caller:
    """The caller, by the key in a field where there was none outside of the body.

    Raises `NoCredentials`, and what `admit_credentials` raises.
    """
    if "caller" not in request.scope["state"]:
        key = one_of(fields, name)
        if not isinstance(key, str) or not key:
            raise NoCredentials("There is no key.")
        await admit_credentials(request.scope, parse_key(key))
    return admitted_caller(request, [AccessScope.TRANSLATE])
