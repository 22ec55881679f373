"""The conformance kit against the live service: all passes, and nothing stays behind."""

from __future__ import annotations

import re
from typing import Any

import pytest

from dragoman_client.conformance import (
    CheckedTarget,
    CheckResult,
    Need,
    Outcome,
    all_checks,
    group_by_clause,
    run_checks,
    select_checks,
)
from dragoman_client.conformance.clauses import CLAUSES
from dragoman_client.conformance.report import WIDTH, report_lines
from dragoman_client.errors import InvalidInputError
from tests.client.conformance.conftest import credentials
from tests.live import Application, LiveService

MARK = "conformance check"


@pytest.fixture(scope="module")
def results(target: CheckedTarget) -> list[CheckResult]:
    return list(run_checks(target, all_checks()))


def test_the_service_passes_every_check(results: list[CheckResult]) -> None:
    assert [one for one in results if one.outcome is not Outcome.PASSED] == []
    assert len(results) >= 120
    assert {one.clause.id for one in group_by_clause(results)} == {
        one.id for one in CLAUSES.values() if not one.unseen
    }


def test_the_table_is_as_wide_as_a_terminal(results: list[CheckResult]) -> None:
    lines = list(report_lines(results))
    assert max(map(len, lines)) <= WIDTH == 80
    assert not [line for line in lines if "…" in line]
    assert re.fullmatch(r"T1   One translation for each segment, in order +passed 3 +\d+\.\d s", lines[9])
    assert re.fullmatch(
        rf"{len(results)} checks of {len(CLAUSES) - 2} clauses in \d+ s: "
        rf"{len(results)} passed, 0 failed, 0 not checked\.",
        lines[-1],
    )


def test_nothing_that_can_be_removed_stays(
    live: LiveService, target: CheckedTarget, results: list[CheckResult]
) -> None:
    assert results
    for need in (Need.CUSTOMER, Need.OTHER):
        with live.client(_application(target, need)) as client:
            left: list[Any] = client.get("/project/v1/project?limit=500").json()["projects"]
            assert {one["status"] for one in left} <= {"Finished", "Cancelled"}
            assert all(one["title"].startswith(MARK) for one in left)
            assert len([one for one in left if one["status"] == "Finished"]) <= 2
            assert client.get("/v2/documents").json()["documents"] == []
            for path in ("term-bases", "translation-memories", "workareas", "project-templates"):
                assert MARK not in client.get(f"/project/v1/{path}").text
    with live.client(_application(target, Need.STAFF)) as staff:
        applications = staff.get("/provider/v1/applications?limit=500").json()["applications"]
        made = [one for one in applications if one["name"].startswith(MARK)]
        assert made
        assert all(one["disabled"] for one in made)


def test_what_is_not_given_is_not_checked_and_says_why(live: LiveService, target: CheckedTarget) -> None:
    bare = CheckedTarget(url=live.url, credentials={Need.CUSTOMER: target.credentials[Need.CUSTOMER]})
    only = ["tokens.reply_fields", "tenancy.usage", "V7", "N2", "E6", "O1"]
    found = {one.check.name: one for one in run_checks(bare, select_checks(all_checks(), only=only))}
    assert found["tokens.reply_fields"].outcome is found["health.healthz"].outcome is Outcome.PASSED
    assert found["tenancy.usage"].reason == "needs credentials of an application of another account"
    assert found["provider.operation"].reason.startswith("needs credentials of a staff application")
    assert (
        found["notifications.signed"].reason == "needs an address of this machine that the server can reach"
    )
    assert found["limits.rate_limit"].outcome is Outcome.NOT_CHECKED


def test_a_limit_that_is_too_large_is_not_used_up(live: LiveService) -> None:
    application = live.create_application(live.create_account("Wide Ltd"))  # 100 per 30 s
    wide = CheckedTarget(url=live.url, credentials={Need.LIMITED: credentials(application)})
    (found,) = run_checks(wide, select_checks(all_checks(), only=["limits.rate_limit"]))
    assert (found.outcome, found.reason) == (
        Outcome.NOT_CHECKED,
        "the limit of that application is 100 calls, and at most 20 are used up",
    )


def test_a_429_is_waited_out(live: LiveService) -> None:
    application = live.create_application(live.create_account("Slow Ltd"), "--rate-limit", "2/1")
    slow = CheckedTarget(url=live.url, credentials={Need.CUSTOMER: credentials(application)})
    found = list(run_checks(slow, select_checks(all_checks(), only=["texts.malformed_codes"])))
    assert [one.outcome for one in found] == [Outcome.PASSED]


def test_checks_are_chosen_by_clause_group_and_name() -> None:
    every = all_checks()
    assert all(set(one.clauses) & {"T4"} for one in select_checks(every, only=["T4"]))
    assert {one.name for one in select_checks(every, only=["texts.shape"])} == {"texts.shape"}
    kept = select_checks(every, only=["T"], but=["T4", "texts.shape"])
    assert kept
    assert not [one for one in kept if "T4" in one.clauses or one.name == "texts.shape"]
    with pytest.raises(InvalidInputError, match="no clause, group or check 'T99'"):
        select_checks(every, only=["T99"])


def test_every_check_has_a_sentence_and_every_clause_a_short_one() -> None:
    for one in all_checks():
        assert one.requirement.endswith("."), one.name
        assert one.requirement[0].isupper() or one.requirement[0] == "/", one.name
    assert max(len(one.summary) for one in CLAUSES.values()) <= 50


def _application(target: CheckedTarget, need: Need) -> Application:
    one = target.credentials[need]
    return Application(id=0, client_id=one.client_id, client_secret=one.client_secret, webhook_secret="")
