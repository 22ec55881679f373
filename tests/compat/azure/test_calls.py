"""X3, T4, E6: calls of Azure's version 3 as they are documented, and how each is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests.compat.conftest import Customer
from tests.live import LiveService

V3 = {"api-version": "3.0"}


@pytest.fixture(scope="module")
def http(live: LiveService) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=f"{live.url}/compat/azure", timeout=60) as client:
        yield client


def translate(http: httpx2.Client, customer: Customer, *texts: Any, **query: Any) -> httpx2.Response:
    return http.post(
        "/translate",
        params={**V3, **query},
        json=[{"Text": text} for text in texts],
        headers={"Ocp-Apim-Subscription-Key": customer.key},
    )


def error_of(answer: httpx2.Response) -> tuple[int, str]:
    assert list(answer.json()) == ["error"]
    code, message = answer.json()["error"]["code"], answer.json()["error"]["message"]
    assert code // 1000 == answer.status_code
    assert answer.headers["X-RequestId"] == answer.headers["X-Request-Id"]
    return code, message


def test_answers_carry_their_id_and_what_was_translated(http: httpx2.Client, production: Customer) -> None:
    answer = translate(http, production, "The house", **{"from": "en", "to": ["es", "fr"]})
    assert answer.json() == [
        {"translations": [{"text": "La casa", "to": "es"}, {"text": "La maison", "to": "fr"}]}
    ]
    assert answer.headers["X-RequestId"] == answer.headers["X-Request-Id"]
    assert answer.headers["X-Metered-Usage"] == "18"


def test_targets_are_given_back_as_they_were_sent(http: httpx2.Client, sandbox: Customer) -> None:
    targets = ["zh-Hans", "zh-CN", "zh-Hant", "pt-pt", "PT", "nb", "he", "sr-Cyrl"]
    answer = translate(http, sandbox, "Good morning", **{"from": "en", "to": targets})
    assert [one["to"] for one in answer.json()[0]["translations"]] == targets
    texts = [one["text"] for one in answer.json()[0]["translations"]]
    assert all(text not in ("", "Good morning") for text in texts)


def test_the_key_may_be_in_the_query_or_be_exchanged_for_a_token(
    http: httpx2.Client, production: Customer
) -> None:
    query = {**V3, "from": "en", "to": "es"}
    body = [{"text": "The house"}]
    assert http.post("/translate", params={**query, "Subscription-Key": production.key}, json=body).is_success
    issued = http.post("/sts/v1.0/issueToken", headers={"Ocp-Apim-Subscription-Key": production.key})
    assert issued.headers["Content-Type"].startswith("application/jwt")
    bearer = {"Authorization": f"Bearer {issued.text}"}
    assert http.post("/translate", params=query, json=body, headers=bearer).is_success
    again = http.post("/sts/v1.0/issueToken", headers=bearer)
    assert error_of(again)[0] == 401000


def test_each_element_has_its_own_language(http: httpx2.Client, production: Customer) -> None:
    texts = ["The house is red and the dog eats.", "La casa es roja y el perro come en la calle.", "42"]
    answer = translate(http, production, *texts, to="es", suggestedFrom="fr").json()
    assert [one["detectedLanguage"]["language"] for one in answer][:2] == ["en", "es"]
    assert [one["translations"][0]["text"] for one in answer][1:] == texts[1:]
    (number,) = translate(http, production, "42", to="es", suggestedFrom="fr").json()
    assert number["detectedLanguage"] == {"language": "fr", "score": 0.0}


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({"api-version": "2.0"}, 400021),
        ({"api-version": ""}, 400021),
        ({"to": []}, 400036),
        ({"to": "not a code"}, 400036),
        ({"to": "qx"}, 400036),
        ({"from": "not a code"}, 400035),
        ({"from": "en", "to": "qx"}, 400023),
        ({"textType": "xml"}, 400071),
        ({"profanityAction": "Deleted"}, 400042),
        ({"profanityAction": "Marked"}, 400042),
        ({"category": "my-system", "allowFallback": "false"}, 400079),
        ({"toScript": "Latn", "to": "ru"}, 400080),
        ({"to": [f"x-{number}" for number in range(21)], "from": "en"}, 400077),
    ],
)
def test_options_that_are_not_there_are_refused_with_azures_codes(
    http: httpx2.Client, production: Customer, query: dict[str, Any], code: int
) -> None:
    assert error_of(translate(http, production, "The house", **{"to": "es", **query}))[0] == code


@pytest.mark.parametrize(
    "query",
    [
        {"category": "general"},
        {"category": "my-system"},
        {"profanityAction": "NoAction", "profanityMarker": "Asterisk"},
        {"includeAlignment": "true"},
        {"fromScript": "Latn", "toScript": "Latn"},
        {"textType": "HTML"},
    ],
)
def test_options_that_change_nothing_are_accepted(
    http: httpx2.Client, production: Customer, query: dict[str, Any]
) -> None:
    answer = translate(http, production, "The house", **{"from": "en", "to": "es", **query})
    assert answer.json() == [{"translations": [{"text": "La casa", "to": "es"}]}]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", 400074),
        (b"[", 400074),
        (b"\xff", 400074),
        (b"{}", 400000),
        (b"[]", 400000),
        (b"[1]", 400005),
        (b'[{"Tex": "a"}]', 400005),
        (b'[{"Text": null}]', 400005),
        (b'[{"Text": 1}]', 400005),
        (b'[{"Text": "\\u0000"}]', 400005),
        (b"[" + b",".join([b'{"Text":"a"}'] * 1_001) + b"]", 400072),
        (b'[{"Text": "' + b"a" * 100_001 + b'"}]', 400077),
    ],
)
def test_bodies_that_cannot_be_translated_are_refused(
    http: httpx2.Client, production: Customer, content: bytes, code: int
) -> None:
    headers = {"Ocp-Apim-Subscription-Key": production.key}
    answer = http.post(
        "/translate", params={**V3, "from": "en", "to": "es"}, content=content, headers=headers
    )
    assert error_of(answer)[0] == code


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Ocp-Apim-Subscription-Key": "0123456789abcdef"},
        {"Ocp-Apim-Subscription-Key": "app_unknown:wrong"},
        {"Authorization": "Bearer x"},
        {"Authorization": "Basic eDp5"},
    ],
)
@pytest.mark.parametrize("path", ["/translate", "/detect", "/sts/v1.0/issueToken", "/nothing"])
def test_without_genuine_credentials_each_path_is_401(
    http: httpx2.Client, path: str, headers: dict[str, str]
) -> None:
    answer = http.post(path, params=V3, json=[{"Text": "a"}], headers=headers)
    assert error_of(answer)[0] == 401000


def test_calls_count_against_the_rate_limit(
    live: LiveService, http: httpx2.Client, production: Customer
) -> None:
    application = live.create_application(production.account, "--rate-limit", "1/30", name="limited")
    headers = {"Ocp-Apim-Subscription-Key": f"{application.client_id}:{application.client_secret}"}
    query = {**V3, "from": "en", "to": "es"}
    assert http.post("/translate", params=query, json=[{"Text": "a"}], headers=headers).status_code == 200
    refused = http.post("/translate", params=query, json=[{"Text": "a"}], headers=headers)
    assert error_of(refused)[0] == 429000
    assert int(refused.headers["Retry-After"]) >= 1


def test_languages_are_detected_with_alternatives(http: httpx2.Client, production: Customer) -> None:
    headers = {"Ocp-Apim-Subscription-Key": production.key}
    body = [{"Text": "Esta es una frase más larga."}, {"Text": "Good"}, {"Text": "12"}]
    spanish, short, number = http.post("/detect", params=V3, json=body, headers=headers).json()
    assert spanish["language"] == "es"
    assert spanish["isTranslationSupported"] is True
    assert spanish["isTransliterationSupported"] is False
    assert all(one["score"] <= spanish["score"] for one in spanish.get("alternatives", []))
    assert short["language"] == "en"
    assert (number["language"], number["score"]) == ("en", 0.0)


def test_the_languages_need_no_key(http: httpx2.Client) -> None:
    assert list(http.get("/languages", params=V3).json()) == ["translation", "transliteration", "dictionary"]
    assert list(http.get("/languages", params={**V3, "scope": "dictionary"}).json()) == ["dictionary"]
    assert error_of(http.get("/languages", params={**V3, "scope": "words"}))[0] == 400001
    assert error_of(http.get("/languages"))[0] == 400021


def test_unknown_addresses_and_methods_have_the_same_shape(http: httpx2.Client, production: Customer) -> None:
    headers = {"Ocp-Apim-Subscription-Key": production.key}
    assert error_of(http.post("/nothing", headers=headers))[0] == 404000
    assert error_of(http.get("/translate", headers=headers))[0] == 405000
