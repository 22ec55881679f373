"""`/provider/v1/applications`: programs of accounts, and their secrets, which are shown once (V3, A8)."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from fastapi import APIRouter, Request, Response

from dragoman.access import provisioning
from dragoman.access.actions import list_applications as find_applications
from dragoman.access.model import ApplicationDraft
from dragoman.access.provisioning import ApplicationChanges
from dragoman.api.provider_v1.customer_bodies import (
    ApplicationBody,
    ApplicationListBody,
    ChangedProgram,
    ClientSecretBody,
    NewApplicationBody,
    NewProgram,
    SecretOrder,
    WebhookSecretBody,
    WebhookSecretOrder,
    read_rate,
    write_application,
    write_new_application,
)
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.http.fields import Id, OfAccount
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import AdminRequest, ManagerRequest

router = APIRouter(
    prefix="/provider/v1/applications",
    tags=["Provider accounts"],
    responses=STAFF,
    route_class=StaffJsonRoute,
)

_NO_ORDER: Final = SecretOrder()
_NO_WEBHOOK_ORDER: Final = WebhookSecretOrder()


@router.get("")
async def list_applications(
    request: Request,
    ctx: ManagerRequest,
    page: WantedPage,
    account_id: OfAccount = None,
) -> ApplicationListBody:
    """List the applications of all accounts, disabled ones too. Needs the role manager."""
    found = await find_applications(ctx.tx, account_id=account_id, limit=page.limit + 1, offset=page.offset)
    shown, metadata = cut_page(request, page, found)
    return ApplicationListBody(applications=[write_application(one) for one in shown], metadata=metadata)


@router.post("", status_code=201)
async def create_application(body: NewProgram, ctx: AdminRequest, response: Response) -> NewApplicationBody:
    """Create an application; its secrets are shown this once. Needs the role admin."""
    draft = ApplicationDraft(
        account_id=body.account_id,
        name=body.name,
        scopes=frozenset(body.scopes),
        rate=read_rate(body.rate_limit),
        role=body.role,
    )
    new = await provisioning.create_application(ctx.tx, ctx.runtime.keyring, draft=draft, staff=ctx.staff)
    response.headers["Location"] = f"/provider/v1/applications/{new.application.id}"
    return write_new_application(new)


@router.get("/{id}", responses=NOT_FOUND)
async def get_application(application_id: Id, ctx: ManagerRequest) -> ApplicationBody:
    """Show an application, without its secrets. Needs the role manager."""
    return write_application(await provisioning.find_application(ctx.tx, application_id))


@router.patch("/{id}", responses=NOT_FOUND)
async def change_application(application_id: Id, body: ChangedProgram, ctx: AdminRequest) -> ApplicationBody:
    """Change what an application is called and may do, disable or enable it. Needs the role admin."""
    changes = ApplicationChanges(
        name=body.name,
        scopes=None if body.scopes is None else frozenset(body.scopes),
        rate=None if body.rate_limit is None else read_rate(body.rate_limit),
        role=body.role,
        disabled=body.disabled,
    )
    changed = await provisioning.change_application(ctx.tx, application_id, changes=changes, staff=ctx.staff)
    return write_application(changed)


@router.post("/{id}/regenerate-secret", responses=NOT_FOUND)
async def regenerate_secret(
    application_id: Id,
    ctx: AdminRequest,
    body: SecretOrder = _NO_ORDER,
) -> ClientSecretBody:
    """Replace the client secret: the old one stops at once, the new one is shown this once.

    Needs the role admin.
    """
    changed, secret = await provisioning.regenerate_secret(
        ctx.tx, ctx.runtime.keyring, application_id, revoke_tokens=body.revoke_tokens, staff=ctx.staff
    )
    return ClientSecretBody(id=changed.id, client_id=changed.client_id, client_secret=secret)


@router.post("/{id}/regenerate-webhook-secret", responses=NOT_FOUND)
async def regenerate_webhook_secret(
    application_id: Id,
    ctx: AdminRequest,
    body: WebhookSecretOrder = _NO_WEBHOOK_ORDER,
) -> WebhookSecretBody:
    """Replace the secret that signs webhooks; the new one is shown this once. Needs the role admin."""
    changed, secret = await provisioning.regenerate_webhook_secret(
        ctx.tx,
        ctx.runtime.keyring,
        application_id,
        keep_old=timedelta(hours=body.keep_old_hours),
        staff=ctx.staff,
    )
    return WebhookSecretBody(id=changed.id, client_id=changed.client_id, webhook_secret=secret)


@router.post("/{id}/revoke-tokens", responses=NOT_FOUND)
async def revoke_tokens(application_id: Id, ctx: AdminRequest) -> ApplicationBody:
    """Refuse every token issued to the application until now. Needs the role admin."""
    return write_application(await provisioning.revoke_tokens(ctx.tx, application_id, staff=ctx.staff))
