"""The conformance kit against the mock: what it checks of any server is true of the mock too."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from dragoman_client.conformance import (
    CheckedTarget,
    CheckResult,
    Outcome,
    all_checks,
    run_checks,
    select_checks,
)

_LINGUISTS: Final = "translations in the hands of people are not the mock's: it answers 501"
# Checks that the mock does not pass, each with the reason.
NOT_PASSED: Final = {
    "tokens.key_verifies_token": "it signs by Ed25519: the standard library has no RSA (decision 0102)",
    "projects.metadata_as_sent": "it keeps values of metadata, not how numbers and blanks were written",
    "health.described": "it has no pages and no description of itself",
    "provider.operation": "it has no queues and workers that could be shown",
    **dict.fromkeys(
        (
            "provider.active_project",
            "provider.exported",
            "provider.imported",
            "provider.quality",
            "provider.unknown_translation",
        ),
        _LINGUISTS,
    ),
}


@pytest.fixture(scope="module")
def results(mock_target: CheckedTarget) -> list[CheckResult]:
    return list(run_checks(mock_target, select_checks(all_checks(), but=list(NOT_PASSED))))


def test_the_mock_passes_every_check_that_is_not_in_the_table(results: list[CheckResult]) -> None:
    assert [one for one in results if one.outcome is not Outcome.PASSED] == []
    assert len(results) == len(all_checks()) - len(NOT_PASSED)


@pytest.mark.parametrize("name", NOT_PASSED)
def test_a_check_of_the_table_is_not_passed(mock_target: CheckedTarget, name: str) -> None:
    """One that the mock passes by now is no exception any more."""
    (found,) = run_checks(replace(mock_target, timeout=1), select_checks(all_checks(), only=[name]))
    assert found.outcome is not Outcome.PASSED
