"""Azure Translator v3: `/translate` with HTML, and `/languages`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import urlsplit

from dragoman.engines.engine import EngineTraits, Guidance
from dragoman.engines.http.answers import check_count, get_list, get_object, get_text
from dragoman.engines.http.batching import BatchLimits
from dragoman.engines.http.client import ServiceClient, get, post
from dragoman.engines.http.configuration import ServiceConfiguration, ServiceType
from dragoman.engines.http.failures import CallFailure, ServiceFailed
from dragoman.engines.http.language_codes import read_code
from dragoman.engines.http.markup import HTML
from dragoman.engines.http.translation_service import ServiceAccess, ServicePair, Work, plan_marked, read_all
from dragoman.segments import Segment

_VERSION: Final = {"api-version": "3.0"}
# 1,000 texts and 50,000 characters, which it counts in units of UTF-16.
_LIMITS: Final = BatchLimits(
    texts=1_000, size=45_000, measure=lambda text: len(text.encode("utf-16-le")) // 2
)
_CUSTOM_HOST: Final = ".cognitiveservices.azure.com"
_CUSTOM_PATH: Final = "/translator/text/v3.0"
_QUOTA_CODES: Final = ("403001", '"code":403000')


def choose_address(configuration: ServiceConfiguration) -> str:
    """A resource's own endpoint has the service below a path."""
    parts = urlsplit(configuration.address)
    if (parts.hostname or "").endswith(_CUSTOM_HOST) and parts.path in {"", "/"}:
        return configuration.address + _CUSTOM_PATH
    return configuration.address


class Azure:
    """Keeps codes as HTML elements."""

    traits: Final = EngineTraits()

    def __init__(self, configuration: ServiceConfiguration, secret: str | None) -> None:
        self._headers = {"Ocp-Apim-Subscription-Key": secret} if secret else {}
        region = configuration.options.get("region")
        if isinstance(region, str):
            self._headers["Ocp-Apim-Subscription-Region"] = region
        self._category = configuration.model
        self.version = f"v3 {self._category}" if self._category else "v3"

    async def fetch_pairs(self, client: ServiceClient) -> Sequence[ServicePair]:
        """Every language into every other. The list needs no key."""
        answer = await client.fetch(get("/languages", query={**_VERSION, "scope": "translation"}))
        codes = get_object(get_object(answer).get("translation"))
        found = {tag: code for code in codes if (tag := read_code(ServiceType.AZURE, code)) is not None}
        return [
            ServicePair(source=source, target=target, source_code=source_code, target_code=target_code)
            for source, source_code in found.items()
            for target, target_code in found.items()
            if source != target
        ]

    def plan(self, batch: Sequence[Segment], pair: ServicePair, guidance: Guidance) -> list[Work]:  # noqa: ARG002 - same limits for all
        """At most 1,000 texts and 50,000 characters in a call."""
        return plan_marked(batch, guidance, style=HTML, limits=_LIMITS)

    async def translate(self, caller: ServiceAccess, work: Work, pair: ServicePair) -> list[Segment]:
        """Translate texts by one call."""
        query: Mapping[str, str] = {
            **_VERSION,
            "from": pair.source_code,
            "to": pair.target_code,
            "textType": "html",
            **({"category": self._category} if self._category else {}),
        }
        body = [{"Text": text} for text in work.texts]
        try:
            answer = await caller.client.fetch(post("/translate", body, query=query, headers=self._headers))
        except ServiceFailed as error:
            raise _name_refusal(error) from None
        entries = get_list(answer)
        check_count(len(entries), len(work.texts))
        return await read_all([_read_text(entry) for entry in entries], work, HTML)


def _read_text(entry: object) -> str:
    translations = get_list(entry, "translations")
    check_count(len(translations), 1)
    return get_text(translations[0], "text")


def _name_refusal(error: ServiceFailed) -> ServiceFailed:
    if error.status == 403 and any(code in error.reason.replace(" ", "") for code in _QUOTA_CODES):
        return ServiceFailed(
            "The characters of the plan at Azure are used up, or the operation is not allowed (status 403).",
            failure=CallFailure.QUOTA_USED,
            status=403,
        )
    return error
