"""Settings as they are shown to the operator: their values, where they came from, secrets masked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pydantic import SecretStr

from dragoman.settings.model import Settings

_MASK: Final = "********"


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribedSetting:
    """A setting, its value in a form for JSON, and its origin."""

    name: str
    value: Any
    origin: str | None  # as `LoadedSettings` has it; None: it was not loaded
    description: str


def describe_settings(settings: Settings, origins: Mapping[str, str]) -> Sequence[DescribedSetting]:
    """Describe every setting, in the order of the reference. Secrets are masked.

    `origins` are those of `LoadedSettings`.
    """
    return [
        DescribedSetting(
            name=name,
            value=printable(value),
            origin=origins.get(name),
            description=type(settings).model_fields[name].description or "",
        )
        for name, value in settings
    ]


def printable(value: object) -> Any:
    """Write a setting's value in a form for JSON; a secret as a mask."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, SecretStr):
        return _MASK
    if isinstance(value, list):
        return [str(getattr(item, "issuer", item)) for item in value]
    return str(value)
