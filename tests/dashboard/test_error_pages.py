"""Pages of errors: what they say is for people, in their language."""

from __future__ import annotations

import pytest

from tests.dashboard.browser import Dashboard


@pytest.mark.parametrize(
    ("language", "title", "text"),
    [
        ("en", "There is nothing here", "There is no page at this address."),
        ("de", "Hier ist nichts", "Unter dieser Adresse gibt es keine Seite."),
        ("ar", "لا يوجد شيء هنا", "لا توجد صفحة في هذا العنوان."),
    ],
)
def test_an_address_without_a_page_is_answered_in_the_readers_words(
    dashboard: Dashboard, language: str, title: str, text: str
) -> None:
    shown = dashboard.open_browser(**{"Accept-Language": language}).get("/ui/nowhere")
    assert (shown.status, shown.title) == (404, title)
    assert text in shown.words
    assert "GET" not in shown.words
