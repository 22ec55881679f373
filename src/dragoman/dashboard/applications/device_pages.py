"""`/ui/device`: a person enters the code of a command line, sees what it asks for, and decides (RFC 8628)."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Response

from dragoman.access.device_codes import deciding
from dragoman.access.device_codes.codes import parse_user_code, show_user_code
from dragoman.access.device_codes.model import DeviceApproval, DeviceRequest
from dragoman.access.model import AccessScope, StaffRole
from dragoman.accounts.actions import search_accounts
from dragoman.dashboard.applications.acting import MOST_CHOICES
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import DeveloperOrAdminPage, PersonPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.sign_in.tools import SignInTools
from dragoman.sign_in.user_codes import verify_user_code

router = APIRouter(prefix="/ui/device", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_code_form(page: PersonPage) -> Response:
    """Ask for the code. One in the address is filled in, and sent by the person alone."""
    return _ask_code(page, page.request.query_params.get("user_code", ""))


@router.post("")
async def show_request(page: DeveloperOrAdminPage) -> Response:
    """Show what asks, and for what."""
    request = await _find_request(page)
    return _ask_code(page) if request is None else await _show_request(page, request)


@router.post("/decision")
async def decide(page: DeveloperOrAdminPage) -> Response:
    """Approve or deny."""
    request = await _find_request(page)
    if request is None:
        return _ask_code(page)
    with page.form.catching({"ACCOUNT_NOT_FOUND": "account", "CONFLICT": "account"}):
        if page.form.text("decision") == "deny":
            await _deny(page)
            return page.redirect("/ui/device", done=_("Denied. The command line gets nothing."))
        approval = _read_approval(page)
        if approval is not None:
            await _approve(page, approval)
            return page.render("applications/device_approved.html", request=request)
    return await _show_request(page, request)


def _read_approval(page: PageRequest) -> DeviceApproval | None:
    """What the form approves; None: nothing, or something is missing, which its problems say."""
    if page.form.text("decision") != "approve":
        return None
    account = page.form.number("account", least=1) if page.is_staff else page.person.account.id
    if account is None:
        page.form.require("account")
        return None
    known = {scope.value: scope for scope in AccessScope}
    scopes = frozenset(known[text] for text in page.form.texts("scopes") if text in known)
    role = page.form.text("role")
    return DeviceApproval(
        user_id=page.person.user.id,
        account_id=account,
        scopes=scopes,
        role=StaffRole(role) if AccessScope.PROVIDER in scopes and role in set(StaffRole) else None,
    )


async def _approve(page: PageRequest, approval: DeviceApproval) -> None:
    user, most = page.person.user, page.runtime.settings.account_applications
    async with transaction(page.runtime.database, account=ALL_ACCOUNTS) as tx:
        request = await deciding.find_pending(tx, page.runtime.keyring, typed=page.form.text("user_code"))
        await deciding.approve(tx, request, approval, user=user, most=most)


async def _deny(page: PageRequest) -> None:
    async with transaction(page.runtime.database, account=ALL_ACCOUNTS) as tx:
        request = await deciding.find_pending(tx, page.runtime.keyring, typed=page.form.text("user_code"))
        await deciding.deny(tx, request, user=page.person.user)


async def _find_request(page: PageRequest) -> DeviceRequest | None:
    """The request of the code that was sent; None: it is wrong, which the form's problems say."""
    tools = SignInTools(
        database=page.runtime.database, keyring=page.runtime.keyring, settings=page.runtime.settings
    )
    if not page.form.require("user_code"):
        return None
    with page.form.catching():
        return await verify_user_code(
            tools, user=page.person.user, typed=page.form.text("user_code"), device=page.device
        )
    return None


def _ask_code(page: PageRequest, typed: str = "") -> Response:
    return page.render(
        "applications/device_code.html",
        code=_written(typed),
        may_approve=page.may("developer") or page.may("admin"),
    )


async def _show_request(page: PageRequest, request: DeviceRequest) -> Response:
    async with page.transaction() as tx:
        accounts = await search_accounts(tx, limit=MOST_CHOICES) if page.is_staff else {}
    grantable = request.scopes & deciding.grantable_scopes(page.person.user)
    return page.render(
        "applications/device_request.html",
        request=request,
        user_code=_written(page.form.text("user_code")),
        offered=_names(grantable),
        refused=_names(request.scopes - grantable),
        accounts=accounts,
    )


def _written(typed: str) -> str:
    """A code as people read it; empty where the text cannot be one."""
    code = parse_user_code(typed)
    return "" if code is None else show_user_code(code)


def _names(scopes: frozenset[AccessScope]) -> Sequence[str]:
    return [scope.value for scope in AccessScope if scope in scopes]
