"""`/ui/requests`: the calls of programs, newest first."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlencode
from uuid import UUID

from fastapi import APIRouter, Response

from dragoman.access.actions import list_applications
from dragoman.dashboard.page.application_names import name_applications
from dragoman.dashboard.page.languages import example_target
from dragoman.dashboard.page.lists import ListState, read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import DeveloperPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.database.connections import Transaction
from dragoman.request_log.actions import read_requests
from dragoman.request_log.model import LONGEST_PATH, RequestFilter, StatusRange

router = APIRouter(prefix="/ui/requests", include_in_schema=False, route_class=PageRoute)

_FILTERS: Final = ("path", "status", "application", "request")
_STATUS: Final = re.compile(r"[1-5]([0-9]{2}|xx)", re.ASCII)


@router.get("")
async def show_requests(page: DeveloperPage) -> Response:
    """List calls. `before` goes on after the last one of the part before."""
    state = read_list(page.request, filters=_FILTERS)
    before = _read_id(page.request.query_params.get("before", ""))
    async with page.transaction() as tx:
        found = await read_requests(tx, wanted=_read_filter(state), limit=state.limit + 1, before=before)
        names = await name_applications(page, tx)
        client_id = "" if found else await _find_client_id(tx)
    shown, state = state.cut(found)
    return page.render(
        "requests/list.html",
        requests=shown,
        list=state,
        names=names,
        more=_address(state, shown[-1].id) if state.goes_on else "",
        is_first=before is None,
        client_id=client_id,
        target=await example_target(page),
        days=page.runtime.settings.request_log_days,
        statuses=_statuses(),
    )


def _read_filter(state: ListState) -> RequestFilter:
    status = state.value("status")
    return RequestFilter(
        application_id=state.number("application"),
        status=_read_status(status) if _STATUS.fullmatch(status) else None,
        path_prefix=state.value("path")[:LONGEST_PATH] or None,
        request_id=state.value("request") or None,
    )


def _read_status(status: str) -> StatusRange:
    if status[1:].isdecimal():
        return StatusRange(first=int(status), last=int(status))
    first = int(status[0]) * 100
    return StatusRange(first=first, last=first + 99)


def _statuses() -> list[tuple[str, str]]:
    return [
        ("2xx", _("2xx: done")),
        ("4xx", _("4xx: refused")),
        ("401", _("401: not signed in")),
        ("422", _("422: broken rule")),
        ("429", _("429: too many calls")),
        ("5xx", _("5xx: failed")),
    ]


def _read_id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _address(state: ListState, last: UUID) -> str:
    return f"{state.path}?{urlencode({**state.filters, 'before': str(last)})}"


async def _find_client_id(tx: Transaction) -> str:
    """The client id for a first call: of an application that a program may use."""
    found = await list_applications(tx, limit=50)
    usable = (one.client_id for one in found if not one.builtin and one.disabled is None)
    return next(usable, "$CLIENT_ID")
