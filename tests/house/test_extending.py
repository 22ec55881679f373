"""The recipes of docs/extending: they are followed in a copy of the tree, and their commands succeed there.

All in one copy, with one run of pytest; at night each in a copy of its own.

`docs/extending/README.md` describes the notation.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECIPES = sorted(ROOT.glob("docs/extending/[!R]*.md"))
PARTS = ("src", "client", "tests", "scripts", "benchmarks", "docs", "requirements")
FILES = ("pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "hatch_build.py")
BLOCK = re.compile(r"^(?:(New file|In) `([^`\n]+)`:\n\n)?(`{3,})(\w+)\n(.*?)^\3$", re.MULTILINE | re.DOTALL)
# What the commands of a page run. `make check` is run on all recipes together.
COMMANDS = {"make references": ".venv/bin/python -m scripts.write_references", "make check": "true"}
CHECKS = (
    ".venv/bin/python -m ruff format --check .",
    ".venv/bin/python -m ruff check .",
    ".venv/bin/lint-imports --no-logo --no-cache",
)
PYTEST = ".venv/bin/python -m pytest"
SLOW_CHECKS = (".venv/bin/python -m mypy",)


def copied(folder: Path) -> Path:
    """A copy of the tree in a folder, with its bytecode, and with the environment of this one."""
    for name in PARTS:
        # Bytecode that other tests are just writing has another name until it is there.
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.pyc.*"))
    for name in FILES:
        shutil.copy(ROOT / name, folder)
    for name in (".venv", ".setup"):
        (folder / name).symlink_to(ROOT / name)
    return folder


def follow(recipe: str, root: Path) -> list[str]:
    """Make the files and the changes of a recipe; its commands."""
    commands: list[str] = []
    for action, path, _, language, content in BLOCK.findall(recipe):
        if language == "sh":
            commands += content.splitlines()
        elif action == "New file":
            assert not (root / path).exists(), path
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(content, encoding="utf-8")
        else:
            assert (action, language) == ("In", "diff"), content
            changed = (root / path).read_text(encoding="utf-8")
            for place in re.split(r"^@@\n", content, flags=re.MULTILINE):
                changed = patched(changed, place)
            (root / path).write_text(changed, encoding="utf-8")
    return commands


def patched(text: str, change: str) -> str:
    """A text with one change, whose old lines are in it once."""
    lines = [line if line.strip() else " \n" for line in change.splitlines(keepends=True)]
    old = "".join(line[1:] for line in lines if line[0] in " -")
    new = "".join(line[1:] for line in lines if line[0] in " +")
    changed, count = re.subn(rf"^{re.escape(old)}", lambda _: new, text, flags=re.MULTILINE)
    assert count == 1, f"{count} times in the file:\n{old}"
    return changed


def run(command: str, root: Path) -> None:
    """Run a command at the root of a copy."""
    done = subprocess.run(
        shlex.split(COMMANDS.get(command, command)),
        cwd=root,
        env={**os.environ, "PYTHONPATH": f"{root / 'src'}:{root / 'client/src'}:{root}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"


def test_a_change_applies_where_its_lines_are_once() -> None:
    assert patched('"""Names."""\na\n\nb\nb\n', " a\n \n+c\n b\n-b\n") == '"""Names."""\na\n\nc\nb\n'
    for stale in (" b\n+c\n", "-d\n+c\n"):
        with pytest.raises(AssertionError, match="times in the file"):
            patched('"""Names."""\na\nb\nb\n', stale)


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Sequence[str]]:
    """A copy of the tree in which all recipes were followed, and all their commands."""
    root = copied(tmp_path_factory.mktemp("extended"))
    return root, [command for page in RECIPES for command in follow(page.read_text(encoding="utf-8"), root)]


def in_one_run(commands: Sequence[str]) -> list[str]:
    """The same commands, each once, with one run of pytest for all that they run."""
    runs = [shlex.split(command) for command in commands if PYTEST in command]
    assert [run[:3] + run[-2:-1] for run in runs] == [[*PYTEST.split(), "-k"]] * len(RECIPES)
    paths = dict.fromkeys(path for run in runs for path in run[3:-2])
    names = dict.fromkeys(name for run in runs for name in run[-1].split(" or "))
    others = dict.fromkeys(command for command in commands if PYTEST not in command)
    return [*others, shlex.join([*PYTEST.split(), *paths, "-k", " or ".join(names)])]


@pytest.mark.slow
def test_all_recipes_together_work(extended: tuple[Path, Sequence[str]]) -> None:
    root, commands = extended
    for command in in_one_run(commands):
        run(command, root)


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize("page", RECIPES, ids=lambda page: page.stem)
def test_a_recipe_works_as_it_is_written(page: Path, tmp_path: Path) -> None:
    root = copied(tmp_path)
    for command in follow(page.read_text(encoding="utf-8"), root):
        run(command, root)


@pytest.mark.slow
@pytest.mark.parametrize(
    "checks", [CHECKS, pytest.param(SLOW_CHECKS, marks=pytest.mark.nightly)], ids=["quick", "slow"]
)
def test_all_recipes_together_pass_the_checks(
    extended: tuple[Path, Sequence[str]], checks: Sequence[str]
) -> None:
    root, _ = extended
    for command in checks:
        run(command, root)


def test_every_recipe_is_in_the_list() -> None:
    index = (ROOT / "docs/extending/README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\]\(([\w-]+\.md)\)", index)) == {page.name for page in RECIPES}
