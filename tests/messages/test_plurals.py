"""Plural forms of languages, by CLDR and by gettext."""

from __future__ import annotations

import pytest

from dragoman.messages import plurals


@pytest.mark.parametrize(
    ("language", "categories"),
    [
        ("en", "one other"),
        ("ru", "one few many other"),
        ("ar", "zero one two few many other"),
        ("ja", "other"),
        ("zh-TW", "other"),
        ("fr-CA", "one many other"),
        ("pt-PT", "one many other"),
        ("sr-Latn", "one few other"),
        ("oc", "one other"),  # CLDR does not know it
        ("x-private", "one other"),
    ],
)
def test_categories(language: str, categories: str) -> None:
    assert plurals.categories(language) == tuple(categories.split())


def test_ranks_have_their_own() -> None:
    assert plurals.categories("en", ordinal=True) == ("one", "two", "few", "other")
    assert plurals.category("en", 22, ordinal=True) == "two"
    assert plurals.category("ru", 21) == "one"


@pytest.mark.parametrize(
    ("language", "count", "of_one"),
    [("de", 2, 0), ("fr", 2, 0), ("ru", 3, 0), ("ja", 1, None), ("ar", 6, 1), ("oc", 2, 0), ("gd", 4, 0)],
)
def test_gettext_forms(language: str, count: int, of_one: int | None) -> None:
    forms = plurals.gettext_plurals(language)
    assert (forms.count, forms.singular) == (count, of_one)
    assert plurals.read_plurals(forms.count, forms.expression) == forms


@pytest.mark.parametrize(
    "expression", ["EXPRESSION", "n/0", "n+", "", "n>1?5:0", "(" * 400, "__import__('os')"]
)
def test_expressions_that_make_no_sense(expression: str) -> None:
    assert plurals.read_plurals(2, expression) is None


def test_which_form_feeds_which() -> None:
    silent = {"one": False, "other": True}
    assert plurals.feeding("one", shows_number=silent, language="de") == "one"
    assert plurals.feeding("one", shows_number=silent, language="ru") == "other"
    assert plurals.feeding("few", shows_number=silent, language="ru") == "other"
    assert plurals.feeding("few", shows_number={"few": True, "other": True}, language="ru") == "few"
    assert plurals.feeding("one", shows_number={"few": True}, language="de") == "few"


def test_categories_of_one_number() -> None:
    found = {code: plurals.only_number(code, "one") for code in ("en", "fr", "ru", "ar", "ja")}
    assert found == {"en": 1, "fr": None, "ru": None, "ar": 1, "ja": None}
    assert plurals.only_number("ar", "two") == 2
    assert plurals.only_number("ja", "other") is None
