"""Filters, pages, drafts and changes of a memory's units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.memories.model import StoredUnit, UnitStatus
from dragoman.memories.refusals import UnitRefused

MOST_PROPERTIES: Final = 64
LONGEST_PROPERTY_NAME: Final = 200
LONGEST_PROPERTY: Final = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitFilter:
    """A filter of a memory's units. A language includes its variants: `en` includes `en-GB`."""

    source_language: str | None = None  # canonical
    target_language: str | None = None
    is_exact: bool = False  # these two languages without their variants


EVERY_UNIT: Final = UnitFilter()


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitPage:
    """A page of units, in the order of their ids."""

    units: Sequence[StoredUnit]
    next_after: int | None  # the id after which the next page begins; None: this page is the last


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitDraft:
    """A unit to add. Texts are tagged as `tagging` writes them."""

    source_language: str
    target_language: str
    source: str
    target: str
    status: UnitStatus = UnitStatus.CONFIRMED
    properties: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitChanges:
    """Changes to a unit; None changes nothing. `version` is that of the unit which the caller has read."""

    version: int
    target: str | None = None  # tagged
    status: UnitStatus | None = None
    properties: Mapping[str, str] | None = None


def check_properties(properties: Mapping[str, str]) -> Mapping[str, str]:
    """Validate number and lengths of properties. Raises `UnitRefused`."""
    if len(properties) > MOST_PROPERTIES or any(
        not 1 <= len(name) <= LONGEST_PROPERTY_NAME or len(value) > LONGEST_PROPERTY
        for name, value in properties.items()
    ):
        raise UnitRefused(
            f"A unit has at most {MOST_PROPERTIES} properties, with names of 1 to {LONGEST_PROPERTY_NAME} "
            f"characters and values of up to {LONGEST_PROPERTY}."
        )
    return properties
