"""`docs/text.md` names every issue, every rung, every language of the sandbox."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dragoman.engines.pseudo import LANGUAGES
from dragoman.translation.model import CodesMethod, IssueCode

PAGE = (Path(__file__).parents[2] / "docs" / "text.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("word", [*IssueCode, *CodesMethod])
def test_what_explain_says_is_explained(word: str) -> None:
    """T6."""
    assert f"| `{word}` |" in PAGE


def test_languages_of_the_sandbox_are_listed() -> None:
    listed = PAGE.partition("between these languages:")[2].strip().removesuffix(".")
    assert re.split(r",\s+", listed) == list(LANGUAGES)
