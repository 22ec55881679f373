"""X1, P17: glossaries of both versions are term bases of the account, and are applied."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import deepl
import pytest
from deepl.api_data import MultilingualGlossaryDictionaryEntries as Entries
from deepl.util import convert_tsv_to_dict

from tests.compat.conftest import Customer
from tests.compat.deepl.conftest import connect
from tests.live import LiveService

UNKNOWN = "d7a60000-0001-8000-8000-00007fffffff"


def ask(client: deepl.DeepLClient, text: str, **options: Any) -> str:
    result = client.translate_text(text, **{"source_lang": "EN", "target_lang": "ES", **options})
    assert isinstance(result, deepl.TextResult)
    return result.text


def test_a_glossary_is_made_shown_listed_and_deleted(client: deepl.DeepLClient) -> None:
    entries = {"house": "vivienda", "paper jam": "atasco de papel"}
    made = client.create_glossary("Houses", source_lang="EN", target_lang="ES", entries=entries)
    assert (made.name, made.source_lang, made.target_lang, made.entry_count, made.ready) == (
        "Houses",
        "EN",
        "ES",
        2,
        True,
    )
    assert datetime.now(UTC) - made.creation_time < timedelta(minutes=10)
    assert client.get_glossary(made.glossary_id).name == "Houses"
    assert made.glossary_id in [one.glossary_id for one in client.list_glossaries()]
    assert client.get_glossary_entries(made) == entries
    client.delete_glossary(made)
    with pytest.raises(deepl.GlossaryNotFoundException):
        client.get_glossary(made.glossary_id)


def test_a_glossary_is_applied_where_it_is_named_and_nowhere_else(client: deepl.DeepLClient) -> None:
    made = client.create_glossary("Applied", "EN", "ES", {"house": "vivienda"})
    assert ask(client, "The house is red.", glossary=made) == "La vivienda es roja."
    assert ask(client, "The house is red.", glossary=made.glossary_id) == "La vivienda es roja."
    assert ask(client, "The house is red.") == "La casa es roja."
    result = client.translate_text_with_glossary("The house is red.", made)
    assert result.text == "La vivienda es roja."  # type: ignore[union-attr]
    client.delete_glossary(made)


def test_up_to_five_glossaries_are_applied_and_the_first_has_precedence(client: deepl.DeepLClient) -> None:
    first = client.create_glossary("First", "EN", "ES", {"house": "vivienda"})
    second = client.create_glossary("Second", "EN", "ES", {"house": "hogar", "door": "portal"})
    text = "The house has a door."
    assert ask(client, text, glossary_ids=[first, second.glossary_id]) == "La vivienda tiene un portal."
    assert "hogar" in ask(client, text, glossary_ids=[second, first]).lower()
    for one in (first, second):
        client.delete_glossary(one)


def test_a_csv_file_of_the_website_is_a_glossary(client: deepl.DeepLClient) -> None:
    text = '"house","vivienda","en","es"\n"door, front",portal,en,es\n\n'
    made = client.create_glossary_from_csv("From CSV", "EN", "ES", csv_data=text)
    assert client.get_glossary_entries(made) == {"house": "vivienda", "door, front": "portal"}
    client.delete_glossary(made)


def test_a_glossary_is_a_term_base_of_the_account_and_the_other_way_round(
    client: deepl.DeepLClient, production: Customer
) -> None:
    made = client.create_glossary("Shared", "EN", "ES", {"house": "vivienda"})
    found = [one for one in production.client.get("/project/v1/term-bases").json() if one["name"] == "Shared"]
    number = found[0]["id"]
    concepts = production.client.get(f"/project/v1/term-bases/{number}/concepts").json()["concepts"]
    assert [term["text"] for term in concepts[0]["terms"]] == ["house", "vivienda"]
    production.client.post(
        f"/project/v1/term-bases/{number}/concepts",
        json={"terms": [{"language": "en-GB", "text": "door"}, {"language": "es", "text": "portal"}]},
    ).raise_for_status()
    assert client.get_glossary_entries(made) == {"house": "vivienda", "door": "portal"}
    assert client.get_glossary(str(number)).entry_count == 2  # our own number is an id as well
    assert ask(client, "The door", glossary=str(number)) == "El portal"
    client.delete_glossary(made)
    assert production.client.get(f"/project/v1/term-bases/{number}").status_code == 404


def test_a_term_base_of_the_dashboard_is_a_multilingual_glossary(
    client: deepl.DeepLClient, production: Customer
) -> None:
    number = production.client.post(
        "/project/v1/term-bases",
        json={
            "name": "Own",
            "sourceLanguage": "en",
            "targetLanguage": "es",
            "entries": [{"source": "house", "target": "vivienda"}],
        },
    ).json()["id"]
    found = client.get_multilingual_glossary(str(number))
    assert [(one.source_lang, one.target_lang, one.entry_count) for one in found.dictionaries] == [
        ("EN", "ES", 1),
        ("ES", "EN", 1),
    ]
    assert ask(client, "The house", glossary=found) == "La vivienda"


def test_a_multilingual_glossary_keeps_its_dictionaries_apart(client: deepl.DeepLClient) -> None:
    forth = Entries("EN", "ES", {"house": "vivienda", "cat": "felino"})
    back = Entries("ES", "EN", {"vivienda": "dwelling", "perro": "hound"})
    other = Entries("EN", "CA", {"house": "habitatge"})
    made = client.create_multilingual_glossary("Many", [forth, back, other])
    counts = {(one.source_lang, one.target_lang): one.entry_count for one in made.dictionaries}
    assert counts == {("EN", "ES"): 2, ("ES", "EN"): 2, ("EN", "CA"): 1}
    for wanted in (forth, back, other):
        answer = client.get_multilingual_glossary_entries(made, wanted.source_lang, wanted.target_lang)
        (one,) = answer.dictionaries
        assert convert_tsv_to_dict(one.entries) == wanted.entries  # type: ignore[arg-type]
        assert (one.source_lang, one.target_lang) == (wanted.source_lang.lower(), wanted.target_lang.lower())
    assert made.glossary_id in [one.glossary_id for one in client.list_multilingual_glossaries()]
    assert made.glossary_id not in [one.glossary_id for one in client.list_glossaries()]
    client.delete_multilingual_glossary(made)
    with pytest.raises(deepl.GlossaryNotFoundException):
        client.get_multilingual_glossary(made.glossary_id)


def read(client: deepl.DeepLClient, glossary: object, source: str, target: str) -> dict[str, str]:
    answer = client.get_multilingual_glossary_entries(glossary, source, target)  # type: ignore[arg-type]
    return dict(convert_tsv_to_dict(answer.dictionaries[0].entries))  # type: ignore[arg-type]


def test_dictionaries_are_changed_replaced_added_and_deleted(client: deepl.DeepLClient) -> None:
    made = client.create_multilingual_glossary("Changing", [Entries("EN", "ES", {"house": "vivienda"})])
    renamed = client.update_multilingual_glossary_name(made, "Changed")
    assert renamed.name == "Changed"
    updated = client.update_multilingual_glossary_dictionary(
        made, Entries("EN", "ES", {"house": "hogar", "door": "portal"})
    )
    assert updated.dictionaries[0].entry_count == 2
    assert read(client, made, "EN", "ES") == {"house": "hogar", "door": "portal"}
    replaced = client.replace_multilingual_glossary_dictionary(made, Entries("EN", "ES", {"cat": "felino"}))
    assert replaced.entry_count == 1
    assert read(client, made, "EN", "ES") == {"cat": "felino"}
    added = client.replace_multilingual_glossary_dictionary_from_csv(made, "EN", "CA", "cat,felí\n")
    assert (added.source_lang, added.target_lang, added.entry_count) == ("EN", "CA", 1)
    client.update_multilingual_glossary_dictionary_from_csv(made, "EN", "CA", "dog,ca\n")
    assert read(client, made, "EN", "CA") == {"cat": "felí", "dog": "ca"}
    client.delete_multilingual_glossary_dictionary(made, source_lang="EN", target_lang="ES")
    left = client.get_multilingual_glossary(made.glossary_id)
    assert [(one.source_lang, one.target_lang) for one in left.dictionaries] == [("EN", "CA")]
    with pytest.raises(deepl.GlossaryNotFoundException):
        read(client, made, "EN", "ES")
    client.delete_multilingual_glossary(made)


def test_a_multilingual_glossary_is_applied(client: deepl.DeepLClient) -> None:
    made = client.create_multilingual_glossary_from_csv("CSV", "EN", "ES", "house,vivienda\n")
    assert ask(client, "The house is red.", glossary=made) == "La vivienda es roja."
    client.delete_multilingual_glossary(made)


@pytest.mark.parametrize("glossary", [UNKNOWN, "0b7ab0c1-0000-4000-8000-000000000000", "none", "0", "9" * 30])
def test_unknown_glossaries_are_not_found(client: deepl.DeepLClient, glossary: str) -> None:
    for call in (client.get_glossary, client.get_glossary_entries, client.delete_glossary):
        with pytest.raises(deepl.GlossaryNotFoundException):
            call(glossary)
    with pytest.raises(deepl.DeepLException, match="Glossary not found") as refused:
        ask(client, "The house", glossary=glossary)
    assert refused.value.http_status_code == 404


def test_a_glossary_of_another_pair_is_refused(client: deepl.DeepLClient) -> None:
    made = client.create_glossary("Pair", "EN", "CA", {"house": "habitatge"})
    with pytest.raises(deepl.DeepLException, match="No dictionary found for language pair"):
        ask(client, "The house", glossary=made.glossary_id)
    client.delete_glossary(made)


def test_another_accounts_glossary_is_not_found(live: LiveService, client: deepl.DeepLClient) -> None:
    made = client.create_glossary("Secret", "EN", "ES", {"house": "vivienda"})
    stranger = live.create_application(live.create_account("Strangers Ltd"))
    other = connect(live, f"{stranger.client_id}:{stranger.client_secret}")
    with pytest.raises(deepl.GlossaryNotFoundException):
        other.get_glossary(made.glossary_id)
    with pytest.raises(deepl.GlossaryNotFoundException):
        other.delete_glossary(made)
    with pytest.raises(deepl.DeepLException, match="Glossary not found"):
        ask(other, "The house", glossary=made.glossary_id)
    assert other.list_glossaries() == []
    other.close()
    client.delete_glossary(made)


def test_glossaries_need_the_scope_projects_and_texts_do_not(
    live: LiveService, client: deepl.DeepLClient, production: Customer
) -> None:
    made = client.create_glossary("Scoped", "EN", "ES", {"house": "vivienda"})
    application = live.create_application(production.account, "--scopes", "translate")
    narrow = connect(live, f"{application.client_id}:{application.client_secret}")
    with pytest.raises(deepl.AuthorizationException, match="lacks the scope projects"):
        narrow.list_glossaries()
    assert ask(narrow, "The house", glossary=made.glossary_id) == "La vivienda"
    narrow.close()
    client.delete_glossary(made)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"name": "", "entries": "a\tb"}, "name"),
        ({"entries": ""}, "entries"),
        ({"entries": "a\tb\na\tc"}, "line 2 repeats"),
        ({"entries": "a"}, "line 1 is not a pair"),
        ({"entries": "a\tb\tc"}, "line 1 is not a pair"),
        ({"entries": "a\t<b>x</b>"}, "Entry 1: .* has tags"),
        ({"entries": '"a,b', "entries_format": "csv"}, "quotation marks"),
        ({"entries_format": "xlsx"}, "entries_format"),
        ({"target_lang": "EN-GB"}, "Unsupported glossary source and target"),
        ({"target_lang": "no code"}, "not supported"),
        ({"source_lang": 3}, "source_lang"),
        ({"name": None}, "name"),
    ],
)
def test_glossaries_that_cannot_be_are_refused_and_nothing_is_made(
    client: deepl.DeepLClient, body: dict[str, object], message: str
) -> None:
    before = len(client.list_glossaries())
    fields = {
        "name": "Bad",
        "source_lang": "en",
        "target_lang": "es",
        "entries": "a\tb",
        "entries_format": "tsv",
        **body,
    }
    status, content, parsed = client._api_call("v2/glossaries", json=fields)
    assert status == 400, content
    with pytest.raises(deepl.DeepLException, match=message):
        client._raise_for_status(status, content, parsed)
    assert len(client.list_glossaries()) == before
