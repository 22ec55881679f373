"""W4: After any sequence of edits, the codes of a field fit the source, its text is what the edits say.

`EDITOR_SEQUENCES=10000` runs as many; `EDITOR_SEED=17 EDITOR_SEQUENCES=1` one of them again.
"""

from __future__ import annotations

import os

import pytest

from tests.dashboard.chromium import running_chromium
from tests.dashboard.editor.field_page import opened_page
from tests.dashboard.editor.sequences import EditSequence

FIRST = int(os.environ.get("EDITOR_SEED", "0"))
COUNT = int(os.environ.get("EDITOR_SEQUENCES", "150"))
MOST_SHOWN = 5


@pytest.mark.timeout(300 + COUNT * 2)
def test_codes_and_texts_survive_all_edits() -> None:
    failed: list[str] = []
    with running_chromium() as browser, opened_page(browser) as field:
        for seed in range(FIRST, FIRST + COUNT):
            sequence = EditSequence(field, seed)
            try:
                sequence.run()
            except AssertionError as error:
                failed.append("\n".join([*sequence.log, f"then {sequence.now.raw}", f"{error}"]))
            if len(failed) == MOST_SHOWN:
                break
    assert not failed, "\n\n".join(failed)
