"""Pages of errors: what they say is for people, in their language."""

from __future__ import annotations

from pathlib import Path

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


@pytest.mark.parametrize("path", ["/ui/translate/files", "/ui/projects/new/1", "/ui/profile"])
def test_a_form_without_files_is_no_longer_where_files_could_be(dashboard: Dashboard, path: str) -> None:
    shown = dashboard.sign_in("orderer").post(path, {"source": "é" * 400_000})  # six characters each
    assert (shown.status, shown.title) == (422, "This cannot be done")
    assert "The body is larger than 2097152 bytes." in shown.words


@pytest.mark.parametrize("role", ["", "linguist"])
def test_files_of_those_who_may_not_send_them_are_not_stored(dashboard: Dashboard, role: str) -> None:
    browser = dashboard.sign_in(role) if role else dashboard.open_browser()
    browser.get("/ui/sign-in")
    before = _written(dashboard)
    sent = browser.post("/ui/projects/new/1", files={"files": ("a.txt", b"x" * 20_000_000, "text/plain")})
    assert sent.status == (403 if role else 401)
    assert _written(dashboard) - before < 10_000_000


def _written(dashboard: Dashboard) -> int:
    """The bytes that the service has written, to files and connections."""
    assert dashboard.live.process is not None
    counts = Path(f"/proc/{dashboard.live.process.pid}/io").read_text(encoding="ascii")
    return int(counts.partition("wchar: ")[2].partition("\n")[0])
