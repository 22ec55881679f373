"""Which strings of which JSON files are translated, and how they come out."""

from __future__ import annotations

import json

import pytest

from dragoman.formats.format import Languages, Reason
from dragoman.formats.json import FORMAT
from dragoman.segments import render
from tests.formats.json.samples import ANGULAR, EXTENSION, FORMATJS, GO, I18NEXT, PLAIN, VUE
from tests.formats.json.translating import source_of, translate

GERMAN = Languages(source="en", target="de")
RUSSIAN = Languages(source="en", target="ru")
JAPANESE = Languages(source="en", target="ja")


def texts(data: str, languages: Languages = GERMAN, **options: object) -> list[str]:
    document = FORMAT.extract(source_of(FORMAT, data, "json", **options), languages)
    return [render(unit.segment) for unit in document.units if unit.reason is None]


def shouted(data: str, languages: Languages = GERMAN) -> str:
    return translate(FORMAT, source_of(FORMAT, data, "json"), languages)


def test_families_of_keys_get_the_forms_of_the_target_beside_their_siblings() -> None:
    assert shouted(I18NEXT, RUSSIAN).splitlines()[3:8] == [
        '  "item_one": "{{COUNT}} ITEM",',
        '  "item_few": "{{COUNT}} ITEMS",',
        '  "item_many": "{{COUNT}} ITEMS",',
        '  "item_other": "{{COUNT}} ITEMS",',
        '  "place_ordinal_one": "{{COUNT}}ST PLACE",',
    ]
    assert list(json.loads(shouted(I18NEXT, JAPANESE))) == list(json.loads(I18NEXT))  # no key is lost


def test_a_singular_that_hides_the_number_does_not_stand_for_21() -> None:
    data = '{"f_one": "One file", "f_other": "{{count}} files"}'
    assert json.loads(shouted(data, RUSSIAN))["f_one"] == "{{COUNT}} FILES"
    assert json.loads(shouted(data, GERMAN))["f_one"] == "ONE FILE"


def test_numbered_forms_of_old_i18next_files() -> None:
    data = '{"old": "{{count}} box", "old_plural": "{{count}} boxes"}'
    assert list(json.loads(shouted(data, RUSSIAN))) == ["old", "old_0", "old_1", "old_2", "old_plural"]
    assert list(json.loads(shouted(data, GERMAN))) == ["old", "old_plural"]


def test_names_of_added_forms_are_text() -> None:
    data = r'{"a\ud83d_one": "{{count}} x", "a\ud83d_other": "{{count}} y"}'
    document = FORMAT.extract(source_of(FORMAT, data, "json"), RUSSIAN)
    assert [unit.id for unit in document.units] == ["1", r"2+a\uD83D_few", r"2+a\uD83D_many", "2"]
    assert shouted(data, RUSSIAN).count(r'"a\ud83d_few": ') == 1


def test_objects_of_forms() -> None:
    result = json.loads(shouted(GO, RUSSIAN))["Unread"]
    assert list(result) == ["description", "one", "few", "many", "other"]
    assert result["description"] == "In the bar"
    assert shouted('{"a": {"male": "his {x}", "other": "their"}}', RUSSIAN).count(":") == 3  # no plural


def test_formatjs_messages() -> None:
    assert texts(FORMATJS) == [
        "{name}, no mail",
        "{name}, # mail",
        "{name}, # mails",
        "It's {name}'s {box}",
    ]
    result = json.loads(shouted(FORMATJS))
    assert result["inbox.title"] == {
        "defaultMessage": "{n, plural, =0 {{name}, NO MAIL} one {{name}, # MAIL} other {{name}, # MAILS}}",
        "description": "Above the list",
    }
    assert result["inbox.quote"]["defaultMessage"] == "IT''S {name}'S '{'BOX'}'"


def test_browser_extensions() -> None:
    result = json.loads(shouted(EXTENSION))
    assert result["appName"] == json.loads(EXTENSION)["appName"] | {"message": "MY APP OF $USER$"}
    assert result["price"]["message"] == "IT COSTS $1"


def test_angular_names_the_new_language() -> None:
    assert json.loads(shouted(ANGULAR)) == {
        "locale": "de",
        "translations": {
            "123": "HELLO {$NAME}",
            "456": "{VAR_PLURAL, plural, =1 {ONE PAGE} other {MORE PAGES}}",
        },
    }


def test_forms_between_pipes_and_linked_messages_of_vue() -> None:
    assert texts(VUE) == ["car", "cars", "no apples", "one apple", "{count} apples", "See @:menu.help now"]
    assert json.loads(shouted(VUE))["see"] == "SEE @:menu.help NOW"
    assert json.loads(shouted(VUE))["car"] == "CAR | CARS"


def test_data_keeps_what_is_not_a_language() -> None:
    document = FORMAT.extract(source_of(FORMAT, PLAIN, "json"), GERMAN)
    assert [unit.context for unit in document.units] == ["label", "title", "title", "rows.0.text", "rows.1.0"]
    assert [unit.prose for unit in document.units] == [False, True, False, False, False]
    assert document.left_alone == {Reason.KEY: 3}


@pytest.mark.parametrize(
    ("key", "value", "translated"),
    [
        ("label", "save", True),
        ("label", "Save", True),
        ("label", "OK", True),
        ("type", "primaryButton", False),
        ("kind", "ERROR_NOT_FOUND", False),
        ("userId", "abc", False),
        ("image", "hero.png", False),
        ("note", "see hero.png", True),
        ("x", "https://example.com/?a=b", False),
        ("x", "someone@example.com", False),
        ("x", "#ff0000", False),
        ("x", "2024-05-01T10:00:00Z", False),
        ("x", "com.example.app", False),
        ("x", "text/html; charset=utf-8", False),
        ("x", "1.2.3-beta", False),
        ("x", "{{count}}", True),
        ("status", "Active", True),
        ("status", "active", False),
        ("locale", "en-US", False),
        ("class", "btn btn-primary", False),
        ("type", "Free text of any kind", True),
        ("text", "e-mail", True),
        ("text", "Größe", True),
        ("text", "東京", True),
        ("text", "...", False),
        ("$schema", "Hello there", False),
    ],
)
def test_keys_and_values_of_data(key: str, value: str, translated: bool) -> None:
    data = json.dumps({"n": 1, key: value})
    assert texts(data) == ([value] if translated else [])


def test_labels_are_translated_under_any_key() -> None:
    data = (
        '{"type": "Type", "color": "Color", "n_one": "{{count}} a", "n_other": "{{count}} b", "kind": "odd"}'
    )
    assert {"Type", "Color", "odd"} <= set(texts(data))


def test_only_the_source_language_of_a_file_with_several() -> None:
    assert texts('{"en": {"a": "Hello"}, "de": {"a": "Hallo"}, "pt-BR": {"x": {"b": "Olá"}}}') == ["Hello"]


def test_clients_choose_keys() -> None:
    data = '{"id": "one two", "menu": {"title": "A title", "text": "A text"}, "title": "Another"}'
    assert texts(data, keys=["title"]) == ["A title", "Another"]
    assert texts(data, keys=["menu.*", "id"]) == ["one two", "A title", "A text"]
    assert texts(data, skipKeys=["menu.t*"]) == ["one two", "Another"]
    assert texts(data, keys=["*.title"], skipKeys=["menu.*"]) == []
