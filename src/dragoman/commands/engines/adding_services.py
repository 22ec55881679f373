"""A service of others becomes an engine: it is asked for its languages, and its configuration is stored."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import typer

from dragoman.access.staff import OPERATOR
from dragoman.commands.admin.session import open_session
from dragoman.commands.engines.adding_models import count_pairs
from dragoman.commands.options import print_json, print_message
from dragoman.engine_registry.actions import add_service
from dragoman.engine_registry.configurations import write_configuration
from dragoman.engine_registry.key_files import read_key
from dragoman.engine_registry.model import RegisteredService, ServiceDraft
from dragoman.engines.engine import EnginePair, EngineUnavailable, Quality
from dragoman.engines.http import ServiceConfiguration, ServiceType, check_configuration, open_service
from dragoman.engines.http.configuration import OptionValue
from dragoman.errors import RuleBroken
from dragoman.segments import Text, plain_text
from dragoman.settings import Settings
from dragoman.telemetry import Metrics

_WITH_KEY: Final = frozenset({ServiceType.DEEPL, ServiceType.GOOGLE, ServiceType.AZURE})
_SHOWN: Final = 6  # pairs


class ServiceRefused(RuleBroken):
    """Words of a command that make no service."""

    code = "ENGINE_SERVICE_REFUSED"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceWords:
    """The words of the command."""

    kind: str
    name: str | None
    pairs: list[str] | None
    quality: Quality | None
    url: str | None
    model: str | None
    key_file: Path | None
    key_stdin: bool
    remote: bool | None
    concurrency: int | None
    timeout_seconds: float | None
    monthly_characters: int | None
    options: list[str]


def add_service_engine(settings: Settings, words: ServiceWords, *, force: bool, json: bool) -> None:
    """Check a service and store it. Raises what is wrong with the words, the key or the service."""
    configuration = _configuration(words)
    check_configuration(configuration)
    secret = _read_secret(words, configuration.kind)
    pairs, sample = asyncio.run(_try(configuration, secret, force=force))
    draft = ServiceDraft(
        name=configuration.name,
        kind=configuration.kind,
        configuration=write_configuration(configuration),
        secret=None if words.key_file else secret,
        key_file=str(words.key_file.absolute()) if words.key_file else None,
    )

    async def store() -> RegisteredService:
        async with open_session(settings) as session:
            keyring = await session.keyring()
            return await add_service(session.tx, keyring, draft, replace=force, actor=OPERATOR.actor)

    made = asyncio.run(store())
    if json:
        print_json(
            {
                "name": made.name,
                "kind": made.kind,
                "remote": configuration.is_remote,
                "pairs": len(pairs),
                "sample": sample,
            }
        )
    else:
        _print(configuration, pairs, sample)


def _configuration(words: ServiceWords) -> ServiceConfiguration:
    given: dict[str, Any] = {
        "url": words.url,
        "model": words.model,
        "quality": words.quality,
        "remote": words.remote,
        "concurrency": words.concurrency,
        "timeout_seconds": words.timeout_seconds,
        "monthly_characters": words.monthly_characters,
    }
    return ServiceConfiguration(
        name=words.name or words.kind,
        kind=ServiceType(words.kind),
        pairs=tuple(map(_read_pair, words.pairs)) if words.pairs else None,
        options=dict(map(_read_option, words.options)),
        **{name: value for name, value in given.items() if value is not None},
    )


def _read_pair(text: str) -> tuple[str, str]:
    source, separator, target = text.partition(":") if ":" in text else text.partition("-")
    if not separator or ("-" in target and ":" not in text):
        raise ServiceRefused(f"{text!r} is no pair of languages; write it like en-de or pt-BR:en.")
    return source, target


def _read_option(text: str) -> tuple[str, OptionValue]:
    name, separator, value = text.partition("=")
    if not separator or not name:
        raise ServiceRefused(f"{text!r} is no option; write NAME=VALUE, such as temperature=0.2.")
    for number in (int, float):
        try:
            return name, number(value)
        except ValueError:
            continue
    return name, value


def _read_secret(words: ServiceWords, kind: ServiceType) -> str | None:
    if words.key_file is not None and words.key_stdin:
        raise ServiceRefused("Give the key by --key-file or by --key-stdin, not by both.")
    if words.key_file is not None:
        return read_key(words.key_file)
    if words.key_stdin:
        return sys.stdin.readline().strip() or None
    if kind not in _WITH_KEY:
        return None
    if not sys.stdin.isatty():
        raise ServiceRefused(f"{kind} needs a key: --key-file FILE, or --key-stdin.")
    entered: str = typer.prompt("Key (it is stored encrypted)", hide_input=True)
    return entered.strip() or None


async def _try(
    configuration: ServiceConfiguration, secret: str | None, *, force: bool
) -> tuple[list[EnginePair], str]:
    """Its pairs, and a translated sentence. With `force` a service that does not work is stored too."""
    print_message(f"asking {configuration.address} …")
    async with open_service(configuration, secret=secret, metrics=Metrics()) as engine:
        try:
            pairs = list(await engine.load_pairs())
            pair = next((one for one in pairs if one.source == "en"), pairs[0])
            (answer,) = await engine.translate([(Text(text="Good morning."),)], pair)
        except EngineUnavailable as error:
            if not force:
                raise ServiceRefused(
                    f"{configuration.name} does not work: {error.message}",
                    hints="Change it; or add --force to store it as it is.",
                ) from None
            print_message(f"warning: {configuration.name} does not work: {error.message}")
            return [], ""
    return pairs, f"{pair.source}-{pair.target}: {plain_text(answer)}" if answer else ""


def _print(configuration: ServiceConfiguration, pairs: list[EnginePair], sample: str) -> None:
    if sample:
        typer.echo(sample)
    if not pairs:
        typer.echo(f"{configuration.name} is stored. Its pairs of languages are not known yet.")
        return
    shown = ", ".join(f"{pair.source}-{pair.target}" for pair in pairs[:_SHOWN])
    more = ", …" if len(pairs) > _SHOWN else ""
    typer.echo(f"{configuration.name} ({configuration.kind}): {count_pairs(len(pairs))} ({shown}{more}).")
    if configuration.is_remote:
        typer.echo(
            "Texts sent to it leave your machines. Let an account use it: "
            f"dragoman admin account engines ID --allow {configuration.name}"
        )
