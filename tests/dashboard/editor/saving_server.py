"""A small service with the editor's saves and changes, which tests kill; `python -m` runs it.

Every change is a line of its journal before it is answered, so that a killed one goes on where it was. What
it is told at `/control` (delays, dropped answers, refusals, sessions, edits of others) is forgotten with it.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

BASE = "/ui/projects/1/t/1"
HERE = Path(__file__).parent
SCRIPTS = HERE.parents[2] / "src/dragoman/dashboard/static/editor"
# The last two repeat the one before them.
SOURCES = ["One.", "Two.", "Three.", "Four.", "Five.", "Again.", "Again.", "Again."]
KINDS = {".js": "text/javascript", ".html": "text/html; charset=utf-8"}


class Segments:
    """The translation: every change of it is in the journal."""

    def __init__(self, journal: Path) -> None:
        self.lock = threading.Lock()
        self.rows: list[dict[str, Any]] = [
            {"number": n, "source": source, "target": None, "status": "new", "version": 0}
            for n, source in enumerate(SOURCES)
        ]
        self.version = 0
        for line in journal.read_text().splitlines() if journal.exists() else []:
            self._apply(json.loads(line))
        self._journal = os.open(journal, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def _apply(self, change: dict[str, Any]) -> None:
        self.version = change["version"]
        for number in change["numbers"]:
            self.rows[number].update(
                target=change["target"], status=change["status"], version=change["version"]
            )

    def change(self, numbers: list[int], target: str, status: str, *, kind: str) -> int:
        change = {
            "version": self.version + 1, "numbers": numbers, "target": target, "status": status, "kind": kind,
        }  # fmt: skip
        os.write(self._journal, (json.dumps(change) + "\n").encode())
        self._apply(change)
        return self.version

    def save(self, number: int, body: dict[str, Any], expected: int) -> tuple[int, dict[str, Any]]:
        with self.lock:
            row = self.rows[number]
            target, status = body["target"], body["status"]
            is_new = (row["target"], row["status"]) != (target, status)
            propagated: list[int] = []
            revision = None
            if is_new and expected != row["version"]:
                return 409, {"code": "SEGMENT_CHANGED", "detail": "It was changed.", "current": dict(row)}
            if is_new:
                self.change([number], target, status, kind="edited")
                propagated = self._repetitions(number, body)
            if propagated:
                revision = self.change(propagated, target, "translated", kind="propagated")
            answer = {"segment": dict(row), "propagated": propagated, "propagatedVersion": revision}
            return 200, {**answer, "version": self.version, "findings": []}

    def _repetitions(self, number: int, body: dict[str, Any]) -> list[int]:
        kept = {"none": None, "untouched": {"new"}, "unconfirmed": {"new", "translated"}}[body["propagate"]]
        return [
            row["number"]
            for row in self.rows
            if row["number"] != number
            and row["source"] == self.rows[number]["source"]
            and row["status"] in (kept or ())
            and row["target"] != body["target"]
        ]


class Saving(ThreadingHTTPServer):
    """The service, with what it was told."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port: int, journal: Path, policy: str) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.policy = policy
        self.segments = Segments(journal)
        self.session: str | None = "first"
        self.person = "7"
        self.delay = 0.0  # before a save is stored
        self.late = 0.0  # after it is stored
        self.poll_delay = 0.0
        self.drop = 0  # answers of the next saves
        self.refuse: list[dict[str, Any]] = []  # answers instead of the next saves
        self.locked: list[int] = []
        self.busy = 0
        self.seen: dict[str, Any] = {"saves": 0, "polls": [], "most": 0, "tabs": [], "versions": []}

    def control(self, orders: dict[str, Any]) -> dict[str, Any]:
        for edit in orders.pop("edits", []):
            self.segments.change([edit["number"]], edit["target"], edit["status"], kind="other")
        for name, value in orders.items():
            setattr(self, name, value)
        return {"rows": self.segments.rows, "seen": self.seen}

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients go away all the time."""


class Handler(BaseHTTPRequestHandler):
    server: Saving
    protocol_version = "HTTP/1.1"

    def log_message(self, *args: Any) -> None:
        """Tests read the journal."""

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        if address.path == f"{BASE}/changes":
            return self._poll({name: values[0] for name, values in parse_qs(address.query).items()})
        if address.path == BASE:
            data = json.dumps(self._data()).replace("<", "\\u003c")
            return self._send(200, PAGE.replace("DATA", data).encode(), KINDS[".html"])
        file = (HERE if address.path == "/page/saving_page.js" else SCRIPTS) / Path(address.path).name
        if not file.exists() or file.suffix not in KINDS:
            return self._json(404, {"code": "NOT_FOUND"})
        return self._send(200, file.read_bytes(), KINDS[file.suffix])

    def _data(self) -> dict[str, Any]:
        segments = self.server.segments
        names = {"csrf": f"csrf-{self.server.session}", "person": self.server.person}
        return {"base": BASE, **names, "segments": segments.rows, "version": segments.version}

    def _poll(self, query: dict[str, str]) -> None:
        self.server.busy += 1
        self.server.seen["most"] = max(self.server.seen["most"], self.server.busy)
        self.server.seen["polls"].append(query)
        time.sleep(self.server.poll_delay)
        self.server.busy -= 1
        if self.server.session is None:
            self._json(401, {"code": "SESSION_ENDED"})
            return
        segments = self.server.segments
        changed = [row for row in segments.rows if row["version"] > int(query["since"])]
        self._json(200, {"version": segments.version, "segments": changed, "editors": []})

    def do_POST(self) -> None:
        self._json(200, self.server.control(self._read()))

    def _read(self) -> Any:
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))

    def do_PUT(self) -> None:
        body, number, server = self._read(), int(self.path.rpartition("/")[2]), self.server
        server.seen["saves"] += 1
        server.seen["tabs"].append(body["window"])
        time.sleep(server.delay)
        refused = self._refuse(number)
        if refused:
            self._json(refused["status"], refused.get("body", {}), refused.get("headers", {}))
            return
        status, answer = server.segments.save(number, body, int(self.headers["If-Match"].strip('"')))
        time.sleep(server.late)
        if server.drop:
            server.drop -= 1
            self.close_connection = True
            self.connection.close()
        else:
            self._json(status, answer)

    def _refuse(self, number: int) -> dict[str, Any] | None:
        if self.server.session is None:
            return {"status": 401, "body": {"code": "SESSION_ENDED"}}
        if self.headers["X-CSRF-Token"] != f"csrf-{self.server.session}":
            return {"status": 403, "body": {"code": "REQUEST_FORGED", "detail": "An earlier session."}}
        if number in self.server.locked:
            return {"status": 409, "body": {"code": "SEGMENT_LOCKED", "detail": "It is locked."}}
        return self.server.refuse.pop(0) if self.server.refuse else None

    def _json(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        self._send(status, json.dumps(body).encode(), "application/json", headers)

    def _send(self, status: int, body: bytes, kind: str, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        policy = {"Content-Security-Policy": self.server.policy, "Cache-Control": "no-store"}
        for name, value in {"Content-Type": kind, **policy, **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Saving</title>
<script type="module" src="/page/saving_page.js"></script></head><body><main id="segments"></main>
<script type="application/json" id="data">DATA</script></body></html>"""


if __name__ == "__main__":
    Saving(int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]).serve_forever()
