"""Error pages: what happened, and what to do. `http.errors` has the statuses and writes JSON."""

from __future__ import annotations

import math
from collections.abc import MutableMapping
from dataclasses import replace
from typing import Any, Final

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from dragoman.dashboard.page.error_messages import translate_message, write_error
from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.kept_forms import find_back, keep_form
from dragoman.dashboard.page.locale import choose_locale, mark, translate, using_locale
from dragoman.dashboard.page.page_route import SessionEnded, remember_browser
from dragoman.dashboard.page.rendering import HEADERS, templates
from dragoman.dashboard.page.request import PageRequest, chosen_theme
from dragoman.dashboard.page.sign_in_ways import find_ways
from dragoman.errors import DragomanError, Malformed, TooManyRequests, Unavailable
from dragoman.http.errors import answer, answer_error, error_code, find_status, retry_headers
from dragoman.http.route_policy import ErrorStyle
from dragoman.telemetry import log

_TITLES: Final = {
    400: mark("This request cannot be read"),
    401: mark("Your session has ended"),
    403: mark("You may not do this"),
    404: mark("There is nothing here"),
    405: mark("There is nothing here"),
    409: mark("It has changed meanwhile"),
    413: mark("This is too large"),
    422: mark("This cannot be done"),
    429: mark("Too many tries"),
    500: mark("The service failed to answer"),
    503: mark("The service is starting"),
    504: mark("This took too long"),
}


async def answer_page_error(error: Exception, scope: MutableMapping[str, Any], request_id: str) -> Response:
    """Make the page for an exception. An unknown one shows the request id and no details."""
    request = Request(scope)
    if getattr(request.state, "wants_data", False):
        return _answer_script(error, request, request_id)
    if isinstance(error, SessionEnded):
        return _ask_to_sign_in_again(error.page)
    retry = 0
    if isinstance(error, TooManyRequests | Unavailable):
        retry = max(1, math.ceil(error.retry_after))
    page: PageRequest | None = getattr(request.state, "page", None)
    locale = page.locale if page is not None else choose_locale(request, language=None, zone=None)
    with using_locale(locale):
        status, text = _explain(error, request_id)
        values: dict[str, Any] = {
            "code": status,
            "title": translate(_TITLES.get(status, _TITLES[500])),
            "text": text,
            "request_id": request_id,
            "retry": retry,
        }
        if page is not None and page.reader is not None and page.reader.confirmed:
            response = replace(page, form=PageForm()).render("error_inside.html", **values)
        else:
            content = (
                templates()
                .get_template("error.html")
                .render(page=None, theme=chosen_theme(request), **values)
            )
            response = Response(content, headers=HEADERS, media_type="text/html; charset=utf-8")
    response.status_code = status
    if retry:
        response.headers["Retry-After"] = str(retry)
    return response


def _answer_script(error: Exception, request: Request, request_id: str) -> Response:
    """Answer a page's script: the status, the text that the page shows, and the code, in JSON."""
    if isinstance(error, Malformed | RequestValidationError):
        return answer_error(error, style=ErrorStyle.PROVIDER, request_id=request_id)
    page: PageRequest | None = getattr(request.state, "page", None)
    locale = page.locale if page is not None else choose_locale(request, language=None, zone=None)
    with using_locale(locale):
        status, text = (
            (401, write_error(error)) if isinstance(error, SessionEnded) else _explain(error, request_id)
        )
    return answer(status, {"detail": text, "code": error_code(error)}, headers=retry_headers(error))


def _explain(error: Exception, request_id: str) -> tuple[int, str]:
    """The status of an error and what it says."""
    if isinstance(error, HTTPException):
        if error.status_code in (404, 405):  # its detail is for programs
            return error.status_code, translate(
                "There is no page at this address. It was deleted, or a letter of the address is wrong."
            )
        return error.status_code, translate_message(str(error.detail))
    status = find_status(error)
    if status is not None and isinstance(error, DragomanError):
        return status, write_error(error)
    log().error("request.failed", exc_info=error, request_id=request_id)
    return 500, translate("Try again. If it stays, report request %(id)s.") % {"id": request_id}


def _ask_to_sign_in_again(page: PageRequest) -> Response:
    """Show the sign-in page around what the form held: it is sent again afterwards, and nothing is lost.

    The cookie of the ended session stays: a script that sent the form has the browser send it once more, and
    by that cookie it is known whose form it is.
    """
    kept = keep_form(page)
    asked = replace(page, form=PageForm())
    response = asked.render(
        "sign_in/again.html", status=401, kept=kept, next=find_back(page), ways=find_ways(page)
    )
    remember_browser(page, response)
    return response
