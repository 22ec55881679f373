"""Shared endpoints of memories and term bases for customers (P17).

They are the functions of `project_resources` in a transaction of the caller's account. Row-level security
lets it see and change the rows of that account only, so that ids of other accounts are unknown.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Annotated, Any, Final, get_args

from fastapi import APIRouter, Depends, Path, Request

from dragoman.access.staff import act_for_account
from dragoman.api.project_v1.any_case import AnyCaseRoute, Int32
from dragoman.database.connections import transaction
from dragoman.http.auth import ProjectsCaller
from dragoman.http.fields import ConceptId, Id, ImportId
from dragoman.http.request_body import JsonRoute
from dragoman.http.responses import Responses, refusal
from dragoman.http.runtime import get_runtime
from dragoman.http.staff_request import StaffRequest

PREFIX: Final = "/project/v1"
IN_USE: Final[Responses] = {
    409: refusal(
        "Something names it, or it was changed meanwhile.",
        name="InUse",
        detail="A project template names it. Take it out there first.",
    )
}
_ROLES: Final = re.compile(r" Needs the role [^.]*\.")  # of staff, in descriptions


class OwnRoute(AnyCaseRoute, JsonRoute):
    """A route with query parameters in any case and a body of strict JSON, if it has one."""


async def _open_own_request(request: Request, caller: ProjectsCaller) -> AsyncIterator[StaffRequest]:
    runtime = get_runtime(request.scope)
    async with transaction(runtime.database, account=caller.account_id) as tx:
        yield StaffRequest(tx=tx, staff=act_for_account(caller), runtime=runtime, prefix=PREFIX)


# Scope "function": the transaction ends before the answer is sent, so that what was answered is stored.
OwnRequest = Annotated[StaffRequest, Depends(_open_own_request, scope="function")]
OwnId = Annotated[Int32, Path(alias="id")]  # ours are 1 or greater; others are unknown (P8)
OwnConceptId = Annotated[Int32, Path(alias="conceptId")]
OwnImportId = Annotated[Int32, Path(alias="importId")]
_OWN_IDS: Final = ((Id, OwnId), (ConceptId, OwnConceptId), (ImportId, OwnImportId))


def serve(
    router: APIRouter, endpoints: Sequence[tuple[str, str, Callable[..., Any], str]], **options: Any
) -> None:
    """Add shared endpoints to a router: method, path, endpoint and its name in this interface."""
    for method, path, endpoint, name in endpoints:
        status = {"DELETE": 204, "POST": 201}.get(method, 200)
        router.add_api_route(
            path, for_customers(endpoint), methods=[method], name=name, status_code=status, **options
        )


def for_customers(endpoint: Callable[..., Any]) -> Callable[..., Any]:
    """The endpoint with a request context of the caller's account, and this interface's type of ids."""

    @functools.wraps(endpoint)
    async def serve_own(**arguments: Any) -> Any:
        return await endpoint(**arguments)

    signature = inspect.signature(endpoint, eval_str=True)
    parameters = [one.replace(annotation=_own(one.annotation)) for one in signature.parameters.values()]
    serve_own.__doc__ = _ROLES.sub("", endpoint.__doc__ or "")
    serve_own.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return serve_own


def _own(annotation: Any) -> Any:
    if get_args(annotation)[:1] == (StaffRequest,):
        return OwnRequest
    return next((own for staff, own in _OWN_IDS if annotation == staff), annotation)
