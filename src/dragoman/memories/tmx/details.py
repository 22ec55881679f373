"""Read the details of a unit other than its text: authors, dates, context, notes and properties."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final
from xml.etree.ElementTree import Element

from dragoman.memories.model import NO_CONTEXT, Context, UnitOrigin, UnitStatus
from dragoman.memories.tmx import names
from dragoman.memories.tmx.header import TOOL, TmxHeader
from dragoman.memories.tmx.inline import Numbering, TooDeep
from dragoman.memories.tmx.parsing import UnitMalformed, parse_unit
from dragoman.segments import plain_text

MOST_PROPERTIES: Final = 100  # of a unit
LONGEST_PROPERTY: Final = 20_000  # characters of all properties together, and of a neighbour
LONGEST_NAME: Final = 200  # characters of a property's or person's name

_DATES: Final = frozenset({"creationdate", "changedate", "lastusagedate"})
_PEOPLE: Final = frozenset({"creationid", "changeid"})
_COUNT: Final = re.compile("[0-9]{1,15}", re.ASCII)
_YEARS: Final = range(1900, 2201)  # dates in other years are taken for mistakes
_ORIGINS: Final = frozenset(UnitOrigin)
_STATUSES: Final = frozenset(UnitStatus)


@dataclass(slots=True)
class TmxDetails:
    """The details read so far. A later value overrides an earlier one; properties are collected."""

    header: TmxHeader
    dates: dict[str, datetime] = field(default_factory=dict)  # creationdate, changedate, lastusagedate
    people: dict[str, str] = field(default_factory=dict)  # creationid, changeid
    context: dict[str, str] = field(default_factory=dict)
    ours_alone: dict[str, str] = field(default_factory=dict)  # origin, status
    properties: dict[str, str] = field(default_factory=dict)
    used: int = 0
    length: int = 0  # of all properties
    bad_dates: int = 0
    left_out: int = 0  # properties

    def copy(self) -> TmxDetails:
        """A copy, to which the details of one variant are added."""
        return TmxDetails(
            self.header,
            dict(self.dates),
            dict(self.people),
            dict(self.context),
            dict(self.ours_alone),
            dict(self.properties),
            self.used,
            self.length,
            self.bad_dates,
            self.left_out,
        )

    @property
    def ours(self) -> bool:
        """Whether Dragoman wrote the file."""
        return self.header.tool == TOOL

    def origin(self) -> UnitOrigin:
        """How the translation was made; `IMPORT` if the file does not have it."""
        origin = self.ours_alone.get(names.ORIGIN, "")
        if origin in _ORIGINS:
            return UnitOrigin(origin)
        return UnitOrigin.MACHINE if self.people.get("creationid") in names.MACHINES else UnitOrigin.IMPORT

    def status(self) -> UnitStatus:
        """Whether the translation is confirmed."""
        status = self.ours_alone.get(names.STATUS, "")
        return UnitStatus(status) if status in _STATUSES else UnitStatus.CONFIRMED

    def read_attributes(self, node: Element, *, of_unit: bool) -> None:
        """Add a `<tu>`'s or `<tuv>`'s attributes."""
        for name, value in node.items():
            if name in _DATES:
                date = read_datetime(value)
                if date is not None:
                    self.dates[name] = date
                else:
                    self.bad_dates += 1
            elif name in _PEOPLE:
                person = unescape_ours(value, ours=self.ours)
                if 0 < len(person) <= LONGEST_NAME:
                    self.people[name] = person
            elif name == "usagecount":
                self.used = max(self.used, int(value)) if _COUNT.fullmatch(value) else self.used
            elif name == names.UNIT_ID and of_unit:
                self._add(name, unescape_ours(value, ours=self.ours))

    def read_properties(self, node: Element, *, context: bool) -> None:
        """Add the `<prop>` and `<note>` of a `<tu>` or `<tuv>`. Those of a translation are no context."""
        for child in node:
            name = child.tag
            if name == "prop":
                kind = unescape_ours(child.get("type", ""), ours=self.ours)
                self._read_property(kind, "".join(child.itertext()), context=context)
            elif name == "note":
                self._add(names.NOTE, unescape_ours("".join(child.itertext()), ours=self.ours))

    def _read_property(self, kind: str, value: str, *, context: bool) -> None:
        value = unescape_ours(value, ours=self.ours)
        part = names.CONTEXT.get(kind) or (
            names.OMEGAT_CONTEXT.get(kind) if self.header.tool.casefold() == "omegat" else None
        )
        if kind in names.UNREADABLE:
            return
        if kind in {names.ORIGIN, names.STATUS}:
            self.ours_alone[kind] = value
        elif part is None:
            self._add(kind.removeprefix(names.PROPERTY), value)
        elif len(value) > LONGEST_PROPERTY:
            self.left_out += 1
        elif context:
            self.context[part] = value if self.ours or part not in {"previous", "next"} else unwrap(value)

    def _add(self, name: str, value: str) -> None:
        before = self.properties.get(name)
        if before is not None and value not in before.split("\n"):
            value = f"{before}\n{value}"
        elif before is not None:
            return
        full = before is None and len(self.properties) >= MOST_PROPERTIES
        length = self.length + len(value) - len(before or "")
        if full or len(name) > LONGEST_NAME or length > LONGEST_PROPERTY:
            self.left_out += 1
        else:
            self.properties[name] = value
            self.length = length

    def read_context(self) -> Context:
        """The context of the unit."""
        return Context(**self.context) if self.context else NO_CONTEXT


def read_datetime(text: str) -> datetime | None:
    """Parse a datetime of ISO 8601, UTC unless it has an offset (TMX 1.4b: `YYYYMMDDThhmmssZ`)."""
    try:
        date = datetime.fromisoformat(text.strip())
        date = date.replace(tzinfo=UTC) if date.tzinfo is None else date.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return date if date.year in _YEARS else None


def unescape_ours(text: str, *, ours: bool) -> str:
    """Unescape a text of a file that Dragoman wrote; return that of others unchanged."""
    return names.unescape(text) if ours else text


def unwrap(value: str) -> str:
    """Extract the text of a neighbouring segment, which memoQ writes as an escaped `<seg>`."""
    if not value.startswith("<seg"):
        return value
    try:
        return plain_text(Numbering(ours=False).read(parse_unit(value)[0]))
    except (UnitMalformed, UnicodeError, TooDeep):
        return value
