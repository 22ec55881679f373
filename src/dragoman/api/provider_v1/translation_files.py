"""Imports of XLIFF packages from linguists, and of finished files made elsewhere (V2)."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Form, Query
from pydantic import Field

from dragoman.api.openapi.bodies import body_of
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffFormRoute, StaffRoute
from dragoman.api.provider_v1.translation_bodies import (
    TranslationBody,
    XliffImportBody,
    write_import,
    write_translation,
)
from dragoman.api.provider_v1.translations import (
    PREFIX,
    XLIFF_TYPE,
    ManagerLinguistRequest,
    OpenLinguistRequest,
)
from dragoman.http.fields import CustomerText, Id, TranslationId
from dragoman.http.forms import MULTIPART, FormFile
from dragoman.http.models import RequestModel
from dragoman.http.request_body import RawBody
from dragoman.http.responses import NOT_FOUND
from dragoman.http.route_policy import DOCUMENT_LIMIT, UploadLimit, route_policy
from dragoman.projects.linguists import delivering, importing
from dragoman.projects.linguists.exchange.model import LARGEST_FILE

_RAW: Final[dict[str, Any]] = body_of({XLIFF_TYPE: None})
_PACKAGE_LIMIT: Final = UploadLimit(file_bytes=lambda _: LARGEST_FILE, advice="")

uploads = APIRouter(
    prefix=PREFIX,
    tags=["Provider translations"],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffFormRoute,
)
router = APIRouter(
    prefix=PREFIX,
    tags=["Provider translations"],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffRoute,
)


def _import_options(
    *,
    partial: Annotated[bool, Query(description="Units may be missing: they stay unchanged")] = False,
    overwrite: Annotated[
        bool, Query(description="Replace also segments that have been changed since the file was exported")
    ] = False,
    confirm: Annotated[
        bool,
        Query(description="Its sender confirms all of its translations: for tools without states"),
    ] = False,
) -> importing.PackageImportOptions:
    return importing.PackageImportOptions(partial=partial, overwrite=overwrite, confirm=confirm)


ImportOptionsQuery = Annotated[importing.PackageImportOptions, Depends(_import_options)]


class PackageForm(RequestModel):
    """A package in a form."""

    file: FormFile = Field(description="An XLIFF that the export gave")


class FinishedForm(RequestModel):
    """A finished file."""

    file: FormFile = Field(description="Of the source's type, with its file name")
    reason: CustomerText | None = Field(
        default=None,
        description="Who translated it. Needed in an order for people with unconfirmed segments",
    )


@router.put("/{translation}/xliff", openapi_extra=_RAW)
@route_policy(body=_PACKAGE_LIMIT)
async def import_xliff(
    project_id: Id,
    translation_id: TranslationId,
    ctx: OpenLinguistRequest,
    body: RawBody,
    how: ImportOptionsQuery,
) -> XliffImportBody:
    """Import translations from an exported XLIFF file: all of it, or nothing and the reasons."""
    report = await importing.import_translation(
        ctx.tools, project_id, translation_id, data=body, how=how, staff=ctx.staff
    )
    return write_import(report)


@uploads.post("/{translation}/xliff")
@route_policy(body=_PACKAGE_LIMIT)
async def import_xliff_form(
    project_id: Id,
    translation_id: TranslationId,
    form: Annotated[PackageForm, Form(media_type=MULTIPART)],
    ctx: OpenLinguistRequest,
    how: ImportOptionsQuery,
) -> XliffImportBody:
    """Import translations from an exported XLIFF file in a form."""
    report = await importing.import_translation(
        ctx.tools, project_id, translation_id, data=await form.file.read(), how=how, staff=ctx.staff
    )
    return write_import(report)


@uploads.post("/{translation}/delivery/file")
@route_policy(body=DOCUMENT_LIMIT)
async def deliver_file(
    project_id: Id,
    translation_id: TranslationId,
    form: Annotated[FinishedForm, Form(media_type=MULTIPART)],
    ctx: ManagerLinguistRequest,
) -> TranslationBody:
    """Deliver a finished file of the source's type that was made elsewhere. Needs the role manager.

    Nothing is checked but its type, and no memory learns from it.
    """
    finished = delivering.FinishedFile(name=form.file.filename or "", data=await form.file.read())
    place = await delivering.deliver_file(
        ctx.tools,
        project_id,
        translation_id,
        finished=finished,
        override_reason=form.reason,
        staff=ctx.staff,
    )
    return write_translation(place)
