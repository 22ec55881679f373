"""The glossary names places that are there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GLOSSARY = (ROOT / "docs/concepts/glossary.md").read_text(encoding="utf-8")
PLACES = re.findall(
    r"`([\w/]+(?:\.py)?(?::\w+)?)`", "".join(re.findall(r"\|[^|\n]*\|$", GLOSSARY, re.MULTILINE))
)


def test_the_glossary_has_places() -> None:
    assert len(PLACES) > 50


@pytest.mark.parametrize("place", PLACES)
def test_a_word_is_where_the_glossary_says(place: str) -> None:
    path, _, name = place.partition(":")
    file = ROOT / "src/dragoman" / path
    assert file.exists()
    if name:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
