"""`make serve`, and the README's lines as they are printed."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from scripts.demo import FIRST_CALLS, Credentials, fetch_token, read_credentials, write_credentials
from scripts.demo_content import open_client
from tests.live import free_port
from tests.waiting import CEILING, wait_until

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@contextmanager
def serving(folder: Path, port: int) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the service as `make serve` does, in a folder of its own; gives the process and what it printed."""
    log = folder / "log"
    with log.open("w", encoding="utf-8") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "scripts.serve"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "DRAGOMAN_PORT": str(port)},
            stderr=file,
            text=True,
        )
    try:
        yield process, _wait_for_introduction(process, log)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=CEILING)


def _wait_for_introduction(process: subprocess.Popen[str], log: Path) -> str:
    def read() -> str:
        said = log.read_text(encoding="utf-8")
        assert process.poll() is None, said
        return said

    return wait_until(read, lambda said: "Ctrl+C" in said)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("serve")


def test_the_readme_begins_with_the_commands_and_has_the_lines_that_are_printed() -> None:
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    commands = [line.partition("#")[0].strip() for line in blocks[0].splitlines()]
    assert commands[1:] == ["make serve", "make test"]
    assert tuple(blocks[1].splitlines()) == tuple(FIRST_CALLS)


def test_the_lines_of_the_readme_work_as_printed(folder: Path) -> None:
    lines = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)[1]
    with serving(folder, free_port()) as (process, said):
        assert all(line in said for line in FIRST_CALLS)
        done = subprocess.run(["sh", "-ec", lines], cwd=folder, capture_output=True, text=True, check=True)
        catalan, spanish, pairs = _json_values(done.stdout)
        (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
        assert len(example.strip().splitlines()) <= 5
        program = f". .dragoman/demo.env; exec {sys.executable} -c {shlex.quote(example)}"
        printed = subprocess.run(
            ["sh", "-ec", program], cwd=folder, capture_output=True, text=True, check=True
        )
        assert printed.stdout == "La <b>casa roja</b> es grande.\n"
        texts = [item["translation"] for answer in (catalan, spanish) for item in answer["translations"]]
        assert texts == [
            "La <b>casa vermella</b> és gran i té {count} finestres.",
            "La <b>casa roja</b> es grande.",
        ]
        quality = {(pair["source"], pair["target"]): pair["quality"] for pair in pairs}
        assert (quality["es", "ca"], quality["en", "es"]) == ("high", "gist")
        kept = read_credentials(folder / ".dragoman/demo.env")
        assert kept is not None
        assert all(line in said for line in (kept.email, kept.password, "/ui/welcome/", "/ui/sign-in"))
        content = _content(folder)
        assert content == {
            "units": [300],
            "forbidden": 6,
            "projects": [["demo-running", "Active"], ["demo-delivered", "Finished"]],
            "people": 2,  # the account came with one
            "isUsed": True,
        }
        (folder / "content.json").write_text(json.dumps(content), encoding="utf-8")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=CEILING) == 0


def test_a_second_start_keeps_the_database_and_the_credentials(folder: Path) -> None:
    file = folder / ".dragoman/demo.env"
    before = read_credentials(file)
    assert before is not None
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    (version,) = folder.rglob("cluster/PG_VERSION")
    made = version.stat()
    with serving(folder, free_port()) as (process, said):
        assert read_credentials(file) == before
        assert before.client_id in said
        assert version.stat().st_ino == made.st_ino
        kept = json.loads((folder / "content.json").read_text(encoding="utf-8"))
        assert _content(folder) == kept
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=CEILING) == 0


def test_a_port_in_use_is_said_with_what_to_do(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "scripts.serve"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), "DRAGOMAN_PORT": str(port)},
            capture_output=True,
            text=True,
            timeout=CEILING,
            check=False,
        )
    assert done.returncode == 1
    assert f"Cannot listen on 127.0.0.1 port {port}" in done.stderr
    assert "DRAGOMAN_PORT=" in done.stderr


def test_credentials_survive_characters_that_mean_something_to_a_shell(tmp_path: Path) -> None:
    credentials = Credentials(client_id="it's", client_secret='a b$c`d"e#f')
    write_credentials(tmp_path / "demo.env", credentials, url="http://127.0.0.1:1")
    assert read_credentials(tmp_path / "demo.env") == credentials
    printed = subprocess.run(
        ["sh", "-c", '. ./demo.env; printf %s "$CLIENT_SECRET"'],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert printed.stdout == credentials.client_secret


def _content(folder: Path) -> dict[str, Any]:
    """What the demo account has."""
    file = folder / ".dragoman/demo.env"
    url = re.search("^URL=(.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    credentials = read_credentials(file)
    assert url is not None
    assert credentials is not None
    token = fetch_token(url[1], credentials)
    assert token is not None
    with open_client(url[1], token) as client:

        def read(path: str) -> Any:
            return client.get(f"/project/v1{path}").raise_for_status().json()

        memory = next(one["id"] for one in read("/translation-memories") if not one["primary"])
        (base,) = read("/term-bases")
        concepts = read(f"/term-bases/{base['id']}/concepts?limit=100")["concepts"]
        imports = read(f"/translation-memories/{memory}/imports")["imports"]
        return {
            "units": [one["added"] for one in imports],
            "forbidden": sum(term["status"] == "forbidden" for one in concepts for term in one["terms"]),
            "projects": [
                [one["externalId"], one["status"]] for one in read("/projects?sort=-id")["projects"]
            ],
            "people": len(read("/users")),
            "isUsed": read("/usage")["total"]["characters"] > 0,
        }


def _json_values(text: str) -> list[object]:
    decoder, values = json.JSONDecoder(), []
    text = text.strip()
    while text:
        value, end = decoder.raw_decode(text)
        values.append(value)
        text = text[end:].lstrip()
    return values
