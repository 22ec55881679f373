"""What the documentation promises is there, and what is there is documented."""

from __future__ import annotations

import importlib
import pkgutil
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from prometheus_client import generate_latest

import dragoman
from dragoman.access.device_codes.model import PollRefusal
from dragoman.api import oauth_requests, token
from dragoman.documents.model import ErrorCode
from dragoman.engines import engine
from dragoman.errors import DragomanError
from dragoman.formats.format import Reason, WarningCode
from dragoman.memories.imports.model import FailureCode
from dragoman.projects.linguists.exchange import deciding
from dragoman.settings import PREFIX, Settings
from dragoman.telemetry import Metrics
from dragoman.termbases.import_jobs import work as term_imports
from dragoman.translation.model import IssueCode
from dragoman_client.commands.failures import STATUSES
from scripts.command_line_page import client_commands
from scripts.setup.debian import APERTIUM
from scripts.write_references import commands, references

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def error_classes(root: type[DragomanError] = DragomanError) -> Iterator[type[DragomanError]]:
    for child in root.__subclasses__():
        yield child
        yield from error_classes(child)


def test_written_pages_are_current() -> None:
    old = [
        path for path, content in references().items() if (ROOT / path).read_text(encoding="utf-8") != content
    ]
    assert old == [], "run `make references`"


def test_every_setting_has_a_meaning_and_is_in_the_reference() -> None:
    reference = page("reference/settings.md")
    for name, field in Settings.model_fields.items():
        assert field.description, name
        assert f"`{PREFIX}{name.upper()}`" in reference


def test_every_setting_that_a_page_names_exists() -> None:
    known = {f"{PREFIX}{name.upper()}" for name in Settings.model_fields}
    clients = {
        name
        for path in (ROOT / "client/src").rglob("*.py")
        for name in re.findall(rf"\b{PREFIX}[A-Z_]+\b", path.read_text(encoding="utf-8"))
    }
    allowed = (
        known
        | clients
        | {f"{name}_FILE" for name in known | clients}
        | {f"{PREFIX}CONFIG", f"{PREFIX}X", f"{PREFIX}X_FILE"}
    )
    for path in PAGES:
        named = set(re.findall(rf"\b{PREFIX}[A-Z_]+\b", path.read_text(encoding="utf-8")))
        assert named <= allowed, path


def test_every_error_code_is_in_the_reference() -> None:
    reference = page("reference/errors.md")
    assert engine.EngineRejected in set(error_classes())
    codes = {kind.code for kind in error_classes()} | set(IssueCode) | set(WarningCode) | set(ErrorCode)
    assert {code for code in codes if f"`{code}`" not in reference} == set()


def test_the_reference_of_errors_has_no_other_codes() -> None:
    for module in pkgutil.walk_packages(dragoman.__path__, "dragoman."):
        if not module.name.endswith("__main__") and ".migrations." not in module.name:
            importlib.import_module(module.name)
    codes = {kind.code for kind in error_classes()} | set(IssueCode) | set(WarningCode) | set(ErrorCode)
    codes |= set(deciding.PROBLEMS) | {term_imports.FAILED["code"]} | set(FailureCode)
    reference = page("reference/errors.md")
    assert {code for code in codes if f"`{code}`" not in reference} == set()
    assert set(re.findall(r"`([A-Z][A-Z0-9_]{3,})`", reference)) - codes == set()


def test_every_reason_to_leave_text_alone_is_explained() -> None:
    assert {reason for reason in Reason if f"`{reason}`" not in page("concepts/documents.md")} == set()


def test_every_error_of_the_token_endpoint_is_in_the_reference() -> None:
    sources = [Path(str(one.__file__)).read_text(encoding="utf-8") for one in (token, oauth_requests)]
    codes = set(re.findall(r'TokenRefused\(\s*"([a-z_]+)"', "".join(sources))) | set(PollRefusal)
    assert "invalid_client" in codes
    assert {code for code in codes if f"`{code}`" not in page("reference/errors.md")} == set()


def test_every_command_says_what_it_does_and_is_in_the_reference() -> None:
    reference = page("reference/commands.md")
    names = {name for name, _ in commands()}
    assert {"dragoman serve", "dragoman admin application create"} <= names
    for name, command in commands():
        assert command.help, name
        assert f"## `{name}`" in reference


def test_every_command_of_the_client_and_every_exit_status_is_in_the_reference() -> None:
    reference = page("reference/command-line.md")
    names = {name for name, _ in client_commands()}
    assert {"dragoman translate", "dragoman webhook listen"} <= names
    assert {name for name in names if f"## `{name}`" not in reference} == set()
    assert {status for status in STATUSES if f"| {status} |" not in reference} == set()


def test_every_command_that_a_page_names_exists() -> None:
    words = {name for name, _ in commands()}
    prefixes = {" ".join(name.split()[:length]) for name in words for length in range(1, 5)}
    for path in PAGES:
        for line in re.findall(r"\bdragoman ((?:[a-z-]+ ?){1,3})", path.read_text(encoding="utf-8")):
            first = line.split()[0]
            if first in {"admin", "serve", "worker", "migrate", "engines", "settings"}:
                named = "dragoman " + " ".join(
                    line.partition(" --")[0].split()[: 3 if first == "admin" else 1]
                )
                assert named in prefixes, path


def test_every_metric_is_listed_for_operators() -> None:
    text = generate_latest(Metrics().registry).decode()
    names = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")}
    names = {name for name in names if not name.endswith("_created")}
    assert {name for name in names if f"`{name}`" not in page("guides/operate.md")} == set()


def test_every_layer_is_in_the_architecture_and_no_other() -> None:
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers = {name.strip() for row in contract["contracts"][0]["layers"] for name in row.split("|")}
    table = page("architecture.md").partition("| layer |")[2].partition("\n\n")[0]
    described = set(re.findall(r"`(\w+)`", "\n".join(row.split("|")[1] for row in table.splitlines()[2:])))
    assert described == {name for name in layers if not name.startswith("(")}


def test_links_between_pages_lead_somewhere() -> None:
    for path in PAGES:
        text = re.sub(r"`[^`\n]*`", "", path.read_text(encoding="utf-8"))  # code has no links
        for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
            if not link.startswith(("http:", "https:")):
                assert (path.parent / link).exists(), f"{path}: {link}"


def test_every_decision_is_in_the_list_and_has_its_four_parts() -> None:
    index = page("decisions/README.md")
    for path in DOCS.glob("decisions/[0-9]*.md"):
        text = path.read_text(encoding="utf-8")
        assert f"({path.name})" in index
        assert re.findall(r"^## (.*)$", text, re.MULTILINE) == [
            "Context",
            "Decision",
            "Consequences",
            "Alternatives",
        ]


def test_the_pairs_that_are_installed_are_those_that_the_page_names() -> None:
    text = page("guides/install.md")
    named = re.search(r"The pairs: (.*?)\.", text, re.DOTALL)
    assert named is not None
    assert len(named[1].split(",")) == len(APERTIUM) - 1


def test_the_changelog_has_the_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## \[(Unreleased|\d+\.\d+\.\d+)\]", changelog, re.MULTILINE)
