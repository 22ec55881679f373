"""`/ui/profile`: who one is, and how one signs in."""

from __future__ import annotations

from fastapi import APIRouter, Response

from dragoman.dashboard.page.needs import PersonPage
from dragoman.dashboard.page.page_route import PageRoute

router = APIRouter(prefix="/ui/profile", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_profile(page: PersonPage) -> Response:
    """Show the profile."""
    return page.render("profile/profile.html")
