"""Every page in a pseudo-locale: a text in Latin letters is one that is not marked for translation."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, Final

import pytest
from babel import Locale

from dragoman.dashboard.page.locale import LANGUAGES
from tests.dashboard.browser import Dashboard, Shown
from tests.dashboard.filled import fill, kind_of, walk
from tests.dashboard.filled_account import FilledAccount
from tests.dashboard.pseudo import LANGUAGE, write_catalogs
from tests.live import prepare_service

# What has no language: customers' own texts, codes, keys, times; and what pages do not show.
_NO_LANGUAGE: Final = frozenset(
    {"bdi", "code", "kbd", "pre", "script", "style", "textarea", "use", "template"}
)
_READ_OUT: Final = ("aria-label", "placeholder", "title", "alt", "data-busy", "data-done", "data-wait")
_CODES: Final = re.compile(r"\S+@\S+|https?://\S+|/\S+|\b[A-Z]{2,}\b|[\w.-]*\d[\w.-]*")
# Names that the service gives, or that are the same in every language: products, scopes, codes, units.
_NAMES: Final = re.compile(
    r"\b(Human translation|Machine translation and post-editing|Machine translation"
    r"|Dragoman|Dashboard|Translation memory|Provider|Default user|English|Pseudo|Python|PostgreSQL"
    r"|apertium|pseudo|translate|projects|reference|webhook-id|ms|kB|txt|q[a-z]{2}|valencia|gascon|aranes|frp|en|de|es|ca)\b"
)
# What the service stores from its start, and operators rename: work areas, services, languages.
_STORED: Final = frozenset(
    [
        "Automotive",
        "Chemistry",
        "Construction",
        "Education",
        "Energy",
        "Finance",
        "General",
        "Information technology",
        "Legal",
        "Life sciences",
        "Marketing",
        "Medical",
        "Public administration",
        "Science",
        "Technical",
        "Tourism",
        "Default",
        "Machine translation",
        "Machine translation and post-editing",
        "Human translation",
    ]
) | frozenset([*Locale("en").languages.values(), *LANGUAGES.values()])
_WORD: Final = re.compile(r"[A-Za-z]{2,}")


@pytest.fixture(scope="module")
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FilledAccount]:
    folder = tmp_path_factory.mktemp("pseudo")
    write_catalogs(folder / "catalogs")
    live = prepare_service(folder / "data", own_python=True, DRAGOMAN_CALLBACK_ALLOW="127.0.0.1")
    command = [sys.executable, "-m", "tests.dashboard.pseudo_service", "serve"]
    environment = {**live.environment, "PSEUDO_CATALOGS": str(folder / "catalogs")}
    with (folder / f"serve-{live.port}.log").open("wb") as log:
        live.process = subprocess.Popen(
            [*command, "--port", str(live.port), "--data", str(live.data)],
            env={**os.environ, **environment},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        live.wait_ready()
        accounts = [live.create_account(name) for name in ("Поставщик", "Клиент", "Другой")]
        dashboard = Dashboard(live=live, provider=accounts[0], account=accounts[1], other_account=accounts[2])
        filled = fill(dashboard, ["Слово"])
        for browser in (filled.developer, filled.admin, *dashboard.browsers):
            browser.client.cookies.set("dragoman_language", LANGUAGE)
        yield filled
        filled.close()
        while dashboard.browsers:
            dashboard.browsers.pop().close()
    finally:
        live.stop()


def unmarked(shown: Shown) -> set[str]:
    """Texts of a page with words in Latin letters."""
    found, tree = set(), shown.tree
    for element in tree.iter():
        if not isinstance(element.tag, str):
            continue
        around = any(_has_no_language(one) for one in element.iterancestors())
        inside = around or _has_no_language(element)
        texts = [] if inside else [element.text, *(element.get(name) for name in _READ_OUT)]
        texts += [] if around else [element.tail]
        found |= {
            _shorten(text)
            for text in texts
            if text and text.removesuffix(" · Dragoman").strip() not in _STORED
            if _WORD.search(_NAMES.sub("", _CODES.sub("", text)))
        }
    return found


def _has_no_language(element: Any) -> bool:
    """Whether its text is not ours, or says that it is in a language of its own."""
    return element.tag in _NO_LANGUAGE or (element.tag != "html" and "lang" in element.attrib)


def _shorten(text: str) -> str:
    return " ".join(text.split())[:80]


def test_every_text_of_every_page_is_marked(pseudo: FilledAccount) -> None:
    found: dict[str, set[str]] = {}
    for browser, made in ((pseudo.developer, pseudo.made), (pseudo.admin, pseudo.made_by_staff)):
        side = browser.get("/ui/").tree.xpath("//nav[@id='side']//a/@href")
        for shown in walk(browser, ["/ui/profile", *side, *made], most=3):
            assert "[" in shown.words, f"{shown.address} is not in the pseudo-locale"
            found.setdefault(kind_of(shown.address), set()).update(unmarked(shown))
    wrong = [f"{kind}: {text}" for kind, texts in sorted(found.items()) for text in sorted(texts)]
    assert not wrong, "\n".join(wrong)
