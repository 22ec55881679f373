"""The end of every way to sign in: the session's cookies, the second factor, and a form that was kept."""

from __future__ import annotations

from urllib.parse import quote

from fastapi import Response

from dragoman.accounts.model import User
from dragoman.dashboard.page.kept_forms import KeptForm, carry_on
from dragoman.dashboard.page.request import PageRequest, safe_next
from dragoman.database.connections import ALL_ACCOUNTS, Transaction, transaction
from dragoman.sign_in.attempts import read_device
from dragoman.sign_in.model import NewSession, SignInMethod
from dragoman.sign_in.second_factors.actions import has_second_factor
from dragoman.sign_in.sessions import end_session, open_session

CODE = "/ui/sign-in/code"


async def open_session_for(
    tx: Transaction, page: PageRequest, *, user: User, method: SignInMethod
) -> NewSession:
    """Begin a session of somebody who proved who they are. A passkey counts as both factors."""
    confirmed = method is SignInMethod.PASSKEY or not await has_second_factor(tx, user_id=user.id)
    return await open_session(
        tx, page.runtime.keyring, user=user, method=method, device=page.device, confirmed=confirmed
    )


async def finish_sign_in(
    page: PageRequest, session: NewSession, *, after: str, kept: KeptForm | None = None
) -> Response:
    """Go on in a new session, with the form that was kept for its person; the browser's session before ends.

    Before the second factor, that is asked for.
    """
    kept = _for_person(page, session, kept)
    if page.reader is not None and page.reader.session_id != session.session_id:
        await end_reader_session(page)
    if kept is None:
        return page.begin_session(session, after if session.confirmed else code_address(after))
    asked = page.in_session(session)
    template = "sign_in/signed_in_again.html" if session.confirmed else "sign_in/code.html"
    return page.keep_session(asked.render(template, kept=kept, next=after), session)


async def end_reader_session(page: PageRequest) -> None:
    """End the session of this browser, if it has one."""
    if page.reader is not None:
        async with transaction(page.runtime.database, account=ALL_ACCOUNTS) as tx:
            await end_session(tx, session_id=page.reader.session_id, user_id=page.reader.user.id)


def code_address(after: str) -> str:
    """The page that asks for the second factor, and goes on from there."""
    return f"{CODE}?next={quote(after, safe='/')}"


def wanted_next(page: PageRequest) -> str:
    """Where the form says to go on."""
    return safe_next(page.form.raw("next"))


def _for_person(page: PageRequest, session: NewSession, kept: KeptForm | None) -> KeptForm | None:
    """The form that was kept, if the person who signs in is the one who sent it."""
    keyring = page.runtime.keyring
    if kept is None or read_device(keyring, page.device, user_id=session.user_id) is None:
        return None
    return carry_on(kept, keyring, device_token=session.device_token)
