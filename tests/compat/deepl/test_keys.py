"""X1, E6, A10: a key of the DeepL dialect is an application's credentials, limited and braked like them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx2
import pytest

from tests.compat.conftest import Customer
from tests.live import Application, LiveService, live_service
from tests.waiting import CEILING, wait_until

USAGE = "/compat/deepl/v2/usage"


def call(live: LiveService, key: str | None, path: str = USAGE, *, method: str = "GET") -> httpx2.Response:
    headers = {} if key is None else {"Authorization": f"DeepL-Auth-Key {key}"}
    return httpx2.request(method, live.url + path, headers=headers, timeout=60)


def key_of(application: Application) -> str:
    return f"{application.client_id}:{application.client_secret}"


def test_a_genuine_key_is_admitted_with_the_scheme_in_any_case(
    live: LiveService, production: Customer
) -> None:
    assert call(live, production.key).status_code == 200
    headers = {"Authorization": f"deepl-auth-key {production.key}"}
    assert httpx2.get(live.url + USAGE, headers=headers, timeout=CEILING).status_code == 200


@pytest.mark.parametrize("path", [USAGE, "/compat/deepl", "/compat/deepl/", "/compat/deepl/v2/nothing"])
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer abc"},
        {"Authorization": "DeepL-Auth-Key"},
        {"Authorization": "DeepL-Auth-Key 279a2e9d-83b3-c416-7e2d-f721593e42a0:fx"},
        {"Authorization": "DeepL-Auth-Key app_unknown:dgm_live_wrong"},
        {"Authorization": "DeepL-Auth-Key :"},
        {"Authorization": "DeepL-Auth-Key nocolon"},
    ],
)
def test_without_a_genuine_key_each_path_is_403(
    live: LiveService, path: str, headers: Mapping[str, str]
) -> None:
    answer = httpx2.post(live.url + path, headers=headers, json={"text": ["x"]}, timeout=CEILING)
    assert answer.status_code == 403
    assert list(answer.json()) == ["message"]
    assert "www-authenticate" not in answer.headers


def test_an_access_token_is_no_key(live: LiveService, production: Customer) -> None:
    answer = production.client.get(USAGE)
    assert (answer.status_code, "DeepL-Auth-Key" in answer.text) == (403, True)


def test_a_second_authorization_header_is_refused(live: LiveService, production: Customer) -> None:
    headers = [("Authorization", f"DeepL-Auth-Key {production.key}")] * 2
    assert httpx2.get(live.url + USAGE, headers=headers, timeout=CEILING).status_code == 403


def test_a_disabled_application_and_an_old_secret_are_refused_at_once(live: LiveService) -> None:
    account = live.create_account("Ended Ltd")
    disabled, renewed = [live.create_application(account) for _ in range(2)]
    assert [call(live, key_of(one)).status_code for one in (disabled, renewed)] == [200, 200]
    live.admin("application", "disable", str(disabled.id))
    live.admin("application", "regenerate-secret", str(renewed.id))
    answers = [call(live, key_of(one)) for one in (disabled, renewed)]
    assert [answer.status_code for answer in answers] == [403, 403]
    assert answers[0].json() == {"message": "The application is disabled."}


def test_an_application_without_the_scope_translate_is_403(live: LiveService) -> None:
    made = live.create_application(live.create_account("Scopes Ltd"), "--scopes", "projects")
    answer = call(live, key_of(made))
    assert answer.status_code == 403
    assert answer.json() == {"message": "The application of this key lacks the scope translate."}


def test_calls_count_against_the_rate_limit_of_the_application(live: LiveService) -> None:
    made = live.create_application(live.create_account("Rated Ltd"), "--rate-limit", "2/30")
    answers = [call(live, key_of(made)) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[1].headers["ratelimit-policy"] == '"default";q=2;w=30'
    assert 0 < int(answers[2].headers["retry-after"]) <= 30
    assert "Too many calls" in answers[2].json()["message"]
    with live.client(made) as client:
        assert client.get("/v2/usage").status_code == 429  # one limit for both interfaces


def test_guessing_is_braked_and_the_refusals_are_not_logged_for_the_client(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    data = tmp_path_factory.mktemp("guessing") / "data"
    with live_service(data, DRAGOMAN_TOKEN_FAILURES="2/600") as live:
        made = live.create_application(live.create_account("Guessed Ltd"))
        answers = [call(live, f"{made.client_id}:wrong") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [403, 403, 429]
        assert answers[2].headers["ratelimit-policy"] == '"wrong-credentials";q=2;w=600'
        assert int(answers[2].headers["retry-after"]) > 0
        assert call(live, key_of(made)).status_code == 429  # not read from where it was guessed


def test_unknown_paths_and_methods_are_told_with_a_genuine_key(
    live: LiveService, production: Customer
) -> None:
    missing = call(live, production.key, "/compat/deepl/v2/nothing")
    assert (missing.status_code, list(missing.json())) == (404, ["message"])
    wrong = call(live, production.key, USAGE, method="DELETE")
    assert (wrong.status_code, wrong.headers["allow"]) == (405, "GET, HEAD")
    assert list(wrong.json()) == ["message"]


def test_calls_are_in_the_request_log_of_the_account(live: LiveService, production: Customer) -> None:
    request_id = call(live, production.key).headers["x-request-id"]

    def find() -> list[Any]:
        found = production.client.get("/project/v1/requests", params={"requestId": request_id}).json()
        return [one for one in found["requests"] if one["requestId"] == request_id]

    wait_until(find)
    logged = find()[0]
    assert (logged["path"], logged["status"]) == (USAGE, 200)
