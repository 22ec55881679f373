"""A small page with one field of the editor, over HTTP, with the policy of the product's pages."""

from __future__ import annotations

import mimetypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page

from dragoman.dashboard.page.rendering import POLICY
from scripts.setup.project import ROOT
from tests.dashboard.chromium import window

STATIC: Final = ROOT / "src/dragoman/dashboard/static"
_HERE: Final = Path(__file__).parent
_PAGES: Final = {f"/{name}": _HERE / name for name in ("field_page.html", "field_page.js", "field_page.css")}


class _Files(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        """Answer with a file of the product, or of these tests."""
        path = _PAGES.get(self.path) or STATIC / self.path.removeprefix("/static/")
        if not path.is_file():
            self.send_error(404)
            return
        body = path.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", f"{mimetypes.guess_type(path.name)[0]}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def served() -> Iterator[str]:
    """The address of the page's server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Files)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class FieldPage:
    """The page in a window."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.goto("/field_page.html")
        page.wait_for_function("document.documentElement.dataset.ready === 'yes'")
        self.cdp = page.context.new_cdp_session(page)

    def __getattr__(self, name: str) -> Any:
        """A function of `field_page.js`."""
        return partial(self.call, name)

    def call(self, name: str, *values: Any) -> Any:
        """Call a function of the page, such as `codes.parse`."""
        return self.page.evaluate(
            "([name, values]) => name.split('.').reduce((one, key) => one[key], window.tests)(...values)",
            [name, list(values)],
        )

    def open(self, source: str, value: str, direction: str = "ltr", language: str = "en") -> dict[str, Any]:
        """Make the field anew."""
        options = {"source": source, "value": value, "direction": direction, "language": language}
        return dict(self.call("open", options))

    @property
    def value(self) -> str:
        return str(self.state()["value"])

    def press(self, *keys: str) -> dict[str, Any]:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)
        return dict(self.state())

    def type(self, text: str) -> dict[str, Any]:
        """Type a text."""
        self.page.keyboard.type(text)
        return dict(self.state())

    def compose(self, *texts: str, commit: bool = True) -> dict[str, Any]:
        """Compose a text as an input method does, the last of these in the end; or give it up."""
        for text in texts:
            place = {"selectionStart": len(text), "selectionEnd": len(text)}
            self.cdp.send("Input.imeSetComposition", {"text": text, **place})
        if commit:
            self.cdp.send("Input.insertText", {"text": texts[-1]})
        else:
            self.cdp.send("Input.imeSetComposition", {"text": "", "selectionStart": 0, "selectionEnd": 0})
        return dict(self.state())


@contextmanager
def opened_page(browser: Browser, **options: Any) -> Iterator[FieldPage]:
    """The page in a window of its own."""
    with served() as url, window(browser, url, **options) as page:
        yield FieldPage(page)
