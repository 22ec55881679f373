"""W4: The scripts of the field are small, and all of the editor pass the compiler of TypeScript."""

from __future__ import annotations

import gzip
import subprocess

import pytest

from dragoman.dashboard.page.assets import load_assets
from scripts.setup.browser_files import find_node
from scripts.setup.project import ROOT
from tests.waiting import CEILING

FOLDER = "src/dragoman/dashboard/static/editor/"
FIELD = ("codes", "chips", "field", "edits", "surface", "history", "clipboard", "typing")
MOST_BYTES = 10_000  # compressed, together, as they are served
COMPILER = ROOT / "node_modules/typescript/bin/tsc"
OPTIONS = [
    *("--noEmit", "--allowJs", "--checkJs", "--strict", "--noUnusedLocals"),
    *("--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler"),
    *("--lib", "es2024,dom,dom.iterable", "--pretty", "false"),
]


@pytest.mark.timeout(400)
def test_the_script_passes_the_compiler() -> None:
    files = sorted(str(path.relative_to(ROOT)) for path in (ROOT / FOLDER).glob("*.js"))
    assert f"{FOLDER}field.js" in files
    done = subprocess.run(
        [find_node(), COMPILER, *OPTIONS, *files],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=CEILING,
        check=False,
    )
    # The compiler looks into what is imported, too: `app.js` is older than these rules.
    problems = [line for line in done.stdout.splitlines() if line.startswith(FOLDER)]
    assert problems == [], "\n".join(problems)
    assert not done.stderr


def test_the_scripts_of_the_field_are_small() -> None:
    files = load_assets().files
    together = b"".join(files[f"editor/{name}.js"].content for name in FIELD)
    assert len(gzip.compress(together, 9)) <= MOST_BYTES


def test_the_scripts_of_the_field_have_no_texts_and_write_no_markup() -> None:
    for name in FIELD:
        script = (ROOT / FOLDER / f"{name}.js").read_text(encoding="utf-8")
        for word in ("innerHTML", "insertAdjacentHTML", "eval(", "new Function", "console.", "style."):
            assert word not in script, name
