"""The first steps of a new account: cards on its first page, each of which can be closed."""

from __future__ import annotations

from typing import Final

from fastapi import Response

from dragoman.dashboard.page import cookies
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.page.rights import Right

# Cards, and whom they are for: the rights that their pages need.
_NEEDS: Final = {
    "application": (Right.DEVELOPER, Right.ADMIN),
    "memory": (Right.LINGUIST,),
    "people": (Right.DEVELOPER, Right.ORDERER, Right.MANAGER),
}
_COOKIE: Final = "dragoman_first_steps"  # those that are open; without it, none
_PARTED: Final = "."
_SECONDS: Final = 30 * 24 * 3600


def is_first_visit(page: PageRequest) -> bool:
    """Whether the reader has just come by their first link, and has closed none of the cards."""
    return page.request.query_params.get("first") == "1" and _COOKIE not in page.request.cookies


def open_steps(page: PageRequest) -> list[str]:
    """The cards to show: all after the first sign-in, later those that were not closed."""
    kept = page.request.cookies.get(_COOKIE)
    shown = list(_NEEDS) if is_first_visit(page) else _read(kept or "")
    return [one for one in shown if not page.rights.isdisjoint(_NEEDS[one])]


def close_step(page: PageRequest, step: str) -> Response:
    """Go back to the page without one of the cards."""
    kept = page.request.cookies.get(_COOKIE)
    left = [one for one in (_NEEDS if kept is None else _read(kept)) if one != step]
    response = page.redirect("/ui/translate")
    response.set_cookie(
        _COOKIE,
        _PARTED.join(left),
        max_age=_SECONDS,
        path="/ui",
        secure=cookies.is_secure(page.request),
        samesite="lax",
        httponly=True,
    )
    return response


def _read(text: str) -> list[str]:
    named = text.split(_PARTED)
    return [one for one in _NEEDS if one in named]
