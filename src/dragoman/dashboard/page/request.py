"""What an endpoint of the dashboard needs of one request: its reader, their form, and how to answer."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from fastapi import Request, Response
from starlette.responses import RedirectResponse

from dragoman.access.dashboard_application import caller_of_person
from dragoman.access.model import Caller, StaffRole
from dragoman.access.staff import Staff
from dragoman.accounts.actions import get_account
from dragoman.dashboard.page import cookies
from dragoman.dashboard.page.csrf import make_csrf_token
from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.locale import PageLocale, make_locale, read_browser_zone
from dragoman.dashboard.page.rendering import render_page
from dragoman.dashboard.page.rights import STAFF_RIGHTS, Right
from dragoman.database.connections import ALL_ACCOUNTS, RowScope, Transaction, transaction
from dragoman.database.named_locks import lock_name
from dragoman.http.client_address import client_address
from dragoman.http.runtime import Runtime
from dragoman.sign_in.model import Device, NewSession
from dragoman.sign_in.signed_in import SignedIn

HOME = "/ui/"
THEME_COOKIE = "dragoman_theme"  # which the pages' script sets
KEYS_COOKIE = "dragoman_keys"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRequest:
    """One request of a page. Its form is empty unless one was sent."""

    request: Request
    runtime: Runtime
    reader: SignedIn | None  # None: nobody is signed in, or not completely
    rights: frozenset[Right]
    admitted: frozenset[Right]  # those of the page's needs that the reader has
    locale: PageLocale
    csrf: str
    form: PageForm

    @property
    def person(self) -> SignedIn:
        """The reader of a page that needs a session."""
        assert self.reader is not None
        return self.reader

    @property
    def is_staff(self) -> bool:
        """Whether the reader sees this page as the provider's staff, and so every account."""
        return not self.admitted.isdisjoint(STAFF_RIGHTS)

    @property
    def account_scope(self) -> int | RowScope:
        """Whose rows the page shows: all for the provider's staff, else the reader's account."""
        return ALL_ACCOUNTS if self.is_staff else self.person.account.id

    @property
    def staff(self) -> Staff:
        """Who acts, for actions and their audit log.

        Customers may do with their own account's things what a manager may; their transactions see no other.
        """
        if self.is_staff and self.person.staff is not None:
            return self.person.staff
        return Staff(actor=f"user:{self.person.user.id}", role=StaffRole.MANAGER)

    def may(self, right: str) -> bool:
        """Whether the reader has a right, by its name: templates leave out what they may not do."""
        return Right(right) in self.rights

    def transaction(self) -> AbstractAsyncContextManager[Transaction]:
        """Open a transaction that sees what the reader may see; it commits at the end of the block."""
        return transaction(self.runtime.database, account=self.account_scope)

    @asynccontextmanager
    async def exclusive_transaction(self) -> AsyncIterator[Transaction]:
        """Open a transaction like `transaction`; forms that are sent to the same address take turns.

        So a record is still the version that a form was checked against when it is changed.
        """
        async with self.transaction() as tx:
            await lock_name(tx, f"dragoman.form {self.path}")
            yield tx

    async def caller(self) -> Caller:
        """The reader as a caller of the customers' actions, by the built-in application of their account.

        Visitors have that of the account that the operator chose. Raises `Conflict` (account disabled).
        """
        if self.reader is None:
            return await self._caller_of_visitors()
        async with transaction(self.runtime.database, account=self.reader.account.id) as tx:
            return await caller_of_person(
                tx, self.runtime.keyring, account=self.reader.account, user_id=self.reader.user.id
            )

    async def _caller_of_visitors(self) -> Caller:
        account_id = self.runtime.settings.visitor_account or 0
        async with transaction(self.runtime.database, account=account_id) as tx:
            account = await get_account(tx, account_id=account_id)
            return await caller_of_person(tx, self.runtime.keyring, account=account, user_id=None)

    def render(self, template: str, *, status: int | None = None, **values: Any) -> Response:
        """Make the page. With problems in the form its status is 422, and nothing typed is lost.

        It is 429 where the form may be sent again after a wait, 409 where the record was changed meanwhile.
        """
        wait = self.form.wait
        refused = 429 if wait else 409 if self.form.is_outdated else 422
        response = render_page(
            self, template, status=status or (refused if self.form.problems else 200), **values
        )
        if wait:
            response.headers["Retry-After"] = str(wait)
        cookies.delete_message(self.request, response)
        return response

    def redirect(self, path: str, *, done: str = "") -> Response:
        """Go on to another page, which says what was `done`."""
        response = RedirectResponse(path, status_code=303)
        if done:
            cookies.set_message(self.request, response, done)
        return response

    def shows_dialog(self, id_: str) -> bool:
        """Whether a dialog is shown from the beginning: its opener leads here where there is no script."""
        return self.request.query_params.get("dialog") == id_

    @property
    def theme(self) -> str:
        """`light` or `dark` if the reader chose one; empty: as their system has it."""
        return chosen_theme(self.request) or (self.reader and self.reader.user.theme) or ""

    @property
    def browser_zone(self) -> str:
        """The time zone of the browser, as far as it is known."""
        return make_locale("en", read_browser_zone(self.request)).zone.key

    @property
    def keys_off(self) -> bool:
        """Whether the reader switched keys of a single letter off in this browser (WCAG 2.1.4)."""
        return self.request.cookies.get(KEYS_COOKIE) == "off"

    @property
    def initials(self) -> str:
        """The initials of the reader's name."""
        user = self.person.user
        names = [name for name in (user.first_name, user.last_name) if name] or [user.email or "?"]
        return "".join(name[0].upper() for name in names)

    @property
    def device(self) -> Device:
        """The reader's browser, for sessions and for limits on attempts."""
        return Device(
            address=client_address(self.request.scope, self.runtime.settings.trusted_proxies),
            user_agent=self.request.headers.get("user-agent", ""),
            token=cookies.read_device_cookie(self.request),
        )

    def begin_session(self, session: NewSession, path: str) -> Response:
        """Go on to a page as the person who has signed in."""
        return self.keep_session(self.redirect(path), session)

    def keep_session(self, response: Response, session: NewSession) -> Response:
        """Give the browser the session of the person who has signed in."""
        cookies.set_session_cookie(self.request, response, session.token)
        cookies.set_device_cookie(self.request, response, session.device_token)
        return response

    def in_session(self, session: NewSession) -> PageRequest:
        """The same request, for a page that is answered together with a new session."""
        csrf = make_csrf_token(self.runtime.keyring, browser=session.token)
        return replace(self, csrf=csrf, form=PageForm())

    @property
    def base_url(self) -> str:
        """Where people reach the service: links that are sent begin with it."""
        issuer: str = self.request.app.state.issuer
        return issuer

    @property
    def path(self) -> str:
        """The path of the page."""
        return self.request.url.path

    @property
    def address(self) -> str:
        """The path and query of the page."""
        query = self.request.url.query
        return f"{self.path}?{query}" if query else self.path


def chosen_theme(request: Request) -> str:
    """`light` or `dark` if it was chosen in this browser; empty otherwise."""
    chosen = request.cookies.get(THEME_COOKIE, "")
    return chosen if chosen in {"light", "dark"} else ""


def safe_next(address: str, *, otherwise: str = HOME) -> str:
    """An address to go on to, if it is one of ours; never another site.

    It is looked at as it is written: browsers read `///host/` as another site, which `urlsplit` does not.
    """
    is_ours = address.startswith("/ui/") and "\\" not in address
    return address if is_ours and address.isprintable() else otherwise
