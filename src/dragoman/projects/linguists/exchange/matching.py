"""Comparing a returned package with its translation: the changes to write, or why it is refused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from dragoman.errors import RuleBroken, RulesBroken
from dragoman.languages import canonical
from dragoman.projects.linguists.exchange.deciding import Merge, decide
from dragoman.projects.linguists.exchange.joining import JoinedRows, align
from dragoman.projects.linguists.exchange.model import (
    LanguageMismatch,
    PackageHeader,
    ReturnedPackage,
    ReturnedUnit,
    SegmentProblem,
    SourceChanged,
    UnitMissing,
    UnitTwice,
    UnitUnknown,
    Version,
    XliffOfAnother,
)
from dragoman.projects.segment_model import ProjectSegment
from dragoman.projects.segment_store import SegmentChange

_ID: Final = re.compile(r"([0-9]{1,10})-([0-9]{1,9})")
_MOST_NAMED: Final = 20
_EXPORT_AGAIN: Final = "Export the translation again, and carry the translations over."


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageChanges:
    """The changes of a package."""

    changes: tuple[SegmentChange, ...]
    problems: tuple[SegmentProblem, ...]
    segments: int  # in the file


def compare(
    returned: ReturnedPackage,
    header: PackageHeader,
    rows: Sequence[ProjectSegment],
    *,
    partial: bool = False,
    overwrite: bool = False,
    confirm: bool = False,
) -> PackageChanges:
    """Compare what came back with a translation's segments.

    `partial`: units may be missing; `overwrite`: segments that were changed since the export are replaced;
    `confirm`: the sender confirms the translations in it. Raises `RulesBroken` with all problems of the file.
    """
    refusals = [*_check_origin(returned, header), *_check_languages(returned, header)]
    if refusals:
        raise RulesBroken(refusals)
    expected = _expected(returned.version, rows)
    found = _find(returned, expected)
    if not partial and (missing := sorted(expected.keys() - found.keys())):
        refusals.append(
            UnitMissing(
                f"The file lacks units: {_listed(f'{header.translation_id}-{one}' for one in missing)}.",
                hints="Send all of it; or set partial=true, and missing units stay unchanged.",
            )
        )
    refusals += _find_unknown_units(returned, expected)
    groups, changed = _align(found, expected)
    if changed or returned.digest not in (None, header.digest):
        which = f" in units {_listed(f'{header.translation_id}-{one}' for one in changed)}" if changed else ""
        refusals.append(
            SourceChanged(f"The sources are not those of the translation{which}.", hints=_EXPORT_AGAIN)
        )
    if refusals:
        raise RulesBroken(refusals)
    merge = Merge(
        language=header.target_language,
        exported=None if overwrite else returned.exported,
        fingerprints=_fingerprints(found, expected),
        confirm=confirm,
    )
    return _decide_all(groups, merge)


def _fingerprints(
    found: Mapping[int, ReturnedUnit], expected: Mapping[int, tuple[ProjectSegment, ...]]
) -> dict[int, str]:
    """What the file says of each segment as it went out; of units that were changed in that, nothing."""
    return {
        row.number: fingerprint
        for number, unit in found.items()
        if len(unit.fingerprints) == len(expected[number])
        for row, fingerprint in zip(expected[number], unit.fingerprints, strict=True)
    }


def _check_origin(returned: ReturnedPackage, header: PackageHeader) -> Iterator[RuleBroken]:
    """Whether the file, and each id in it, names this translation."""
    ours = str(header.translation_id)
    named = {returned.translation_id or ours}
    named |= {found[1] for unit in returned.units if (found := _ID.fullmatch(unit.id))}
    if named != {ours} or returned.project_id not in (None, str(header.project_id)):
        yield XliffOfAnother(
            f"The file is not an export of translation {ours} of project {header.project_id}.",
            hints="Import it into the translation that it was exported from.",
        )


def _check_languages(returned: ReturnedPackage, header: PackageHeader) -> Iterator[RuleBroken]:
    pairs = (
        ("source", returned.source_language, header.source_language),
        ("target", returned.target_language, header.target_language),
    )
    for side, theirs, ours in pairs:
        if theirs is not None and not _is_alike(theirs, ours):
            yield LanguageMismatch(
                f"The {side} language of the file is not the translation's, which is {ours}.",
                hints="Set it back in the tool, or import the file into the right translation.",
            )


def _is_alike(one: str, other: str) -> bool:
    """Whether one of two languages is the other, or includes it: tools add and drop regions."""
    one, other = (f"{canonical(code.replace('_', '-'))}-".lower() for code in (one, other))
    return one.startswith(other) or other.startswith(one)


def _expected(version: Version, rows: Sequence[ProjectSegment]) -> dict[int, tuple[ProjectSegment, ...]]:
    """The units that a file of this version has, by the number of their first segment."""
    if version is Version.ONE:
        return {row.number: (row,) for row in rows}
    units = (tuple(some) for _, some in groupby(rows, key=lambda row: row.unit))
    return {unit[0].number: unit for unit in units}


def _find(returned: ReturnedPackage, expected: Mapping[int, object]) -> dict[int, ReturnedUnit]:
    return {
        number: unit
        for unit in returned.units
        if (number := _number(unit)) is not None and number in expected
    }


def _number(unit: ReturnedUnit) -> int | None:
    found = _ID.fullmatch(unit.id)
    return int(found[2]) if found else None


def _find_unknown_units(returned: ReturnedPackage, expected: Mapping[int, object]) -> Iterator[RuleBroken]:
    """Units that are none of the translation's, and those that are there several times."""
    numbers = [(unit, _number(unit)) for unit in returned.units]
    unknown = [unit for unit, number in numbers if number not in expected]
    if unknown:
        yield UnitUnknown(
            f"The file has units that the translation does not have, on lines "
            f"{_listed(str(unit.line) for unit in unknown)}.",
            hints="Ids must stay as the export wrote them; take added units out.",
        )
    twice = sorted(
        number
        for number, times in Counter(number for _, number in numbers if number is not None).items()
        if times > 1
    )
    if twice:
        yield UnitTwice(
            f"The file has units several times: {_listed(map(str, twice))}.", hints="Keep one of each."
        )


def _align(
    found: Mapping[int, ReturnedUnit], expected: Mapping[int, tuple[ProjectSegment, ...]]
) -> tuple[list[JoinedRows], list[int]]:
    """The groups of all units in order, and the numbers of units whose sources changed."""
    groups: list[JoinedRows] = []
    changed: list[int] = []
    for number, unit in sorted(found.items()):
        some = align(expected[number], unit.pieces, moved=unit.moved)
        if some is None:
            changed.append(number)
        else:
            groups += some
    return groups, changed


def _listed(names: Iterable[str]) -> str:
    many = list(names)
    more = f" and {len(many) - _MOST_NAMED} more" if len(many) > _MOST_NAMED else ""
    return ", ".join(many[:_MOST_NAMED]) + more


def _decide_all(groups: Sequence[JoinedRows], merge: Merge) -> PackageChanges:
    changes: list[SegmentChange] = []
    problems: list[SegmentProblem] = []
    for group in groups:
        for change, found in decide(group, merge):
            changes += [change] if change is not None else []
            problems += found
    count = sum(len(group.rows) for group in groups)
    return PackageChanges(changes=tuple(changes), problems=tuple(problems), segments=count)
