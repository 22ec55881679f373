"""The areas of the dashboard: one router for each, in the order of the navigation."""

from __future__ import annotations

from typing import Final

from dragoman.dashboard.accounts import pages as accounts
from dragoman.dashboard.documents import files
from dragoman.dashboard.documents import pages as documents
from dragoman.dashboard.page import assets
from dragoman.dashboard.profile import pages as profile
from dragoman.dashboard.sign_in import pages as sign_in
from dragoman.dashboard.start import pages as start
from dragoman.dashboard.translate import pages as translate

ROUTERS: Final = (
    assets.router,
    start.router,
    sign_in.router,
    translate.router,
    files.router,
    documents.router,
    accounts.router,
    profile.router,
)
