"""`/ui`: the first page, and the choice of a language."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Response
from starlette.responses import RedirectResponse

from dragoman.dashboard.page import cookies
from dragoman.dashboard.page.locale import LANGUAGE_COOKIE, LANGUAGES
from dragoman.dashboard.page.needs import PublicPage, TextPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import safe_next

_YEAR: Final = 365 * 24 * 3600
# The first pages by right; of several rights the first one counts.
_FIRST_PAGES: Final = (
    ("admin", "/ui/health"),
    ("manager", "/ui/projects?stage=to_do"),
    ("linguist", "/ui/work"),
    ("orderer", "/ui/projects"),
)

router = APIRouter(prefix="/ui", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def redirect_to_start(page: PublicPage) -> Response:
    """Go to the first page."""
    return page.redirect("/ui/")


@router.get("/")
async def show_first_page(page: TextPage) -> Response:
    """Go to the page that the reader begins with: what waits for them, else where they translate."""
    return page.redirect(next((path for right, path in _FIRST_PAGES if page.may(right)), "/ui/translate"))


@router.get("/language")
async def choose_language(page: PublicPage, language: str = "", next: str = "") -> Response:  # noqa: A002
    """Keep the language that a visitor chose, in their browser. Others have it in their profile."""
    response = RedirectResponse(safe_next(next), status_code=303)
    if language in LANGUAGES:
        response.set_cookie(
            LANGUAGE_COOKIE,
            language,
            max_age=_YEAR,
            path="/ui",
            secure=cookies.is_secure(page.request),
            samesite="lax",
            httponly=True,
        )
    return response
