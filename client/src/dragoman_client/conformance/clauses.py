"""The clauses of the interface, each in one sentence, and why some cannot be seen from outside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A clause of the interface."""

    id: str
    summary: str
    unseen: str = ""  # why nothing of it can be checked over HTTP by a customer or by staff


_SUMMARIES: Final = {
    "A1": "The token endpoint takes client credentials",
    "A2": "The token reply has its fields",
    "A3": "Errors of the token endpoint follow RFC 6749",
    "A4": "Access tokens are JWTs; their keys are public",
    "A5": "Tokens of external issuers are accepted",
    "A6": "A missing or invalid bearer token is 401",
    "A7": "Scopes limit what a token is good for",
    "A8": "Secrets are shown once and can be replaced",
    "A9": "An account is a sandbox, a trial or in production",
    "T1": "One translation for each segment, in order",
    "T2": "Limits of a text request are refused with advice",
    "T3": "Language codes match by look-up, in any case",
    "T4": "White space, tags and placeholders survive",
    "T5": "The account's memories and term bases are used",
    "T6": "explain=true shows where a translation came from",
    "T7": "The language pairs that work now are listed",
    "T8": "The language of a text is detected",
    "T9": "Usage is counted by day",
    "T10": "Words stay in their elements",
    "T11": "auto, several targets, chosen terms and memories",
    "D1": "A document is accepted and becomes a job",
    "D2": "A document is validated before it is accepted",
    "D3": "The job's record has its fields",
    "D4": "A job's status is one of four",
    "D5": "The translated document is downloaded",
    "D6": "Jobs are listed, deleted, and one's own only",
    "D7": "A failed job has an error code",
    "D8": "Callbacks carry the job's record",
    "D9": "Document types and pairs are listed",
    "D10": "A document is analysed without being stored",
    "P1": "A project is created; names match in any case",
    "P2": "A template's values are replaced, not its service",
    "P3": "The memory of a project is resolved",
    "P4": "workAreaId and workareaId are both read",
    "P5": "A deadline is converted to UTC and not past",
    "P6": "External ids are unique; metadata returns as sent",
    "P7": "PUT and PATCH change a draft",
    "P8": "Wrong types are 422, broken rules 400",
    "P9": "Projects are listed in pages",
    "P10": "The project record has its fields",
    "P11": "A project's status is one of four",
    "P12": "Projects are quoted, started, cancelled, deleted",
    "P13": "A file is uploaded as a form or raw",
    "P14": "Files are listed and downloaded",
    "P15": "Reference data are bare arrays",
    "P16": "Versions 1.3 to 1.5 are all in",
    "P17": "Customers keep their own terms and memories",
    "N1": "A project file's end is one POST for each target",
    "N2": "Deliveries are signed (Standard Webhooks)",
    "N3": "A failed delivery is tried again",
    "N4": "Addresses inside a network are refused",
    "N5": "Every delivery attempt is recorded",
    "E1": 'A plain error is {"detail": text}',
    "E2": "A validation error names field and problem",
    "E3": "A document error has reason, code and data",
    "E4": "A project error is an array of problems",
    "E5": "Unknown URLs and methods are E1 errors",
    "E6": "Too many requests are 429 with Retry-After",
    "E7": "A body over the limit is refused",
    "E8": "A repeat with an Idempotency-Key is done once",
    "E9": "Additions do not disturb old clients",
    "V1": "Staff see and steer the projects of all accounts",
    "V2": "Translations are exported, imported, delivered",
    "V3": "Staff keep accounts, applications, reference data",
    "V4": "Staff keep memories and sets",
    "V5": "Staff keep term bases",
    "V6": "Staff keep project templates",
    "V7": "Notifications, audit log, engines and queues",
    "V8": "An editor reads and saves segments",
    "O1": "/healthz and /readyz answer",
}

_UNSEEN: Final = {
    "A5": "it needs an identity provider that the operator has configured",
    "V8": "its paths and records are not fixed yet",
}

CLAUSES: Final[Mapping[str, Clause]] = {
    name: Clause(id=name, summary=summary, unseen=_UNSEEN.get(name, ""))
    for name, summary in _SUMMARIES.items()
}
