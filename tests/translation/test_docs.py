"""`docs/concepts/text.md` names every issue, every method, every language of the sandbox."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dragoman.engines.pseudo import LANGUAGES
from dragoman.messages.placeholder_grammars import GRAMMARS, Grammar
from dragoman.translation.model import CodesMethod, IssueCode

PAGE = (Path(__file__).parents[2] / "docs" / "concepts" / "text.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("word", [*IssueCode, *CodesMethod])
def test_what_explain_says_is_explained(word: str) -> None:
    """T6."""
    assert f"| `{word}` |" in PAGE


@pytest.mark.parametrize("grammar", GRAMMARS, ids=lambda grammar: grammar.name)
def test_the_table_of_placeholders_is_that_of_the_program(grammar: Grammar) -> None:
    """T11."""
    examples = " ".join(f"`{example}`".replace("|", "\\|") for example in grammar.examples)
    assert f"| `{grammar.name}` | {examples} | {grammar.description} |\n" in PAGE


def test_no_grammar_is_explained_that_is_not_there() -> None:
    listed = PAGE.partition("| grammar | examples |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `([a-z0-9-]+)` \|", listed, re.MULTILINE) == [one.name for one in GRAMMARS]


def test_languages_of_the_sandbox_are_listed() -> None:
    listed = PAGE.partition("between these languages:")[2].strip().removesuffix(".")
    assert re.split(r",\s+", listed) == list(LANGUAGES)
