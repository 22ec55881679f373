"""Device codes (RFC 8628): a person who approves everything, at the second poll."""

from __future__ import annotations

import secrets
import time
from typing import Final

from dragoman_client.mock.messages import MockAnswer, json_answer
from dragoman_client.mock.records import create_application
from dragoman_client.mock.state import DeviceCode, State
from dragoman_client.mock.tokens import ISSUED, SCOPES, oauth_error, token_reply

GRANT: Final = "urn:ietf:params:oauth:grant-type:device_code"
_CLIENT: Final = "dragoman-command-line"
_LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
_CUSTOMER: Final = ("translate", "projects", "reference")
_SECONDS: Final = 600
_INTERVAL: Final = 1  # seconds; the service says 5


def give_codes(state: State, form: dict[str, str]) -> MockAnswer:
    """Answer `POST /oauth2/device_authorization`."""
    _check_client(form)
    wanted = form.get("scope", "").split()
    if unknown := [one for one in wanted if one not in SCOPES]:
        raise oauth_error("invalid_scope", f"There is no scope {unknown[0]}. There are: {', '.join(SCOPES)}.")
    letters = "".join(secrets.choice(_LETTERS) for _ in range(8))
    user_code, device_code = f"{letters[:4]}-{letters[4:]}", secrets.token_urlsafe(32)
    state.device_codes[device_code] = DeviceCode(
        scopes=tuple(one for one in SCOPES if one in (wanted or _CUSTOMER)),
        device_name=form.get("device_name", "")[:100],
        expires_at=time.time() + _SECONDS,
    )
    page = f"{state.url}/ui/device"
    body = {
        "device_code": device_code,
        "user_code": user_code,
        "verification_uri": page,
        "verification_uri_complete": f"{page}?user_code={user_code}",
        "expires_in": _SECONDS,
        "interval": _INTERVAL,
    }
    return json_answer(body, headers=ISSUED)


def redeem_code(state: State, form: dict[str, str]) -> MockAnswer:
    """Answer a poll of `POST /oauth2/token`: the first is pending, the second gets the credentials."""
    _check_client(form)
    if not form.get("device_code"):
        raise oauth_error("invalid_request", "The field device_code is missing.")
    code = state.device_codes.get(form["device_code"])
    if code is None:
        raise oauth_error("invalid_grant", "Unknown device code, or it was redeemed before.")
    if code.expires_at <= time.time():
        raise oauth_error("expired_token", "The code has expired. Ask for another one.")
    if not code.was_polled:
        code.was_polled = True
        raise oauth_error("authorization_pending", "Nobody has decided yet. Poll again after the interval.")
    del state.device_codes[form["device_code"]]
    name = f"Command line on {code.device_name}" if code.device_name else "Command line"
    account = next(iter(state.applications.values())).account
    application = create_application(state, account=account, name=name, scopes=code.scopes)
    credentials = {"client_id": application.client_id, "client_secret": application.client_secret}
    return json_answer({**token_reply(state, application, code.scopes), **credentials}, headers=ISSUED)


def _check_client(form: dict[str, str]) -> None:
    if not form.get("client_id"):
        raise oauth_error("invalid_request", f"The field client_id is missing. Its value is {_CLIENT}.")
    if form["client_id"] != _CLIENT:
        raise oauth_error("invalid_client", f"The only client without a secret is {_CLIENT}.")
