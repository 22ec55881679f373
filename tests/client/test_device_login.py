"""When a login by a code polls, and how it ends (RFC 8628, 3.5): the flow, without a network or a clock."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import parse_qs

import pytest

from dragoman_client.credentials import Credentials
from dragoman_client.device_login import (
    DeviceCodes,
    DeviceEndpoints,
    ask_for_codes,
    find_endpoints,
    wait_for_approval,
)
from dragoman_client.errors import (
    AuthenticationError,
    ConnectionFailedError,
    RequestRefusedError,
    ServerError,
    UnexpectedAnswerError,
)
from dragoman_client.exchange import Answer, Request
from dragoman_client.flows import Flow, Pause, Send

T = TypeVar("T")
URL = "https://mt.example.com"
ENDPOINTS = DeviceEndpoints(codes=f"{URL}/codes", token=f"{URL}/oauth2/token", token_url=None)
CODES = DeviceCodes(
    device_code="secret-code",
    user_code="BCDF-GHJK",
    page=f"{URL}/ui/device",
    page_with_code=None,
    expires_in=600,
    interval=5,
)
GRANTED = {"client_id": "app_x", "client_secret": "dgm_live_x", "access_token": "t"}


@dataclass
class Played:
    """What a flow did: the pauses that it made and the requests that it sent."""

    pauses: list[float] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)


def play(flow: Flow[T], *outcomes: Answer | Exception) -> tuple[T, Played]:
    """Run a flow: each request has the next outcome."""
    played, left = Played(), list(outcomes)
    outcome: Answer | Exception | None = None
    while True:
        try:
            effect = flow.throw(outcome) if isinstance(outcome, Exception) else flow.send(outcome)
        except StopIteration as end:
            assert left == []
            result: T = end.value
            return result, played
        if isinstance(effect, Pause):
            played.pauses.append(effect.seconds)
            outcome = None
            continue
        assert isinstance(effect, Send)
        played.requests.append(effect.request)
        outcome = left.pop(0)


def answer(value: Any, status: int = 200, **headers: str) -> Answer:
    return Answer(status=status, headers=headers, body=json.dumps(value).encode())


def refusal(error: str) -> Answer:
    return answer({"error": error, "error_description": "Why."}, 400)


def test_polls_wait_for_the_interval_and_slow_down_for_good() -> None:
    pending, slower = refusal("authorization_pending"), refusal("slow_down")
    outcomes = (pending, slower, pending, slower, answer(GRANTED))
    credentials, played = play(wait_for_approval(ENDPOINTS, CODES), *outcomes)
    assert credentials == Credentials(client_id="app_x", client_secret="dgm_live_x")
    assert played.pauses == [5, 5, 10, 10, 15]
    assert {one.url for one in played.requests} == {f"{URL}/oauth2/token"}
    assert parse_qs((played.requests[0].content or b"").decode()) == {
        "grant_type": ["urn:ietf:params:oauth:grant-type:device_code"],
        "client_id": ["dragoman-command-line"],
        "device_code": ["secret-code"],
    }


def test_a_service_that_is_away_is_polled_less_often_until_it_is_back() -> None:
    away = ConnectionFailedError("No answer.")
    busy = answer({}, 429, **{"retry-after": "45"})
    outcomes = (away, away, answer({}, 503), busy, refusal("authorization_pending"), answer(GRANTED))
    _, played = play(wait_for_approval(ENDPOINTS, CODES), *outcomes)
    assert played.pauses == [5, 10, 20, 40, 60, 5]


def test_what_does_not_pass_ends_at_once() -> None:
    with pytest.raises(ConnectionFailedError, match="certificate"):
        play(
            wait_for_approval(ENDPOINTS, CODES),
            ConnectionFailedError("The certificate is wrong.", is_passing=False),
        )


@pytest.mark.parametrize("error", ["access_denied", "expired_token", "invalid_grant"])
def test_a_decision_against_it_ends_with_a_reason(error: str) -> None:
    with pytest.raises(AuthenticationError) as caught:
        play(wait_for_approval(ENDPOINTS, CODES), refusal("authorization_pending"), refusal(error))
    assert caught.value.code == error
    assert "secret-code" not in str(caught.value)


def test_a_code_that_is_over_is_not_polled_again() -> None:
    over = DeviceCodes(
        device_code="x", user_code="x", page=URL, page_with_code=None, expires_in=-1, interval=5
    )
    with pytest.raises(AuthenticationError, match="expired"):
        play(wait_for_approval(ENDPOINTS, over))


def test_a_server_that_gives_a_token_only_is_logged_in_to_with_it() -> None:
    credentials, _ = play(wait_for_approval(ENDPOINTS, CODES), answer({"access_token": "t"}))
    assert credentials == Credentials(token="t")
    with pytest.raises(UnexpectedAnswerError):
        play(wait_for_approval(ENDPOINTS, CODES), answer("fine"))


METADATA = {
    "issuer": "https://public.example.com/",
    "token_endpoint": "https://public.example.com/oauth2/token",
    "device_authorization_endpoint": "https://public.example.com/oauth2/device_authorization",
}


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        (METADATA, ("/oauth2/device_authorization", "/oauth2/token", None)),
        ({**METADATA, "token_endpoint": f"{URL}/tokens"}, ("/oauth2/device_authorization", "/tokens", True)),
        ({**METADATA, "device_authorization_endpoint": None}, None),
        ({"issuer": URL, "token_endpoint": f"{URL}/oauth2/token"}, None),
        ([], None),
    ],
)
def test_endpoints_are_reached_by_the_address_that_was_given(metadata: Any, expected: Any) -> None:
    found, played = play(find_endpoints(URL), answer(metadata))
    assert played.requests[0].url == f"{URL}/.well-known/oauth-authorization-server"
    if expected is None:
        assert found is None
        return
    codes, token, is_elsewhere = expected
    assert found == DeviceEndpoints(
        codes=URL + codes, token=URL + token, token_url=URL + token if is_elsewhere else None
    )


def test_a_server_without_metadata_has_no_codes_and_one_that_is_down_may_have_them() -> None:
    assert play(find_endpoints(URL), answer({"detail": "Not found."}, 404))[0] is None
    assert play(find_endpoints(URL), Answer(status=200, headers={}, body=b"<html>"))[0] is None
    with pytest.raises(ServerError):
        play(find_endpoints(URL), answer({}, 503))


@pytest.mark.parametrize("name", ["token_endpoint", "device_authorization_endpoint"])
@pytest.mark.parametrize("endpoint", ["http://mt.example.com/x", "file:///etc/passwd"])
def test_codes_are_never_sent_unencrypted_by_an_encrypted_service(name: str, endpoint: str) -> None:
    with pytest.raises(UnexpectedAnswerError, match="not encrypted"):
        play(find_endpoints(URL), answer({**METADATA, name: endpoint}))


def test_what_is_asked_for_and_what_is_wrong_with_it() -> None:
    reply = {
        "device_code": "d",
        "user_code": "u",
        "verification_uri": "p",
        "expires_in": 1e9,
        "interval": -3,
    }
    codes, played = play(ask_for_codes(ENDPOINTS, scope="translate", device_name="ada"), answer(reply))
    assert (codes.page_with_code, codes.expires_in, codes.interval) == (None, 3600, 0.1)
    assert parse_qs((played.requests[0].content or b"").decode()) == {
        "client_id": ["dragoman-command-line"],
        "scope": ["translate"],
        "device_name": ["ada"],
    }
    with pytest.raises(RequestRefusedError, match="invalid_scope"):
        play(ask_for_codes(ENDPOINTS, scope="x", device_name=""), refusal("invalid_scope"))
    with pytest.raises(UnexpectedAnswerError):
        play(ask_for_codes(ENDPOINTS, scope="x", device_name=""), answer({"user_code": "u"}))
