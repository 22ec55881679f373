"""`dragoman login` with a code, as a process: at the mock, at older servers, on a terminal, interrupted."""

from __future__ import annotations

import os
import pty
import signal
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from dragoman_client.mock import MockServer
from dragoman_client.profiles import profiles_path
from tests.client.commands.conftest import PROGRAM, CommandLine
from tests.client.scripted_server import Asked, Told, scripted, told
from tests.waiting import CEILING

PAGE = "https://mt.example.com/ui/device"


@pytest.fixture
def mock() -> Iterator[MockServer]:
    with MockServer() as running:
        yield running


class Terminal:
    """A command on a terminal."""

    def __init__(self, command: CommandLine, *words: str, **environment: str) -> None:
        self._own, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [*PROGRAM, *words],
            cwd=command.folder,
            env={**command.variables, **environment},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self.shown = ""

    def read_until(self, text: str) -> None:
        """Read what is shown until it has a text, or to the end."""
        while text not in self.shown:
            try:
                part = os.read(self._own, 4096)
            except OSError:  # the end, on Linux
                break
            if not part:
                break
            self.shown += part.decode()
        assert text in self.shown, self.shown

    def type(self, line: str) -> None:
        os.write(self._own, f"{line}\n".encode())

    def end(self) -> int:
        status = self.process.wait(CEILING)
        os.close(self._own)
        return status


def metadata(asked: Asked, url: str) -> Told:
    """The metadata of a service whose token endpoint the test's script answers."""
    assert asked.path == "/.well-known/oauth-authorization-server"
    return told(
        {
            "issuer": url,
            "token_endpoint": f"{url}/poll",
            "device_authorization_endpoint": f"{url}/codes",
        }
    )


def denying(asked: Asked) -> Told:
    """A service where a person denies, and whose page is far away."""
    if asked.path == "/codes":
        codes = {"device_code": "d-secret", "user_code": "BCDF-GHJK", "verification_uri": PAGE}
        return told({**codes, "expires_in": 600, "interval": 0.1})
    if asked.path == "/poll":
        return told({"error": "access_denied", "error_description": "The request was denied."}, 400)
    return metadata(asked, f"http://{asked.headers['host']}")


def waiting(asked: Asked) -> Told:
    """A service where nobody decides."""
    if asked.path == "/poll":
        return told({"error": "authorization_pending", "error_description": "Wait."}, 400)
    return denying(asked)


def test_an_approved_code_is_kept_and_used(nobody: CommandLine, mock: MockServer) -> None:
    done = nobody.run("login", mock.url, "--device", "--profile", "work", "--scope", "translate reference")
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    page, code = (line.strip() for line in done.stderr.splitlines() if line.startswith("    "))
    assert page == f"{mock.url}/ui/device"
    assert (len(code), code[4]) == (9, "-")
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"Logged in to {mock.url} to account ")
    assert last.endswith("as profile 'work'.")
    path = profiles_path(nobody.variables)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    shown = nobody.json("whoami", "--profile", "work")
    assert shown["claims"]["scope"] == "translate reference"
    assert shown["claims"]["client_id"] != mock.client_id
    asked = next(one for one in mock.requests if one.path == "/oauth2/device_authorization")
    assert b"device_name=" in asked.body
    secret = path.read_text(encoding="utf-8").split('"client_secret": "')[1].split('"')[0]
    assert secret not in done.stderr


def test_what_was_denied_keeps_nothing(nobody: CommandLine) -> None:
    with scripted(denying) as server:
        done = nobody.run("login", server.url, "--device")
    assert (done.returncode, "The login was denied. (access_denied" in done.stderr) == (3, True)
    assert (PAGE in done.stderr, "BCDF-GHJK" in done.stderr, "d-secret" in done.stderr) == (True, True, False)
    assert not profiles_path(nobody.variables).exists()


def test_ctrl_c_while_it_waits_keeps_nothing(nobody: CommandLine) -> None:
    with scripted(waiting) as server:
        running = nobody.start("login", server.url, "--device")
        assert running.stderr is not None
        while "Waiting for up to 10 minutes" not in running.stderr.readline():
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=CEILING)
    assert (running.returncode, errors) == (130, "Interrupted.\n")
    assert not profiles_path(nobody.variables).exists()


def test_a_server_without_codes_says_what_to_do(nobody: CommandLine) -> None:
    with scripted(lambda _: told({"detail": "Not found."}, 404)) as server:
        done = nobody.run("login", server.url, "--device")
    assert (done.returncode, "has no login with a code. Leave out --device" in done.stderr) == (1, True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--device", "--client-id", "x"], "--device takes the place"),
        (["--device", "--token-stdin"], "--device takes the place"),
        (["--device", "--with-secret"], "--device takes the place"),
        (["--with-secret", "--scope", "translate"], "--scope is for a login with a code"),
        ([], "there is no terminal to ask on"),
    ],
)
def test_options_that_exclude_each_other(
    nobody: CommandLine, mock: MockServer, words: list[str], message: str
) -> None:
    done = nobody.run("login", mock.url, *words)
    assert (done.returncode, message in done.stderr) == (2, True), done.stderr


def test_on_a_terminal_a_code_is_the_usual_way(nobody: CommandLine, mock: MockServer) -> None:
    terminal = Terminal(nobody, "login", mock.url)
    terminal.read_until("Logged in to")
    assert terminal.end() == 0
    assert "Client id" not in terminal.shown
    assert nobody.json("whoami")["claims"]["scope"] == "translate projects reference"


def test_on_a_terminal_older_servers_and_who_wants_to_are_asked_for_a_secret(
    nobody: CommandLine, mock: MockServer
) -> None:
    with scripted(lambda _: told({"detail": "Not found."}, 404)) as server:
        terminal = Terminal(nobody, "login", server.url)
        terminal.read_until("Client id:")
        terminal.process.kill()
        terminal.end()
    terminal = Terminal(nobody, "login", mock.url, "--with-secret")
    terminal.read_until("Client id:")
    terminal.type(mock.client_id)
    terminal.read_until("Client secret:")
    terminal.type(mock.client_secret)
    terminal.read_until("Logged in to")
    assert terminal.end() == 0
    assert mock.client_secret not in terminal.shown
    assert not [one for one in mock.requests if one.path == "/oauth2/device_authorization"]


@pytest.mark.parametrize(
    ("words", "environment", "is_opened"),
    [
        ([], {"DISPLAY": ":9"}, True),
        ([], {"WAYLAND_DISPLAY": "w"}, True),
        ([], {}, False),
        ([], {"DISPLAY": ":9", "SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}, False),
        (["--no-browser"], {"DISPLAY": ":9"}, False),
    ],
)
def test_the_page_is_opened_where_a_browser_can_be_shown(
    nobody: CommandLine, mock: MockServer, words: list[str], environment: dict[str, str], is_opened: bool
) -> None:
    browser, opened = nobody.folder / "browser", nobody.folder / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n', encoding="utf-8")
    browser.chmod(0o755)
    terminal = Terminal(nobody, "login", mock.url, *words, **environment, BROWSER=str(browser))
    terminal.read_until("Logged in to")
    assert terminal.end() == 0
    assert _read(opened).startswith(f"{mock.url}/ui/device?user_code=" if is_opened else "")
    assert opened.exists() is is_opened


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""
