"""`/project/v1/projects`, and `/project`: projects themselves (P1–P12). `files` has what is in them."""

from __future__ import annotations

from typing import Annotated, Any, Final

import orjson
from fastapi import APIRouter, Query, Request, Response

from dragoman.api.openapi.bodies import json_body
from dragoman.api.project_resources.project_bodies import Price, ProjectBody
from dragoman.api.project_resources.project_progress import ProgressBody, write_progress
from dragoman.api.project_resources.project_record import PREFIX, write_record, write_summary
from dragoman.api.project_v1.any_case import AnyCaseRoute, ProjectId, with_aliases
from dragoman.api.project_v1.customer_request import OpenCustomerRequest, Repeatable, respond
from dragoman.api.project_v1.filters import ProjectQuery
from dragoman.api.project_v1.parsing import parse_fields
from dragoman.api.project_v1.project_bodies import (
    CUSTOMER,
    NO_PROJECT,
    RETRY,
    BandOfQuote,
    PendingQuoteBody,
    ProjectFields,
    ProjectListBody,
    QuoteBody,
)
from dragoman.http.auth import ProjectsCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.errors import answer
from dragoman.http.paging import cut_page
from dragoman.http.request_body import RawBody
from dragoman.http.responses import REPEATED
from dragoman.idempotency.actions import answer_once
from dragoman.idempotency.model import StoredAnswer
from dragoman.projects.orders import actions, quoting
from dragoman.projects.orders.overview import read_progress
from dragoman.projects.orders.record import read_record
from dragoman.timestamps import write_time

_MANY: Final = ("/projects", "/project")
_ONE: Final = ("/project/{id}", "/projects/{id}")
_CHANGED: Final = ("/projects/{id}", "/project/{id}")
_FIELDS: Final[dict[str, Any]] = json_body(ProjectFields)

router = APIRouter(prefix=PREFIX, tags=["Projects"], responses=CUSTOMER, route_class=AnyCaseRoute)


@with_aliases(
    router,
    "POST",
    _MANY,
    status_code=201,
    response_model=ProjectBody,
    responses=REPEATED,
    openapi_extra=_FIELDS,
)
async def create_project(body: RawBody, ctx: OpenCustomerRequest, repeatable: Repeatable) -> Response:
    """Create a project, a draft: files can be sent to it, and it can be changed until it starts."""
    sent = parse_fields(body)

    async def create() -> StoredAnswer:
        project = await actions.create_project(ctx.tx, caller=ctx.caller, sent=sent)
        record = await read_record(ctx.tx, project)
        body = orjson.dumps(write_record(record, base_url=ctx.base_url))
        location = f"{PREFIX}/projects/{project.id}"
        return StoredAnswer(status=201, body=body, headers={"Location": location})

    answered = await answer_once(ctx.tx, repeatable, create)
    return respond(answered.answer)


@with_aliases(router, "GET", tuple(reversed(_MANY)))
async def list_projects(
    request: Request, ctx: OpenCustomerRequest, query: Annotated[ProjectQuery, Query()]
) -> ProjectListBody:
    """List the account's projects, the newest first."""
    wanted = query.conditions(account_id=ctx.caller.account_id)
    found = await actions.list_projects(ctx.tx, wanted)
    shown, metadata = cut_page(request, query.page, found)
    return ProjectListBody(projects=[write_summary(one) for one in shown], metadata=metadata)


@with_aliases(router, "GET", _ONE, response_model=ProjectBody, responses=NO_PROJECT)
async def get_project(project_id: ProjectId, ctx: OpenCustomerRequest) -> Response:
    """Show a project with its files and their translations."""
    project = await actions.find_project(ctx.tx, project_id, account_id=ctx.caller.account_id)
    record = await read_record(ctx.tx, project)
    return answer(200, write_record(record, base_url=ctx.base_url))


@with_aliases(router, "GET", tuple(f"{path}/progress" for path in _ONE), responses=NO_PROJECT)
async def get_project_progress(project_id: ProjectId, ctx: OpenCustomerRequest) -> ProgressBody:
    """Show how far each file is in each language, the analysis by band, and what happened when."""
    found = await read_progress(ctx.tx, project_id, account_id=ctx.caller.account_id)
    return write_progress(found)


@with_aliases(router, "PUT", _CHANGED, status_code=204, responses=NO_PROJECT, openapi_extra=_FIELDS)
async def replace_project(project_id: ProjectId, body: RawBody, ctx: OpenCustomerRequest) -> None:
    """Change a draft by PUT. Fields that are absent or null stay unchanged."""
    await _change(project_id, body, ctx, clearing=False)


@with_aliases(router, "PATCH", _CHANGED, status_code=204, responses=NO_PROJECT, openapi_extra=_FIELDS)
async def change_project(project_id: ProjectId, body: RawBody, ctx: OpenCustomerRequest) -> None:
    """Change a draft by PATCH. Absent fields stay; null clears a field: the template's value comes back."""
    await _change(project_id, body, ctx, clearing=True)


async def _change(project_id: int, body: bytes, ctx: OpenCustomerRequest, *, clearing: bool) -> None:
    def read() -> actions.ProjectChange:
        return actions.ProjectChange(sent=parse_fields(body), clearing=clearing)

    await actions.change_project(ctx.tx, project_id, caller=ctx.caller, read=read)


@with_aliases(router, "DELETE", _CHANGED, status_code=204, responses=NO_PROJECT)
async def delete_project(project_id: ProjectId, ctx: OpenCustomerRequest) -> None:
    """Delete a draft with its files."""
    await actions.delete_project(ctx.tx, project_id, caller=ctx.caller)


@with_aliases(
    router,
    "POST",
    tuple(f"{path}/do-quote" for path in _CHANGED),
    status_code=200,
    response_model=QuoteBody,
    responses={**NO_PROJECT, 202: {"model": PendingQuoteBody, "description": "Its files are still read."}},
)
async def quote_project(project_id: ProjectId, caller: ProjectsCaller, runtime: OpenRuntime) -> Response:
    """Quote the price and the deadline of a project. Nothing starts."""
    found = await quoting.quote_project(runtime, project_id, account_id=caller.account_id)
    if found is None:
        return answer(202, PendingQuoteBody().model_dump(), headers=RETRY)
    body = QuoteBody(
        words=found.quote.words,
        weighted_words=float(found.quote.weighted),
        bands=[BandOfQuote.model_validate(band) for band in found.quote.bands],
        price=Price(amount=float(found.quote.amount), currency=found.quote.currency),
        deadline=write_time(found.deadline),
    )
    return answer(200, body.model_dump())
