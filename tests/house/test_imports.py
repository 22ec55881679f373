"""What a start imports: only what is needed for it. Counts and names, as times depend on the machine."""

from __future__ import annotations

import subprocess
import sys

import pytest

from dragoman.formats import FORMATS

# What is imported where it is first needed. An entry includes all that is below it.
LATER = {
    "alembic", "httpx2", "mako", "markdown_it", "mcp", "mcp_types", "mdit_py_plugins", "pdfminer",
    "pygments.formatters", "yaml", "dragoman.api.mcp.serving", "dragoman.conversion.child",
    "dragoman.database.upgrading", "dragoman_client",
}  # fmt: skip


def loaded(code: str) -> set[str]:
    """The names of all modules after this code, in a process of its own."""
    shown = (
        f"import sys\ntry:\n    {code}\nfinally:\n    print('\\n' + ' '.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines()[-1].split())


def of(names: set[str], *packages: str) -> set[str]:
    return {name for name in names if any(f"{name}.".startswith(f"{package}.") for package in packages)}


@pytest.fixture(scope="module")
def interface() -> set[str]:
    return loaded("import dragoman.app")


def test_the_package_imports_nothing() -> None:
    assert of(loaded("import dragoman"), "dragoman", "pydantic", "typer", "rich") == {"dragoman"}


def test_the_interface_imports_no_format_and_nothing_for_later(interface: set[str]) -> None:
    assert of(interface, *LATER) == set()
    assert of(interface, *(entry.module for entry in FORMATS)) == set()


def test_the_interface_imports_few_modules(interface: set[str]) -> None:
    """2,267 before formats, Alembic and the client of identity providers waited until they are needed.

    Some 200 came with the dashboard: templates, passkeys, QR codes. Some 80 are dialects of
    other services, and engines that come and go; some 20 streams of events, the site, and agents; some 40
    the editor of translations: its actions, its page, segments and reviews on the provider's interface.
    """
    assert len(interface) <= 2_290


@pytest.mark.parametrize("words", [["--help"], ["admin", "--help"]], ids=" ".join)
def test_help_imports_no_command(words: list[str]) -> None:
    names = loaded(f"sys.argv[1:] = {words}; from dragoman.__main__ import main; main()")
    own = {"dragoman", "dragoman.__main__", "dragoman.commands", "dragoman.commands.entries"}
    assert of(names, "dragoman") - {"dragoman.commands.admin", "dragoman.commands.loading"} == own
    assert of(names, "fastapi", "sqlalchemy", "structlog") == set()
    assert len(names) <= 500
