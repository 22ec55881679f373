"""What routes declare, and that an application with a wrong declaration does not start."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from fastapi import APIRouter, Form
from pydantic import BaseModel

from dragoman.access.model import AccessScope
from dragoman.api.interfaces import INTERFACES, PROJECT_V1
from dragoman.api.openapi.bodies import body_of
from dragoman.http.auth import ProjectsCaller, ReferenceCaller, TranslateCaller
from dragoman.http.forms import MULTIPART, FormFile, FormRoute
from dragoman.http.route_matching import RoutePolicies, WrongDeclaration
from dragoman.http.route_policy import (
    Access,
    ErrorStyle,
    JsonLimit,
    RoutePolicy,
    UploadLimit,
    route_policy,
)

LIMIT = UploadLimit(file_bytes=lambda _: 1_000)
PROJECTS = Access(scopes=(AccessScope.PROJECTS,), bucket=PROJECT_V1.bucket)


class FileForm(BaseModel):
    file: FormFile


async def take_form(form: Annotated[FileForm, Form(media_type=MULTIPART)], _: ProjectsCaller) -> None:
    """Take a file in a form."""


async def take_anything(_: ProjectsCaller) -> None:
    """Take what the route says."""


def policies_of(router: APIRouter) -> RoutePolicies:
    return RoutePolicies([router], interfaces=INTERFACES)


def find(router: APIRouter, path: str, method: str = "GET") -> RoutePolicy:
    return policies_of(router).find({"path": path, "method": method})[0]


@pytest.mark.parametrize(
    ("endpoint", "options"),
    [
        (take_form, {}),
        (take_anything, {"openapi_extra": body_of({"application/xliff+xml": None})}),
        (take_anything, {"openapi_extra": body_of({MULTIPART: FileForm, "application/json": FileForm})}),
        (route_policy(body=JsonLimit())(take_form), {}),
    ],
    ids=["form", "raw body", "read by the endpoint", "limit for JSON"],
)
def test_a_route_that_accepts_a_file_declares_its_limit(endpoint: Any, options: dict[str, Any]) -> None:
    router = APIRouter(prefix="/project/v1")
    router.add_api_route("/things", endpoint, methods=["POST"], **options)
    with pytest.raises(WrongDeclaration, match=r"/project/v1/things: the route accepts a file"):
        policies_of(router)


def test_a_route_class_that_reads_forms_declares_its_limit() -> None:
    router = APIRouter(prefix="/project/v1", route_class=FormRoute)
    router.post("/things")(take_anything)
    with pytest.raises(WrongDeclaration, match="accepts a file"):
        policies_of(router)


def test_a_declared_limit_is_the_routes_alone() -> None:
    router = APIRouter(prefix="/project/v1")

    @router.post("/things/{id}/file")
    @route_policy(body=LIMIT)
    async def take_file(form: Annotated[FileForm, Form(media_type=MULTIPART)], _: ProjectsCaller) -> None: ...

    router.get("/things/{id}/file")(take_anything)
    assert find(router, "/project/v1/things/1/file", "POST") == RoutePolicy(
        route="/project/v1/things/{id}/file", access=PROJECTS, errors=ErrorStyle.PROJECT, body=LIMIT
    )
    for method in ("GET", "PUT"):
        assert find(router, "/project/v1/things/1/file", method).body == JsonLimit()


def test_a_caller_may_have_another_scope_beside_that_of_the_interface() -> None:
    router = APIRouter(prefix="/project/v1")

    @router.get("/things")
    async def list_things(_: ReferenceCaller) -> None: ...

    access = find(router, "/project/v1/things").access
    assert access == Access(scopes=(AccessScope.PROJECTS, AccessScope.REFERENCE), bucket=PROJECT_V1.bucket)


@pytest.mark.parametrize(
    "path", ["/project/v1", "/project/v1/", "/project/v1/unknown", "/project/v1/things/"]
)
def test_a_path_without_route_has_the_policy_of_its_interface(path: str) -> None:
    router = APIRouter(prefix="/project/v1")
    router.get("/things")(take_anything)
    assert find(router, path) == RoutePolicy(access=PROJECTS, errors=ErrorStyle.PROJECT)


@pytest.mark.parametrize("path", ["/", "/project", "/project/v10", "/v2x"])
def test_a_path_beside_the_interfaces_is_public(path: str) -> None:
    assert find(APIRouter(), path) == RoutePolicy()


@pytest.mark.parametrize(
    ("prefix", "reason"),
    [("/elsewhere", "belongs to no interface"), ("/provider/v1", "the scope provider does not admit")],
)
def test_a_caller_of_another_interface_is_refused(prefix: str, reason: str) -> None:
    router = APIRouter(prefix=prefix)

    @router.get("/things")
    async def list_things(_: TranslateCaller) -> None: ...

    with pytest.raises(WrongDeclaration, match=reason):
        policies_of(router)
