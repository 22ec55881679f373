"""What browsers and passkeys exchange, made and verified by the library `webauthn`."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from dragoman.sign_in.passkeys.model import CHALLENGE_LIFETIME, RelyingParty

_MOST_CHARACTERS: Final = 64 * 1024  # of an answer
_TRANSPORTS: Final = frozenset({"ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"})
# None is asked for. A packed one without a certificate is signed by the passkey itself. Whose make a passkey
# is does not matter here, so that nothing reads certificates.
_ATTESTATIONS: Final = frozenset({"none", "packed"})
_TIMEOUT: Final = int(CHALLENGE_LIFETIME.total_seconds() * 1000)


class AnswerInvalid(ValueError):
    """An answer of a browser does not prove what it should; the message says why, for the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PasskeyOwner:
    """Whom a passkey is made for, as the device shows them."""

    handle: bytes = field(repr=False)
    name: str = field(repr=False)  # an address, or another name that is theirs alone
    display_name: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifiedRegistration:
    """A new passkey."""

    credential_id: bytes
    public_key: bytes
    sign_count: int
    backed_up: bool
    transports: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifiedSignature:
    """A signature of a passkey."""

    sign_count: int
    backed_up: bool


def registration_options(
    relying_party: RelyingParty, owner: PasskeyOwner, *, challenge: bytes, known: Sequence[bytes]
) -> str:
    """The argument of `navigator.credentials.create`, as JSON; devices with a `known` passkey refuse."""
    import webauthn  # noqa: PLC0415 - a second to import, for pages that few open
    from webauthn.helpers import structs  # noqa: PLC0415

    options = webauthn.generate_registration_options(
        rp_id=relying_party.id,
        rp_name=relying_party.name,
        user_id=owner.handle,
        user_name=owner.name,
        user_display_name=owner.display_name,
        challenge=challenge,
        timeout=_TIMEOUT,
        attestation=structs.AttestationConveyancePreference.NONE,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=one) for one in known],
    )
    return webauthn.options_to_json(options)


def sign_in_options(relying_party: RelyingParty, *, challenge: bytes) -> str:
    """The argument of `navigator.credentials.get`, as JSON; the device knows which passkeys are there."""
    import webauthn  # noqa: PLC0415 - as above
    from webauthn.helpers import structs  # noqa: PLC0415

    options = webauthn.generate_authentication_options(
        rp_id=relying_party.id,
        challenge=challenge,
        timeout=_TIMEOUT,
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    return webauthn.options_to_json(options)


def verify_registration(
    answer: str, *, relying_party: RelyingParty, challenge: bytes
) -> VerifiedRegistration:
    """Verify what `navigator.credentials.create` gave. Raises `AnswerInvalid`."""
    import webauthn  # noqa: PLC0415 - as above

    values = _parse(answer)
    try:
        _refuse_certificates(values)
        verified = webauthn.verify_registration_response(
            credential=values,
            expected_challenge=challenge,
            expected_rp_id=relying_party.id,
            expected_origin=relying_party.origin,
            require_user_verification=True,
        )
    except Exception as error:  # the library raises many kinds for what is malformed
        raise AnswerInvalid(type(error).__name__) from error
    return VerifiedRegistration(
        credential_id=verified.credential_id,
        public_key=verified.credential_public_key,
        sign_count=verified.sign_count,
        backed_up=verified.credential_backed_up,
        transports=_read_transports(values),
    )


def _refuse_certificates(values: dict[str, Any]) -> None:
    """Refuse statements about the make of a passkey: they were not asked for."""
    from webauthn.helpers import parse_attestation_object  # noqa: PLC0415 - as above

    statement = parse_attestation_object(_decode(values["response"]["attestationObject"]))
    if statement.fmt not in _ATTESTATIONS or statement.att_stmt.x5c:
        raise AnswerInvalid("attestation")


def read_credential_id(answer: str) -> bytes:
    """The id of the passkey that an answer is of, unverified. Raises `AnswerInvalid`."""
    return _decode(_parse(answer).get("rawId"))


def read_user_handle(answer: str) -> bytes | None:
    """Whose passkey the device says it is, unverified. Raises `AnswerInvalid`."""
    response = _parse(answer).get("response")
    handle = response.get("userHandle") if isinstance(response, dict) else None
    return None if handle is None else _decode(handle)


def verify_signature(
    answer: str, *, relying_party: RelyingParty, challenge: bytes, public_key: bytes
) -> VerifiedSignature:
    """Verify what `navigator.credentials.get` gave, but for the count. Raises `AnswerInvalid`."""
    import webauthn  # noqa: PLC0415 - as above

    values = _parse(answer)
    try:
        verified = webauthn.verify_authentication_response(
            credential=values,
            expected_challenge=challenge,
            expected_rp_id=relying_party.id,
            expected_origin=relying_party.origin,
            credential_public_key=public_key,
            credential_current_sign_count=0,  # compared by the caller, who tells a copy from a wrong answer
            require_user_verification=True,
        )
    except Exception as error:  # as above
        raise AnswerInvalid(type(error).__name__) from error
    return VerifiedSignature(sign_count=verified.new_sign_count, backed_up=verified.credential_backed_up)


def _parse(answer: str) -> dict[str, Any]:
    if len(answer) > _MOST_CHARACTERS:
        raise AnswerInvalid("too long")
    try:
        values = json.loads(answer)
    except (ValueError, RecursionError):
        raise AnswerInvalid("not JSON") from None
    if not isinstance(values, dict):
        raise AnswerInvalid("not an object")
    return values


def _decode(text: object) -> bytes:
    if not isinstance(text, str):
        raise AnswerInvalid("no id")
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise AnswerInvalid("no base64") from None


def _read_transports(values: dict[str, Any]) -> Sequence[str]:
    response = values.get("response")
    named = response.get("transports") if isinstance(response, dict) else None
    if not isinstance(named, list):
        return []
    return sorted(_TRANSPORTS.intersection(one for one in named if isinstance(one, str)))
