"""The report of a run: a table of clauses, what failed and what was not checked; the same as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from dragoman_client.conformance.clauses import CLAUSES
from dragoman_client.conformance.model import Check, CheckResult, Outcome
from dragoman_client.conformance.running import ClauseResult, group_by_clause

WIDTH: Final = 80  # columns of the table
_RESULT: Final = 14  # columns of "failed 1 of 12"
_SUMMARY: Final = WIDTH - 3 - 2 - 2 - _RESULT - 2 - 7
_COLORS: Final = {Outcome.PASSED: "32", Outcome.FAILED: "31", Outcome.NOT_CHECKED: "33"}


def report_lines(results: Sequence[CheckResult], *, colored: bool = False) -> Iterator[str]:
    """The report as lines of text; the table is 80 columns wide."""
    yield _row("", "clause", "result", "time")
    for one in group_by_clause(results):
        line = _row(one.clause.id, one.clause.summary, _result(one), f"{one.seconds:.1f} s")
        yield f"\x1b[{_COLORS[one.outcome]}m{line}\x1b[0m" if colored else line
    for result in results:
        if result.outcome is Outcome.FAILED:
            yield from _failure(result)
    reasons = Counter(one.reason for one in results if one.outcome is Outcome.NOT_CHECKED)
    if reasons:
        yield ""
        yield "Not checked:"
        yield from (f"  {number}: {reason}" for reason, number in reasons.items())
    yield ""
    yield _summary(results)


def list_lines(checks: Sequence[Check]) -> Iterator[str]:
    """The checks by clause, then the clauses that have none, with the reason."""
    for clause in CLAUSES.values():
        found = [one for one in checks if one.clauses[0] == clause.id]
        if found:
            yield f"{clause.id}  {clause.summary}"
        for one in found:
            also = f" ({', '.join(one.clauses[1:])} too)" if one.clauses[1:] else ""
            yield f"    {one.name}{also}: {one.requirement}"
    yield ""
    for clause in CLAUSES.values():
        if clause.unseen:
            yield f"{clause.id} cannot be checked from outside: {clause.unseen}."


def check_json(one: Check) -> dict[str, Any]:
    """A check as JSON."""
    return {
        "name": one.name,
        "clauses": list(one.clauses),
        "requirement": one.requirement,
        "needs": [need.name.lower() for need in one.needs],
    }


def report_json(url: str, results: Sequence[CheckResult]) -> dict[str, Any]:
    """The report as JSON."""
    counts = _counts(results)
    return {
        "url": url,
        "passed": counts[Outcome.PASSED],
        "failed": counts[Outcome.FAILED],
        "notChecked": counts[Outcome.NOT_CHECKED],
        "clauses": [
            {
                "id": one.clause.id,
                "summary": one.clause.summary,
                "outcome": one.outcome.value,
                "seconds": round(one.seconds, 3),
            }
            for one in group_by_clause(results)
        ],
        "checks": [_result_json(one) for one in results],
    }


def _result_json(one: CheckResult) -> dict[str, Any]:
    details = {
        "expected": one.expected,
        "came": one.came,
        "request": one.request,
        "requestId": one.request_id,
        "reason": one.reason,
    }
    return {
        **check_json(one.check),
        "outcome": one.outcome.value,
        "seconds": round(one.seconds, 3),
        **{name: value for name, value in details.items() if value},
    }


def _row(number: str, summary: str, result: str, seconds: str) -> str:
    short = summary if len(summary) <= _SUMMARY else f"{summary[: _SUMMARY - 1]}…"
    return f"{number:<3}  {short:<{_SUMMARY}}  {result:<{_RESULT}}  {seconds:>7}".rstrip()


def _result(one: ClauseResult) -> str:
    total, outcome = len(one.results), one.outcome
    number = one.count(outcome)
    return f"{outcome.value} {number}" if number == total else f"{outcome.value} {number} of {total}"


def _failure(result: CheckResult) -> Iterator[str]:
    check = result.check
    yield ""
    yield f"FAILED {check.name} ({', '.join(check.clauses)}): {check.requirement}"
    identity = f" (X-Request-Id {result.request_id})" if result.request_id else ""
    for name, value in (
        ("request", f"{result.request}{identity}"),
        ("expected", result.expected),
        ("came", result.came),
    ):
        if value:
            yield f"  {name:<8}  {''.join(one if one.isprintable() else '·' for one in value)}"


def _summary(results: Sequence[CheckResult]) -> str:
    counts = _counts(results)
    seconds = sum(one.seconds for one in results)
    return (
        f"{len(results)} checks of {len(group_by_clause(results))} clauses in {seconds:.0f} s: "
        f"{counts[Outcome.PASSED]} passed, {counts[Outcome.FAILED]} failed, "
        f"{counts[Outcome.NOT_CHECKED]} not checked."
    )


def _counts(results: Sequence[CheckResult]) -> Counter[Outcome]:
    return Counter(one.outcome for one in results)
