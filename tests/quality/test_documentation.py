"""`docs/reference/quality.md` has every check with the registry's values."""

from __future__ import annotations

from pathlib import Path

from dragoman.quality import BATCH_CHECKS, CHECKS, Check
from dragoman.quality.registry import EMPTINESS, FORM_CHECKS, RULES, WORK_CHECKS

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "quality.md").read_text(encoding="utf-8")


def row(check: Check) -> str:
    fixable = "yes" if check.fixable else ""
    return f"| `{check.code}` | {check.severity} | {fixable} | {check.description} |"


def test_the_page_has_the_table_of_the_registry() -> None:
    written = [line for line in PAGE.splitlines() if line.startswith("| `")]
    assert written == [row(check) for check in CHECKS.values()], "the rows have to be those of the registry"


def test_every_check_is_in_the_registry_once() -> None:
    rules = (EMPTINESS, *RULES)
    assert {check.code for rule in rules for check in rule.checks} | {
        check.code for check in (*BATCH_CHECKS, *FORM_CHECKS, *WORK_CHECKS)
    } == set(CHECKS)
    assert all(check.code == code for code, check in CHECKS.items())


def test_checks_say_in_sentences_what_they_are_for() -> None:
    for check in CHECKS.values():
        assert check.code == check.code.upper()
        assert check.description.endswith(".")
        assert check.message.endswith(".")
