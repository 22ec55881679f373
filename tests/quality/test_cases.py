"""Every check finds what it is for, and leaves alone what only looks like it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from dragoman.quality import BATCH_CHECKS, CHECKS
from dragoman.quality.registry import FORM_CHECKS, WORK_CHECKS

from . import cases_codes, cases_letters, cases_marks, cases_styles, cases_things, cases_words
from .pairs import Cases, found

FILES = (cases_codes, cases_letters, cases_marks, cases_styles, cases_things, cases_words)
TABLES: Mapping[str, Cases] = {code: cases for file in FILES for code, cases in file.CASES.items()}
LEAST = 8


def rows(kind: str) -> list[Any]:
    return [
        pytest.param(code, row, id=f"{code}-{number}")
        for code, cases in TABLES.items()
        for number, row in enumerate(getattr(cases, kind), start=1)
    ]


def findings(code: str, row: tuple[Any, ...]) -> list[Any]:
    languages, source, target, *facts = row
    return found(code, languages, source, target, **(facts[0] if facts else {}))


@pytest.mark.parametrize(("code", "row"), rows("wrong"))
def test_what_is_wrong_is_found(code: str, row: tuple[Any, ...]) -> None:
    assert findings(code, row)


@pytest.mark.parametrize(("code", "row"), rows("right"))
def test_what_is_right_is_left_alone(code: str, row: tuple[Any, ...]) -> None:
    assert findings(code, row) == []


def test_every_check_has_cases_of_both_kinds() -> None:
    of_others = {check.code for check in (*BATCH_CHECKS, *FORM_CHECKS, *WORK_CHECKS)}  # need more than a pair
    assert set(TABLES) == set(CHECKS) - of_others
    few = {code for code, cases in TABLES.items() if len(cases.wrong) < LEAST or len(cases.right) < LEAST}
    assert few == set()


@pytest.mark.parametrize("code", TABLES)
def test_findings_are_as_their_check_says(code: str) -> None:
    for row in TABLES[code].wrong:
        for finding in findings(code, row):
            assert finding.severity is CHECKS[code].severity
            assert not finding.edits or CHECKS[code].fixable
            assert finding.message.endswith(".")
            assert finding.target is not None or finding.source is not None or "terms" in row[-1]
