"""The command `dragoman mock`, the pytest fixture, and what starting and importing cost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from importlib.metadata import entry_points
from pathlib import Path

import httpx2
import pytest

import dragoman_client
import dragoman_client.mock as package
from dragoman_client.mock import Fault, JobPace, MockServer
from tests.live import free_port
from tests.waiting import CEILING

COMMAND = [sys.executable, "-c", "from dragoman_client.commands import main; main()", "mock"]


@pytest.mark.parametrize("sig", [signal.SIGINT, signal.SIGTERM])
def test_the_command_prints_credentials_that_work_and_ends_on_a_signal(sig: signal.Signals) -> None:
    words = ["--port", "0", "--json", "--fault", "429 times=1 path=/v2/usage"]
    with subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        form = {
            "grant_type": "client_credentials",
            "client_id": told["clientId"],
            "client_secret": told["clientSecret"],
        }
        token = httpx2.post(f"{told['url']}/oauth2/token", data=form, timeout=CEILING).json()["access_token"]
        headers = {"Authorization": f"Bearer {token}"}
        statuses = [
            httpx2.get(f"{told['url']}/v2/usage", headers=headers, timeout=CEILING).status_code
            for _ in range(2)
        ]
        process.send_signal(sig)
        assert process.wait(timeout=CEILING) == 0
    assert statuses == [429, 200]
    assert told["webhookSecret"].startswith("whsec_")


def test_the_command_prints_lines_for_the_shell() -> None:
    port = free_port()
    with subprocess.Popen([*COMMAND, "--port", str(port)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(5)]
        process.terminate()
    assert f"http://127.0.0.1:{port}" in lines[0]
    assert any(line.startswith("export DRAGOMAN_CLIENT_SECRET=dgm_test_") for line in lines)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--fault", "418"], "There is no fault 418"),
        (["--fault", "429 times"], "name=value"),
        (["--pace", "quickly"], "READS/SECONDS"),
        (["--port", "many"], "many"),
    ],
)
def test_bad_options_are_refused(words: list[str], told: str) -> None:
    done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert told in done.stderr


def test_a_port_that_is_taken_is_named(mock: MockServer) -> None:
    port = mock.url.rpartition(":")[2]
    done = subprocess.run([*COMMAND, "--port", port], capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert f"127.0.0.1:{port} cannot be listened on" in done.stderr


TEST = """
def test_each_translated_once(dragoman_mock):
    assert dragoman_mock.texts_paid == []
    assert dragoman_mock.url.startswith("http://127.0.0.1:")
"""


def test_the_fixture_gives_a_mock(tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text(TEST)
    words = ["-q", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(tmp_path)]
    plugin = [] if _is_installed() else ["-p", "dragoman_pytest"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plugin, *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=os.environ,
    )
    assert "1 passed" in done.stdout, done.stdout


def _is_installed() -> bool:
    return any(one.value == "dragoman_pytest" for one in entry_points(group="pytest11"))


def test_the_plugin_imports_nothing_until_a_test_asks_for_it() -> None:
    code = (
        "import sys, pytest\n"
        "before = set(sys.modules)\n"
        "import dragoman_pytest\n"
        "print(sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "['dragoman_pytest']"


def test_the_mock_imports_the_standard_library_alone() -> None:
    code = (
        "import sys, dragoman_client\n"
        "from dragoman_client.mock import MockServer\n"
        "MockServer().start().stop()\n"
        "found = {name.partition('.')[0] for name in sys.modules}\n"
        "print(sorted(found - sys.stdlib_module_names - {'__main__'}))"
    )
    sources = {**os.environ, "PYTHONPATH": str(Path(dragoman_client.__file__).parents[1])}
    command = [sys.executable, "-S", "-c", code]
    done = subprocess.run(command, env=sources, capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "['dragoman_client']"


def test_a_mock_starts_in_milliseconds() -> None:
    MockServer().start().stop()  # reads the contract
    took = []
    for _ in range(20):
        began = time.process_time()
        with MockServer():
            took.append(time.process_time() - began)
    assert min(took) < 0.02


def test_a_mock_can_be_started_by_hand_and_stopped_twice() -> None:
    mock = MockServer(pace=JobPace(seconds=0)).start()
    assert httpx2.get(f"{mock.url}/readyz", timeout=CEILING).json() == {"status": "ready"}
    mock.stop()
    mock.stop()


def test_public_names_are_those_of_the_package() -> None:
    assert all(getattr(package, name) for name in package.__all__)
    assert Fault.TOO_MANY_REQUESTS == "429"
    with pytest.raises(AttributeError, match="nothing"):
        _ = package.nothing
