"""`/project/v1`: the reference data that projects name, and the caller's account (P15).

Lists have what can be chosen now. By its id also what was disabled since is shown: projects still name it.
`reference_assets` has memories, sets of them and term bases.
"""

from __future__ import annotations

from fastapi import APIRouter

from dragoman.api.project_v1.any_case import AnyCaseRoute
from dragoman.api.project_v1.project_bodies import CUSTOMER
from dragoman.api.project_v1.reference_bodies import (
    InvoicingAccountChoice,
    LanguageChoice,
    OwnAccount,
    PersonChoice,
    ServiceChoice,
    TemplateChoice,
    WorkAreaChoice,
    write_account,
    write_invoicing_account,
    write_person,
    write_service,
    write_template,
)
from dragoman.api.project_v1.reference_request import OpenReferenceRequest, ReferenceId, WantedPart
from dragoman.catalog import reading
from dragoman.catalog.reference_types import INVOICING_ACCOUNT, LANGUAGE, SERVICE, TEMPLATE, WORK_AREA
from dragoman.http.responses import NOT_FOUND

router = APIRouter(
    prefix="/project/v1", tags=["Reference data"], responses=CUSTOMER, route_class=AnyCaseRoute
)


@router.get("/account")
async def get_account(ctx: OpenReferenceRequest) -> OwnAccount:
    """Show the caller's account, and what its projects have by default."""
    account, defaults = await reading.read_account(ctx.tx, account_id=ctx.account_id)
    return write_account(account, defaults, trial_days=ctx.trial_days)


@router.get("/languages")
async def list_languages(ctx: OpenReferenceRequest, part: WantedPart) -> list[LanguageChoice]:
    """List the languages to choose from."""
    found = await reading.list_choices(
        ctx.tx, LANGUAGE, account_id=ctx.account_id, limit=part.limit, offset=part.offset
    )
    return [LanguageChoice.model_validate(one) for one in found]


@router.get("/languages/{id}", responses=NOT_FOUND)
async def get_language(ctx: OpenReferenceRequest, reference_id: ReferenceId) -> LanguageChoice:
    """Show a language."""
    found = await reading.get_choice(ctx.tx, LANGUAGE, reference_id, account_id=ctx.account_id)
    return LanguageChoice.model_validate(found)


@router.get("/workareas")
async def list_work_areas(ctx: OpenReferenceRequest, part: WantedPart) -> list[WorkAreaChoice]:
    """List the fields of specialization to choose from."""
    found = await reading.list_choices(
        ctx.tx, WORK_AREA, account_id=ctx.account_id, limit=part.limit, offset=part.offset
    )
    return [WorkAreaChoice.model_validate(one) for one in found]


@router.get("/workareas/{id}", responses=NOT_FOUND)
async def get_work_area(ctx: OpenReferenceRequest, reference_id: ReferenceId) -> WorkAreaChoice:
    """Show a field of specialization."""
    found = await reading.get_choice(ctx.tx, WORK_AREA, reference_id, account_id=ctx.account_id)
    return WorkAreaChoice.model_validate(found)


@router.get("/services")
async def list_services(ctx: OpenReferenceRequest, part: WantedPart) -> list[ServiceChoice]:
    """List the services with their prices to choose from."""
    found = await reading.list_choices(
        ctx.tx, SERVICE, account_id=ctx.account_id, limit=part.limit, offset=part.offset
    )
    return [write_service(one, is_sandbox=ctx.is_sandbox) for one in found]


@router.get("/services/{id}", responses=NOT_FOUND)
async def get_service(ctx: OpenReferenceRequest, reference_id: ReferenceId) -> ServiceChoice:
    """Show a service with its price."""
    found = await reading.get_choice(ctx.tx, SERVICE, reference_id, account_id=ctx.account_id)
    return write_service(found, is_sandbox=ctx.is_sandbox)


@router.get("/project-templates")
async def list_project_templates(ctx: OpenReferenceRequest, part: WantedPart) -> list[TemplateChoice]:
    """List the project templates to choose from."""
    found = await reading.list_choices(
        ctx.tx, TEMPLATE, account_id=ctx.account_id, limit=part.limit, offset=part.offset
    )
    return [write_template(one, is_sandbox=ctx.is_sandbox) for one in found]


@router.get("/project-templates/{id}", responses=NOT_FOUND)
async def get_project_template(ctx: OpenReferenceRequest, reference_id: ReferenceId) -> TemplateChoice:
    """Show a project template."""
    found = await reading.get_choice(ctx.tx, TEMPLATE, reference_id, account_id=ctx.account_id)
    return write_template(found, is_sandbox=ctx.is_sandbox)


@router.get("/invoicing-accounts")
async def list_invoicing_accounts(
    ctx: OpenReferenceRequest, part: WantedPart
) -> list[InvoicingAccountChoice]:
    """List who can be invoiced. One out of date can be chosen, but the project may be cancelled for it."""
    found = await reading.list_choices(
        ctx.tx, INVOICING_ACCOUNT, account_id=ctx.account_id, limit=part.limit, offset=part.offset
    )
    return [write_invoicing_account(one, ctx.tx.now) for one in found]


@router.get("/invoicing-accounts/{id}", responses=NOT_FOUND)
async def get_invoicing_account(
    ctx: OpenReferenceRequest, reference_id: ReferenceId
) -> InvoicingAccountChoice:
    """Show an invoicing account."""
    found = await reading.get_choice(ctx.tx, INVOICING_ACCOUNT, reference_id, account_id=ctx.account_id)
    return write_invoicing_account(found, ctx.tx.now)


@router.get("/users")
async def list_users(ctx: OpenReferenceRequest, part: WantedPart) -> list[PersonChoice]:
    """List the people of the account whom projects can name."""
    found = await reading.list_people(ctx.tx, account_id=ctx.account_id, limit=part.limit, offset=part.offset)
    return [write_person(one) for one in found]


@router.get("/users/{id}", responses=NOT_FOUND)
async def get_user(ctx: OpenReferenceRequest, reference_id: ReferenceId) -> PersonChoice:
    """Show one of the people of the account."""
    return write_person(await reading.get_person(ctx.tx, reference_id, account_id=ctx.account_id))
