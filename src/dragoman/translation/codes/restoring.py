"""Translate one batch by one engine, with the guarantee of T4 and T10: codes and structure are always kept.

The methods, each used only when the one before fails:

1. The engine places the codes; its answer is repaired if only the nesting is broken.
2. The text is translated without formatting, then without any code, and the codes are inserted next to the
   translations of the texts between them (`inserting`).
3. The text is cut around the codes that the engine did not keep, and the parts are translated separately.
4. Each text between codes is translated separately.

An answer that is empty or absurdly long counts as broken; when it is so again, the source is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from dragoman.cpu_work import run, weigh
from dragoman.segments import (
    Segment,
    codes,
    is_nested,
    normalise,
    plain_text,
)
from dragoman.segments.structure import find_faults
from dragoman.segments.word_borders import part_words
from dragoman.translation.codes import inserting
from dragoman.translation.engine_output.cleanup import clean, prepare
from dragoman.translation.engine_output.joined_words import find_unknown
from dragoman.translation.engine_output.validation import (
    InvalidAnswer,
    UnitAnswer,
    check_answer,
    find_text_fault,
    texts_only,
    without_unknown_codes,
)
from dragoman.translation.model import CodesMethod, IssueCode, LanguagePair, has_letters
from dragoman.translation.splitting.pieces import cut_at, cut_everywhere
from dragoman.translation.splitting.sentences import SegmentPlan, plan_pieces
from dragoman.translation.splitting.text_runs import STRUCTURE

TranslateBatch: TypeAlias = Callable[[Sequence[Segment]], Awaitable[Sequence[Segment]]]


async def translate_units(
    units: Sequence[Segment], languages: LanguagePair, translate_batch: TranslateBatch
) -> list[UnitAnswer]:
    """Translate units with nested pairs: by one engine call, and at most two more for all broken answers."""
    weight = weigh(units)
    prepared = await run(weight, lambda: [prepare(unit, languages) for unit in units])
    answers = await translate_batch(prepared)
    checked = await run(weight, lambda: _check_all(prepared, answers, languages))
    broken = {
        source: outcome
        for source, outcome in zip(prepared, checked, strict=True)
        if isinstance(outcome, InvalidAnswer)
    }
    mended = await _mend(broken, languages, translate_batch) if broken else {}
    return [
        outcome if isinstance(outcome, UnitAnswer) else _of_unit(unit, mended[source])
        for unit, source, outcome in zip(units, prepared, checked, strict=True)
    ]


def _of_unit(unit: Segment, outcome: UnitAnswer) -> UnitAnswer:
    """A failed unit is its own source, before any clean-up."""
    return replace(outcome, target=unit) if outcome.failed else outcome


# --- an answer --------------------------------------------------------------------------------------------


def _check_all(
    sources: Sequence[Segment], answers: Sequence[Segment], languages: LanguagePair
) -> list[UnitAnswer | InvalidAnswer]:
    return [
        check_answer(source, normalise(answer), languages)
        for source, answer in zip(sources, answers, strict=True)
    ]


# --- broken answers ---------------------------------------------------------------------------------------


async def _mend(
    broken: Mapping[Segment, InvalidAnswer], languages: LanguagePair, translate_batch: TranslateBatch
) -> dict[Segment, UnitAnswer]:
    """Translate simpler forms and parts of the broken units, then their texts one by one."""
    weight = weigh(broken)
    cut = await run(weight, lambda: _cut_around_faults(broken))
    answers = await _answers(await run(weight, lambda: _find_requests(broken, cut)), translate_batch)
    found = await run(weight, lambda: _from_first_answers(broken, cut, answers, languages))
    left = await run(weight, lambda: {source: _cut_apart(source) for source in broken if source not in found})
    wanted = dict.fromkeys(unit for planned in left.values() for unit in planned.units if has_letters(unit))
    answers |= await _answers([unit for unit in wanted if unit not in answers], translate_batch)

    def join_texts() -> dict[Segment, UnitAnswer]:
        return {source: _from_texts(source, one, answers, languages) for source, one in left.items()}

    return found | await run(weight, join_texts)


def _cut_around_faults(broken: Mapping[Segment, InvalidAnswer]) -> dict[Segment, SegmentPlan]:
    """The parts of each unit that can be cut at the codes that were not kept."""
    return {
        source: planned
        for source, why in broken.items()
        if len((planned := _cut_around(source, why.codes)).units) > 1
    }


def _find_requests(broken: Iterable[Segment], cut: Mapping[Segment, SegmentPlan]) -> list[Segment]:
    """The segments of the next engine call: simpler forms, pieces between codes, and parts."""
    requests: dict[Segment, None] = {}
    for source in broken:
        requests.update(dict.fromkeys(_simpler_forms(source)))
        if any(codes(source)):
            requests.update(dict.fromkeys(map(inserting.as_segment, inserting.pieces(source))))
        if source in cut:
            requests.update(dict.fromkeys(filter(has_letters, cut[source].units)))
    return list(requests)


def _from_first_answers(
    broken: Iterable[Segment],
    cut: Mapping[Segment, SegmentPlan],
    answers: Mapping[Segment, Segment],
    languages: LanguagePair,
) -> dict[Segment, UnitAnswer]:
    """The sources for which simpler forms, else parts, have usable translations."""
    mended = {
        source: _from_simpler_form(source, answers, languages)
        or (_from_parts(cut[source], answers, languages) if source in cut else None)
        for source in broken
    }
    return {source: outcome for source, outcome in mended.items() if outcome is not None}


async def _answers(requests: Sequence[Segment], translate_batch: TranslateBatch) -> dict[Segment, Segment]:
    """The engine's answer for each request."""
    if not requests:
        return {}
    return {
        request: normalise(answer)
        for request, answer in zip(requests, await translate_batch(requests), strict=True)
    }


def _simpler_forms(source: Segment) -> tuple[Segment, ...]:
    """Without formatting, then without any code; just the source again when it has none."""
    return (inserting.without_formatting(source), inserting.without_codes(source))


def _cut_around(source: Segment, faults: frozenset[str]) -> SegmentPlan:
    return plan_pieces(source, cut_at(source, faults))


def _cut_apart(source: Segment) -> SegmentPlan:
    return plan_pieces(source, cut_everywhere(source))


def _from_simpler_form(
    source: Segment, answers: Mapping[Segment, Segment], languages: LanguagePair
) -> UnitAnswer | None:
    """The translation of the fullest form with a usable answer, with the codes inserted if possible."""
    for form in _simpler_forms(source):
        base = without_unknown_codes(form, answers[form])
        if find_text_fault(form, base) is not None or Counter(codes(form)) != Counter(codes(base)):
            continue
        base = clean(form, base, languages)
        if not any(codes(source)):
            return UnitAnswer(target=base, codes=CodesMethod.NONE)
        pieces = {text: plain_text(answers[inserting.as_segment(text)]) for text in inserting.pieces(source)}
        target = inserting.insert_codes(source, base, pieces)
        if target is not None and _is_sound(source, target):
            target = part_words(source, target)
            return UnitAnswer(
                target=target, codes=CodesMethod.PIECES, issues=(IssueCode.CODES_PLACED_BY_PIECES,)
            )
    return None


def _is_sound(source: Segment, target: Segment) -> bool:
    """Whether inserted codes are placed as in the source, and in no word that the engine did not know."""
    return (
        is_nested(target) and not find_faults(source, target, STRUCTURE) and not find_unknown(source, target)
    )


def _from_parts(
    planned: SegmentPlan, answers: Mapping[Segment, Segment], languages: LanguagePair
) -> UnitAnswer | None:
    """The translation from those of parts, if each is usable."""
    targets: list[Segment] = []
    for unit in planned.units:
        outcome = check_answer(unit, answers[unit], languages) if has_letters(unit) else None
        if isinstance(outcome, InvalidAnswer):
            return None
        targets.append(outcome.target if outcome is not None else unit)
    return _joined(planned, targets, ())


def _from_texts(
    source: Segment, planned: SegmentPlan, answers: Mapping[Segment, Segment], languages: LanguagePair
) -> UnitAnswer:
    """The translation from those of single texts; a text without a usable answer stays unchanged."""
    targets: list[Segment] = []
    issues: dict[IssueCode, None] = {}
    translated = 0
    for unit in planned.units:
        target = unit
        if has_letters(unit):
            answer = texts_only(answers[unit])
            fault = find_text_fault(unit, answer)
            if fault is None:
                # The remaining codes are marks of terms, which mean nothing around a single text.
                target = (*clean(unit, answer, languages), *codes(unit))
                translated += 1
            else:
                issues[fault] = None
        targets.append(target)
    if not translated:
        issue = next(iter(issues), IssueCode.TRANSLATION_EMPTY)
        return UnitAnswer(target=source, codes=CodesMethod.NONE, issues=(issue,), failed=True)
    return _joined(planned, targets, tuple(issues))


def _joined(planned: SegmentPlan, targets: Sequence[Segment], issues: tuple[IssueCode, ...]) -> UnitAnswer:
    if len(planned.units) == 1:  # only marks of terms were lost
        return UnitAnswer(target=planned.join(targets), codes=CodesMethod.ENGINE, issues=issues)
    return UnitAnswer(
        target=planned.join(targets),
        codes=CodesMethod.PARTS,
        issues=(IssueCode.TRANSLATED_IN_PARTS, *issues),
    )
