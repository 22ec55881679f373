"""What the client promises: names, types, few packages, a quick import, little work around a call."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
import subprocess
import sys
import time
import tomllib
import venv
from pathlib import Path
from typing import Any

import pytest

import dragoman_client
from dragoman_client import AsyncClient, Client, errors
from dragoman_client.provider.resource import Provider
from dragoman_client.sending import VERSION
from scripts.setup.project import ROOT
from tests.client.kinds import opened
from tests.client.recorder import calls_of, parts_of
from tests.client.scripted_server import Asked, Told, scripted, told

PARTS = (
    *("documents", "projects", "reference", "memories", "term_bases", "style_guides", "notifications"),
    "provider",
)
PROVIDER_PARTS = {
    *("projects", "translations", "segments", "reviews", "accounts", "applications", "users", "languages"),
    *("work_areas", "services"),
    *("invoicing_accounts", "templates", "memories", "memory_sets", "term_bases", "style_guides"),
    *("notifications", "jobs"),
}
PROVIDER_CALLS = {"requests", "audit_log", "engines", "queues", "usage", "health", "settings"}
# A new name is added here on purpose; one that goes breaks programs.
CALLS = {
    *("translate", "translate_into", "translate_document", "translate_documents", "translate_folder"),
    *("detect", "languages", "usage", "token", "order", "close", "limits", "account_usage", "requests"),
    *("ready", "webhook_keys", "events"),
}


def modules() -> list[Any]:
    found = pkgutil.walk_packages(dragoman_client.__path__, "dragoman_client.")
    return [importlib.import_module(one.name) for one in found if not one.name.endswith("__main__")]


def public(kind: object) -> set[str]:
    return {name for name in dir(kind) if not name.startswith("_")}


def test_the_names_are_these_and_the_same_in_both_kinds() -> None:
    assert set(dragoman_client.__all__) == {
        *("AsyncClient", "Client", "DragomanError", "Options", "Retry", "Translation")
    }
    assert public(Client) >= CALLS | set(PARTS)
    assert public(Client) == public(AsyncClient)
    assert public(Provider) == PROVIDER_PARTS | PROVIDER_CALLS


@pytest.mark.parametrize("name", ["translate", "translate_into"])
def test_arguments_that_are_written_twice_are_the_same(name: str) -> None:
    """All other calls have one definition for both kinds."""
    shapes = [
        [
            (one.name, one.kind, one.default)
            for one in inspect.signature(getattr(kind, name)).parameters.values()
        ]
        for kind in (Client, AsyncClient)
    ]
    assert shapes[0] == shapes[1]


def test_every_call_has_documentation_and_the_signature_with_which_it_is_called() -> None:
    with Client("http://127.0.0.1:1", token="t") as client:
        parts = dict(parts_of(client))
        assert {f"client.{name}" for name in PARTS} < set(parts)
        for part in parts.values():
            calls = set(calls_of(part))
            assert calls, part
            for name in calls:
                assert getattr(part, name).__doc__, name
                assert "self" not in inspect.signature(getattr(part, name)).parameters, name
                assert getattr(part, name).__name__ == name
        assert list(inspect.signature(client.documents.get).parameters) == ["job", "details"]


def test_results_are_frozen_values() -> None:
    for module in modules():
        for name, kind in vars(module).items():
            if dataclasses.is_dataclass(kind) and "results" in module.__name__:
                assert kind.__dataclass_params__.frozen, name  # type: ignore[union-attr]


def test_every_exception_is_of_one_tree_and_explained() -> None:
    kinds = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, Exception)]
    assert all(issubclass(one, errors.DragomanError) for one in kinds)
    assert all(one.__name__ in (errors.__doc__ or "") for one in kinds)


def test_types_are_shipped() -> None:
    assert (Path(dragoman_client.__file__).parent / "py.typed").is_file()


def test_the_version_is_that_of_the_package() -> None:
    project = tomllib.loads((ROOT / "client/pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == VERSION


def test_to_import_it_takes_little() -> None:
    """It needs no HTTP library, no asyncio and no part that is not used: each would take as long again."""
    code = "import sys, dragoman_client; print(*sys.modules)"
    names = set(run(sys.executable, "-c", code).split())
    assert names & {"httpx2", "asyncio", "email", "click", "ssl", "cryptography"} == set()
    own = {name for name in names if name.startswith("dragoman_client")}
    assert own & {"dragoman_client.projects.results", "dragoman_client.reference"} == set()
    assert len(names) <= 140


def test_it_is_installed_with_at_most_eight_packages(tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv/bin/python"
    before = installed(python)
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", ROOT / "client")
    pulled = installed(python) - before - {"dragoman-client"}
    assert len(pulled) <= 8, pulled
    assert "Usage: dragoman" in run(tmp_path / "venv/bin/dragoman", "--help")
    code = "from dragoman_client import Client; print(Client('http://127.0.0.1:1', token='t'))"
    assert run(python, "-c", code).strip() == "Client('http://127.0.0.1:1')"


def run(*command: str | Path) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def installed(python: Path) -> set[str]:
    code = "import importlib.metadata as m; print(*{one.name.lower() for one in m.distributions()})"
    return set(run(python, "-c", code).split())


def test_little_work_is_around_a_call(kind: str) -> None:
    """Of the time of a round trip with 100 segments the client works a tenth at most.

    The server here takes as long as a quick engine: 1 ms for each segment.
    """

    def script(asked: Asked) -> Told:
        time.sleep(0.1)
        return told({"translations": [{"translation": one["text"]} for one in asked.json["segments"]]})

    texts = [f"This is the sentence with the number {number}, of usual length." for number in range(100)]
    with scripted(script) as server, opened(kind, server.url) as caller:
        caller.call(lambda client: client.translate(texts, source="en", target="es"))  # gets a token
        shares = []
        for _ in range(5):
            begun, worked = time.monotonic(), time.thread_time()
            caller.call(lambda client: client.translate(texts, source="en", target="es"))
            shares.append((time.thread_time() - worked) / (time.monotonic() - begun))
    assert min(shares) <= 0.1
