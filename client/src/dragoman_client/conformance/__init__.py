"""The conformance kit: checks any server against the clauses of the interface, over plain HTTP.

`run_checks(target, select_checks(all_checks()))` gives the results; `dragoman conform` prints them. It uses
neither the package's own client nor anything of the server.
"""

from dragoman_client.conformance.model import (
    AppCredentials,
    Check,
    CheckedTarget,
    CheckResult,
    Need,
    Outcome,
)
from dragoman_client.conformance.registry import all_checks, select_checks
from dragoman_client.conformance.running import ClauseResult, group_by_clause, run_checks
from dragoman_client.conformance.stopping import StopRequest

__all__ = [
    "AppCredentials",
    "Check",
    "CheckResult",
    "CheckedTarget",
    "ClauseResult",
    "Need",
    "Outcome",
    "StopRequest",
    "all_checks",
    "group_by_clause",
    "run_checks",
    "select_checks",
]
