"""Resource bundles: messages, metadata under an @, and the declared language."""

from __future__ import annotations

import json

import pytest

from dragoman.conversion.sampling import take_sample
from dragoman.formats.arb import FORMAT
from dragoman.formats.format import Reason, Recognition, WarningCode
from dragoman.text_io.errors import DocumentCorrupt, DocumentEmpty
from tests.formats.arb.samples import APP, ESCAPES
from tests.formats.translating import extract, replaced, shouted, texts


def test_messages_are_translated() -> None:
    assert texts(FORMAT, APP) == [
        "Hello {name}'s world",
        "no files",
        "one file",
        "{count} files",
        "He said so. Really.",
        "She said so. Really.",
        "They said so. Really.",
        "half \\ud800 of it",
    ]
    assert extract(FORMAT, APP).left_alone == {Reason.KEY: 5, Reason.COMMENT: 1}


def test_only_messages_and_the_locale_change() -> None:
    before, after = json.loads(APP), json.loads(shouted(FORMAT, APP, "ru"))
    assert after["@@locale"] == "ru"
    assert after["files"] == (
        "{count, plural, =0{NO FILES} =1{ONE FILE} one{{count} FILES} few{{count} FILES} "
        "many{{count} FILES} other{{count} FILES}}"
    )
    assert after["hello"] == "HELLO {name}'S WORLD"
    assert {key: value for key, value in after.items() if key[0] == "@" and key != "@@locale"} == {
        key: value for key, value in before.items() if key[0] == "@" and key != "@@locale"
    }
    assert '"@@locale": "pt_BR"' in shouted(FORMAT, ESCAPES, "pt-BR")


def test_a_bundle_in_another_language_keeps_its_locale() -> None:
    data = APP.replace('"@@locale": "en"', '"@@locale": "fr"')
    assert '"@@locale": "fr"' in shouted(FORMAT, data)
    assert [warning.code for warning in extract(FORMAT, data).warnings] == [WarningCode.LANGUAGE_DIFFERS]


def test_apostrophes_quote_where_one_is_doubled_or_by_the_option() -> None:
    assert "It's {quoted} {n} day" not in texts(FORMAT, ESCAPES)
    assert texts(FORMAT, '{"a": "It\'s {n}"}') == ["It's {n}"]
    assert json.loads(replaced(FORMAT, '{"a": "It\'\'s so"}', {"It's so": "C'est ça"}))["a"] == "C''est ça"
    assert texts(FORMAT, '{"a": "the \'{n}\' day"}', useEscaping="yes") == ["the {n} day"]


def test_apostrophes_of_translations_are_doubled_where_their_source_has_none() -> None:
    result = replaced(FORMAT, ESCAPES, {"Café here": "L'appli d'ici, 'x' {y}"})
    assert json.loads(result)["b"] == "L''appli d''ici, ''x'' '{'y'}'"
    assert "L'appli d'ici, 'x' {y}" in texts(FORMAT, result)


def test_keys_are_shown_as_characters() -> None:
    assert [unit.context for unit in extract(FORMAT, r'{"a\ud83d": "Some text"}').units] == [r"a\uD83D"]


def test_recognition_and_refusals() -> None:
    assert FORMAT.recognise(take_sample(APP.encode(), "a.arb")) is Recognition.CERTAIN
    assert FORMAT.recognise(take_sample(APP.encode(), "a.json")) is Recognition.NO
    with pytest.raises(DocumentEmpty):
        extract(FORMAT, " ")
    with pytest.raises(DocumentCorrupt):
        extract(FORMAT, '["a"]')
    with pytest.raises(DocumentCorrupt, match="line 1"):
        extract(FORMAT, '{"a": "b"')
