"""The templates of the dashboard as they are written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

TEMPLATES: Final = Path(__file__).parents[2] / "src/dragoman/dashboard"
# Browsers end a paragraph before any of these, and what follows loses its place.
_NOT_IN_PARAGRAPHS: Final = re.compile(
    r"<p\b[^>]*>(?:(?!</p>).)*?(ui\.(?:action|post)\(|<(?:form|div|ul|ol|dl|table|section)\b)", re.DOTALL
)


def test_no_paragraph_holds_a_form_or_another_block() -> None:
    files = sorted(TEMPLATES.rglob("*.html"))
    texts = {one: one.read_text(encoding="utf-8") for one in files}
    found = [
        f"{one.relative_to(TEMPLATES)}: {match[0]}"
        for one, text in texts.items()
        for match in _NOT_IN_PARAGRAPHS.finditer(text)
    ]
    assert len(files) > 50
    assert not found, "\n".join(found)
