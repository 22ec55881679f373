"""Ctrl-C and SIGTERM: nothing half written, and what goes on is told with the command that gets it."""

from __future__ import annotations

import itertools
import signal
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.client.commands.conftest import CommandLine, pointed_at
from tests.client.scripted_server import Asked, Told, scripted, told
from tests.waiting import CEILING, wait_until

PAIR = ("--from", "en", "--to", "es")


class SlowDownload(BaseHTTPRequestHandler):
    """Documents that are translated at once, and whose downloads stop in the middle."""

    protocol_version = "HTTP/1.1"
    jobs = itertools.count(1)  # one step for all threads: no two requests get the same number

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.path == "/oauth2/token":
            self._answer(b'{"access_token": "t", "expires_in": 300}')
            return
        self._answer(b'{"jobId": "job-%d"}' % next(self.jobs))

    def do_GET(self) -> None:
        if not self.path.endswith("/download"):
            job = self.path.rpartition("/")[2].encode()
            self._answer(
                b'{"jobId":"%s","source":"en","target":"es","fileName":"a","status":"SUCCESS"}' % job
            )
            return
        self.send_response(200)
        self.send_header("Content-Length", "1000000")
        self.end_headers()
        while not self.server.ends.wait(0.05):  # type: ignore[attr-defined]
            self.wfile.write(b"half")  # slowly, so that it is never whole
            self.wfile.flush()

    def _answer(self, content: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "sigterm"])
@pytest.mark.parametrize("count", [1, 3])
def test_downloads_that_are_interrupted_leave_no_file(
    nobody: CommandLine, number: signal.Signals, count: int
) -> None:
    SlowDownload.jobs = itertools.count(1)
    names = {f"{place}.txt" for place in range(count)}
    for name in names:
        (nobody.folder / name).write_text("The house.")
    server = ThreadingHTTPServer(("127.0.0.1", 0), SlowDownload)
    server.daemon_threads = True
    server.ends = threading.Event()  # type: ignore[attr-defined]
    server.handle_error = lambda *_: None  # type: ignore[method-assign,assignment]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        command = pointed_at(nobody, f"http://127.0.0.1:{server.server_address[1]}")
        words = [word for name in sorted(names) for word in ("-f", name)]
        process = command.start("translate", *words, *PAIR)
        wait_until(lambda: len(list(nobody.folder.glob(".*.part"))) == count)
        process.send_signal(number)
        _, said = process.communicate(timeout=CEILING)
    finally:
        server.ends.set()  # type: ignore[attr-defined]
        server.shutdown()
        thread.join()
        server.server_close()
    assert process.returncode == 130
    for place in range(1, count + 1):
        assert f"dragoman document download job-{place}" in said
    assert {path.name for path in nobody.folder.iterdir() if path.is_file()} == names
    assert "Traceback" not in said


def test_a_draft_of_a_project_is_taken_back(nobody: CommandLine) -> None:
    """Ctrl-C while files are sent: what is ordered is the whole, or nothing."""
    arrived, goes_on = threading.Event(), threading.Event()
    record = {"id": 17, "title": "a", "status": "Draft"}

    def script(asked: Asked) -> Told:
        if asked.path.endswith("/files"):
            arrived.set()
            goes_on.wait(CEILING)
        return told(record, 201) if asked.method == "POST" else Told(status=204)

    (nobody.folder / "a.txt").write_text("The house.")
    with scripted(script) as server:
        words = ("project", "create", "a.txt", *PAIR, "--service", "3", "--start")
        process = pointed_at(nobody, server.url).start(*words)
        assert arrived.wait(CEILING)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=CEILING)
        goes_on.set()
        assert [one.path for one in server.asked if one.method == "DELETE"] == ["/project/v1/projects/17"]
        assert not server.of("/project/v1/projects/17/do-start")
    assert process.returncode == 130
    assert said == "Interrupted.\n"


def test_a_download_that_is_cut_is_got_again(nobody: CommandLine) -> None:
    record = {"jobId": "j", "source": "en", "target": "es", "fileName": "a.txt", "status": "SUCCESS"}
    downloads = 0

    def script(asked: Asked) -> Told:
        nonlocal downloads
        if not asked.path.endswith("/download"):
            return told(record)
        downloads += 1
        return Told(body=b"x" * 1000, cut=400 if downloads < 3 else None)

    with scripted(script) as server:
        pointed_at(nobody, server.url).ok("document", "download", "j", "-o", "r.txt")
    assert downloads == 3
    assert {path.name for path in nobody.folder.iterdir() if path.is_file()} == {"r.txt"}
    assert (nobody.folder / "r.txt").read_bytes() == b"x" * 1000
