"""The route class of pages: it finds the reader, checks their right and the form's token, and shows errors.

Before it reads anything of the request's body it knows who sends it, and from which site. Of somebody who
may not see the page, files are not stored.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, ClassVar, Final, get_args, get_type_hints
from urllib.parse import quote, urlsplit

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse

from dragoman.access.visitors import admits_visitors
from dragoman.dashboard.page import cookies
from dragoman.dashboard.page.csrf import (
    FIELD,
    HEADER,
    SAFE_METHODS,
    make_csrf_token,
    require_csrf_token,
    require_own_origin,
)
from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.locale import choose_locale, using_locale
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.page.rights import PageNeeds, Right, rights_of
from dragoman.dashboard.page.sending import read_page_form
from dragoman.errors import DragomanError, Forbidden, NotFound
from dragoman.http.request_body import JsonRoute
from dragoman.http.runtime import Runtime, get_runtime
from dragoman.sign_in.sessions import find_session
from dragoman.sign_in.signed_in import SignedIn

SIGN_IN: Final = "/ui/sign-in"


class RightMissing(Forbidden):
    """The reader's roles do not admit to the page."""

    code = "RIGHT_MISSING"


class SessionEnded(DragomanError):
    """A form was sent after its session had ended, or a script called. `form` is what it held."""

    code = "SESSION_ENDED"

    def __init__(self, page: PageRequest) -> None:
        super().__init__("Your session has ended. Sign in, then send the form again.")
        self.page = page


def needed_rights(endpoint: Callable[..., Any]) -> frozenset[Right]:
    """The rights that an endpoint declares with its page. Raises `TypeError` for one that declares none."""
    hints = get_type_hints(endpoint, include_extras=True).values()
    found = [part for hint in hints for part in get_args(hint) if isinstance(part, PageNeeds)]
    if len(found) != 1:
        raise TypeError(f"{endpoint.__module__}.{endpoint.__name__}: declare one page, such as PersonPage.")
    return frozenset(found[0].rights)


class PageRoute(APIRoute):
    """A route of a page, or of a form that it sends."""

    is_data: ClassVar[bool] = False  # called by a script of a page: JSON, and errors as JSON

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap the handler so that reader, right and form are known before it runs."""
        handler = super().get_route_handler()
        needed = needed_rights(self.endpoint)
        is_data = self.is_data

        async def handle(request: Request) -> Response:
            request.state.wants_data = is_data
            page = await _open_page(request, needed, reads_form=not is_data)
            request.state.page = page
            try:
                if not page.admitted:
                    return _refuse(page)
                with using_locale(page.locale):
                    response = await handler(request)
            except RequestValidationError:
                if is_data:
                    raise
                raise NotFound("There is nothing at this address.") from None
            finally:
                await page.form.data.close()
            remember_browser(page, response)
            return response

        return handle


class DataRoute(PageRoute, JsonRoute):
    """A route that a page's script calls: its body is JSON, the token is in a header, errors are JSON."""

    is_data = True


async def _open_page(request: Request, needed: frozenset[Right], *, reads_form: bool) -> PageRequest:
    runtime = get_runtime(request.scope)
    is_sent = request.method not in SAFE_METHODS
    if is_sent:
        require_own_origin(request, origin=request.app.state.issuer)
    token = cookies.read_session_cookie(request)
    reader = await find_session(runtime.database, runtime.settings, token) if token else None
    browser = token if reader is not None else (cookies.read_browser_cookie(request) or "")
    rights = rights_of(reader)
    # Whose session has ended is no visitor: they sign in again, and lose nothing that they typed.
    if not token and await admits_visitors(runtime.database, runtime.settings):
        rights |= {Right.VISITOR}
    form = FormData()
    if is_sent:
        if reads_form:
            form = await read_page_form(request, runtime.settings, keeps_files=not rights.isdisjoint(needed))
        await _check_token(request, form, runtime, browser=browser, reader=reader)
    if not browser:
        browser = cookies.new_browser_value()
        request.state.new_browser_value = browser
    user = reader.user if reader is not None else None
    return PageRequest(
        request=request,
        runtime=runtime,
        reader=reader,
        rights=rights,
        admitted=rights & needed,
        locale=choose_locale(
            request, language=user.language if user else None, zone=user.time_zone if user else None
        ),
        csrf=make_csrf_token(runtime.keyring, browser=browser),
        form=PageForm(data=form),
    )


async def _check_token(
    request: Request, form: FormData, runtime: Runtime, *, browser: str, reader: SignedIn | None
) -> None:
    """Check the form's token, but not that of a session that has ended: its reader signs in first."""
    if reader is None and cookies.read_session_cookie(request):
        return
    sent = request.headers.get(HEADER) or form.get(FIELD)
    try:
        require_csrf_token(runtime.keyring, browser=browser, sent=sent if isinstance(sent, str) else "")
    except DragomanError:
        await form.close()
        raise


def _refuse(page: PageRequest) -> Response:
    """Lead a reader without a session to sign in; others lack a right."""
    if page.reader is not None and page.reader.confirmed:
        raise RightMissing(
            "Your roles do not allow this. Your administrator, or who invited you, can change them."
        )
    if page.request.method not in SAFE_METHODS or page.request.state.wants_data:
        raise SessionEnded(page)
    if page.request.headers.get("HX-Request"):  # a part of a page: the page itself goes to sign in
        shown = urlsplit(page.request.headers.get("HX-Current-URL", ""))
        return Response(
            status_code=401, headers={"HX-Redirect": _sign_in_for(f"{shown.path}?{shown.query}".rstrip("?"))}
        )
    return RedirectResponse(_sign_in_for(page.address), status_code=303)


def _sign_in_for(address: str) -> str:
    return f"{SIGN_IN}?next={quote(address, safe='/')}"


def remember_browser(page: PageRequest, response: Response) -> None:
    """Give a browser without a session the random value that its forms belong to."""
    value = getattr(page.request.state, "new_browser_value", None)
    if value is not None and page.reader is None:
        cookies.set_browser_cookie(page.request, response, value)
