"""Languages to choose from on pages that translate: what there is, what was used lately, what to expect."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import langcodes
from fastapi import Request, Response

from dragoman.access.model import Caller
from dragoman.accounts.model import AccountKind
from dragoman.dashboard.page import cookies
from dragoman.dashboard.page.formats import alphabetical, write_language
from dragoman.dashboard.page.locale import current_locale, mark
from dragoman.dashboard.page.request import PageRequest
from dragoman.engines.engine import Quality
from dragoman.languages import candidates, canonical, is_well_formed
from dragoman.translation.requests import available_routes
from dragoman.translation.routes import Route
from dragoman.translation.source_detection import AUTO

_COOKIE: Final = "dragoman_languages"
_PARTED: Final = "."  # which no language code has
_MOST_RECENT: Final = 6
_YEAR: Final = 365 * 24 * 3600
_USUAL_TARGETS: Final = ("en", "es")

# What to expect of a pair (docs/concepts/apertium.md).
QUALITY_WORDS: Final = {
    Quality.HIGH: mark("Quality: high. It needs light editing."),
    Quality.MEDIUM: mark("Quality: medium. It is understandable, and needs editing."),
    Quality.GIST: mark("Quality: gist. It is enough to know what a text is about."),
    Quality.TEST: mark("Quality: test. Letters are changed so that programs can be tried."),
}

QUALITY_NAMES: Final = {
    Quality.HIGH: mark("High"),
    Quality.MEDIUM: mark("Medium"),
    Quality.GIST: mark("Gist"),
    Quality.TEST: mark("Test"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedLanguage:
    """A language as a choice."""

    code: str
    name: str  # in the page's language


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageChoices:
    """The languages that can be chosen now, by name, and those that the reader used last."""

    routes: Sequence[Route]
    sources: Sequence[NamedLanguage]
    targets: Sequence[NamedLanguage]
    recent: Sequence[str]  # codes, the latest first
    source: str  # what is chosen at first; "auto": to be detected
    target: str

    def recent_of(self, languages: Sequence[NamedLanguage]) -> Sequence[NamedLanguage]:
        """Those of the languages that were used last."""
        by_code = {one.code: one for one in languages}
        return [by_code[code] for code in self.recent if code in by_code]

    def find_route(self, source: str, target: str) -> Route | None:
        """The route of a pair as it was chosen; None if there is none."""
        routes = {(one.source, one.target): one for one in self.routes}
        pairs = ((a, b) for b in candidates(target) for a in candidates(source))
        return next((routes[pair] for pair in pairs if pair in routes), None)

    def nearest_target(self, source: str, target: str) -> str | None:
        """The target most like the wanted one that there is from a source; None if there is none at all."""
        from_source = set(candidates(source))
        offered = [one.target for one in self.routes if one.source in from_source]
        wanted = canonical(target)
        return min(offered, key=lambda code: (langcodes.tag_distance(wanted, code), code), default=None)


async def language_choices(page: PageRequest, caller: Caller) -> LanguageChoices:
    """The languages that a page offers to its reader, who acts as `caller`."""
    routes = await available_routes(
        page.runtime.text_resources(), account_id=caller.account_id, sandbox=caller.is_sandbox
    )
    used = _read_cookie(page.request)
    targets = {one.target for one in routes}
    usual = (current_locale().language, *_USUAL_TARGETS, *sorted(targets))
    # Without an earlier choice, not the page's own language where that is English: its readers write it.
    first = next((code for code in usual if code in targets and code != "en"), "es")
    return LanguageChoices(
        routes=routes,
        sources=name_languages({one.source for one in routes}),
        targets=name_languages(targets),
        recent=[code for code in dict.fromkeys(used) if code != AUTO][:_MOST_RECENT],
        source=used[0] if used else AUTO,
        target=used[1] if len(used) > 1 and used[1] in targets else first,
    )


async def example_target(page: PageRequest) -> str:
    """A target that English is translated into now: the first call of a program, as shown, succeeds."""
    account = page.person.account
    routes = await available_routes(
        page.runtime.text_resources(),
        account_id=account.id,
        sandbox=account.kind is AccountKind.SANDBOX,
    )
    targets = {one.target for one in routes if one.source == "en"} - {"en"}
    usual = (current_locale().language, *_USUAL_TARGETS, *sorted(targets))
    return next((code for code in usual if code in targets), "es")


def remote_engines(route: Route) -> list[str]:
    """The preferred engines of a route that get its texts off the operator's machines."""
    preferred = (step.choices[0].engine for step in route.steps)
    return list(dict.fromkeys(one.name for one in preferred if one.traits.remote))


def remember_languages(
    request: Request, response: Response, *, source: str, target: str, detected: str | None = None
) -> None:
    """Have the browser remember the pair that was used, for the choice on its next page."""
    codes = [source, target, *([detected] if detected else []), *_read_cookie(request)]
    kept = [*codes[:2], *dict.fromkeys(codes[2:])][: _MOST_RECENT + 2]
    response.set_cookie(
        _COOKIE,
        _PARTED.join(kept),
        max_age=_YEAR,
        path="/ui",
        secure=cookies.is_secure(request),
        samesite="lax",
        httponly=True,
    )


def _read_cookie(request: Request) -> list[str]:
    codes = request.cookies.get(_COOKIE, "").split(_PARTED)[: _MOST_RECENT + 2]
    return [code for code in codes if is_well_formed(code)]


def name_languages(codes: Iterable[str]) -> list[NamedLanguage]:
    """Languages by name; of several with one name, such as variants, the longer codes are added to it."""
    found: dict[str, NamedLanguage] = {}
    for code in sorted(codes, key=lambda one: (len(one), one)):
        name = write_language(code)
        shown = name if name not in found else f"{name} ({code})"
        found[shown] = NamedLanguage(code=code, name=shown)
    return sorted(found.values(), key=lambda one: alphabetical(one.name))
