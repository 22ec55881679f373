"""W4: The texts of the editor's scripts are there, in the reader's language."""

from __future__ import annotations

import re
from pathlib import Path

import dragoman
from dragoman.dashboard.editor.texts import script_texts
from dragoman.dashboard.page.locale import make_locale, using_locale

SCRIPTS = Path(dragoman.__file__).parent / "dashboard/static/editor"


def test_scripts_use_texts_that_there_are() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS.glob("*.js"))
    used = set(re.findall(r"\btexts\.([a-zA-Z]\w*)", sources)) - {"js"}
    with using_locale(make_locale("en", "UTC")):
        assert len(used) > 50
        assert used - set(script_texts()) == set()


def test_every_command_has_a_name() -> None:
    source = (SCRIPTS / "keys.js").read_text(encoding="utf-8")
    block = source[source.index("export const USUAL") : source.index("});")]
    commands = re.findall(r"^  (\w+):", block, re.MULTILINE)
    with using_locale(make_locale("de", "UTC")):
        texts = script_texts()
    assert len(commands) > 15
    assert [one for one in commands if one not in texts] == []
