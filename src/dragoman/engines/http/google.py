"""Google Cloud Translation v3: `:translateText` with HTML, and `supportedLanguages`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dragoman.engines.engine import EngineTraits, Guidance
from dragoman.engines.http.answers import get_list, get_object, get_text, read_texts
from dragoman.engines.http.batching import BatchLimits
from dragoman.engines.http.client import NetworkOptions, ServiceCall, ServiceClient, get, post
from dragoman.engines.http.configuration import ConfigurationInvalid, ServiceConfiguration, ServiceType
from dragoman.engines.http.failures import CallFailure, ServiceFailed
from dragoman.engines.http.google_tokens import Credentials, read_credentials
from dragoman.engines.http.language_codes import read_code
from dragoman.engines.http.markup import HTML
from dragoman.engines.http.translation_service import ServiceAccess, ServicePair, Work, plan_marked, read_all
from dragoman.segments import Segment

_LIMITS: Final = BatchLimits(texts=1_024, size=28_000)  # 30,000 code points are recommended
_RATE_WORDS: Final = ("rateLimitExceeded", "userRateLimitExceeded", "User Rate Limit Exceeded")
_QUOTA_WORDS: Final = ("dailyLimitExceeded", "Daily Limit Exceeded")


class Google:
    """Keeps codes as HTML elements."""

    traits: Final = EngineTraits()

    def __init__(
        self, configuration: ServiceConfiguration, secret: str | None, network: NetworkOptions
    ) -> None:
        self._credentials: Credentials = read_credentials(secret, network)
        project = configuration.options.get("project") or self._credentials.project
        if not isinstance(project, str) or not project:
            raise ConfigurationInvalid(
                "Google needs the project that pays: --option project=…", field="options"
            )
        location = configuration.options.get("location", "global")
        self._parent = f"projects/{project}/locations/{location}"
        self._model = configuration.model
        self.version = f"v3 {self._model}" if self._model else "v3"

    async def fetch_pairs(self, client: ServiceClient) -> Sequence[ServicePair]:
        """Every language that may be a source into every one that may be a target."""
        query = {"model": self._full_model()} if self._model else {}
        answer = await self._fetch(client, get(f"/v3/{self._parent}/supportedLanguages", query=query))
        sources: dict[str, str] = {}
        targets: dict[str, str] = {}
        for entry in get_list(answer, "languages"):
            code = get_text(entry, "languageCode")
            tag = read_code(ServiceType.GOOGLE, code)
            if tag is not None:
                if get_object(entry).get("supportSource"):
                    sources.setdefault(tag, code)
                if get_object(entry).get("supportTarget"):
                    targets.setdefault(tag, code)
        return [
            ServicePair(source=source, target=target, source_code=source_code, target_code=target_code)
            for source, source_code in sources.items()
            for target, target_code in targets.items()
            if source != target
        ]

    def plan(self, batch: Sequence[Segment], pair: ServicePair, guidance: Guidance) -> list[Work]:  # noqa: ARG002 - same limits for all
        """At most 1,024 texts and 30,000 code points in a call."""
        return plan_marked(batch, guidance, style=HTML, limits=_LIMITS)

    async def translate(self, caller: ServiceAccess, work: Work, pair: ServicePair) -> list[Segment]:
        """Translate texts by one call."""
        body = {
            "contents": work.texts,
            "mimeType": "text/html",
            "sourceLanguageCode": pair.source_code,
            "targetLanguageCode": pair.target_code,
        }
        if self._model:
            body["model"] = self._full_model()
        answer = await self._fetch(caller.client, post(f"/v3/{self._parent}:translateText", body))
        texts = read_texts(answer, "translations", "translatedText", count=len(work.texts))
        return await read_all(texts, work, HTML)

    def _full_model(self) -> str:
        """`general/nmt` and the like are below the project."""
        model = self._model or ""
        return model if model.startswith("projects/") else f"{self._parent}/models/{model}"

    async def _fetch(self, client: ServiceClient, call: ServiceCall) -> object:
        try:
            return await client.fetch(call.with_headers(await self._credentials.headers()))
        except ServiceFailed as error:
            if error.status != 401 or not self._credentials.forget():
                raise _name_refusal(error) from None
        try:  # the token was withdrawn before its time
            return await client.fetch(call.with_headers(await self._credentials.headers()))
        except ServiceFailed as error:
            raise _name_refusal(error) from None


def _name_refusal(error: ServiceFailed) -> ServiceFailed:
    """Quotas are refused with status 403, as keys are."""
    if error.status == 403 and any(word in error.reason for word in _RATE_WORDS):
        return ServiceFailed(
            "The rate limit at Google is reached (status 403).", failure=CallFailure.BUSY, status=403
        )
    if error.status == 403 and any(word in error.reason for word in _QUOTA_WORDS):
        return ServiceFailed(
            "The day's quota at Google is used up (status 403).", failure=CallFailure.QUOTA_USED, status=403
        )
    return error
