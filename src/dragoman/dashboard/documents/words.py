"""What documents' states, failures and reports are called on pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from dragoman.dashboard.page.error_messages import translate_message
from dragoman.dashboard.page.formats import write_number
from dragoman.dashboard.page.locale import mark
from dragoman.dashboard.page.locale import translate as _
from dragoman.documents.model import ErrorCode, Job
from dragoman.formats.format import Reason
from dragoman.translation.model import IssueCode, issue

# Why a job failed, and what its owner can do (D7).
_FAILURES: Final[Mapping[ErrorCode, str]] = {
    ErrorCode.MAX_WORDS_EXCEEDED: mark("The document has too many words. Split it, and send the parts."),
    ErrorCode.DOCUMENT_EMPTY: mark("There is no text to translate in it. Check that it is the right file."),
    ErrorCode.DOCUMENT_CORRUPT: mark(
        "The file is damaged. Open it in the program that made it, save it anew, then send it again."
    ),
    ErrorCode.DOCUMENT_ENCRYPTED: mark(
        "Only a password opens this file. Remove the password and send it again."
    ),
    ErrorCode.CONVERSION_FAILED: mark(
        "The file could not be read or written. If its pages are pictures, run text recognition on it; else "
        "save it in a newer format, then send it again."
    ),
    ErrorCode.TRANSLATION_FAILED: mark(
        "No engine could translate it. Try again later, or another language pair."
    ),
    ErrorCode.TIMEOUT: mark("It took too long. Split it, or send it again when the service is less busy."),
    ErrorCode.SOURCE_UNSURE: mark(
        "The language of the document could not be detected. Send it again, and choose the language."
    ),
    ErrorCode.INTERNAL_ERROR: mark(
        "The service failed. Send it again; if that stays, report the number of the job."
    ),
}

_REASONS: Final[Mapping[str, str]] = {
    Reason.HIDDEN: mark("hidden text"),
    Reason.DELETED: mark("tracked deletions"),
    Reason.FIELD: mark("text that the program computes"),
    Reason.CONTENTS: mark("entries of tables of contents"),
    Reason.LOCKED: mark("locked text"),
    Reason.TRANSLATED: mark("text that is translated already"),
    Reason.CODE: mark("program code and formulas"),
    Reason.COMMENT: mark("comments"),
    Reason.KEY: mark("keys and settings"),
    Reason.NO_TEXT: mark("numbers and signs"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportWords:
    """A fidelity report as sentences."""

    facts: Sequence[tuple[str, str]]  # name and value
    left_alone: Sequence[tuple[str, int]]  # what, and in how many places
    origins: Sequence[tuple[str, int]]  # engine or memory, and how many segments
    issues: Sequence[tuple[str, int]]  # what deserves a look, and in how many segments
    warnings: Sequence[str]


def explain_failure(job: Job) -> str:
    """Why a job failed and what to do, as sentences; empty for one that did not fail."""
    return _(_FAILURES[job.failure.code]) if job.failure is not None else ""


def write_report(report: Mapping[str, Any]) -> ReportWords:
    """A stored report, for people."""
    codes, memory, terms = report["codes"], report["memory"], report["terms"]
    facts = [
        (_("Words"), report["words"]),
        (_("Sentences"), report["segments"]),
        (_("Translated"), report["translated"]),
        (_("Unchanged"), report["unchanged"]),
        (_("Words from memories"), memory["words"]),
        (_("Tags and placeholders, all kept"), codes["total"]),
        (_("Of these moved"), codes["moved"]),
        (_("Terms applied"), terms["applied"]),
        (_("Terms missed"), terms["missed"]),
    ]
    return ReportWords(
        facts=[(name, write_number(value)) for name, value in facts],
        left_alone=[(_(_REASONS.get(name, name)), number) for name, number in report["leftAlone"].items()],
        origins=[(_name_origin(name), number) for name, number in report["origins"].items()],
        issues=[(_name_issue(name), number) for name, number in report["issues"].items()],
        warnings=[translate_message(one["message"]) for one in report["warnings"]],
    )


def _name_origin(name: str) -> str:
    kind, _colon, number = name.partition(":")
    return _("Memory %(id)s") % {"id": number} if kind == "memory" else name


def _name_issue(code: str) -> str:
    return translate_message(issue(IssueCode(code)).message) if code in set(IssueCode) else code
