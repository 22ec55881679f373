"""One batch through one engine, with the guarantee of T4 and T10: codes and structure stay, whatever it does.

The rungs, each taken only when the one before fails: the engine places the codes, and its answer is mended
where only the nesting broke; the text without formatting, then without any code, is translated and the codes
are put back beside the translations of the texts between them (`fallback`); the text is cut around the codes
that the engine did not keep in their places, and the parts are translated apart; each text between codes is.
An answer that is empty or absurdly long counts as broken; when it is so again, the source stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from dragoman.segments import (
    Code,
    CodeKind,
    Segment,
    Text,
    codes,
    covered_parts,
    is_nested,
    keeps_codes,
    normalise,
    place_pairs,
    plain_text,
)
from dragoman.segments.placing import moved_pairs
from dragoman.segments.structure import find_disproportions, find_faults
from dragoman.segments.word_borders import part_words
from dragoman.translation import fallback
from dragoman.translation.cleanup import clean, prepare
from dragoman.translation.cutting import cut_at, cut_everywhere
from dragoman.translation.joined_words import find_unknown
from dragoman.translation.model import CodesMethod, IssueCode, Languages, has_letters
from dragoman.translation.runs import STRUCTURE
from dragoman.translation.splitting import Plan, plan_pieces

Ask: TypeAlias = Callable[[Sequence[Segment]], Awaitable[Sequence[Segment]]]

# A translation longer than so many times its source, and some more for short ones, is a loop or an accident:
# one Chinese character makes up to five letters.
_LONGEST_RATIO: Final = 8
_LONGEST_EXTRA: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one unit. A failed one is its source, with the reason as an issue."""

    target: Segment
    codes: CodesMethod
    issues: tuple[IssueCode, ...] = ()
    failed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Broken:
    """Why an answer cannot be used: the codes it did not keep in their places, or its text."""

    codes: frozenset[str] = frozenset()  # their ids
    issue: IssueCode | None = None


async def translate_units(units: Sequence[Segment], languages: Languages, ask: Ask) -> list[Outcome]:
    """Translate units with nested pairs. Asks once, and at most twice more for all that came back broken."""
    prepared = [prepare(unit, languages) for unit in units]
    answers = await ask(prepared)
    checked = [
        _check(source, normalise(answer), languages) for source, answer in zip(prepared, answers, strict=True)
    ]
    broken = {
        source: outcome
        for source, outcome in zip(prepared, checked, strict=True)
        if isinstance(outcome, _Broken)
    }
    mended = await _mend(broken, languages, ask) if broken else {}
    return [
        outcome if isinstance(outcome, Outcome) else _of_unit(unit, mended[source])
        for unit, source, outcome in zip(units, prepared, checked, strict=True)
    ]


def _of_unit(unit: Segment, outcome: Outcome) -> Outcome:
    """What failed comes back as it was sent, before any clean-up."""
    return replace(outcome, target=unit) if outcome.failed else outcome


# --- an answer --------------------------------------------------------------------------------------------


def _check(source: Segment, answer: Segment, languages: Languages) -> Outcome | _Broken:
    """The engine's answer if it keeps the guarantee, if need be with its pairs nested anew."""
    fault = _text_fault(source, answer)
    if fault is not None:
        return _Broken(issue=fault)
    if not any(codes(source)):
        return Outcome(target=clean(source, _texts_only(answer), languages), codes=CodesMethod.NONE)
    kept = answer if keeps_codes(source, answer) else _nest_anew(source, _without_strangers(source, answer))
    if isinstance(kept, _Broken):
        return kept
    misplaced = find_faults(source, kept, STRUCTURE) | find_unknown(source, kept)
    misplaced |= find_disproportions(source, kept, STRUCTURE) | _space_at_ends(kept)
    if misplaced:
        return _Broken(codes=misplaced)
    target = part_words(source, clean(source, kept, languages))
    issues = () if kept is answer else (IssueCode.CODES_REPAIRED,)
    return Outcome(target=target, codes=CodesMethod.ENGINE, issues=issues)


def _space_at_ends(answer: Segment) -> frozenset[str]:
    """White space within the source must not become white space at an end."""
    ends = (answer[0], answer[-1])
    return frozenset(part.id for part in ends if isinstance(part, Code) and part.type == "space")


def _nest_anew(source: Segment, answer: Segment) -> Segment | _Broken:
    """The answer with its pairs nested as in the source, if no word thereby enters or leaves one."""
    lost = _lost(source, answer)
    if lost:
        return _Broken(codes=lost)
    words = covered_parts(part_words(source, answer))  # a pair may be there twice without a blank between
    placed = place_pairs(words, source)
    moved = moved_pairs(words, covered_parts(placed)) - _marks(source)
    if not moved and keeps_codes(source, placed):
        return placed
    return _Broken(codes=moved or frozenset(code.id for code in codes(source)))


def _marks(source: Segment) -> frozenset[str]:
    return frozenset(code.id for code in codes(source) if code.type in STRUCTURE.marks)


def _texts_only(answer: Segment) -> Segment:
    return normalise(part for part in answer if isinstance(part, Text))


def _without_strangers(source: Segment, answer: Segment) -> Segment:
    """The answer without codes that the source does not have."""
    known = set(codes(source))
    return normalise(part for part in answer if isinstance(part, Text) or part in known)


def _lost(source: Segment, answer: Segment) -> frozenset[str]:
    """The ids of codes that an answer lacks, or has without their other half, or several times."""
    there = Counter((code.id, code.kind) for code in codes(answer))
    lost: set[str] = set()
    for code in codes(source):
        number = there[code.id, code.kind]
        if code.kind is CodeKind.STANDALONE:
            is_kept = number == 1
        else:
            is_kept = number > 0 and there[code.id, CodeKind.OPEN] == there[code.id, CodeKind.CLOSE]
        if not is_kept:
            lost.add(code.id)
    return frozenset(lost)


def _text_fault(source: Segment, answer: Segment) -> IssueCode | None:
    """What is wrong with the text of an answer, its codes aside."""
    before, after = plain_text(source), plain_text(answer)
    if not after or after.isspace():
        return IssueCode.TRANSLATION_EMPTY
    if len(after) > _LONGEST_RATIO * len(before) + _LONGEST_EXTRA:
        return IssueCode.TRANSLATION_TOO_LONG
    return None


# --- what came back broken --------------------------------------------------------------------------------


async def _mend(broken: Mapping[Segment, _Broken], languages: Languages, ask: Ask) -> dict[Segment, Outcome]:
    """Ask again for simpler forms and for parts of what came back broken, then for its texts one by one."""
    cut = {
        source: planned
        for source, why in broken.items()
        if len((planned := _cut_around(source, why.codes)).units) > 1
    }
    requests: dict[Segment, None] = {}
    for source in broken:
        requests.update(dict.fromkeys(_simpler_forms(source)))
        if any(codes(source)):
            requests.update(dict.fromkeys(map(fallback.as_segment, fallback.pieces(source))))
        if source in cut:
            requests.update(dict.fromkeys(filter(has_letters, cut[source].units)))
    answers = await _answers(list(requests), ask)
    mended = {
        source: _from_simpler_form(source, answers, languages)
        or (_from_parts(cut[source], answers, languages) if source in cut else None)
        for source in broken
    }
    left = {source: _cut_apart(source) for source, outcome in mended.items() if outcome is None}
    wanted = dict.fromkeys(unit for planned in left.values() for unit in planned.units if has_letters(unit))
    answers |= await _answers([unit for unit in wanted if unit not in answers], ask)
    found = {source: outcome for source, outcome in mended.items() if outcome is not None}
    return found | {
        source: _from_texts(source, planned, answers, languages) for source, planned in left.items()
    }


async def _answers(requests: Sequence[Segment], ask: Ask) -> dict[Segment, Segment]:
    """The engine's answer for each request."""
    if not requests:
        return {}
    return {request: normalise(answer) for request, answer in zip(requests, await ask(requests), strict=True)}


def _simpler_forms(source: Segment) -> tuple[Segment, ...]:
    """Without formatting, then without any code; just the source again when it has none."""
    return (fallback.without_formatting(source), fallback.without_codes(source))


def _cut_around(source: Segment, faults: frozenset[str]) -> Plan:
    return plan_pieces(source, cut_at(source, faults))


def _cut_apart(source: Segment) -> Plan:
    return plan_pieces(source, cut_everywhere(source))


def _from_simpler_form(
    source: Segment, answers: Mapping[Segment, Segment], languages: Languages
) -> Outcome | None:
    """The translation of the fullest form whose answer is usable, with the codes put back, if they can be."""
    for form in _simpler_forms(source):
        base = _without_strangers(form, answers[form])
        if _text_fault(form, base) is not None or Counter(codes(form)) != Counter(codes(base)):
            continue
        base = clean(form, base, languages)
        if not any(codes(source)):
            return Outcome(target=base, codes=CodesMethod.NONE)
        pieces = {text: plain_text(answers[fallback.as_segment(text)]) for text in fallback.pieces(source)}
        target = fallback.put_back(source, base, pieces)
        if target is not None and _is_sound(source, target):
            target = part_words(source, target)
            return Outcome(
                target=target, codes=CodesMethod.PIECES, issues=(IssueCode.CODES_PLACED_BY_PIECES,)
            )
    return None


def _is_sound(source: Segment, target: Segment) -> bool:
    """Whether codes that were put back stand as in the source, in no word that the engine did not know."""
    return (
        is_nested(target) and not find_faults(source, target, STRUCTURE) and not find_unknown(source, target)
    )


def _from_parts(planned: Plan, answers: Mapping[Segment, Segment], languages: Languages) -> Outcome | None:
    """The translation from those of parts, if each is usable."""
    targets: list[Segment] = []
    for unit in planned.units:
        outcome = _check(unit, answers[unit], languages) if has_letters(unit) else None
        if isinstance(outcome, _Broken):
            return None
        targets.append(outcome.target if outcome is not None else unit)
    return _joined(planned, targets, ())


def _from_texts(
    source: Segment, planned: Plan, answers: Mapping[Segment, Segment], languages: Languages
) -> Outcome:
    """The translation from those of single texts; a text whose answer is not usable stays as it is."""
    targets: list[Segment] = []
    issues: dict[IssueCode, None] = {}
    translated = 0
    for unit in planned.units:
        target = unit
        if has_letters(unit):
            answer = _texts_only(answers[unit])
            fault = _text_fault(unit, answer)
            if fault is None:
                # What is left are marks of terms: words of a text alone, which say nothing now.
                target = (*clean(unit, answer, languages), *codes(unit))
                translated += 1
            else:
                issues[fault] = None
        targets.append(target)
    if not translated:
        issue = next(iter(issues), IssueCode.TRANSLATION_EMPTY)
        return Outcome(target=source, codes=CodesMethod.NONE, issues=(issue,), failed=True)
    return _joined(planned, targets, tuple(issues))


def _joined(planned: Plan, targets: Sequence[Segment], issues: tuple[IssueCode, ...]) -> Outcome:
    if len(planned.units) == 1:  # only marks of terms were lost
        return Outcome(target=planned.join(targets), codes=CodesMethod.ENGINE, issues=issues)
    return Outcome(
        target=planned.join(targets),
        codes=CodesMethod.PARTS,
        issues=(IssueCode.TRANSLATED_IN_PARTS, *issues),
    )
