"""The errors that the domain raises; `dragoman.http.errors` makes responses of them.

An error has a stable code, a message for people, hints and data, and nothing of HTTP: it names the operations
that help the caller, and the interface writes their methods and paths.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar


class Operation(enum.StrEnum):
    """An operation of the interface that errors point to, under its name in the OpenAPI document."""

    GET_DOCUMENT = "get_document"
    LIST_DOCUMENT_TYPES = "list_document_types"
    LIST_TEXT_PAIRS = "list_text_pairs"
    LIST_LANGUAGES = "list_languages"
    LIST_SERVICES = "list_services"
    LIST_PROJECT_TEMPLATES = "list_project_templates"
    LIST_WORK_AREAS = "list_work_areas"
    LIST_INVOICING_ACCOUNTS = "list_invoicing_accounts"
    LIST_USERS = "list_users"
    LIST_MEMORIES = "list_memories"
    LIST_MEMORY_SETS = "list_memory_sets"
    LIST_TERM_BASES = "list_term_bases"
    LIST_STYLE_GUIDES = "list_style_guides"
    UPLOAD_FILE = "upload_file"
    DELETE_FILE = "delete_file"


@dataclass(frozen=True, slots=True)
class Call:
    """A call that helps the caller to continue."""

    operation: Operation
    parameters: Mapping[str, object] = field(default_factory=dict)  # of its path, such as `{"id": 3}`


class DragomanError(Exception):
    """The service refuses or cannot do something; the message explains what to do about it."""

    code: ClassVar[str] = "ERROR"

    def __init__(
        self,
        message: str,
        *,
        hints: str = "",
        calls: Sequence[Call] = (),
        data: Mapping[str, object] | None = None,
        field: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hints = hints
        self.field = field  # the attribute that it is about, such as "title": forms show it there
        self.calls = tuple(calls)  # that the hints end with; without hints, the message
        self.data = dict(data or {})


class RuleBroken(DragomanError):
    """The request is well formed but asks for what a limit or a rule forbids."""

    code = "RULE_BROKEN"

    def all_problems(self) -> Sequence[RuleBroken]:
        """The error itself, or the several errors that it combines."""
        return (self,)


class RulesBroken(RuleBroken):
    """Several broken rules, so that the caller can mend all of them at once (P7)."""

    def __init__(self, problems: Sequence[RuleBroken]) -> None:
        super().__init__(" ".join(problem.message for problem in problems))
        self.problems = tuple(problems)

    def all_problems(self) -> Sequence[RuleBroken]:
        """The combined errors."""
        return self.problems


class LanguagePairUnsupported(RuleBroken):
    """No engine, directly or through a pivot, translates this pair."""

    code = "LANGUAGE_PAIR_UNSUPPORTED"


class LimitExceeded(RuleBroken):
    """A count or size is over its limit; the message names the limit, what was sent and what to do."""

    code = "LIMIT_EXCEEDED"


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldProblem:
    """One thing wrong with one field of a request. It never repeats what was sent."""

    location: tuple[str | int, ...]  # path to the field, beginning with "body", "query", "path" or "header"
    message: str
    kind: str  # stable machine-readable name, such as "missing"


class Malformed(DragomanError):
    """The request does not have the shape it must have."""

    code = "MALFORMED"

    def __init__(self, problems: Sequence[FieldProblem]) -> None:
        super().__init__("The request is malformed.")
        self.problems = tuple(problems)


class NotFound(DragomanError):
    """The thing does not exist or belongs to another account; the caller does not learn which."""

    code = "NOT_FOUND"


class Conflict(DragomanError):
    """The thing exists already, or its state does not allow this."""

    code = "CONFLICT"


class Unauthenticated(DragomanError):
    """The caller showed no valid credentials."""

    code = "UNAUTHENTICATED"
    client_id: str | None = None  # whose they are, where that is proved, as by a signature


class Forbidden(DragomanError):
    """The caller is known but may not do this."""

    code = "FORBIDDEN"


class TooManyRequests(DragomanError):
    """The caller's rate limit is used up; `retry_after` is in seconds."""

    code = "TOO_MANY_REQUESTS"

    def __init__(self, message: str, *, retry_after: float) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class Unavailable(DragomanError):
    """Something that the service needs is temporarily unavailable; `retry_after` is in seconds."""

    code = "UNAVAILABLE"

    def __init__(self, message: str, *, retry_after: float = 2) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class StartFailed(Unavailable):
    """A part that this process starts does not start; more attempts do not help."""


class TimedOut(DragomanError):
    """An engine or another part took longer than its limit."""

    code = "TIMED_OUT"


class Misconfigured(DragomanError):
    """A setting, or the machine, does not allow the service to work; the message explains what to change."""

    code = "MISCONFIGURED"
