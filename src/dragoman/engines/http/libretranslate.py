"""LibreTranslate: `/translate` with HTML, `/languages`, and the limit in `/frontend/settings`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from dragoman.engines.engine import EngineTraits, Guidance
from dragoman.engines.http.answers import check_count, get_list, get_object, get_text
from dragoman.engines.http.batching import BatchLimits
from dragoman.engines.http.client import ServiceClient, get, post
from dragoman.engines.http.configuration import ServiceConfiguration, ServiceType
from dragoman.engines.http.failures import CallFailure, ServiceFailed, not_understood
from dragoman.engines.http.language_codes import read_code
from dragoman.engines.http.markup import PLAIN_HTML
from dragoman.engines.http.translation_service import ServiceAccess, ServicePair, Work, plan_marked, read_all
from dragoman.segments import Segment

# It translates the texts of a call one after the other, so larger calls gain nothing.
_TEXTS: Final = 32
_SIZE: Final = 10_000  # characters, where it has no limit of its own


class LibreTranslate:
    """Keeps codes as HTML elements."""

    traits: Final = EngineTraits()
    version: Final = "libretranslate"

    def __init__(self, _configuration: ServiceConfiguration, secret: str | None) -> None:
        self._secret = secret
        self._limits = BatchLimits(texts=_TEXTS, size=_SIZE)

    async def fetch_pairs(self, client: ServiceClient) -> Sequence[ServicePair]:
        """The targets of each language."""
        with suppress(ServiceFailed):  # an installation may have no pages
            self._read_settings(await client.fetch(get("/frontend/settings")))
        found: dict[tuple[str, str], ServicePair] = {}
        for entry in get_list(await client.fetch(get("/languages"))):
            source_code = get_text(entry, "code")
            for target_code in get_list(entry, "targets"):
                pair = _make_pair(source_code, target_code)
                if pair is not None:
                    found.setdefault((pair.source, pair.target), pair)
        return list(found.values())

    def _read_settings(self, answer: object) -> None:
        limit = get_object(answer).get("charLimit")
        if isinstance(limit, int) and not isinstance(limit, bool) and limit > 0:
            self._limits = BatchLimits(texts=_TEXTS, size=min(limit, _SIZE))

    def plan(self, batch: Sequence[Segment], pair: ServicePair, guidance: Guidance) -> list[Work]:  # noqa: ARG002 - same limits for all
        """At most as many characters in a call as the installation allows."""
        return plan_marked(batch, guidance, style=PLAIN_HTML, limits=self._limits)

    async def translate(self, caller: ServiceAccess, work: Work, pair: ServicePair) -> list[Segment]:
        """Translate texts by one call."""
        body = {
            "q": work.texts,
            "source": pair.source_code,
            "target": pair.target_code,
            "format": "html",
        }
        if self._secret:
            body["api_key"] = self._secret
        try:
            answer = await caller.client.fetch(post("/translate", body))
        except ServiceFailed as error:
            raise _name_refusal(error) from None
        texts = get_list(answer, "translatedText")
        check_count(len(texts), len(work.texts))
        return await read_all([_check_text(text) for text in texts], work, PLAIN_HTML)


def _check_text(text: object) -> str:
    if not isinstance(text, str):
        raise not_understood("The service's answer has no text under `translatedText`.")
    return text


def _make_pair(source_code: str, target_code: object) -> ServicePair | None:
    source = read_code(ServiceType.LIBRETRANSLATE, source_code)
    target = read_code(ServiceType.LIBRETRANSLATE, target_code) if isinstance(target_code, str) else None
    if source is None or target is None or source == target or not isinstance(target_code, str):
        return None
    return ServicePair(source=source, target=target, source_code=source_code, target_code=target_code)


def _name_refusal(error: ServiceFailed) -> ServiceFailed:
    """A missing key is refused with status 400 by installations that require one."""
    if error.status == 400 and "API key" in error.reason:
        return ServiceFailed(
            "The service refused the key, or needs one (status 400). Check the secret.",
            failure=CallFailure.KEY_REFUSED,
            status=400,
        )
    return error
