"""X3, T4, T10, T11: Azure's client works here, unchanged but for the address."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from azure.ai.translation.text import TextTranslationClient
from azure.ai.translation.text.models import InputTextItem
from azure.core.credentials import AzureKeyCredential
from azure.core.exceptions import ClientAuthenticationError, HttpResponseError

from tests.compat.conftest import Customer
from tests.live import LiveService


@pytest.fixture(scope="module")
def client(live: LiveService, production: Customer) -> Iterator[TextTranslationClient]:
    credential = AzureKeyCredential(production.key)
    with TextTranslationClient(endpoint=f"{live.url}/compat/azure", credential=credential) as client:
        yield client


def test_a_text_is_translated_into_several_languages(client: TextTranslationClient) -> None:
    (item,) = client.translate(body=["The house is red and the dog eats."], to_language=["es", "fr"])
    assert item.detected_language is not None
    assert item.detected_language.language == "en"
    assert 0.5 < item.detected_language.score <= 1
    assert [one.to for one in item.translations] == ["es", "fr"]
    assert item.translations[0].text == "La casa es roja y el perro come."


def test_texts_are_translated_from_a_named_language(client: TextTranslationClient) -> None:
    items = client.translate(
        body=[InputTextItem(text="The house."), InputTextItem(text="The dog.")],
        from_language="en",
        to_language=["es"],
        include_alignment=True,
        category="general",
        profanity_action="NoAction",
        allow_fallback=True,
    )
    assert [one.translations[0].text for one in items] == ["La casa.", "El perro."]
    assert items[0].detected_language is None


def test_sentence_lengths_add_up_to_the_texts(client: TextTranslationClient) -> None:
    text = "The house is red. The dog eats."
    (item,) = client.translate(
        body=[text], from_language="en", to_language=["es"], include_sentence_length=True
    )
    lengths = item.translations[0].sent_len
    assert lengths is not None
    assert lengths.src_sent_len == [len("The house is red. "), len("The dog eats.")]
    assert sum(lengths.trans_sent_len) == len(item.translations[0].text)


def test_text_that_is_not_to_be_translated_stays(client: TextTranslationClient) -> None:
    body = [
        '<div class="notranslate">The house.</div><div>The house.</div>',
        'The <span translate="no">house</span> is <b>red</b>.',
    ]
    items = client.translate(body=body, from_language="en", to_language=["es"], text_type="html")
    first, second = (one.translations[0].text for one in items)
    assert first == '<div class="notranslate">The house.</div><div>La casa.</div>'
    assert '<span translate="no">house</span>' in second
    assert "<b>" in second


def test_the_dictionary_of_a_text_is_used(client: TextTranslationClient) -> None:
    body = ['The <mstrans:dictionary translation="Casa Grande">house</mstrans:dictionary> is red.']
    (item,) = client.translate(body=body, from_language="en", to_language=["es"])
    text = item.translations[0].text
    assert "Casa Grande" in text
    assert "mstrans" not in text
    assert "roj" in text


def test_languages_are_listed(client: TextTranslationClient) -> None:
    everything = client.get_supported_languages()
    assert everything.translation is not None
    assert everything.translation["es"].as_dict() == {
        "name": "Spanish",
        "nativeName": "español",
        "dir": "ltr",
    }
    assert (everything.transliteration, everything.dictionary) == ({}, {})
    named = client.get_supported_languages(scope="translation", accept_language="es")
    assert named.translation is not None
    assert named.translation["en"].name == "inglés"
    assert named.dictionary is None


def test_sentences_are_found(client: TextTranslationClient) -> None:
    body = ["The answer lies in machine translation. This is a test."]
    (item,) = client.find_sentence_boundaries(body=body)
    assert item.detected_language is not None
    assert item.detected_language.language == "en"
    assert item.sent_len == [40, 15]
    (item,) = client.find_sentence_boundaries(body=["Uno. Dos."], language="es")
    assert item.sent_len == [5, 4]


def test_refusals_are_the_clients_exceptions(live: LiveService, client: TextTranslationClient) -> None:
    def code_of(error: HttpResponseError) -> object:
        return error.error.code if error.error is not None else None

    with pytest.raises(HttpResponseError) as unknown:
        client.translate(body=["x"], from_language="en", to_language=["qx"])
    assert (unknown.value.status_code, code_of(unknown.value)) == (400, 400023)
    with pytest.raises(HttpResponseError) as script:
        client.transliterate(body=["x"], language="ja", from_script="Jpan", to_script="Latn")
    assert code_of(script.value) == 400080
    with pytest.raises(HttpResponseError) as words:
        client.lookup_dictionary_entries(body=["x"], from_language="en", to_language="es")
    assert code_of(words.value) == 400023
    credential = AzureKeyCredential("app_unknown:wrong")
    with (
        TextTranslationClient(endpoint=f"{live.url}/compat/azure", credential=credential) as stranger,
        pytest.raises(ClientAuthenticationError) as refused,
    ):
        stranger.translate(body=["x"], to_language=["es"])
    assert code_of(refused.value) == 401000
