"""Languages have names in other languages."""

from __future__ import annotations

import pytest
from babel import Locale

from dragoman.language_names import find_locale, find_name


@pytest.mark.parametrize(
    ("code", "inside", "name"),
    [
        ("pt-BR", "en", "Portuguese (Brazil)"),
        ("zh-Hant", "es", "chino (tradicional)"),
        ("de", "de", "Deutsch"),
        ("ca-valencia", "en", "Catalan (Valencian)"),
        ("frp", "en", "Arpitan"),  # which has no locale
        ("qqq", "en", None),
    ],
)
def test_a_language_has_a_name(code: str, inside: str, name: str | None) -> None:
    assert find_name(code, Locale(inside)) == name


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("es", "es"),
        ("pt-br", "pt_BR"),
        ("iw", "he"),
        ("es-AQ", "es"),
        ("qqq", None),
        ("no code", None),
        ("", None),
    ],
)
def test_a_locale_is_found_for_a_code(code: str, found: str | None) -> None:
    locale = find_locale(code)
    assert (None if locale is None else str(locale)) == found
