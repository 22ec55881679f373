"""The catalogues of the dashboard's languages are complete, and their texts keep what programs fill in."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message

from dragoman.dashboard.page.locale import LANGUAGES
from scripts import catalogs
from tests.dashboard.browser import Dashboard

# What is filled in, and what stays as it is: placeholders, tags, codes and addresses.
_KEPT = re.compile(r"%\(\w+\)[sd]|\{\w*\}|</?\w+>|(?<![A-Za-z])[A-Z]+_[A-Z_]+|/[a-z][\w/-]+")
_COLLECT = {"dashboard": catalogs.collect_pages, "errors": catalogs.collect_errors}
CASES = [(language, domain) for language in catalogs.LANGUAGES for domain in catalogs.DOMAINS]


@functools.cache
def collected(domain: str) -> frozenset[Any]:
    """What is to be translated: texts, or pairs of singular and plural."""
    return frozenset(one.id for one in messages(_COLLECT[domain]()))


@functools.cache
def read(language: str, domain: str) -> Catalog:
    path = catalogs.LOCALES / language / "LC_MESSAGES" / f"{domain}.po"
    return catalogs.read_catalog(path, language)


def messages(catalog: Catalog) -> Iterator[Message]:
    return (one for one in catalog if one.id)


def forms(message: Message) -> tuple[str, ...]:
    """The translation, or its plural forms."""
    found = message.string
    return (found or "",) if isinstance(found, str | None) else tuple(found)


@pytest.mark.parametrize(("language", "domain"), CASES)
def test_every_text_of_the_sources_is_translated(language: str, domain: str) -> None:
    """`make catalogs` adds what is new; then it is to be translated."""
    expected = collected(domain)
    translated = {one.id for one in messages(read(language, domain)) if all(forms(one)) and not one.fuzzy}
    assert sorted(map(str, expected - translated)) == []
    assert sorted(map(str, translated - expected)) == []


@pytest.mark.parametrize(("language", "domain"), CASES)
def test_translations_keep_placeholders_codes_and_blanks(language: str, domain: str) -> None:
    wrong = []
    catalog = read(language, domain)
    for message in messages(catalog):
        texts = tuple(message.id) if isinstance(message.id, list | tuple) else (message.id,)
        assert len(forms(message)) == (catalog.num_plurals if len(texts) > 1 else 1), message.id
        wanted = sorted(_KEPT.findall(texts[-1]))
        for form in forms(message):
            found = sorted(_KEPT.findall(form))
            # The form for one or two may say the number in words.
            is_kept = found == wanted or (len(texts) > 1 and set(found) <= set(wanted))
            if not is_kept or form[:1].isspace() != texts[0][:1].isspace():
                wrong.append((texts[-1], form))
    assert wrong == []


def test_every_language_can_be_chosen_on_the_page_of_signing_in(dashboard: Dashboard) -> None:
    assert set(LANGUAGES) == {"en", *catalogs.LANGUAGES}
    browser = dashboard.open_browser()
    titles = set()
    for code, name in LANGUAGES.items():
        assert name in browser.get("/ui/sign-in").words
        shown = browser.get(f"/ui/language?language={code}&next=/ui/sign-in")
        assert shown.tree.get("lang") == code
        assert shown.tree.get("dir") == ("rtl" if code == "ar" else "ltr")
        titles.add(shown.title)
    assert len(titles) == len(LANGUAGES)


def test_a_refused_field_says_why_in_the_readers_language(dashboard: Dashboard) -> None:
    browser = dashboard.open_browser(**{"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"})
    shown = browser.post("/ui/sign-in", {"email": "nobody@example.com", "password": "wrong"})
    assert "E-Mail-Adresse oder Passwort" in shown.words
