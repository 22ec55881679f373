"""X2, T4, T5, T10: the client of LibreTranslate works here, unchanged but for the address."""

from __future__ import annotations

import pytest
from libretranslatepy import LibreTranslateAPI

from tests.compat.conftest import Customer
from tests.live import LiveService


@pytest.fixture
def client(live: LiveService, production: Customer) -> LibreTranslateAPI:
    return LibreTranslateAPI(f"{live.url}/compat/libretranslate", api_key=production.key)


def test_a_text_is_translated(client: LibreTranslateAPI) -> None:
    assert client.translate("The house is red.", "en", "es") == "La casa es roja."
    assert client.translate("La casa es roja.", source="es", target="en") == "The house is red."
    assert client.translate("LibreTranslate is awesome!", "en", "es").startswith("LibreTranslate es ")


def test_the_source_may_be_detected(client: LibreTranslateAPI) -> None:
    assert client.translate("La casa es roja y el gato es blanco.", "auto", "en").startswith(
        "The house is red"
    )


def test_the_language_of_a_text_is_detected(client: LibreTranslateAPI) -> None:
    found = client.detect("Hello World")
    assert found[0]["language"] == "en"
    assert [one["confidence"] for one in found] == sorted((one["confidence"] for one in found), reverse=True)
    (spanish, *_) = client.detect("Esta es una frase más larga.")
    assert spanish["language"] == "es"
    assert 50 < spanish["confidence"] <= 100


def test_the_languages_are_listed_with_their_names_and_targets(client: LibreTranslateAPI) -> None:
    languages = {one["code"]: one for one in client.languages()}
    assert languages["en"]["name"] == "English"
    assert "es" in languages["en"]["targets"]
    assert all(set(one) == {"code", "name", "targets"} for one in languages.values())


def test_sandbox_accounts_get_pseudo_translations(live: LiveService, sandbox: Customer) -> None:
    client = LibreTranslateAPI(f"{live.url}/compat/libretranslate", api_key=sandbox.key)
    assert client.translate("Hello <b>world</b>", "en", "zt") not in ("", "Hello <b>world</b>")
    assert "<b>" in client.translate("Hello <b>world</b>", "en", "zh")


def test_memories_and_usage_are_the_accounts(
    live: LiveService, production: Customer, client: LibreTranslateAPI
) -> None:
    (memory,) = [
        one for one in production.client.get("/project/v1/translation-memories").json() if one["primary"]
    ]
    unit = {"source": "The sky is green.", "target": "El cielo, verde.", "sourceLanguage": "en"}
    made = production.client.post(
        f"/project/v1/translation-memories/{memory['id']}/units", json={**unit, "targetLanguage": "es"}
    )
    assert made.status_code == 201, made.text
    before = production.client.get("/v2/usage").json()["total"]
    assert client.translate("The sky is green.", "en", "es") == "El cielo, verde."
    after = production.client.get("/v2/usage").json()["total"]
    assert after["segments"] - before["segments"] == 1
    assert after["characters"] - before["characters"] == len("The sky is green.")
