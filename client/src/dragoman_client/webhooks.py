"""For who receives webhooks: is a delivery from the service, and what does it say (clauses N1, N2, D8).

Deliveries follow Standard Webhooks 1.0. Verify the body as it came, before anything parses it:

    event = parse_webhook(body, headers, secrets=[secret])
    if isinstance(event, DocumentFinished): ...
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, TypeAlias

from dragoman_client.documents.results import Document
from dragoman_client.errors import InvalidInputError, UnexpectedAnswerError, WebhookVerificationError
from dragoman_client.records import read

TOLERANCE: Final = 300  # seconds that a delivery may be old, or early
_SECRET: Final = "whsec_"  # noqa: S105 - a prefix
_KEY: Final = "whpk_"


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookEvent:
    """A delivery that is from the service. The same `id` may come again: handle each once."""

    id: str  # `webhook-id`, the same on every try
    sent_at: int  # seconds since 1970
    data: Mapping[str, Any] = field(repr=False)  # the JSON

    @property
    def is_test(self) -> bool:
        """Whether it was asked for as a test: what it is about does not exist."""
        return self.data.get("test") is True or self.data.get("type") == "test.event"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentFinished(WebhookEvent):
    """A document was translated."""

    document: Document


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentFailed(WebhookEvent):
    """A document could not be translated."""

    document: Document


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectFileEvent(WebhookEvent):
    """A translation of a file of a project is finished or cancelled (clause N1)."""

    project_id: int
    translation_id: int
    source_file_id: str
    source_file_name: str
    target_file_id: str | None  # None: cancelled
    target_file_name: str | None
    source_language: str
    target_language: str
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectFileFinished(ProjectFileEvent):
    """A translation of a file of a project is finished."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectFileCancelled(ProjectFileEvent):
    """A translation of a file of a project was cancelled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookTest(WebhookEvent):
    """A test of a receiver."""

    application_id: int
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownEvent(WebhookEvent):
    """An event of a newer service: answer it with 2xx."""


Headers: TypeAlias = Mapping[str, str] | Iterable[tuple[str, str]]


def verify_webhook(
    body: bytes,
    headers: Headers,
    *,
    secrets: Sequence[str] = (),
    keys: Sequence[str] = (),
    tolerance: float = TOLERANCE,
    now: float | None = None,
) -> tuple[str, int]:
    """Check a delivery's signature and age; its `webhook-id` and timestamp.

    `secrets` are those of the application (`whsec_…`); several while one is replaced. `keys` are public keys
    of the service (`whpk_…`, from `/.well-known/webhook-keys`), which need the extra `dragoman-client[keys]`.
    One signature that fits is enough. Names of headers may be in any case.

    Raises `WebhookVerificationError` for everything that is not to be trusted.
    """
    if not secrets and not keys:
        raise InvalidInputError("Verification needs a secret (whsec_…) or a public key (whpk_…).")
    found = _headers(headers)
    event, timestamp = found["webhook-id"], found["webhook-timestamp"]
    if not timestamp.isascii() or not timestamp.isdecimal():
        raise WebhookVerificationError("The header webhook-timestamp is not a number of seconds.")
    age = (time.time() if now is None else now) - int(timestamp)
    if abs(age) > tolerance:
        what = "too old" if age > 0 else "from the future"
        raise WebhookVerificationError(
            f"The delivery is {what} ({abs(age):.0f} seconds; {tolerance:g} are allowed). "
            "Is the clock of this machine right?"
        )
    signed = f"{event}.{timestamp}.".encode() + body
    signatures = _signatures(found["webhook-signature"])
    if not (_fits_secret(signed, signatures, secrets) or _fits_key(signed, signatures, keys)):
        raise WebhookVerificationError(
            "No signature fits. Is the secret that of the application whose event this is, and is the body "
            "as it was sent?"
        )
    return event, int(timestamp)


def parse_webhook(
    body: bytes,
    headers: Headers,
    *,
    secrets: Sequence[str] = (),
    keys: Sequence[str] = (),
    tolerance: float = TOLERANCE,
    now: float | None = None,
) -> WebhookEvent:
    """Verify a delivery and read it: the event, or `UnknownEvent` of a newer service.

    Raises `WebhookVerificationError` as `verify_webhook` does.
    """
    event, timestamp = verify_webhook(body, headers, secrets=secrets, keys=keys, tolerance=tolerance, now=now)
    return read_event(body, event_id=event, sent_at=timestamp)


def read_event(body: bytes, *, event_id: str, sent_at: int) -> WebhookEvent:
    """What a body says that was verified before."""
    known: dict[str, Any] = {"id": event_id, "sent_at": sent_at}
    try:
        data = json.loads(body)
        return _read(data, {**known, "data": data if isinstance(data, dict) else {}})
    except (ValueError, KeyError, TypeError, UnexpectedAnswerError):
        return UnknownEvent(**known, data={})


def _read(data: Any, known: dict[str, Any]) -> WebhookEvent:
    if not isinstance(data, dict):
        return UnknownEvent(**known)
    if data.get("type") == "test.event":
        created = datetime.fromisoformat(data["createdAt"])
        return WebhookTest(**known, application_id=data["applicationId"], created_at=created)
    if "jobId" in data and data.get("status") in {"SUCCESS", "FAILED"}:
        kind = DocumentFinished if data["status"] == "SUCCESS" else DocumentFailed
        return kind(**known, document=read(Document, data))
    if "TranslationId" in data and data.get("Status") in {"Finished", "Cancelled"}:
        finished = data["Status"] == "Finished"
        return (ProjectFileFinished if finished else ProjectFileCancelled)(
            **known,
            project_id=data["ProjectId"],
            translation_id=data["TranslationId"],
            source_file_id=data["SourceFileId"],
            source_file_name=data["SourceFileName"],
            target_file_id=data["TargetFileId"],
            target_file_name=data["TargetFileName"],
            source_language=data["SourceLanguageCode"],
            target_language=data["TargetLanguageCode"],
            status=data["Status"],
        )
    return UnknownEvent(**known)


def _headers(headers: Headers) -> dict[str, str]:
    pairs = headers.items() if isinstance(headers, Mapping) else headers
    found = {name.lower(): value for name, value in pairs}
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not found.get(name):
            raise WebhookVerificationError(
                f"The header {name} is missing: this is no delivery of the service."
            )
    return found


def _signatures(header: str) -> list[tuple[str, bytes]]:
    """Version and bytes of each signature of the header; what cannot be read is left out."""
    found = []
    for one in header.split():
        version, _, encoded = one.partition(",")
        try:
            found.append((version, base64.b64decode(encoded, validate=True)))
        except (binascii.Error, ValueError):
            continue
    return found


def _fits_secret(signed: bytes, signatures: list[tuple[str, bytes]], secrets: Sequence[str]) -> bool:
    fits = False
    for secret in secrets:
        expected = hmac.digest(_decode(secret, _SECRET, "secret"), signed, hashlib.sha256)
        for version, signature in signatures:
            fits |= version == "v1" and hmac.compare_digest(expected, signature)
    return fits


def _fits_key(signed: bytes, signatures: list[tuple[str, bytes]], keys: Sequence[str]) -> bool:
    if not keys:
        return False
    try:
        from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - an extra
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415
    except ImportError:
        raise InvalidInputError(
            "Public keys need the package cryptography: pip install 'dragoman-client[keys]'."
        ) from None
    for key in keys:
        public = Ed25519PublicKey.from_public_bytes(_decode(key, _KEY, "public key"))
        for version, signature in signatures:
            if version == "v1a":
                try:
                    public.verify(signature, signed)
                except InvalidSignature:
                    continue
                return True
    return False


def _decode(value: str, prefix: str, what: str) -> bytes:
    """The bytes of a secret or key. Raises `InvalidInputError`, without the value."""
    try:
        decoded = base64.b64decode(value.strip().removeprefix(prefix), validate=True)
    except (binascii.Error, ValueError):
        decoded = b""
    if not decoded or (prefix == _KEY and len(decoded) != 32):
        raise InvalidInputError(f"This is not a {what} of webhooks. It looks like {prefix}….")
    return decoded
