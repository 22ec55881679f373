"""Values: an account's choice of engines, services that are set up as engines, and what was sent to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final

from dragoman import languages
from dragoman.errors import Conflict, NotFound, RuleBroken

MOST_PREFERENCES: Final = 500  # pairs of one account
MOST_ENGINES: Final = 20  # in a list of an account


class EngineNameTaken(Conflict):
    """Another engine has the name."""

    code = "ENGINE_NAME_TAKEN"


class EngineUnknown(NotFound):
    """There is no engine of the name."""

    code = "ENGINE_NOT_FOUND"


class PolicyRefused(RuleBroken):
    """An account's choice of engines that cannot be meant."""

    code = "ENGINE_POLICY_REFUSED"


@dataclass(frozen=True, slots=True, kw_only=True)
class PairPreference:
    """The engines that an account wants for a pair of languages, and for its varieties."""

    source: str  # canonical BCP 47
    target: str
    engines: tuple[str, ...]  # names, the first one first; never empty
    exclusive: bool = False  # no others are used, even if none of these can answer


@dataclass(frozen=True, slots=True, kw_only=True)
class EnginePolicy:
    """An account's choice of engines."""

    remote: frozenset[str] = frozenset()  # names of remote engines that may get its texts
    preferences: tuple[PairPreference, ...] = ()


DEFAULT_POLICY: Final = EnginePolicy()


def check_policy(policy: EnginePolicy) -> EnginePolicy:
    """Canonical codes, each pair once. Raises `PolicyRefused`."""
    if len(policy.preferences) > MOST_PREFERENCES:
        raise PolicyRefused(
            f"An account has preferences for at most {MOST_PREFERENCES} pairs of languages; these are "
            f"{len(policy.preferences)}."
        )
    seen: dict[tuple[str, str], PairPreference] = {}
    for one in policy.preferences:
        for code in (one.source, one.target):
            if not languages.is_well_formed(code):
                raise PolicyRefused(f"{code!r} is not a language code; write it like en or pt-BR.")
        pair = languages.canonical(one.source), languages.canonical(one.target)
        if pair in seen:
            raise PolicyRefused(
                f"The pair {pair[0]} -> {pair[1]} is there twice. Join its engines in one list."
            )
        if not one.engines or len(one.engines) > MOST_ENGINES:
            raise PolicyRefused(
                f"The pair {pair[0]} -> {pair[1]} needs 1 to {MOST_ENGINES} engines. To have no preference, "
                "leave the pair out."
            )
        seen[pair] = PairPreference(
            source=pair[0],
            target=pair[1],
            engines=tuple(dict.fromkeys(one.engines)),
            exclusive=one.exclusive,
        )
    return EnginePolicy(remote=policy.remote, preferences=tuple(seen.values()))


def write_policy(policy: EnginePolicy) -> dict[str, Any]:
    """The policy as JSON: for its row, and for the audit log."""
    return {
        "remote": sorted(policy.remote),
        "preferences": [
            {
                "source": one.source,
                "target": one.target,
                "engines": list(one.engines),
                "exclusive": one.exclusive,
            }
            for one in policy.preferences
        ],
    }


def read_policy(stored: Mapping[str, Any]) -> EnginePolicy:
    """The policy that `write_policy` wrote."""
    return EnginePolicy(
        remote=frozenset(stored["remote"]),
        preferences=tuple(
            PairPreference(
                source=one["source"],
                target=one["target"],
                engines=tuple(one["engines"]),
                exclusive=one["exclusive"],
            )
            for one in stored["preferences"]
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceDraft:
    """A service that is to be set up as an engine."""

    name: str
    kind: str
    configuration: Mapping[str, Any]  # JSON, without name, kind and secret
    secret: str | None = field(default=None, repr=False)
    key_file: str | None = None  # where each machine has the secret instead


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisteredService:
    """A service that is set up as an engine. Its secret stays in the store, or in its file."""

    name: str
    kind: str
    configuration: Mapping[str, Any] = field(default_factory=dict)  # without name, kind and secret
    key_file: str | None = None  # on each machine; None: the secret is in the database, or there is none
    has_secret: bool = False
    created: datetime
    version: int  # grows with each change


@dataclass(frozen=True, slots=True, kw_only=True)
class SentText:
    """How much text of an account a remote engine got on one day, UTC."""

    day: date
    engine: str
    characters: int  # code points, with what a repeated call sent again
    calls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SentTextReport:
    """What an account's remote engines got in a range of days, both ends included."""

    first_day: date
    last_day: date
    days: Sequence[SentText]
