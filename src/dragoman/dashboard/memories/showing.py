"""Units as pages show them: matches of the search, codes with their numbers, and who made them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.dashboard.page.actor_names import find_names
from dragoman.dashboard.page.lists import ListState
from dragoman.dashboard.page.locale import translate as _
from dragoman.database.connections import Transaction
from dragoman.memories.highlighting import NOTHING, Highlighter, ShownText, highlight
from dragoman.memories.model import MemoryUnit, StoredUnit
from dragoman.memories.units.model import EVERY_UNIT, UnitFilter
from dragoman.memories.units.selection import UnitSelection
from dragoman.memories.units.tagging import number_codes, write_tagged
from dragoman.memories.words import LONGEST_SEARCH, Side, quote_phrase
from dragoman.segments import CodeKind, Segment

FILTERS: Final = ("search", "side", "match", "direction")
_PHRASE: Final = "phrase"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCode:
    """A code of a segment as a chip."""

    number: int
    kind: CodeKind
    data: str

    @property
    def label(self) -> str:
        """What it is, for those who do not see it."""
        sentences = {
            CodeKind.OPEN: _("Code %(number)s opens"),
            CodeKind.CLOSE: _("Code %(number)s closes"),
            CodeKind.STANDALONE: _("Code %(number)s"),
        }
        return sentences[self.kind] % {"number": self.number}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownUnit:
    """A stored unit as a page shows it."""

    stored: StoredUnit
    source: Sequence[ShownText | ShownCode]
    target: Sequence[ShownText | ShownCode]
    source_text: str  # tagged, as it is written in forms
    target_text: str
    by: str  # who changed it last; empty: unknown

    @property
    def id(self) -> int:
        """The id of the unit."""
        return self.stored.id

    @property
    def unit(self) -> MemoryUnit:
        """The unit itself."""
        return self.stored.unit


def read_selection(state: ListState) -> UnitSelection:
    """The units that the filters in the address of a list select."""
    search = state.value("search")[:LONGEST_SEARCH]
    if search and state.value("match") == _PHRASE:
        search = quote_phrase(search)
    side = state.value("side")
    return UnitSelection(
        search=search or None,
        side=Side(side) if side in {one.value for one in Side} else Side.BOTH,
        wanted=read_direction(state.value("direction")),
    )


def read_direction(value: str) -> UnitFilter:
    """The filter for one direction, written as `en>de`; for anything else, every unit."""
    source, separator, target = value.partition(">")
    if not (separator and source and target):
        return EVERY_UNIT
    return UnitFilter(source_language=source, target_language=target, is_exact=True)


async def show_units(
    tx: Transaction, units: Sequence[StoredUnit], *, selection: UnitSelection | None = None
) -> Sequence[ShownUnit]:
    """Show units, with what a search has found in them."""
    names = await find_names(tx, [one.unit.changed_by or one.unit.created_by for one in units])
    found = highlight(selection.search) if selection is not None else NOTHING
    side = selection.side if selection is not None else Side.BOTH
    return [
        _show_unit(
            one,
            source=found if side is not Side.TARGET else NOTHING,
            target=found if side is not Side.SOURCE else NOTHING,
            names=names,
        )
        for one in units
    ]


def _show_unit(
    stored: StoredUnit, *, source: Highlighter, target: Highlighter, names: Mapping[str, str]
) -> ShownUnit:
    unit = stored.unit
    numbers = number_codes(unit.source, unit.target)
    by = unit.changed_by or unit.created_by or ""
    return ShownUnit(
        stored=stored,
        source=_show_segment(unit.source, source, numbers),
        target=_show_segment(unit.target, target, numbers),
        source_text=write_tagged(unit.source, numbers),
        target_text=write_tagged(unit.target, numbers),
        by=names.get(by, by),
    )


def _show_segment(
    segment: Segment, found: Highlighter, numbers: Mapping[str, int]
) -> Sequence[ShownText | ShownCode]:
    return [
        one if isinstance(one, ShownText) else ShownCode(number=numbers[one.id], kind=one.kind, data=one.data)
        for one in found.split(segment)
    ]
