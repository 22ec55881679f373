"""X3, T4, T11: Google's client for version 2 works here, unchanged but for the address."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from google.api_core.exceptions import BadRequest
from google.auth import api_key
from google.auth.exceptions import RefreshError
from google.cloud import translate_v2
from google.oauth2.credentials import Credentials

from tests.compat.conftest import Customer
from tests.live import LiveService


def make_client(live: LiveService, key: str) -> translate_v2.Client:
    options = {"api_endpoint": f"{live.url}/compat/google"}
    return translate_v2.Client(credentials=api_key.Credentials(key), client_options=options)


@pytest.fixture(scope="module")
def client(live: LiveService, production: Customer) -> Iterator[translate_v2.Client]:
    client = make_client(live, production.key)
    yield client
    client._http.close()


def test_a_text_is_translated_and_its_language_detected(client: translate_v2.Client) -> None:
    result = client.translate("The house is red and the dog eats.", target_language="es")
    assert result == {
        "translatedText": "La casa es roja y el perro come.",
        "detectedSourceLanguage": "en",
        "input": "The house is red and the dog eats.",
    }


def test_texts_are_translated_with_a_source_and_a_model(client: translate_v2.Client) -> None:
    results = client.translate(
        ["The <b>house</b> is red.", "The dog eats."],
        target_language="es",
        source_language="en",
        format_="html",
        model="nmt",
    )
    assert [one["translatedText"] for one in results] == ["La <b>casa</b> es roja.", "El perro come."]
    assert [one["model"] for one in results] == ["nmt", "nmt"]
    assert "detectedSourceLanguage" not in results[0]


def test_languages_of_texts_are_detected(client: translate_v2.Client) -> None:
    assert client.detect_language("Hello World")["language"] == "en"
    results = client.detect_language(["Me llamo Jeff y vivo en la calle.", "1234"])
    assert [one["language"] for one in results] == ["es", "und"]
    assert 0.5 < results[0]["confidence"] <= 1
    assert results[1]["confidence"] == 0


def test_languages_have_names_in_the_language_that_is_asked_for(client: translate_v2.Client) -> None:
    names = {one["language"]: one["name"] for one in client.get_languages(target_language="es")}
    assert names["en"] == "inglés"
    assert {one["language"]: one["name"] for one in client.get_languages()}["es"] == "Spanish"


def test_an_access_token_of_ours_is_a_credential(live: LiveService, production: Customer) -> None:
    token = live.fetch_token(production.application)["access_token"]
    options = {"api_endpoint": f"{live.url}/compat/google"}
    client = translate_v2.Client(credentials=Credentials(token), client_options=options)
    assert (
        client.translate("The house", source_language="en", target_language="es")["translatedText"]
        == "La casa"
    )
    client._http.close()


def test_refusals_are_the_clients_exceptions(live: LiveService, client: translate_v2.Client) -> None:
    with pytest.raises(BadRequest, match="Bad language pair"):
        client.translate("The house", source_language="en", target_language="qx")
    wrong = make_client(live, "app_unknown:wrong")
    with pytest.raises(BadRequest, match="API key not valid"):
        wrong.translate("The house", target_language="es")
    wrong._http.close()
    options = {"api_endpoint": f"{live.url}/compat/google"}
    stranger = translate_v2.Client(credentials=Credentials("no token"), client_options=options)
    with pytest.raises(RefreshError):  # what the client makes of a 401
        stranger.translate("The house", target_language="es")
    stranger._http.close()
