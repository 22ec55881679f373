"""`/provider/v1/project-templates`: project templates (V6)."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from dragoman.api.provider_v1.catalog_bodies import (
    ChangedTemplate,
    NewTemplate,
    TemplateBody,
    TemplateListBody,
)
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.catalog import editing
from dragoman.catalog.model import Template
from dragoman.catalog.reference_types import TEMPLATE
from dragoman.http.fields import Id, OfAccount
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import ManagerRequest, OpenStaffRequest

router = APIRouter(
    prefix="/provider/v1/project-templates",
    tags=["Provider reference data"],
    responses=STAFF,
    route_class=StaffJsonRoute,
)


def _read(body: NewTemplate) -> Template:
    return Template(id=editing.UNSTORED, **body.changes())


@router.get("")
async def list_project_templates(
    request: Request,
    ctx: OpenStaffRequest,
    page: WantedPage,
    account_id: OfAccount = None,
) -> TemplateListBody:
    """List project templates, disabled ones too."""
    found = await editing.list_items(
        ctx.tx, TEMPLATE, account_id=account_id, limit=page.limit + 1, offset=page.offset
    )
    shown, metadata = cut_page(request, page, found)
    return TemplateListBody(
        project_templates=[TemplateBody.model_validate(one) for one in shown], metadata=metadata
    )


@router.post("", status_code=201)
async def create_project_template(body: NewTemplate, ctx: ManagerRequest, response: Response) -> TemplateBody:
    """Create a project template. Needs the role manager."""
    one = await editing.create(ctx.tx, TEMPLATE, _read(body), staff=ctx.staff)
    response.headers["Location"] = f"/provider/v1/project-templates/{one.id}"
    return TemplateBody.model_validate(one)


@router.get("/{id}", responses=NOT_FOUND)
async def get_project_template(template_id: Id, ctx: OpenStaffRequest) -> TemplateBody:
    """Show a project template."""
    one = await editing.get(ctx.tx, TEMPLATE, template_id)
    return TemplateBody.model_validate(one)


@router.patch("/{id}", responses=NOT_FOUND)
async def change_project_template(
    template_id: Id, body: ChangedTemplate, ctx: ManagerRequest
) -> TemplateBody:
    """Change a project template, disable or enable it. Needs the role manager."""
    one = await editing.change(ctx.tx, TEMPLATE, template_id, changes=body.changes(), staff=ctx.staff)
    return TemplateBody.model_validate(one)
