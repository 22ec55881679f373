"""DeepL: `/v2/translate` with XML, and `/v2/languages`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import orjson

from dragoman.engines.engine import EngineTraits, Guidance, HintKind
from dragoman.engines.http.answers import get_list, get_text, read_texts
from dragoman.engines.http.batching import BatchLimits
from dragoman.engines.http.client import ServiceClient, get, post
from dragoman.engines.http.configuration import ServiceConfiguration, ServiceType
from dragoman.engines.http.failures import CallFailure, ServiceFailed
from dragoman.engines.http.language_codes import read_code
from dragoman.engines.http.markup import XML
from dragoman.engines.http.translation_service import ServiceAccess, ServicePair, Work, plan_marked, read_all
from dragoman.segments import Segment
from dragoman.styles import Formality, StyleRule

_FREE: Final = "https://api-free.deepl.com"
_FREE_KEY: Final = ":fx"
_LONGEST_CONTEXT: Final = 4_000  # characters
# 128 KiB for the whole request; what is not text in it takes less than the difference.
_LIMITS: Final = BatchLimits(texts=50, size=96 * 1024, measure=lambda text: len(orjson.dumps(text)) + 1)
_QUOTA: Final = 456
_FORMALITY: Final[Mapping[Formality, str]] = {
    Formality.FORMAL: "prefer_more",
    Formality.INFORMAL: "prefer_less",
}


def choose_address(configuration: ServiceConfiguration, secret: str | None) -> str:
    """Keys of the free plan, which end in `:fx`, have an address of their own."""
    if configuration.url is None and (secret or "").endswith(_FREE_KEY):
        return _FREE
    return configuration.address


class DeepL:
    """Keeps codes as XML elements; follows formality in the languages that have it."""

    traits: Final = EngineTraits(uses=frozenset({HintKind.CONTEXT}), follows=frozenset({StyleRule.FORMALITY}))

    def __init__(self, configuration: ServiceConfiguration, secret: str | None) -> None:
        self._model = configuration.model
        self._headers = {"Authorization": f"DeepL-Auth-Key {secret}"} if secret else {}
        self.version = f"v2 {self._model}" if self._model else "v2"

    async def fetch_pairs(self, client: ServiceClient) -> Sequence[ServicePair]:
        """Every source language into every target language."""
        sources = await self._fetch_languages(client, "source")
        if "zh-Hans" in sources:  # one code for both scripts
            sources.setdefault("zh-Hant", sources["zh-Hans"])
        targets = await self._fetch_languages(client, "target")
        return [
            ServicePair(source=source, target=target, source_code=source_code, target_code=target_code)
            for source, source_code in sources.items()
            for target, target_code in targets.items()
            if source != target
        ]

    async def _fetch_languages(self, client: ServiceClient, side: str) -> dict[str, str]:
        answer = await _fetch(client, "/v2/languages", self._headers, query={"type": side})
        found: dict[str, str] = {}
        for entry in get_list(answer):
            code = get_text(entry, "language")
            tag = read_code(ServiceType.DEEPL, code)
            # ZH-HANS is ZH, of which there may be both.
            if tag is not None and len(code) >= len(found.get(tag, "")):
                found[tag] = code
        return found

    def plan(self, batch: Sequence[Segment], pair: ServicePair, guidance: Guidance) -> list[Work]:  # noqa: ARG002 - same limits for all
        """At most 50 texts and 128 KiB in a call."""
        return plan_marked(batch, guidance, style=XML, limits=_LIMITS)

    async def translate(self, caller: ServiceAccess, work: Work, pair: ServicePair) -> list[Segment]:
        """Translate texts by one call."""
        body = {
            "text": work.texts,
            "source_lang": pair.source_code,
            "target_lang": pair.target_code,
            "tag_handling": "xml",
            "outline_detection": False,
            "non_splitting_tags": [XML.pair, XML.lone, XML.kept],
            "ignore_tags": [XML.kept],
            "split_sentences": "nonewlines",
            "preserve_formatting": True,
        }
        if self._model:
            body["model_type"] = self._model
        if work.guidance.formality is not None:
            body["formality"] = _FORMALITY[work.guidance.formality]
        context = _write_context(work)
        if context:
            body["context"] = context
        try:
            answer = await caller.client.fetch(post("/v2/translate", body, headers=self._headers))
        except ServiceFailed as error:
            raise _name_refusal(error) from None
        texts = read_texts(answer, "translations", "text", count=len(work.texts))
        return await read_all(texts, work, XML)


def _write_context(work: Work) -> str:
    """What is around the texts, in their language. It is the same for all texts of a call."""
    parts = [work.guidance.context]
    if len(work.indexes) == 1:
        hints = work.guidance.of(work.indexes[0])
        parts = [work.guidance.context, hints.before, hints.after]
    return "\n".join(part for part in parts if part)[:_LONGEST_CONTEXT]


async def _fetch(
    client: ServiceClient, path: str, headers: Mapping[str, str], *, query: Mapping[str, str]
) -> object:
    try:
        return await client.fetch(get(path, query=query, headers=headers))
    except ServiceFailed as error:
        raise _name_refusal(error) from None


def _name_refusal(error: ServiceFailed) -> ServiceFailed:
    if error.status == _QUOTA:
        return ServiceFailed(
            "The characters of the plan at DeepL are used up (status 456).",
            failure=CallFailure.QUOTA_USED,
            status=_QUOTA,
        )
    return error
