"""X2, T4, T11, E6: LibreTranslate's calls as it documents them, and how each is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests.compat.conftest import Customer
from tests.live import LiveService


@pytest.fixture(scope="module")
def http(live: LiveService) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=f"{live.url}/compat/libretranslate", timeout=60) as client:
        yield client


def body(customer: Customer, **fields: Any) -> dict[str, Any]:
    return {"q": "The house is red.", "source": "en", "target": "es", "api_key": customer.key, **fields}


def error_of(answer: httpx2.Response) -> str:
    assert list(answer.json()) == ["error"]
    return str(answer.json()["error"])


def test_json_forms_and_multipart_are_read_alike(http: httpx2.Client, production: Customer) -> None:
    fields = body(production)
    expected = {"translatedText": "La casa es roja."}
    for call in (
        {"json": fields},
        {"data": fields},
        {"files": {name: (None, value) for name, value in fields.items()}},
        {"params": fields},
    ):
        answer = http.post("/translate", **call)
        assert (answer.status_code, answer.json()) == (200, expected)


def test_the_key_may_be_in_query_and_headers(http: httpx2.Client, production: Customer) -> None:
    fields = {"q": "The house", "source": "en", "target": "es"}
    token = production.client.get("/v2/usage").request.headers["Authorization"]
    for call in (
        {"params": {"api_key": production.key}},
        {"headers": {"X-API-Key": production.key}},
        {"headers": {"Authorization": f"Bearer {production.key}"}},
        {"headers": {"Authorization": token}},
    ):
        answer = http.post("/translate", json=fields, **call)
        assert (answer.status_code, answer.json()) == (200, {"translatedText": "La casa"})


def test_a_list_of_texts_gets_a_list(http: httpx2.Client, production: Customer) -> None:
    texts = ["The house is red.", "", "12", "<b>The dog</b> eats."]
    answer = http.post("/translate", json=body(production, q=texts, format="html"))
    assert answer.json() == {"translatedText": ["La casa es roja.", "", "12", "<b>El perro</b> come."]}


def test_more_texts_than_one_request_of_ours_may_have(http: httpx2.Client, production: Customer) -> None:
    texts = [f"The house has {number} doors." for number in range(205)]
    translated = http.post("/translate", json=body(production, q=texts)).json()["translatedText"]
    assert len(translated) == 205
    assert all(str(number) in text for number, text in enumerate(translated))


def test_a_text_may_be_longer_than_a_segment_of_ours(http: httpx2.Client, production: Customer) -> None:
    text = "The house is red. " * 1_000
    translated = http.post("/translate", json=body(production, q=text)).json()["translatedText"]
    assert translated == "La casa es roja. " * 1_000


def test_each_text_has_the_language_that_was_detected(http: httpx2.Client, production: Customer) -> None:
    texts = ["The house is red and the dog eats.", "La casa es roja y el perro come en la calle.", "42"]
    found = http.post("/translate", json=body(production, q=texts, source="auto", alternatives=3)).json()
    assert [one["language"] for one in found["detectedLanguage"]][:2] == ["en", "es"]
    assert found["translatedText"][1:] == texts[1:]  # is Spanish already
    assert found["translatedText"][0].startswith("La casa es roja")
    assert found["alternatives"] == [[], [], []]
    single = http.post("/translate", json=body(production, q=texts[0], source="auto", alternatives=1)).json()
    assert single["detectedLanguage"]["language"] == "en"
    assert single["alternatives"] == []


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"q": ""}, "Invalid request: missing q parameter"),
        ({"q": []}, "Invalid request: missing q parameter"),
        ({"source": ""}, "Invalid request: missing source parameter"),
        ({"target": None}, "Invalid request: missing target parameter"),
        ({"format": "markdown"}, "Invalid request: the format is text or html."),
        ({"source": "not a code"}, "this is no language code"),
        ({"source": 7}, "this is no language code"),
        ({"target": "qx"}, "Language pair (en -> qx) is not supported."),
        ({"source": "auto", "target": "qx"}, "Language pair (auto -> qx) is not supported."),
        ({"q": [1]}, "q: Send a text"),
        ({"q": {"a": "b"}}, "q: Send a text"),
        ({"q": "a\x00b"}, "U+0000"),
        ({"q": "a" * 100_001}, "at most 100000 characters"),
        ({"q": ["a" * 9_000] * 12}, "at most 100000 characters"),
        ({"q": ["a"] * 1_001}, "at most 1000 texts; this one has 1001"),
        ({"alternatives": "many"}, "alternatives is a number"),
    ],
)
def test_what_cannot_be_translated_is_400_with_a_message(
    http: httpx2.Client, production: Customer, fields: dict[str, Any], message: str
) -> None:
    answer = http.post("/translate", json=body(production, **fields))
    assert answer.status_code == 400
    assert message in error_of(answer)


@pytest.mark.parametrize("content", [b"{", b"[]", b'"a"', b"\xff", b'{"q": "\\ud800"}'])
def test_what_is_no_object_is_400(http: httpx2.Client, production: Customer, content: bytes) -> None:
    answer = http.post("/translate", content=content, headers={"X-API-Key": production.key})
    assert answer.status_code == 400
    error_of(answer)


def test_without_a_key_it_is_400_and_with_a_wrong_one_403(http: httpx2.Client, production: Customer) -> None:
    for path in ("/translate", "/detect"):
        missing = http.post(path, json={"q": "a", "source": "en", "target": "es"})
        assert (missing.status_code, "API key" in error_of(missing)) == (400, True)
        for wrong in ("x", "app_unknown:wrong", f"{production.application.client_id}:wrong", ":"):
            refused = http.post(path, json=body(production, api_key=wrong))
            assert refused.status_code == 403
            assert error_of(refused).startswith("Invalid API key")


def test_calls_count_against_the_rate_limit(
    live: LiveService, http: httpx2.Client, production: Customer
) -> None:
    application = live.create_application(production.account, "--rate-limit", "2/30", name="limited")
    fields = body(production, api_key=f"{application.client_id}:{application.client_secret}")
    answers = [http.post("/translate", json=fields) for _ in range(3)]
    assert [one.status_code for one in answers] == [200, 200, 429]
    assert error_of(answers[2]).startswith("Slowdown: ")
    assert int(answers[2].headers["Retry-After"]) >= 1
    assert "RateLimit" in answers[2].headers


def test_what_needs_no_key(http: httpx2.Client) -> None:
    assert http.get("/health").json() == {"status": "ok"}
    settings = http.get("/frontend/settings").json()
    assert settings["keyRequired"] is True
    assert settings["suggestions"] is False
    assert settings["charLimit"] == 100_000
    assert {".docx", ".txt", ".pdf"} <= set(settings["supportedFilesFormat"])
    assert http.get("/languages").status_code == 200


def test_suggestions_are_disabled(http: httpx2.Client) -> None:
    answer = http.post("/suggest", json={"q": "a", "s": "b", "source": "en", "target": "es"})
    assert (answer.status_code, error_of(answer)) == (403, "Suggestions are disabled on this server.")


def test_unknown_addresses_and_methods_have_the_same_shape(http: httpx2.Client, production: Customer) -> None:
    headers = {"X-API-Key": production.key}
    assert http.get("/nothing", headers=headers).status_code == 404
    refused = http.get("/translate", headers=headers)
    assert (refused.status_code, refused.headers["Allow"]) == (405, "POST")
    error_of(refused)


def test_a_text_without_letters_is_in_english_for_sure_not(http: httpx2.Client, production: Customer) -> None:
    found = http.post("/detect", json={"q": "1234", "api_key": production.key}).json()
    assert found == [{"confidence": 0.0, "language": "en"}]


def test_keys_are_in_no_log(live: LiveService, http: httpx2.Client, production: Customer) -> None:
    http.post("/translate", params=body(production))
    http.post("/translate", params=body(production, target="qx"))
    assert production.application.client_secret not in live.log
