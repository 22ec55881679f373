"""Use Weblate's machinery classes for four services against our dialects; `weblate_machinery` starts it.

It runs in a virtual environment that has Weblate and none of our own code. There is no database: languages
and units are made here, and one glossary stands for what Weblate would read from its own.

    python weblate_inside.py ADDRESS KEY SANDBOX_KEY
"""

from __future__ import annotations

import importlib
import os
import sys
import tempfile
import types
from collections.abc import Callable, Iterator, MutableSequence
from pathlib import Path
from typing import Any

# Libraries of pictures and text recognition: Weblate imports them, and machinery does not use them.
NOT_INSTALLED = ("gi", "gi.repository", "cairo", "tesserocr")
SETTINGS = """
from weblate.settings_example import *

DATABASES = {{"default": {{"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}}}
CACHES = {{
    "default": {{"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}},
    "avatar": {{"BACKEND": "django.core.cache.backends.dummy.DummyCache"}},
}}
SITE_DOMAIN = "weblate.example"
SECRET_KEY = "a secret of nobody"
DATA_DIR = {data!r}
LOGGING = {{"version": 1}}
"""
TEXTS = ("The house has %(count)d doors.", "The dog eats & sleeps.", "The house is red.")
MARK = "%(count)d"


class _AnyClass(type):
    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Anything


class _Anything(metaclass=_AnyClass):
    def __init__(self, *_: Any, **__: Any) -> None:
        """Take anything."""

    def __getattr__(self, name: str) -> Any:
        return _Anything

    def __call__(self, *_: Any, **__: Any) -> Any:
        return _Anything()


class _Absent(types.ModuleType):
    """A library that is not installed: its names can be imported."""

    __path__: MutableSequence[str] = []  # noqa: RUF012

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Anything


def set_up(folder: Path) -> None:
    """Make Weblate importable, with settings for no database."""
    for name in NOT_INSTALLED:
        try:
            importlib.import_module(name)
        except ImportError:
            sys.modules[name] = _Absent(name)
    (folder / "dialect_settings.py").write_text(SETTINGS.format(data=str(folder)), encoding="utf-8")
    sys.path.insert(0, str(folder))
    os.environ["DJANGO_SETTINGS_MODULE"] = "dialect_settings"
    importlib.import_module("django").setup()
    glossaries: Any = importlib.import_module("weblate.glossary.models")
    glossaries.get_glossary_tsv = lambda _: "house\tcasona\n"


def services(address: str, key: str) -> Iterator[tuple[str, Any]]:
    """Each machinery with its settings. Two have HTTPS and Google's name built in: these are replaced."""

    def load(module: str, name: str) -> Any:
        return getattr(importlib.import_module(f"weblate.machinery.{module}"), name)

    yield (
        "DeepL",
        load("deepl", "DeepLTranslation")({"key": key, "url": f"{address}/deepl/v2", "formality": "default"}),
    )
    libre = {"key": key, "url": f"{address}/libretranslate"}
    yield "LibreTranslate", load("libretranslate", "LibreTranslateTranslation")(libre)
    google: Any = importlib.import_module("weblate.machinery.google")
    google.GOOGLE_API_ROOT = f"{address}/google/language/translate/v2/"
    yield "Google", google.GoogleTranslation({"key": key})
    hosts = {"base_url": f"{address}/azure", "endpoint_url": f"{address}/azure", "region": ""}
    azure = load("microsoft", "MicrosoftCognitiveTranslation")({"key": key, "category": "general", **hosts})
    token_url = f"{address}/azure/sts/v1.0/issueToken?Subscription-Key={key}"
    setattr(azure, "_cognitive_token_url", token_url)  # noqa: B010 - which has HTTPS built in
    azure.get_url = lambda suffix: f"{address}/azure/{suffix}"
    yield "Azure", azure


def check_languages(machinery: Any) -> str:
    """Weblate finds its own languages among those of the service."""
    language = importlib.import_module("weblate.lang.models").Language
    found = []
    for code in ("de", "fr", "pt_BR", "pt_PT", "zh_Hans", "zh_Hant", "he", "nb_NO"):
        try:
            found.append(f"{code}={machinery.get_languages(language(code='en'), language(code=code))[1]}")
        except Exception as error:
            found.append(f"{code}: {type(error).__name__}")
    return ", ".join(found)


def check_settings(machinery: Any) -> str:
    """What Weblate does when someone saves a service: list the languages, translate a word into German."""
    machinery.validate_settings()
    return "accepted"


def check_texts(machinery: Any) -> str:
    """Texts with a placeholder, a character to escape and a term come back with all of them."""
    unit_class = importlib.import_module("weblate.checks.tests.test_checks").MockUnit
    units = []
    for text in TEXTS:
        unit = unit_class(source=text, flags="python-format", code="es")
        unit.glossary_terms = []
        unit.translation.component.project.id = 1
        units.append((text, unit))
    source, target = ("EN", "ES") if machinery.name == "DeepL" else ("en", "es")
    made = getattr(machinery, "_translate")(source, target, units)  # noqa: B009 - without a database's units
    translated = [made[text][0]["text"] for text in TEXTS]
    if MARK not in translated[0] or "&amp;" in translated[1] or "<" in "".join(translated):
        raise AssertionError(translated)
    return " | ".join(translated)


def check_wrong_key(machinery: Any) -> str:
    """A wrong key is reported, with words that say so."""
    try:
        machinery.download_multiple_translations("en", "es", [("test", None)], None, 75)
    except Exception as error:
        return str(machinery.get_error_message(error))[:120]
    raise AssertionError("a wrong key was accepted")


def main() -> int:
    """Run every check of every service; a line for each. Returns 1 if one failed."""
    address, key, sandbox_key = sys.argv[1:]
    failed = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        set_up(Path(folder))
        rounds: list[tuple[str, str, Callable[[Any], str]]] = [
            ("languages", sandbox_key, check_languages),
            ("settings", sandbox_key, check_settings),
            ("texts", key, check_texts),
            ("wrong key", "app_unknown:wrong", check_wrong_key),
        ]
        for what, used, check in rounds:
            importlib.import_module("django.core.cache").cache.clear()
            for name, machinery in services(address, used):
                try:
                    said = check(machinery)
                except Exception as error:
                    failed = 1
                    said = f"FAILED: {type(error).__name__}: {error}"
                print(f"{name:15} {what:10} {said}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
