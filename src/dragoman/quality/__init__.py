"""Quality checks (QA) of translations: pure functions over segments.

`check_pair` checks one translation, `check_batch` the consistency of many, `fix` applies the fix of a
finding. `docs/reference/quality.md` explains each check.
"""

from dragoman.quality.batch import BatchFinding, check_batch
from dragoman.quality.fixes import NotFixable, fix
from dragoman.quality.model import (
    Check,
    Edit,
    ExpectedTerm,
    Finding,
    Pair,
    Severity,
    Span,
    Suggestion,
    TermRule,
)
from dragoman.quality.registry import BATCH_CHECKS, CHECKS, check_pair

__all__ = [
    "BATCH_CHECKS",
    "CHECKS",
    "BatchFinding",
    "Check",
    "Edit",
    "ExpectedTerm",
    "Finding",
    "NotFixable",
    "Pair",
    "Severity",
    "Span",
    "Suggestion",
    "TermRule",
    "check_batch",
    "check_pair",
    "fix",
]
