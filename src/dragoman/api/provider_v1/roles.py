"""Route classes of the provider's interface: they check the caller's role before they read the request.

They refuse a caller without the role that the endpoint needs (see `http.staff_request`) with 403, then
unknown query parameters with 422. Afterwards `request.state.staff` is who calls.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, get_args, get_type_hints

from fastapi import Request, Response
from fastapi.routing import APIRoute

from dragoman.access.model import AccessScope, StaffRole
from dragoman.access.staff import find_staff
from dragoman.api.provider_v1.parameters import check_query
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.http.auth import admitted_caller
from dragoman.http.forms import FormRoute
from dragoman.http.query_parameters import query_names, repeatable_names
from dragoman.http.request_body import JsonRoute
from dragoman.http.runtime import get_runtime
from dragoman.http.staff_request import Needs


def needed_role(endpoint: Callable[..., Any]) -> StaffRole:
    """The role that an endpoint declares; without one every member of staff may call it."""
    hints = get_type_hints(endpoint, include_extras=True).values()
    found = [part.role for hint in hints for part in get_args(hint) if isinstance(part, Needs)]
    return found[0] if found else StaffRole.LINGUIST


class StaffRoute(APIRoute):
    """A route that checks the role of the caller before it reads anything of the request."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap the handler so that the role is checked before it reads the request."""
        handler = super().get_route_handler()
        role = needed_role(self.endpoint)
        known = frozenset(query_names(self.dependant))
        lists = frozenset(repeatable_names(self.dependant))

        async def handle(request: Request) -> Response:
            caller = admitted_caller(request, [AccessScope.PROVIDER])
            async with transaction(get_runtime(request.scope).database, account=ALL_ACCOUNTS) as tx:
                staff = await find_staff(tx, caller)
            staff.require(role)
            request.state.staff = staff
            return await handler(check_query(request, known, lists=lists))

        return handle


class StaffJsonRoute(StaffRoute, JsonRoute):
    """The same with a body of JSON."""


class StaffFormRoute(StaffRoute, FormRoute):
    """The same with a form."""
