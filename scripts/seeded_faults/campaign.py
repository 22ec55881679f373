"""Run tests on a copy of the tree that has a fault in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from scripts.seeded_faults.fault import Fault, seeded

ROOT: Final = Path(__file__).parents[2]
_LINKED: Final = (".venv", ".setup", "node_modules")  # of a checkout; they are not changed
_LEFT: Final = (*_LINKED, ".git", ".*_cache", ".hypothesis", "__pycache__", "data")
_SOME_FAILED: Final = 1  # pytest's; other codes are of runs that judged nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What became of a run of tests."""

    code: int  # pytest's exit code
    seconds: float
    output: str

    @property
    def failed(self) -> bool:
        """Whether tests failed, which is not: could not be run."""
        return self.code == _SOME_FAILED


@contextmanager
def copied_tree(root: Path = ROOT) -> Iterator[Path]:
    """A copy of the checkout, to be changed."""
    with TemporaryDirectory(prefix="dragoman-faults-") as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(root, tree, ignore=shutil.ignore_patterns(*_LEFT), symlinks=True)
        for name in _LINKED:
            if (root / name).exists():
                (tree / name).symlink_to(root / name)
        yield tree


def run_tests(tree: Path, tests: Sequence[str]) -> Result:
    """Run tests of a tree, on its own source."""
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider", *tests],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree / 'client/src'}"},
        capture_output=True,
        text=True,
        check=False,
    )
    return Result(code=done.returncode, seconds=time.monotonic() - began, output=done.stdout + done.stderr)


def run_with(fault: Fault, tree: Path) -> Result:
    """Run a fault's tests with the fault in the tree."""
    with seeded(fault, tree):
        return run_tests(tree, fault.tests)
