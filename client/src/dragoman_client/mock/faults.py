"""Faults on request: which there are, when one happens, and how they are written as text.

As text: `429 times=3 path=/v2/translate retry-after=1; 503 every=20`. The header `Mock-Fault`, the command
line and the control address `/mock/faults` read it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Any, Final


class Fault(StrEnum):
    """What can go wrong."""

    TOO_MANY_REQUESTS = "429"
    SERVER_ERROR = "500"
    UNAVAILABLE = "503"
    TIMEOUT = "504"
    RESET = "reset"  # the connection is reset before the request is worked on
    RESET_AFTER = "reset-after"  # the request is worked on, the connection reset before the answer
    RESET_MIDWAY = "reset-midway"  # half of the answer, then a reset
    CUT_SHORT = "cut-short"  # half of the body, then the connection closes
    DELAY = "delay"  # the answer comes `seconds` later
    PROXY_HTML = "proxy-html"  # a proxy's page, with status 502
    LOGIN_PAGE = "login-page"  # a captive portal's page, with status 200
    TOKEN_EXPIRED = "token-expired"  # tokens issued so far are refused  # noqa: S105
    SLOW_JOB = "slow-job"  # the next job takes `seconds`, however often it is read
    FAILED_JOB = "failed-job"  # the next job fails with `code` (D7)
    LOST_CALLBACK = "lost-callback"  # the next notification is never sent
    DOUBLE_CALLBACK = "double-callback"  # the next notification arrives twice


OF_JOBS: Final = frozenset({Fault.SLOW_JOB, Fault.FAILED_JOB})
OF_CALLBACKS: Final = frozenset({Fault.LOST_CALLBACK, Fault.DOUBLE_CALLBACK})
JOB_ERRORS: Final = (
    "MAX_WORDS_EXCEEDED", "DOCUMENT_EMPTY", "DOCUMENT_CORRUPT", "DOCUMENT_ENCRYPTED",
    "CONVERSION_FAILED", "TRANSLATION_FAILED", "TIMEOUT", "INTERNAL_ERROR",
)  # fmt: skip
CONTROL: Final = "/mock"  # control addresses have no faults


class FaultSyntaxError(ValueError):
    """A fault that cannot be read; the message says what to write."""


@dataclass(slots=True, kw_only=True)
class PlannedFault:
    """A fault and when it happens. The requests that match it are counted; `happened` of them had it."""

    fault: Fault
    times: int | None = 1  # how often at most; None: without end
    path: str = "*"  # of the request; `*` stands for anything
    method: str = "*"
    every: int = 1  # every Nth request that matches
    chance: float = 1.0  # 0 to 1, by `seed`
    seed: int = 0
    retry_after: float | datetime | str | None = None  # seconds, a date, or the header's own text
    seconds: float = 1.0  # of DELAY and SLOW_JOB
    code: str = "TRANSLATION_FAILED"  # of FAILED_JOB
    matched: int = 0
    happened: int = 0
    _random: random.Random = field(default_factory=random.Random, repr=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)  # noqa: S311 - repeatable, not secret
        if self.code not in JOB_ERRORS:
            raise FaultSyntaxError(f"There is no error code {self.code}. There are: {', '.join(JOB_ERRORS)}.")
        if self.every < 1:
            raise FaultSyntaxError("`every` is a whole number, 1 or greater.")

    @property
    def is_spent(self) -> bool:
        """Whether it has happened as often as it may."""
        return self.times is not None and self.happened >= self.times

    def is_due(self, method: str, path: str) -> bool:
        """Count a request; whether this fault is due at it."""
        if self.is_spent or not fnmatchcase(method, self.method) or not fnmatchcase(path, self.path):
            return False
        self.matched += 1
        if self.matched % self.every:
            return False
        return self.chance >= 1 or self._random.random() < self.chance

    def as_json(self) -> dict[str, Any]:
        """The fault as `/mock/faults` shows it."""
        return {
            "fault": self.fault.value,
            "times": self.times,
            "path": self.path,
            "method": self.method,
            "every": self.every,
            "chance": self.chance,
            "seed": self.seed,
            "retryAfter": _write_retry_after(self.retry_after),
            "seconds": self.seconds,
            "code": self.code,
            "matched": self.matched,
            "happened": self.happened,
        }


def plan_fault(fault: Fault | str | int, options: Mapping[str, Any]) -> PlannedFault:
    """A fault with options by the names of `PlannedFault`; FaultSyntaxError names what is wrong.

    `times` is 1 unless `every` or `chance` is given: then the fault goes on without end.
    """
    try:
        kind = Fault(str(fault).lower())
    except ValueError:
        raise FaultSyntaxError(f"There is no fault {fault}. There are: {', '.join(Fault)}.") from None
    unknown = sorted(options.keys() - _OPTIONS.keys())
    if unknown:
        raise FaultSyntaxError(f"There is no option {unknown[0]}. There are: {', '.join(_OPTIONS)}.")
    for name, value in options.items():
        if not isinstance(value, _KINDS[name]) or isinstance(value, bool):
            raise FaultSyntaxError(f"The value of {name} is not valid: {value!r}.")
    endless = {"times": None} if {"every", "chance"} & options.keys() else {}
    return PlannedFault(fault=kind, **{**endless, **options})


def parse_faults(text: str) -> list[PlannedFault]:
    """Read faults from text; they are separated by semicolons."""
    return [_parse_fault(one) for one in text.split(";") if one.strip()]


def _parse_fault(text: str) -> PlannedFault:
    name, *words = text.split()
    options: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        key = key.replace("-", "_")
        if not equals or key not in _OPTIONS:
            raise FaultSyntaxError(
                f"Write options as name=value, not {word}. There are: {', '.join(_OPTIONS)}."
            )
        try:
            options[key] = _OPTIONS[key](value)
        except ValueError:
            raise FaultSyntaxError(f"The value of {key} is not valid: {value}.") from None
    return plan_fault(name, options)


def _read_retry_after(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text.replace("_", " ")


def _write_retry_after(value: float | datetime | str | None) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


_OPTIONS: Final[Mapping[str, Any]] = {
    "times": lambda text: None if text == "always" else int(text),
    "path": str,
    "method": str.upper,
    "every": int,
    "chance": float,
    "seed": int,
    "retry_after": _read_retry_after,
    "seconds": float,
    "code": str,
}
_KINDS: Final[Mapping[str, Any]] = {
    "times": (int, type(None)),
    "path": str,
    "method": str,
    "every": int,
    "chance": (int, float),
    "seed": int,
    "retry_after": (int, float, str, datetime, type(None)),
    "seconds": (int, float),
    "code": str,
}


class FaultPlan:
    """The faults of a mock, in the order in which they were asked for, and those of sessions' headers."""

    def __init__(self) -> None:
        self.planned: list[PlannedFault] = []
        self._sessions: dict[tuple[str, str], Sequence[PlannedFault]] = {}

    def clear(self) -> None:
        """Forget all faults."""
        self.planned.clear()
        self._sessions.clear()

    def of_request(self, method: str, path: str, headers: Mapping[str, str]) -> PlannedFault | None:
        """The fault of a request."""
        if path.startswith(CONTROL):
            return None
        has_token = headers.get("authorization", "").lower().startswith("bearer ")
        own = [
            one
            for one in self._all(headers)
            if one.fault not in OF_JOBS | OF_CALLBACKS and (has_token or one.fault is not Fault.TOKEN_EXPIRED)
        ]
        return _choose([one for one in own if one.is_due(method, path)])

    def of_work(
        self, kinds: frozenset[Fault], *, path: str, headers: Mapping[str, str]
    ) -> PlannedFault | None:
        """The fault of a job or of a notification that is made now; `path` is that of its request."""
        own = [one for one in self._all(headers) if one.fault in kinds]
        return _choose([one for one in own if one.is_due("POST", path)])

    def _all(self, headers: Mapping[str, str]) -> list[PlannedFault]:
        return [*self._of_session(headers), *self.planned]

    def _of_session(self, headers: Mapping[str, str]) -> Sequence[PlannedFault]:
        text = headers.get("mock-fault", "")
        if not text:
            return ()
        key = (headers.get("mock-session", ""), text)
        if key not in self._sessions:
            self._sessions[key] = parse_faults(text)
        return self._sessions[key]


def _choose(due: Sequence[PlannedFault]) -> PlannedFault | None:
    """Of several that are due the rarest: every twentieth would never come beside every fifth otherwise."""
    if not due:
        return None
    chosen = max(due, key=lambda one: one.every)
    chosen.happened += 1
    return chosen
