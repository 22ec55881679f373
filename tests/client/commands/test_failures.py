"""What goes wrong is a message and an exit status: each kind of failure its own."""

from __future__ import annotations

import json
import os
import subprocess

import pytest

from tests.client.commands.conftest import PROGRAM, CommandLine, pointed_at
from tests.client.scripted_server import Asked, Told, scripted, told
from tests.client.servers import any_server

WORDS = ("translate", "The house.", "--from", "en", "--to", "es")


def test_without_credentials(nobody: CommandLine) -> None:
    done = nobody.run(*WORDS)
    assert (done.returncode, done.stdout) == (3, "")
    assert "run: dragoman login" in done.stderr
    done = nobody.run(*WORDS, "--url", "http://127.0.0.1:1")
    assert (done.returncode, "Credentials are missing" in done.stderr) == (3, True)


@pytest.mark.parametrize(
    ("url", "status", "said"),
    [
        ("http://127.0.0.1:1", 4, "Nothing answers at http://127.0.0.1:1. Is the service running there?"),
        ("http://no-such-host.invalid", 4, "There is no host of the name in http://no-such-host.invalid"),
        ("localhost:8080", 1, "'localhost:8080' is not the address of a service. Write it like"),
    ],
)
def test_a_wrong_address(nobody: CommandLine, url: str, status: int, said: str) -> None:
    done = pointed_at(nobody, url).run(*WORDS)
    assert (done.returncode, done.stdout) == (status, "")
    assert said in done.stderr


def test_a_wrong_secret(customer: CommandLine) -> None:
    environment = {**customer.environment, "DRAGOMAN_CLIENT_SECRET": "wrong-8a1"}
    done = CommandLine(folder=customer.folder, environment=environment).run(*WORDS)
    assert done.returncode == 3
    assert "Check the client id and the client secret" in done.stderr
    assert "wrong-8a1" not in done.stderr


@pytest.mark.parametrize(
    ("answer", "status", "said"),
    [
        (told({"detail": "slow down"}, 429, Retry_After="3600"), 1, "slow down"),
        (told({"detail": "starting"}, 503, Retry_After="3600"), 4, "starting"),
        (told({"detail": "lacks the scope"}, 403), 3, "lacks the scope"),
        (told({"detail": "Language pair (en -> xx) is not supported"}, 422), 1, "is not supported"),
        (
            Told(status=200, body=b"<html>Sign in</html>", headers={"Content-Type": "text/html"}),
            1,
            "text/html instead of JSON",
        ),
    ],
    ids=["429", "503", "403", "422", "html"],
)
def test_what_a_server_refuses(nobody: CommandLine, answer: Told, status: int, said: str) -> None:
    with scripted(lambda _: answer) as server:
        done = pointed_at(nobody, server.url).run(*WORDS)
    assert (done.returncode, done.stdout) == (status, "")
    assert said in done.stderr


def test_a_token_that_ends_in_the_middle(nobody: CommandLine) -> None:
    calls = 0

    def script(asked: Asked) -> Told:
        nonlocal calls
        calls += 1
        if asked.headers["authorization"] == "Bearer token-0" and calls > 2:
            return told({"detail": "expired"}, 401)
        return told({"translations": [{"translation": "x"}] * len(asked.json["segments"])})

    with scripted(script) as server:
        lines = "\n".join(f"line {number}" for number in range(500))
        found = pointed_at(nobody, server.url).ok("translate", "--from", "en", "--to", "es", stdin=lines)
    assert found == "x\n" * 500


@any_server
def test_a_lone_surrogate_of_an_argument(customer: CommandLine) -> None:
    done = subprocess.run(
        [*PROGRAM, "translate", b"caf\xe9", "--from", "en", "--to", "es"],
        env=customer.variables,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Text 1 is not UTF-8 (character 4)" in done.stderr.decode()


def run_bytes(command: CommandLine, *words: bytes | str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*PROGRAM, *words],
        cwd=command.folder,
        env=command.variables,
        capture_output=True,
        check=False,
    )


def test_a_file_whose_name_is_not_utf_8(nobody: CommandLine) -> None:
    """Its result has the same bytes in its name, on standard output too; JSON has them escaped."""
    sent: list[bytes] = []

    def script(asked: Asked) -> Told:
        if asked.method == "POST":
            sent.append(asked.body)
            return told({"jobId": "j"}, 202)
        if asked.path.endswith("/download"):
            return Told(body=b"made")
        record = {"jobId": "j", "source": "en", "target": "es", "fileName": "x", "status": "SUCCESS"}
        return told(record)

    folder = os.fsencode(nobody.folder)
    with open(folder + b"/caf\xe9.txt", "wb") as file:  # noqa: PTH123 - a name of bytes
        file.write(b"The house.")
    with scripted(script) as server:
        command = pointed_at(nobody, server.url)
        words = ("translate", "-f", b"caf\xe9.txt", "--from", "en", "--to", "es")
        done = run_bytes(command, *words)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"caf\xe9.es.txt\n", b"")
        found = json.loads(run_bytes(command, *words, "--json").stdout)
    names = {os.fsencode(path.name) for path in nobody.folder.iterdir() if path.is_file()}
    assert names == {b"caf\xe9.es.txt", b"caf\xe9.txt"}
    assert found[0]["output"] == "caf\udce9.es.txt"
    assert 'filename="caf\N{REPLACEMENT CHARACTER}.txt"'.encode() in sent[0]


def test_a_title_that_is_not_utf_8(nobody: CommandLine) -> None:
    with scripted(lambda _: told({})) as server:
        done = run_bytes(pointed_at(nobody, server.url), "memory", "create", b"caf\xe9")
    assert (done.returncode, b"An argument is not UTF-8." in done.stderr) == (1, True)
    assert b"Traceback" not in done.stderr


@any_server
@pytest.mark.parametrize(("words", "place"), [((), "line 2"), (("--whole",), "byte 15")])
def test_standard_input_that_is_not_utf_8(customer: CommandLine, words: tuple[str, ...], place: str) -> None:
    done = customer.run("translate", "--from", "en", "--to", "es", *words, stdin=b"The house.\ncaf\xe9\n")
    assert done.returncode == 1
    assert f"Standard input is not UTF-8 ({place})" in done.stderr


@any_server
def test_a_file_that_is_missing(customer: CommandLine) -> None:
    done = customer.run("translate", "-f", "missing.docx", "--from", "en", "--to", "es")
    assert (done.returncode, "There is no file missing.docx." in done.stderr) == (1, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("trnslate",), "Did you mean 'translate'"),
        (("translate", "--form", "en"), "Did you mean"),
        (("project", "craete"), "Did you mean 'create'"),
        (("translate", "x"), "Missing option '--to'"),
    ],
)
def test_wrong_usage_says_what_was_meant(nobody: CommandLine, words: tuple[str, ...], said: str) -> None:
    done = nobody.run(*words)
    assert done.returncode == 2
    assert said in done.stderr


def test_control_characters_of_a_server_do_not_reach_the_terminal(nobody: CommandLine) -> None:
    answer = told({"detail": "bad \x1b[31mred\x1b[0m thing"}, 422)
    with scripted(lambda _: answer) as server:
        done = pointed_at(nobody, server.url).run(*WORDS)
    assert "\x1b" not in done.stderr
    assert "red" in done.stderr
