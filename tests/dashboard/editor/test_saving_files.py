"""W4: The scripts of saving: their weight, and that they are only what browsers need."""

from __future__ import annotations

import gzip

from dragoman.dashboard.page.assets import load_assets
from tests.dashboard.editor.saving_server import SCRIPTS

SAVING = ("changes.js", "database.js", "kept.js", "pending.js", "queue.js", "sending.js")
MOST_BYTES = 7_000  # compressed, together, as they are served


def test_the_scripts_of_saving_are_small() -> None:
    files = load_assets().files
    together = b"".join(files[f"editor/{name}"].content for name in SAVING)
    assert len(gzip.compress(together, 9)) <= MOST_BYTES


def test_the_scripts_of_saving_have_no_texts_and_write_no_markup() -> None:
    for name in SAVING:
        script = (SCRIPTS / name).read_text()
        for word in ("innerHTML", "insertAdjacentHTML", "eval(", "new Function", "console."):
            assert word not in script, name
