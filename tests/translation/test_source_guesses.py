"""The language of each text is guessed, as services do that always name one."""

from __future__ import annotations

import pytest

from dragoman.language_detection import detect_language, find_candidates, rank_languages
from dragoman.translation.source_guesses import SourceGuess, guess_language, guess_sources

FRENCH = "Bonjour tout le monde, comment allez-vous aujourd'hui ?"
ENGLISH = "This is a longer sentence about nothing at all."


def anything(_: str) -> bool:
    return True


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Hello World!", "en"),
        ("Hola mundo", "es"),
        ("¿Cómo estás?", "es"),
        ("Hallo Welt", "de"),
        ("Bonjour", "fr"),
        ("Привет, как дела?", "ru"),
        ("这是一个测试句子", "zh-Hans"),
        ("這是一個測試句子", "zh-Hant"),
        ("これはテストです", "ja"),
        ("안녕", "ko"),
        (ENGLISH, "en"),
    ],
)
def test_short_texts_have_a_likely_language(text: str, code: str) -> None:
    found = guess_language(text, is_usable=anything)
    assert found is not None
    assert found.code == code
    assert 0 < found.likelihood <= 1


@pytest.mark.parametrize("text", ["", "12", "…", "{name}", "<br>", "No"])
def test_a_text_may_show_no_language(text: str) -> None:
    assert guess_language(text, is_usable=anything) is None


def test_only_usable_languages_are_guessed() -> None:
    assert guess_language(FRENCH, is_usable=lambda code: code in {"en", "es"}) != "fr"
    assert guess_language("안녕", is_usable=lambda code: code == "en") is None


def test_each_text_has_its_own_language() -> None:
    found = guess_sources([ENGLISH, FRENCH, "42"], is_usable=anything, usual="en")
    assert found is not None
    assert [one.code for one in found] == ["en", "fr", "en"]
    assert found[2] == SourceGuess(code="en", likelihood=0.0)


def test_texts_without_a_language_are_in_that_of_the_others() -> None:
    found = guess_sources([FRENCH, "No", "12"], is_usable=anything, usual="en")
    assert found is not None
    assert [one.code for one in found] == ["fr", "fr", "fr"]


def test_without_any_usable_language_there_is_no_guess() -> None:
    assert guess_sources([FRENCH], is_usable=lambda _: False, usual="en") is None
    assert guess_sources(["12"], is_usable=lambda code: code == "fr", usual=None) is None


@pytest.mark.parametrize("text", [FRENCH, ENGLISH, "这是一个测试句子", "Ελληνικά", "Hello", ""])
def test_the_ranking_begins_with_what_is_detected(text: str) -> None:
    ranked = rank_languages(text)
    assert [code for code, _ in ranked[:5]] == find_candidates(text, most=5)
    assert sum(likelihood for _, likelihood in ranked) <= 1.001
    detected = detect_language(text)
    assert detected is None or ranked[0][0] == detected
