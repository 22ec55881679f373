"""The dashboard as one interface of the service: its prefix, and how its errors are answered."""

from __future__ import annotations

from typing import Final

from dragoman.dashboard.page.errors import answer_page_error
from dragoman.http.route_policy import ErrorStyle, Interface

DASHBOARD: Final = Interface(
    prefix="/ui", scope=None, bucket=None, errors=ErrorStyle.TEXT, answer_error=answer_page_error
)
