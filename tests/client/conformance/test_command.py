"""`dragoman conform` as a process: exit statuses, the table, JSON, the list, and what goes wrong."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from dragoman_client.conformance import CheckedTarget, Need, all_checks
from tests.client.commands.conftest import CommandLine
from tests.client.conformance.conftest import credentials
from tests.client.conformance.proxy import Exchange, running_proxy
from tests.live import LiveService, free_port
from tests.waiting import CEILING, wait_until


@pytest.fixture
def command(tmp_path: Path, variables: dict[str, str]) -> CommandLine:
    return CommandLine(folder=tmp_path, environment=variables)


@pytest.fixture
def nobody(tmp_path: Path) -> CommandLine:
    return CommandLine(folder=tmp_path)


def test_all_that_passes_is_0_with_a_table_of_80_columns(live: LiveService, command: CommandLine) -> None:
    done = command.run("conform", f"{live.url}/", "--only", "A2,T8,E6")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["clause", "result", "time"]
    assert [line[:3].strip() for line in lines[1:5]] == ["A2", "T8", "E2", "E6"]
    assert lines[1].startswith("A2   The token reply has its fields                      passed 2  ")
    assert max(map(len, lines)) <= 80
    assert lines[-1].startswith("7 checks of 4 clauses in ")
    assert lines[-1].endswith(" s: 7 passed, 0 failed, 0 not checked.")


def test_what_is_not_checked_is_listed_with_its_need(live: LiveService, nobody: CommandLine) -> None:
    done = nobody.run("conform", live.url, "--only", "O1,T8")
    assert done.returncode == 0
    assert "  3: needs credentials of a customer's application" in done.stdout
    assert done.stdout.rstrip().endswith("2 passed, 0 failed, 3 not checked.")
    assert "not checked 3" in done.stdout


def test_a_failure_is_1_with_what_was_expected_and_what_came(live: LiveService, command: CommandLine) -> None:
    def distort(exchange: Exchange) -> None:
        if exchange.path == "/v2/languages/detect":
            exchange.set_json({"code": "x\x1b[31m"})

    with running_proxy(live.url, answer=distort) as proxy:
        done = command.run("conform", proxy.url, "--only", "languages.detected")
        shown = json.loads(command.run("conform", proxy.url, "--only", "languages.detected", "--json").stdout)
    assert done.returncode == 1
    assert "FAILED languages.detected (T8): A text's language is detected: {code}." in done.stdout
    assert "request   POST /v2/languages/detect (X-Request-Id " in done.stdout
    assert '  expected  body: {"code": "en"}' in done.stdout
    assert "  came      " in done.stdout
    assert "\x1b" not in done.stdout
    (check,) = shown["checks"]
    assert (shown["passed"], shown["failed"], shown["notChecked"]) == (0, 1, 0)
    assert (check["name"], check["outcome"], check["request"]) == (
        "languages.detected", "failed", "POST /v2/languages/detect",
    )  # fmt: skip
    assert len(check["requestId"]) == 32
    assert [(one["id"], one["outcome"]) for one in shown["clauses"]] == [("T8", "failed")]


def test_clauses_are_left_out(live: LiveService, command: CommandLine) -> None:
    shown = command.json("conform", live.url, "--only", "A2,T8", "--except", "languages.detected,A2")
    names = {one["name"] for one in shown["checks"]}
    assert names == {"languages.not_detected", "languages.detect_without_text"}


def test_no_orders_are_made_where_they_are_not_wanted(live: LiveService, command: CommandLine) -> None:
    shown = command.json("conform", live.url, "--only", "project_ends.finished", "--no-orders")
    assert shown["checks"][0]["reason"].startswith("needs leave to order machine translations")


def test_the_checks_are_listed_without_a_server(nobody: CommandLine) -> None:
    text = nobody.ok("conform", "--list")
    for one in all_checks():
        assert f"    {one.name}" in text
        assert one.requirement in text
    assert "A5 cannot be checked from outside: it needs an identity provider" in text
    listed = nobody.json("conform", "--list", "--only", "T8")
    assert [one["name"] for one in listed] == [one.name for one in all_checks() if "T8" in one.clauses]
    assert listed[0]["needs"] == ["customer"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "The address of the server is missing"),
        (["translate.example.com"], "is not an address"),
        (["http://u:p@example.com"], "is not an address"),
        (["http://example.com", "--only", "T99"], "There is no clause, group or check 'T99'"),
        (["http://example.com", "--client-id", "app_x"], "DRAGOMAN_CLIENT_SECRET is empty"),
        (["http://example.com", "--client-id", "app_x", "--client-secret-stdin"], "standard input is empty"),
        (["http://example.com", "--unknown"], "No such option"),
    ],
)
def test_wrong_usage_is_2(nobody: CommandLine, words: list[str], message: str) -> None:
    done = nobody.run("conform", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in " ".join(done.stderr.split())


def test_a_secret_from_standard_input(
    live: LiveService, nobody: CommandLine, variables: dict[str, str]
) -> None:
    words = ("--client-id", variables["DRAGOMAN_CLIENT_ID"], "--client-secret-stdin", "--only", "A9")
    done = nobody.run("conform", live.url, *words, stdin=f"{variables['DRAGOMAN_CLIENT_SECRET']}\n")
    assert done.returncode == 0
    assert "1 passed" in done.stdout


def test_a_refused_secret_is_3(live: LiveService, command: CommandLine) -> None:
    wrong = CommandLine(
        folder=command.folder, environment={**command.environment, "DRAGOMAN_CLIENT_SECRET": "wrong-7391"}
    )
    done = wrong.run("conform", live.url)
    assert (done.returncode, done.stdout) == (3, "")
    assert "The server refuses the credentials of a customer's application." in done.stderr
    assert "wrong-7391" not in done.stderr


def test_no_server_is_4(command: CommandLine) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    done = command.run("conform", url)
    assert (done.returncode, done.stdout) == (4, "")
    assert f"There is no server at {url}" in done.stderr


@pytest.mark.parametrize("given", [True, False])
def test_a_server_of_web_pages_is_4(tmp_path: Path, variables: dict[str, str], given: bool) -> None:
    with web_pages() as url:
        done = CommandLine(folder=tmp_path, environment=variables if given else {}).run("conform", url)
    assert (done.returncode, done.stdout) == (4, "")
    assert "is this the base address of a translation server?" in done.stderr


def test_ctrl_c_is_130_and_leaves_nothing(
    live: LiveService, command: CommandLine, variables: dict[str, str]
) -> None:
    application = live.create_application(live.create_account("Interrupted Ltd"), "--rate-limit", "off")
    own = credentials(application)
    environment = {
        **variables,
        "DRAGOMAN_CLIENT_ID": own.client_id,
        "DRAGOMAN_CLIENT_SECRET": own.client_secret,
    }
    interrupted = CommandLine(folder=command.folder, environment=environment)
    with running_proxy(live.url) as proxy:
        process = interrupted.start("conform", proxy.url, "--only", "P,D", "--no-orders")

        def created() -> int:
            return sum(one.status == 201 and one.path == "/project/v1/projects" for one in proxy.exchanges)

        wait_until(lambda: created() >= 2 or process.poll() is not None)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=CEILING)
    assert process.returncode == 130, errors
    assert "Interrupted after " in errors
    assert "What they created was removed." in errors
    with live.client(application) as client:
        left = client.get("/project/v1/project?limit=500").json()["projects"]
        assert {one["status"] for one in left} <= {"Cancelled"}
        assert client.get("/v2/documents").json()["documents"] == []


def test_the_need_of_each_secret_is_a_variable(target: CheckedTarget, variables: dict[str, str]) -> None:
    assert set(target.credentials) == {Need.CUSTOMER, Need.OTHER, Need.STAFF, Need.LIMITED}
    assert len(variables) == 9
    assert target.webhook_secret not in repr(target)
    assert variables["DRAGOMAN_CLIENT_SECRET"] not in repr(target)


@contextmanager
def web_pages() -> Iterator[str]:
    """A server that answers a page of HTML to everything."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("content-length", 0)))
            page = b"<!DOCTYPE html><title>Welcome</title>"
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.send_header("content-length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        do_POST = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
