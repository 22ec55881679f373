"""Languages by code and by name."""

from __future__ import annotations

import pytest

from dragoman.termbases.language_names import find_language, read_code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("de", "de"),
        ("EN", "en"),
        ("en_us", "en-US"),
        ("deu", "de"),
        ("fil", "fil"),
        ("zh-hant", "zh-Hant"),
        ("German", "de"),
        ("deutsch", "de"),
        (" Français ", "fr"),
        ("allemand", "de"),
        ("日本語", "ja"),
        ("Türkçe", "tr"),
        ("English (United Kingdom)", "en-GB"),
        ("English (US)", "en-US"),
        ("Portuguese (Brazil)", "pt-BR"),
        ("Portuguese - Brazil", "pt-BR"),
        ("Brazilian Portuguese", "pt-BR"),
        ("Chinese (Simplified)", "zh-Hans"),
        ("Deutsch (Österreich)", "de-AT"),
    ],
)
def test_languages_are_found(text: str, code: str) -> None:
    assert find_language(text) == code


@pytest.mark.parametrize(
    "text", ["", " ", "note", "key", "ref", "term", "1", "Klingonisch?", "x" * 200, "English (Mars)"]
)
def test_other_words_are_not_languages(text: str) -> None:
    assert find_language(text) is None


def test_codes_alone() -> None:
    assert read_code("German") is None
    assert read_code("pt_BR") == "pt-BR"
