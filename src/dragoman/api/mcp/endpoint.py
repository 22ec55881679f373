"""The endpoint of agents, and its metadata, by which their programs find the token endpoint (RFC 9728).

What answers is imported at the first call: most installations start without any.
"""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import TYPE_CHECKING, Final

from fastapi import APIRouter, FastAPI, Request, Response
from starlette.types import Receive, Scope, Send

from dragoman.api.mcp.interface import METADATA, PATH, SCOPES
from dragoman.errors import Forbidden, NotFound
from dragoman.http.auth import AgentCaller
from dragoman.http.errors import answer
from dragoman.http.responses import PUBLIC, Responses, json_object
from dragoman.http.route_policy import JsonLimit, route_policy
from dragoman.http.runtime import get_runtime

if TYPE_CHECKING:
    from dragoman.api.mcp.serving import AgentService

_RESOURCE: Final = {
    "resource": "https://translate.example.com/mcp",
    "authorization_servers": ["https://translate.example.com"],
    "scopes_supported": ["translate", "projects"],
    "bearer_methods_supported": ["header"],
}
_RESPONSES: Final[Responses] = {**PUBLIC, 200: json_object("Metadata of the resource (RFC 9728)", _RESOURCE)}
_CACHED: Final = {"Cache-Control": "public, max-age=300"}

router = APIRouter(tags=["Token"])


class OriginRefused(Forbidden):
    """A page of another site calls, such as one that has a name for this machine (DNS rebinding)."""

    code = "ORIGIN_REFUSED"


@router.get(METADATA + PATH, responses=_RESPONSES)
@router.get(METADATA, name="get_resource_metadata_of_host", responses=_RESPONSES)
async def get_resource_metadata(request: Request) -> Response:
    """Describe the resource of agents (RFC 9728): who issues tokens for it, and with which scopes."""
    _require_enabled(request)
    issuer: str = request.app.state.issuer
    accepted = [one.issuer for one in get_runtime(request.scope).settings.issuers if one.audiences]
    described = {
        "resource": issuer + PATH,
        "authorization_servers": [issuer, *accepted],
        "scopes_supported": list(SCOPES),
        "bearer_methods_supported": ["header"],
        "resource_name": "Dragoman",
        "resource_documentation": f"{issuer}/docs",
    }
    return answer(200, described, headers=_CACHED)


@router.post(PATH, include_in_schema=False)
@route_policy(body=JsonLimit(advice="Send smaller files, or larger ones by /v2/documents/translate"))
async def agents(request: Request, caller: AgentCaller) -> Response:
    """Answer a message of the Model Context Protocol."""
    _require_enabled(request)
    _require_own_origin(request)
    service = await _open_service(request)
    return _Answered(service, may_order=service.may_order(caller.client_id))


class _Answered(Response):
    """An answer that the protocol's own library writes."""

    def __init__(self, service: AgentService, *, may_order: bool) -> None:
        super().__init__()
        self._service = service
        self._may_order = may_order

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._service.handle(scope, receive, send, may_order=self._may_order)


async def close(app: FastAPI) -> None:
    """End what answers agents, where any has called."""
    if app.state.agents is not None:
        await app.state.agents.close()


async def _open_service(request: Request) -> AgentService:
    state = request.app.state
    get_runtime(request.scope)  # not while the service is starting
    if state.agents is None:
        # It takes half a second: other requests go on.
        serving = await asyncio.to_thread(import_module, "dragoman.api.mcp.serving")
        if state.agents is None:  # else another call was first
            state.agents = serving.AgentService(request.app)
    service: AgentService = state.agents
    return service


def _require_enabled(request: Request) -> None:
    if not request.app.state.settings.mcp:
        raise NotFound("Agents are not answered here: DRAGOMAN_MCP is off.")


def _require_own_origin(request: Request) -> None:
    """Programs send no Origin; browsers do. Raises `OriginRefused`."""
    sent = request.headers.get("origin")
    if sent is not None and sent != request.app.state.issuer:
        raise OriginRefused("Pages of other sites may not call this address. Use a program of your own.")
