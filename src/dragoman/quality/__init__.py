"""Quality checks: what a machine can tell is wrong with a translation. Pure functions over segments.

`check_pair` looks at one translation, `check_batch` at the consistency of many, `fix` mends what can be
mended. `docs/quality.md` explains each check.
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
