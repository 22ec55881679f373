"""What a package that came back changes, decided before anything is written; or why none of it is taken."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from dragoman.errors import RuleBroken, RulesBroken
from dragoman.languages import canonical
from dragoman.memories.coding import read_segment, write_segment
from dragoman.projects.linguists.exchange.joining import Group, align, share_out
from dragoman.projects.linguists.exchange.model import (
    Flow,
    Header,
    LanguageMismatch,
    Problem,
    Return,
    Returned,
    Said,
    SourceChanged,
    UnitMissing,
    UnitTwice,
    UnitUnknown,
    Version,
    XliffOfAnother,
)
from dragoman.projects.linguists.exchange.tags import RowCodes, names_of_row
from dragoman.projects.model import ProjectSegment, SegmentState
from dragoman.projects.segment_store import Change
from dragoman.segments import Code, Part, Segment, Text, codes, normalise, plain_text

HUMAN: Final = "human"
JOINED: Final = "joined"  # a human's, who translated several segments as one: this is a part of that

_ID: Final = re.compile(r"([0-9]{1,10})-([0-9]{1,9})")
_MOST_NAMED: Final = 20
_EXPORT_AGAIN: Final = "Export the translation again, and carry the translations over."


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a file changes."""

    changes: tuple[Change, ...]
    problems: tuple[Problem, ...]
    segments: int  # in the file


def compare(
    returned: Return, header: Header, rows: Sequence[ProjectSegment], *, partial: bool = False
) -> Outcome:
    """Compare what came back with a translation's segments. `partial`: units may be missing.

    Raises `RulesBroken` with everything that speaks against the file.
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
                hints="Send all of it; or say partial=true, and what is missing stays as it is.",
            )
        )
    refusals += _strangers(returned, expected)
    groups, changed = _align(found, expected)
    if changed or returned.digest not in (None, header.digest):
        which = f" in units {_listed(f'{header.translation_id}-{one}' for one in changed)}" if changed else ""
        refusals.append(
            SourceChanged(f"The sources are not those of the translation{which}.", hints=_EXPORT_AGAIN)
        )
    if refusals:
        raise RulesBroken(refusals)
    return _decide_all(groups, header.target_language)


def _check_origin(returned: Return, header: Header) -> Iterator[RuleBroken]:
    """Whether the file, and each id in it, names this translation."""
    ours = str(header.translation_id)
    named = {returned.translation_id or ours}
    named |= {found[1] for unit in returned.units if (found := _ID.fullmatch(unit.id))}
    if named != {ours} or returned.project_id not in (None, str(header.project_id)):
        yield XliffOfAnother(
            f"The file is not an export of translation {ours} of project {header.project_id}.",
            hints="Import it into the translation that it was exported from.",
        )


def _check_languages(returned: Return, header: Header) -> Iterator[RuleBroken]:
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


def _find(returned: Return, expected: Mapping[int, object]) -> dict[int, Returned]:
    return {
        number: unit
        for unit in returned.units
        if (number := _number(unit)) is not None and number in expected
    }


def _number(unit: Returned) -> int | None:
    found = _ID.fullmatch(unit.id)
    return int(found[2]) if found else None


def _strangers(returned: Return, expected: Mapping[int, object]) -> Iterator[RuleBroken]:
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
    found: Mapping[int, Returned], expected: Mapping[int, tuple[ProjectSegment, ...]]
) -> tuple[list[Group], list[int]]:
    """The groups of all units in order, and the numbers of units whose sources changed."""
    groups: list[Group] = []
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


def _decide_all(groups: Sequence[Group], language: str) -> Outcome:
    changes: list[Change] = []
    problems: list[Problem] = []
    for group in groups:
        for change, found in _decide_group(group, language):
            changes += [change] if change is not None else []
            problems += found
    count = sum(len(group.rows) for group in groups)
    return Outcome(changes=tuple(changes), problems=tuple(problems), segments=count)


def _decide_group(group: Group, language: str) -> Iterator[tuple[Change | None, list[Problem]]]:
    target = group.target
    if target is None:
        return
    origin = JOINED if len(group.rows) > 1 else HUMAN
    flows = share_out(target, group.rows, language=language)
    for row, flow in zip(group.rows, flows, strict=True):
        problems: list[Problem] = []
        segment = _resolve(flow, row, problems)
        if origin == JOINED:
            segment = _strip(segment)
        change = _decide(row, segment, group.said, origin, problems)
        if change is not None and change.origin == JOINED:
            problems.append(_problem(row, "SEGMENTS_JOINED"))
        yield change, problems


_MESSAGES: Final = {
    "CODE_UNKNOWN": "The translation had a code that is not in the source; it was taken out.",
    "CODES_MISSING": "The translation lacks codes of the source; delivery is blocked until they are there.",
    "TARGET_EMPTY": "The translation is empty.",
    "SEGMENTS_JOINED": "It was translated together with its neighbours; the translation was shared out among "
    "them, and no memory learns it.",
}
PROBLEMS: Final = tuple(_MESSAGES)


def _problem(row: ProjectSegment, code: str) -> Problem:
    return Problem(number=row.number, code=code, message=_MESSAGES[code])


def _decide(
    row: ProjectSegment, target: Segment, said: Said, origin: str, problems: list[Problem]
) -> Change | None:
    """What becomes of a segment; None: it stays as it is."""
    source = read_segment(row.source)
    old = None if row.target is None else read_segment(row.target)
    if target != old and not plain_text(target).strip() and not any(codes(target)):
        if old is None and said in (Said.NOTHING, Said.OPEN):
            return None
        problems.append(_problem(row, "TARGET_EMPTY"))
        cleared = Change(number=row.number, target=None, state=SegmentState.NEW, origin=None)
        return None if old is None else cleared
    if target not in (old, ()) and target == source and _is_untouched(row, said):
        return None
    if {code.id for code in codes(source)} - {code.id for code in codes(target)}:
        problems.append(_problem(row, "CODES_MISSING"))
    if target != old:
        state = SegmentState.CONFIRMED if said is Said.CONFIRMED else SegmentState.TRANSLATED
        return Change(number=row.number, target=write_segment(target), state=state, origin=origin)
    state = {Said.CONFIRMED: SegmentState.CONFIRMED, Said.TRANSLATED: SegmentState.TRANSLATED}.get(
        said, row.state
    )
    if state is row.state:
        return None
    return Change(number=row.number, target=row.target, state=state, origin=row.origin, score=row.score)


def _is_untouched(row: ProjectSegment, said: Said) -> bool:
    """Whether a copy of the source is the export's own, made now or before others translated it."""
    if row.target is None:
        return said in (Said.NOTHING, Said.OPEN)
    return said is Said.OPEN and row.state in (SegmentState.TRANSLATED, SegmentState.CONFIRMED)


def _resolve(flow: Flow, row: ProjectSegment, problems: list[Problem]) -> Segment:
    """A translation with the segment's own codes; those that it does not have are left out."""
    known: RowCodes = names_of_row(row)
    parts: list[Part] = []
    unknown = False
    for part in flow:
        if isinstance(part, Text):
            parts.append(part)
            continue
        code: Code | None = None
        if part.row in (None, row.number):
            code = known.known.get((part.name, part.kind))
        if code is None:
            unknown = True
        else:
            parts.append(code)
    if unknown:
        problems.append(_problem(row, "CODE_UNKNOWN"))
    return normalise(parts)


def _strip(segment: Segment) -> Segment:
    """Without the white space at its ends, which stands between segments already."""
    parts = list(segment)
    if parts and isinstance(first := parts[0], Text):
        parts[0] = Text(text=first.text.lstrip())
    if parts and isinstance(last := parts[-1], Text):
        parts[-1] = Text(text=last.text.rstrip())
    return normalise(parts)
