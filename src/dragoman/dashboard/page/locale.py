"""The language and time zone of a page, and how dates, numbers and lists are written in it.

Templates are shared by all languages: while one is rendered, `current_locale` tells whose page it is.
"""

from __future__ import annotations

import functools
import gettext as catalogs
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import unquote
from zoneinfo import ZoneInfo, available_timezones

import babel
from babel.core import negotiate_locale
from starlette.requests import Request

# Those whose catalogues are complete, each by its own name.
LANGUAGES: Final = {"en": "English", "de": "Deutsch", "es": "Español", "fr": "Français", "ar": "العربية"}
LANGUAGE_COOKIE: Final = "dragoman_language"
ZONE_COOKIE: Final = "dragoman_zone"  # the browser's time zone, set by script: "Asia%2FKathmandu"

_CATALOGS: Final = Path(__file__).parent.parent / "locales"
_DOMAIN: Final = "dashboard"
_UTC: Final = "UTC"
_CONVENTIONS: Final = {"en": "en_001"}  # English as the world writes it: day before month


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLocale:
    """The language of a page and the time zone of its reader."""

    language: str  # one of LANGUAGES, or a catalogue that tests add
    zone: ZoneInfo
    catalog: catalogs.NullTranslations

    @property
    def direction(self) -> str:
        """The writing direction, for the attribute `dir`."""
        return "rtl" if self.babel.text_direction == "rtl" else "ltr"

    @property
    def babel(self) -> babel.Locale:
        """The conventions of dates and numbers."""
        return _conventions(self.language)


_current: ContextVar[PageLocale] = ContextVar("page_locale")


def current_locale() -> PageLocale:
    """The locale of the page that is made now; English in UTC outside of one."""
    return _current.get(None) or make_locale("en", None)


@contextmanager
def using_locale(locale: PageLocale) -> Iterator[None]:
    """Make a page in a locale."""
    token = _current.set(locale)
    try:
        yield
    finally:
        _current.reset(token)


def make_locale(language: str, zone: str | None) -> PageLocale:
    """The locale for a language, and a time zone by its IANA name; UTC for one that does not exist."""
    return PageLocale(language=language, zone=_find_zone(zone or _UTC), catalog=find_catalog(language))


def choose_locale(request: Request, *, language: str | None, zone: str | None) -> PageLocale:
    """The locale of a request: what the person has chosen, else the browser's cookies and languages."""
    wanted = language or request.cookies.get(LANGUAGE_COOKIE)
    if wanted not in LANGUAGES:
        wanted = _negotiate(request.headers.get("accept-language", ""))
    return make_locale(wanted, zone or read_browser_zone(request))


def read_browser_zone(request: Request) -> str:
    """The time zone of the browser, as its script has said it; empty before."""
    return unquote(request.cookies.get(ZONE_COOKIE, ""))


def translate(text: str) -> str:
    """Translate an English sentence of ours into the language of the page that is made."""
    return current_locale().catalog.gettext(text)


def translate_plural(singular: str, plural: str, number: int) -> str:
    """Translate a sentence that depends on a number."""
    return current_locale().catalog.ngettext(singular, plural, number)


def mark(text: str) -> str:
    """Mark a sentence for the catalogues that is translated later, such as one in a table."""
    return text


def _negotiate(header: str) -> str:
    """The best of our languages for `Accept-Language` (RFC 9110 §12.5.4)."""
    weighted = []
    for part in header.split(",")[:20]:
        tag, _, weight = part.strip().partition(";q=")
        try:
            weighted.append((float(weight or 1), tag.strip().replace("-", "_")))
        except ValueError:
            continue
    ordered = [tag for weight, tag in sorted(weighted, key=lambda one: -one[0]) if weight > 0 and tag]
    found = negotiate_locale(ordered, list(LANGUAGES), sep="_")
    return found.split("_")[0] if found else "en"


@functools.cache
def find_catalog(language: str, domain: str = _DOMAIN) -> catalogs.NullTranslations:
    """The texts of a language. English needs none."""
    return catalogs.translation(domain, _CATALOGS, languages=[language], fallback=True)


@functools.cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


@functools.lru_cache(maxsize=64)
def _find_zone(name: str) -> ZoneInfo:
    return ZoneInfo(name if name in _zones() else _UTC)


@functools.cache
def _conventions(language: str) -> babel.Locale:
    try:
        return babel.Locale.parse(_CONVENTIONS.get(language, language))
    except (ValueError, babel.UnknownLocaleError):
        return babel.Locale.parse("en")  # a catalogue of tests
