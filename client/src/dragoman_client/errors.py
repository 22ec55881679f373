"""What can go wrong, as exceptions. No message, code or hint of them contains a text, a secret or a token.

    DragomanError
    ├── InvalidInputError            refused here, before anything was sent
    │   └── MissingCredentialsError  no address or no credentials were given or found
    ├── ConnectionFailedError        no server at the address, no TLS, a connection that broke
    │   └── DeadlineExceededError    the time that was set for a call, with its retries, is over
    ├── UnexpectedAnswerError        not an answer of this interface (a proxy's page), or incomplete
    ├── RequestRefusedError          an answer of 4xx that no class below names
    │   ├── AuthenticationError      401, and refusals of the token endpoint
    │   ├── PermissionDeniedError    403: the application lacks a scope or a role
    │   ├── NotFoundError            404
    │   ├── ConflictError            409
    │   │   └── SegmentChangedError  `current` is what the segment is now
    │   ├── ValidationError          422: a field or a limit; `problems` lists fields
    │   ├── RulesError               400 of the project interface; `problems` lists codes and hints
    │   └── RateLimitError           429; `retry_after` in seconds
    ├── ServerError                  5xx
    │   └── ServiceUnavailableError  503 and 504; `retry_after` in seconds
    ├── DocumentError                `job` is the handle that goes on
    │   ├── DocumentFailedError      the job failed; `code` and `data` say why (D7)
    │   └── DocumentNotReadyError    not finished within the time set, or downloaded too early
    ├── ProjectCancelledError        a project that was waited for was cancelled
    ├── ImportFailedError            an import of a memory or of terms
    └── WebhookVerificationError     a delivery that is not from the service, or is too old

What this version does not know becomes the class above it: a new code of the server breaks no client.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from dragoman_client.provider.segment_results import TranslationSegment
    from dragoman_client.texts.results import Translation


class Problem(NamedTuple):
    """One of the reasons of a refusal."""

    code: str  # such as "PROJECT_STARTED" (E4), or the type of a validation problem (E2)
    message: str
    hints: str = ""
    location: tuple[
        str | int, ...
    ] = ()  # E2: the path to the field, beginning with "body", "query" or "path"

    def __str__(self) -> str:
        where = ".".join(str(part) for part in self.location)
        said = f"{where}: {self.message}" if where else self.message
        return f"{said} {self.hints}" if self.hints else said


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """What an answer that refuses says."""

    status: int
    code: str = ""
    problems: tuple[Problem, ...] = ()
    request_id: str | None = None
    retry_after: float | None = None  # seconds
    data: Mapping[str, Any] = field(default_factory=dict)


class DragomanError(Exception):
    """The root of all exceptions of this package. `str()` of one is a sentence for people."""

    def __init__(self, message: str, refusal: Refusal | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.status = refusal.status if refusal else None  # of HTTP
        self.code = refusal.code if refusal else ""
        self.problems: Sequence[Problem] = refusal.problems if refusal else ()
        self.request_id = refusal.request_id if refusal else None  # quote it when you ask about an answer
        self.retry_after = refusal.retry_after if refusal else None  # seconds
        self.data: Mapping[str, Any] = refusal.data if refusal else {}
        # Of a call for many texts: what was translated and not given, by index. It is paid and not lost.
        self.completed: Mapping[int, Translation] = {}
        # The same for each target; with several, `completed` is that of the first.
        self.completed_by_target: Mapping[str, Mapping[int, Translation]] = {}
        # Of a document whose translation was begun: `client.documents.wait(error.job)` goes on.
        self.job: str | None = None

    @property
    def hints(self) -> Sequence[str]:
        """What to do, as the server says; empty when it says nothing."""
        return tuple(problem.hints for problem in self.problems if problem.hints)

    def __str__(self) -> str:
        return f"{self.message} (request {self.request_id})" if self.request_id else self.message


class InvalidInputError(DragomanError, ValueError):
    """Refused here, before anything was sent."""


class MissingCredentialsError(InvalidInputError):
    """No address or no credentials were given, and none are in the environment or of `dragoman login`."""


class ConnectionFailedError(DragomanError):
    """No server at the address, no TLS, or a connection that broke and could not be made again."""

    def __init__(self, message: str, *, may_have_begun: bool = False, is_passing: bool = True) -> None:
        super().__init__(message)
        self.may_have_begun = may_have_begun  # the server may have done what was asked
        self.is_passing = is_passing  # it may succeed when it is tried again


class DeadlineExceededError(ConnectionFailedError):
    """The time that was set for a call, with its retries, is over."""


class UnexpectedAnswerError(DragomanError):
    """An answer that is not of this interface, such as a proxy's page, or that is incomplete."""


class RequestRefusedError(DragomanError):
    """The server refuses the request; repeating it does not help."""


class AuthenticationError(RequestRefusedError):
    """The credentials or the token are not accepted."""


class PermissionDeniedError(RequestRefusedError):
    """The token is valid, but its application lacks the scope or the role."""


class NotFoundError(RequestRefusedError):
    """It does not exist, is expired, or belongs to another account."""


class ConflictError(RequestRefusedError):
    """It exists already, was changed meanwhile, or its state does not allow this."""


class SegmentChangedError(ConflictError):
    """A segment was changed since the version that was looked at. Nothing was saved."""

    def __init__(self, message: str, *, current: TranslationSegment, refusal: Refusal | None = None) -> None:
        super().__init__(message, refusal)
        self.current = current


class ValidationError(RequestRefusedError):
    """A field is missing or malformed, or a limit is exceeded."""


class RulesError(RequestRefusedError):
    """The request breaks rules of the project interface; `problems` lists all of them."""


class RateLimitError(RequestRefusedError):
    """The application's rate limit was used up for longer than the retries."""


class ServerError(DragomanError):
    """A fault of the server."""


class ServiceUnavailableError(ServerError):
    """The server is starting, stopping or overloaded, or an engine took too long."""


class DocumentError(DragomanError):
    """Of the translation of a document, whose id is `job`."""

    def __init__(self, message: str, *, job: str, refusal: Refusal | None = None) -> None:
        super().__init__(message, refusal)
        self.job = job


class DocumentFailedError(DocumentError):
    """The document could not be translated; `code` and `data` say why (clause D7)."""


class DocumentNotReadyError(DocumentError):
    """The document is not finished yet. Nothing is lost: `client.documents.wait(error.job)` goes on."""


class ProjectCancelledError(DragomanError):
    """A project that was waited for was cancelled."""


class ImportFailedError(DragomanError):
    """An import of a memory or of terms failed; `problems` says why."""


class WebhookVerificationError(DragomanError, ValueError):
    """A delivery that was not signed by the service, or is too old to be accepted."""
