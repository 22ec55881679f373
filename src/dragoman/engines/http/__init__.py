"""Translation services and language models over HTTP as engines.

`open_service` opens one; `configuration` has what an operator says about it, `engine` what all have in
common, and each kind of service a module of its own.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from dragoman.engines.http import azure, deepl
from dragoman.engines.http.azure import Azure
from dragoman.engines.http.chat import Chat
from dragoman.engines.http.checking import CheckReport, check_service
from dragoman.engines.http.circuit import CircuitState
from dragoman.engines.http.client import NetworkOptions, open_client
from dragoman.engines.http.configuration import (
    ConfigurationInvalid,
    ServiceConfiguration,
    ServiceType,
    check_configuration,
)
from dragoman.engines.http.deepl import DeepL
from dragoman.engines.http.engine import ServiceEngine, ServiceState
from dragoman.engines.http.failures import BudgetSpent, ServiceFailed, ServiceTimedOut
from dragoman.engines.http.google import Google
from dragoman.engines.http.libretranslate import LibreTranslate
from dragoman.engines.http.spending import Spending, Unlimited
from dragoman.engines.http.translation_service import TranslationService
from dragoman.telemetry import Metrics

__all__ = [
    "BudgetSpent",
    "CheckReport",
    "CircuitState",
    "ConfigurationInvalid",
    "NetworkOptions",
    "ServiceConfiguration",
    "ServiceEngine",
    "ServiceFailed",
    "ServiceState",
    "ServiceTimedOut",
    "ServiceType",
    "Spending",
    "Unlimited",
    "check_configuration",
    "check_service",
    "open_service",
]

_KEY: Final = re.compile(r"[\x21-\x7e]{1,4096}", re.ASCII)


@asynccontextmanager
async def open_service(
    configuration: ServiceConfiguration,
    *,
    secret: str | None,
    metrics: Metrics,
    spending: Spending | None = None,
    network: NetworkOptions | None = None,
) -> AsyncIterator[ServiceEngine]:
    """Open a service as an engine, without waiting for it; its pairs come when it has told them.

    Raises `RulesBroken` for a configuration, and `ConfigurationInvalid` for a secret, that cannot be used.
    """
    check_configuration(configuration)
    key = _check_secret(configuration.kind, secret)
    options = network or NetworkOptions()
    service = _make_service(configuration, key, options)
    async with open_client(
        _choose_address(configuration, key),
        connections=configuration.concurrency + 1,  # one for the pairs
        seconds=configuration.timeout_seconds,
        network=options,
    ) as client:
        engine = ServiceEngine(
            configuration,
            service=service,
            client=client,
            spending=spending or Unlimited(),
            metrics=metrics,
        )
        task = asyncio.create_task(engine.keep_pairs_current())
        try:
            yield engine
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


def _make_service(
    configuration: ServiceConfiguration, secret: str | None, network: NetworkOptions
) -> TranslationService:
    match configuration.kind:
        case ServiceType.DEEPL:
            return DeepL(configuration, secret)
        case ServiceType.LIBRETRANSLATE:
            return LibreTranslate(configuration, secret)
        case ServiceType.GOOGLE:
            return Google(configuration, secret, network)
        case ServiceType.AZURE:
            return Azure(configuration, secret)
        case ServiceType.CHAT:
            return Chat(configuration, secret)


def _choose_address(configuration: ServiceConfiguration, secret: str | None) -> str:
    if configuration.kind is ServiceType.DEEPL:
        return deepl.choose_address(configuration, secret)
    if configuration.kind is ServiceType.AZURE:
        return azure.choose_address(configuration)
    return configuration.address


def _check_secret(kind: ServiceType, secret: str | None) -> str | None:
    """The secret without the white space around it, as key files end with a line break."""
    key = (secret or "").strip()
    is_key_file = kind is ServiceType.GOOGLE and key.startswith("{")
    if key and not is_key_file and _KEY.fullmatch(key) is None:
        raise ConfigurationInvalid(
            "The secret has characters that no key has, such as blanks or line breaks. Give the key alone.",
            field="secret",
        )
    return key or None
