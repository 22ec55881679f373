"""X1, T4, T10, T11: texts by DeepL's own client."""

from __future__ import annotations

from typing import Any

import deepl
import pytest

from tests.compat.conftest import Customer
from tests.compat.deepl.conftest import connect
from tests.live import LiveService


def ask(client: deepl.DeepLClient, text: str, **options: Any) -> deepl.TextResult:
    """Translate one text from English into Spanish, or as the options say."""
    result = client.translate_text(text, **{"source_lang": "EN", "target_lang": "ES", **options})
    assert isinstance(result, deepl.TextResult)
    return result


def test_a_text_is_translated(client: deepl.DeepLClient) -> None:
    result = ask(client, "The house is red.")
    assert result.text == "La casa es roja."
    assert (result.detected_source_lang, result.billed_characters) == ("EN", 17)


def test_a_list_of_texts_keeps_its_order_and_each_language_is_detected(client: deepl.DeepLClient) -> None:
    texts = [
        "The weather was very nice yesterday in the mountains.",
        "Ayer hizo muy buen tiempo en las montañas del norte.",
        "",
        "12",
    ]
    results = client.translate_text(texts, target_lang="CA")
    assert isinstance(results, list)
    assert [one.detected_source_lang for one in results][:2] == ["EN", "ES"]
    assert "muntanyes" in results[1].text
    assert [one.text for one in results[2:]] == ["", "12"]
    assert [one.billed_characters for one in results] == [len(text) for text in texts]


@pytest.mark.parametrize("text", ["Hello", "OK", "Hello, world!", "…", "12:30", "😀"])
def test_no_text_is_refused_because_its_language_is_unsure(client: deepl.DeepLClient, text: str) -> None:
    assert ask(client, text, source_lang=None).detected_source_lang


def test_a_text_in_the_target_language_stays_as_it_is(client: deepl.DeepLClient) -> None:
    text = "Ayer hizo muy buen tiempo en las montañas del norte."
    result = ask(client, text, source_lang=None)
    assert (result.text, result.detected_source_lang) == (text, "ES")


@pytest.mark.parametrize("target", ["EN-GB", "EN-US", "en-us", deepl.Language.ENGLISH_BRITISH])
def test_varieties_of_a_target_are_those_of_the_language(client: deepl.DeepLClient, target: str) -> None:
    result = ask(client, "La casa es roja.", source_lang="ES", target_lang=target)
    assert result.text == "The house is red."


def test_xml_keeps_its_elements_around_their_words(client: deepl.DeepLClient) -> None:
    text = '<p id="1">The <em>house</em> is red.</p><p>The door is open.</p>'
    result = ask(client, text, tag_handling="xml")
    assert (
        result.text == ('<p id="1">La <em>casa</em> es roja.</p><p>La puerta es abierta.</p>')
        or "<em>casa</em>" in result.text
    )


def test_ignored_elements_of_xml_stay_as_they_are(client: deepl.DeepLClient) -> None:
    text = "The <x>red house</x> is <keep>red</keep>."
    for tags in (["x", "keep"], "x,keep"):
        result = ask(client, text, tag_handling="xml", ignore_tags=tags)
        assert "<x>red house</x>" in result.text
        assert "<keep>red</keep>" in result.text


def test_names_of_html_mean_nothing_in_xml(client: deepl.DeepLClient) -> None:
    text = "<code>The house</code><link>is red</link><script>the door</script>"
    result = ask(client, text, tag_handling="xml")
    assert "<code>La casa</code>" in result.text
    assert "la puerta</script>" in result.text.lower()


def test_splitting_tags_part_sentences_and_others_do_not(client: deepl.DeepLClient) -> None:
    text = "<a>red</a> <b>house</b>"
    options = {"tag_handling": "xml", "outline_detection": False}
    whole = ask(client, text, **options)
    parted = ask(client, text, **options, splitting_tags=["a", "b"])
    never = ask(client, "<p>red</p> <p>house</p>", tag_handling="xml", non_splitting_tags=["p"])
    assert whole.text == "<b>casa</b> <a>roja</a>"
    assert parted.text == "<a>rojo</a> <b>casa</b>"
    assert never.text == "<p>casa</p> <p>roja</p>"


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_broken_xml_is_refused_in_deepls_words(client: deepl.DeepLClient, version: str) -> None:
    with pytest.raises(deepl.DeepLException, match="Tag handling parsing failed") as refused:
        client.translate_text(
            "<a>The house</b>",
            source_lang="EN",
            target_lang="ES",
            tag_handling="xml",
            tag_handling_version=version,
        )
    assert refused.value.http_status_code == 400


@pytest.mark.parametrize("text", ["a &amp; b", "AT&T &nbsp; is <b>here</b>", "<?xml version='1.0'?><a>x</a>"])
def test_references_and_lone_signs_are_no_broken_xml(client: deepl.DeepLClient, text: str) -> None:
    ask(client, text, tag_handling="xml")


def test_html_leaves_what_is_not_to_be_translated(client: deepl.DeepLClient) -> None:
    text = '<h1>The house</h1><p translate="no">The red house</p><p>The <br>door &amp; house</p>'
    result = ask(client, text, tag_handling="html")
    assert "<h1>La casa</h1>" in result.text
    assert '<p translate="no">The red house</p>' in result.text
    assert result.text.count("<br>") == 1
    assert "&amp;" in result.text


def test_without_tag_handling_tags_and_lone_signs_survive_as_well(client: deepl.DeepLClient) -> None:
    text = "The <b>house</b> is red if 2 < 3 & not black."
    result = ask(client, text)
    assert "<b>casa</b>" in result.text
    assert " < " in result.text
    assert " & " in result.text


def test_options_that_change_nothing_here_are_taken(client: deepl.DeepLClient) -> None:
    result = client.translate_text(
        "The house is red.",
        source_lang="EN",
        target_lang="ES",
        context="A text about houses.",
        split_sentences=deepl.SplitSentences.NO_NEWLINES,
        preserve_formatting=True,
        formality=deepl.Formality.PREFER_MORE,
        model_type=deepl.ModelType.PREFER_QUALITY_OPTIMIZED,
        custom_instructions=["Be brief."],
        extra_body_parameters={"enable_beta_languages": True},
    )
    assert isinstance(result, deepl.TextResult)
    assert (result.text, result.model_type_used) == ("La casa es roja.", "quality_optimized")


@pytest.mark.parametrize("formality", [deepl.Formality.MORE, "less"])
def test_formality_is_refused_as_for_languages_that_lack_it(
    client: deepl.DeepLClient, formality: str
) -> None:
    with pytest.raises(deepl.DeepLException, match="'formality' is not supported"):
        client.translate_text("Hi", source_lang="EN", target_lang="ES", formality=formality)


@pytest.mark.parametrize(
    ("languages", "message"),
    [
        ({"source_lang": "EN", "target_lang": "XX"}, "Value for 'target_lang' not supported"),
        ({"source_lang": "XX", "target_lang": "ES"}, "Value for 'source_lang' not supported"),
        ({"source_lang": "EN", "target_lang": "no language"}, "Value for 'target_lang' not supported"),
        ({"source_lang": "ES", "target_lang": "ES"}, "Source and target language are equal"),
        ({"source_lang": "EN", "target_lang": "EN-GB"}, "Source and target language are equal"),
    ],
)
def test_unknown_languages_are_refused(
    client: deepl.DeepLClient, languages: dict[str, str], message: str
) -> None:
    with pytest.raises(deepl.DeepLException, match=message) as refused:
        client.translate_text("The house", **languages)  # type: ignore[arg-type]
    assert refused.value.http_status_code == 400


def test_long_texts_up_to_the_limit_of_a_request_are_translated(sandbox_client: deepl.DeepLClient) -> None:
    text = "The house is red. " * 5_000
    result = ask(sandbox_client, text)
    assert isinstance(result, deepl.TextResult)
    assert result.billed_characters == len(text)


def test_memories_of_the_account_come_before_the_engine(
    client: deepl.DeepLClient, production: Customer
) -> None:
    memories = production.client.get("/project/v1/translation-memories").json()
    production.client.post(
        f"/project/v1/translation-memories/{memories[0]['id']}/units",
        json={
            "sourceLanguage": "en",
            "targetLanguage": "es",
            "source": "Mind the gap.",
            "target": "Cuidado con el hueco.",
        },
    ).raise_for_status()
    result = ask(client, "Mind the gap.")
    assert result.text == "Cuidado con el hueco."


def test_languages(client: deepl.DeepLClient) -> None:
    sources = {one.code: one.name for one in client.get_source_languages()}
    targets = {one.code: one for one in client.get_target_languages()}
    assert {"EN": "English", "ES": "Spanish", "CA": "Catalan"}.items() <= sources.items()
    assert {"EN-GB", "EN-US", "ES", "CA"} <= set(targets)
    assert "EN" not in targets
    assert targets["EN-GB"].name == "English (British)"
    assert targets["ES"].supports_formality is False
    pairs = {(one.source_lang, one.target_lang) for one in client.get_glossary_languages()}
    assert ("en", "es") in pairs


def test_usage_counts_texts_of_key_and_account(live: LiveService) -> None:
    account = live.create_account("Counted Ltd")
    first, second = (live.create_application(account) for _ in range(2))
    clients = [connect(live, f"{one.client_id}:{one.client_secret}") for one in (first, second)]
    assert clients[0].get_usage().character.count == 0
    clients[0].translate_text("The house", source_lang="EN", target_lang="ES")
    clients[1].translate_text(["The door", "x"], source_lang="EN", target_lang="ES")
    usage = clients[0].get_usage()
    assert (usage.character.count, usage.character.limit) == (18, 1_000_000_000_000)
    assert not usage.any_limit_reached
    with live.client(first) as own:
        assert own.get("/v2/usage").json()["total"]["characters"] == 9
    for one in clients:
        one.close()


def test_a_sandbox_is_pseudo_translated(sandbox_client: deepl.DeepLClient) -> None:
    result = sandbox_client.translate_text("Hello <b>world</b>", source_lang="EN", target_lang="DE")
    assert isinstance(result, deepl.TextResult)
    assert "<b>" in result.text
    assert result.text != "Hello <b>world</b>"


def test_wrong_keys_are_authorization_exceptions(live: LiveService) -> None:
    wrong = connect(live, "app_unknown:dgm_live_wrong")
    with pytest.raises(deepl.AuthorizationException, match="Unknown client"):
        wrong.translate_text("Hi", target_lang="ES")
    with pytest.raises(deepl.AuthorizationException):
        wrong.get_usage()
    wrong.close()


def test_too_many_requests_are_retried_and_then_raised(
    live: LiveService, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = live.create_account("Hasty Ltd")
    quick, slow = (live.create_application(account, "--rate-limit", rate) for rate in ("1/1", "1/600"))
    retried = connect(live, f"{quick.client_id}:{quick.client_secret}")
    for _ in range(2):
        retried.get_usage()
    monkeypatch.setattr("deepl.http_client.max_network_retries", 0)
    refused = connect(live, f"{slow.client_id}:{slow.client_secret}")
    refused.get_usage()
    with pytest.raises(deepl.TooManyRequestsException, match="Too many calls"):
        refused.get_usage()
    for one in (retried, refused):
        one.close()


def test_write_is_refused_as_in_a_plan_without_it(client: deepl.DeepLClient) -> None:
    with pytest.raises(deepl.AuthorizationException, match="Write"):
        client.rephrase_text("This are wrong.", target_lang="EN-US")
    with pytest.raises(deepl.AuthorizationException, match="Write"):
        client.correct_text("This are wrong.")
