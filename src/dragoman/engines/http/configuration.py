"""The configuration of a translation service as an engine, and what is wrong with one."""

from __future__ import annotations

import enum
import ipaddress
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias
from urllib.parse import SplitResult, urlsplit

from dragoman import languages
from dragoman.engines.engine import Quality
from dragoman.engines.http.service_addresses import is_metadata
from dragoman.errors import RuleBroken, RulesBroken

OptionValue: TypeAlias = str | int | float | bool

MOST_CONCURRENT: Final = 64
LONGEST_SECONDS: Final = 600.0
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)
_IDENTIFIER: Final = re.compile(r"[A-Za-z0-9:._-]{1,100}", re.ASCII)
_LOCAL_NAMES: Final = frozenset({"localhost", "ip6-localhost"})


class ServiceType(enum.StrEnum):
    """A kind of service: what it is sent and what it answers."""

    CHAT = "chat"  # a language model behind an interface like OpenAI's
    DEEPL = "deepl"
    LIBRETRANSLATE = "libretranslate"
    GOOGLE = "google"
    AZURE = "azure"


_QUALITIES: Final[Mapping[ServiceType, Quality]] = {
    ServiceType.CHAT: Quality.MEDIUM,
    ServiceType.DEEPL: Quality.HIGH,
    ServiceType.LIBRETRANSLATE: Quality.MEDIUM,
    ServiceType.GOOGLE: Quality.HIGH,
    ServiceType.AZURE: Quality.HIGH,
}
_URLS: Final[Mapping[ServiceType, str]] = {
    ServiceType.DEEPL: "https://api.deepl.com",  # with a key of the free plan: `deepl.py`
    ServiceType.GOOGLE: "https://translation.googleapis.com",
    ServiceType.AZURE: "https://api.cognitive.microsofttranslator.com",
}
_NUMBER: Final = (int, float)
_OPTIONS: Final[Mapping[ServiceType, Mapping[str, tuple[type, ...]]]] = {
    ServiceType.CHAT: {
        "batch_characters": (int,),  # of source text in one call
        "max_tokens": (int,),  # of one answer, where the server's own limit is lower than needed
        "reasoning_effort": (str,),
        "seed": (int,),
        "structured_output": (str,),
        "temperature": _NUMBER,
        "top_p": _NUMBER,
    },
    ServiceType.DEEPL: {},
    ServiceType.LIBRETRANSLATE: {},
    ServiceType.GOOGLE: {"project": (str,), "location": (str,)},
    ServiceType.AZURE: {"region": (str,)},
}
STRUCTURED_OUTPUTS: Final = ("auto", "schema", "object", "off")
_DEEPL_MODELS: Final = ("latency_optimized", "prefer_quality_optimized", "quality_optimized")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceConfiguration:
    """A translation service that an operator has added. The secret is passed beside it."""

    name: str  # of the engine
    kind: ServiceType
    url: str | None = None  # None: the service's own
    model: str | None = None  # chat: required; DeepL: model type; Google: model; Azure: category
    pairs: tuple[tuple[str, str], ...] | None = None  # BCP 47; None: all that the service offers
    quality: Quality | None = None  # of all its pairs; None: as usual for its kind
    remote: bool | None = None  # None: by the address
    concurrency: int = 4  # calls at once
    timeout_seconds: float = 60.0  # for one call, repetitions included
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    monthly_characters: int | None = None  # None: no limit

    @property
    def address(self) -> str:
        """The address, without a slash at its end; empty where none is known."""
        return (self.url or _URLS.get(self.kind, "")).rstrip("/")

    @property
    def expected_quality(self) -> Quality:
        """The quality of its pairs."""
        return self.quality or _QUALITIES[self.kind]

    @property
    def is_remote(self) -> bool:
        """Whether texts leave the operator's machines. By the address, all but loopback may be elsewhere."""
        return not is_loopback(urlsplit(self.address).hostname or "") if self.remote is None else self.remote


class ConfigurationInvalid(RuleBroken):
    """A field of a service's configuration cannot be used."""

    code = "ENGINE_CONFIGURATION_INVALID"


def is_loopback(host: str) -> bool:
    """Whether a host's name or address is this machine's, however it is resolved."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host in _LOCAL_NAMES


def check_configuration(configuration: ServiceConfiguration) -> None:
    """Raise `RulesBroken` with all that is wrong; each problem names its field and what to do."""
    problems = list(_find_problems(configuration))
    if problems:
        raise RulesBroken([ConfigurationInvalid(message, field=field) for field, message in problems])


def _find_problems(configuration: ServiceConfiguration) -> Iterator[tuple[str, str]]:
    one = configuration
    if _NAME.fullmatch(one.name) is None:
        yield (
            "name",
            "The name must begin with a small letter and have at most 40 small letters, digits and `_`.",
        )
    yield from _find_address_problems(one)
    if one.kind is ServiceType.CHAT and not one.model:
        yield "model", "A language model needs its name: --model, as the server lists it in /models."
    if one.kind is ServiceType.DEEPL and one.model not in {None, *_DEEPL_MODELS}:
        yield "model", f"DeepL has the model types {', '.join(_DEEPL_MODELS)}."
    yield from _find_pair_problems(one)
    if not 1 <= one.concurrency <= MOST_CONCURRENT:
        yield "concurrency", f"The number of calls at once must be 1 to {MOST_CONCURRENT}."
    if not 1 <= one.timeout_seconds <= LONGEST_SECONDS:
        yield "timeout_seconds", f"The time limit must be 1 to {LONGEST_SECONDS:.0f} seconds."
    if one.monthly_characters is not None and one.monthly_characters < 1:
        yield "monthly_characters", "The characters a month must be 1 or more; leave it out for no limit."
    yield from _find_option_problems(one)


def _find_address_problems(configuration: ServiceConfiguration) -> Iterator[tuple[str, str]]:
    address = configuration.address
    if not address:
        yield "url", f"A service of the kind {configuration.kind} needs its address: --url https://…"
        return
    try:
        parts = urlsplit(address)
        problem = _find_part_problem(parts)
    except ValueError:
        problem = "The address cannot be read. Write it as https://host or https://host:port/path."
    if problem is not None:
        yield "url", problem


def _find_part_problem(parts: SplitResult) -> str | None:
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return "The address must begin with https:// or http:// and a host."
    if parts.port == 0 or not parts.geturl().isascii() or any(map(str.isspace, parts.geturl())):
        return "The address must have a port from 1 to 65535 and only ASCII characters; write a name as xn--…"
    if parts.username is not None or parts.password is not None:
        return "The address must not have a name or password in it; give the key as the secret."
    if parts.query or parts.fragment:
        return "The address must end before `?` and `#`."
    if is_metadata(parts.hostname):
        return "The address is link-local, where clouds offer their metadata: no service can be there."
    return None


def _find_pair_problems(configuration: ServiceConfiguration) -> Iterator[tuple[str, str]]:
    if configuration.pairs is None:
        return
    if not configuration.pairs:
        yield "pairs", "Name at least one pair, or leave the pairs out to offer all of the service's."
    for source, target in configuration.pairs:
        if not (languages.is_well_formed(source) and languages.is_well_formed(target)):
            yield "pairs", "A pair has a code that is no BCP 47 tag. Write pairs as en-de or en:pt-BR."
        elif languages.canonical(source) == languages.canonical(target):
            yield "pairs", f"A pair translates {languages.canonical(source)} into itself. Remove it."


def _find_option_problems(configuration: ServiceConfiguration) -> Iterator[tuple[str, str]]:
    known = _OPTIONS[configuration.kind]
    for name, value in configuration.options.items():
        types = known.get(name)
        if types is None:
            offered = f"It has {', '.join(known)}." if known else "It has none."
            yield (
                "options",
                f"A service of the kind {configuration.kind} does not have one of these options. {offered}",
            )
        elif isinstance(value, bool) or not isinstance(value, types):
            yield "options", f"The option {name} must be {'a text' if types == (str,) else 'a number'}."
    structured = configuration.options.get("structured_output", "auto")
    if configuration.kind is ServiceType.CHAT and structured not in STRUCTURED_OUTPUTS:
        yield "options", f"The option structured_output must be one of {', '.join(STRUCTURED_OUTPUTS)}."
    for name in ("project", "location", "region"):
        text = configuration.options.get(name)
        if isinstance(text, str) and _IDENTIFIER.fullmatch(text) is None:
            yield "options", f"The option {name} may have letters, digits and . : _ - only."
