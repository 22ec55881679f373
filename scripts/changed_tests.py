"""Print the tests of what was changed since the main branch: folders and modules, one a line.

Of a source file it is the nearest folder that has tests, of changed tests the modules.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
_BASES = ("origin/main", "main")


def select_tests(changed: Iterable[str], root: Path) -> list[str]:
    """The tests of these files of the repository, without those that another one contains."""
    found = {name for path in changed for name in _find(PurePosixPath(path), root)}
    return sorted(name for name in found if not any(str(one) in found for one in PurePosixPath(name).parents))


def _find(path: PurePosixPath, root: Path) -> Iterator[str]:
    if path.is_relative_to("src/dragoman"):
        inside = path.relative_to("src/dragoman")
        for folder in list(inside.parents)[:-1]:  # the nearest one that has tests
            if (root / "tests" / folder).is_dir():
                yield f"tests/{folder}"
                return
        path = PurePosixPath(f"tests/test_{inside.name}")
    if path.is_relative_to("tests") and path.suffix == ".py" and (root / path).is_file():
        if path.name.startswith("test_"):
            yield str(path)
        elif path.parent != PurePosixPath("tests"):
            yield str(path.parent)


def main() -> None:
    """Compare the working tree with the newest commit of it that the main branch has."""
    base = next((one for one in map(_merge_base, _BASES) if one), "HEAD")
    changed = _git("diff", "--name-only", base) + _git("ls-files", "--others", "--exclude-standard")
    for name in select_tests(changed, ROOT):
        print(name)


def _merge_base(branch: str) -> str | None:
    done = subprocess.run(
        ["git", "merge-base", "HEAD", branch], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() if done.returncode == 0 else None


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


if __name__ == "__main__":
    main()
