"""One batch through one engine, with the guarantee of T4: codes come back whatever the engine does to them.

The rungs, each taken only when the one before fails: the engine places the codes; its answer is mended where
only the nesting broke; the texts without formatting, then without any code, are translated and the codes put
back beside the pieces, in proportion, or at the end (`fallback`). An answer that is empty or absurdly long
counts as broken; when it is so again, the source stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from dragoman.segments import (
    Code,
    CodeKind,
    Part,
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
from dragoman.translation import fallback
from dragoman.translation.cleanup import Languages, clean, prepare
from dragoman.translation.model import CodesMethod, IssueCode

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


_PLACED: Final[Mapping[CodesMethod, tuple[IssueCode, ...]]] = {
    CodesMethod.PIECES: (IssueCode.CODES_PLACED_BY_PIECES,),
    CodesMethod.PROPORTIONAL: (IssueCode.CODES_PLACED_BY_POSITION,),
    CodesMethod.END: (IssueCode.CODES_AT_END,),
}


async def translate_units(units: Sequence[Segment], languages: Languages, ask: Ask) -> list[Outcome]:
    """Translate units with nested pairs. Asks once, and once more for all that came back broken."""
    prepared = [prepare(unit, languages) for unit in units]
    answers = await ask(prepared)
    outcomes = [
        _accept(source, normalise(answer), languages)
        for source, answer in zip(prepared, answers, strict=True)
    ]
    broken = dict.fromkeys(
        source for source, outcome in zip(prepared, outcomes, strict=True) if outcome is None
    )
    mended = await _mend(list(broken), languages, ask) if broken else {}
    return [
        outcome or _of_unit(unit, mended[source])
        for unit, source, outcome in zip(units, prepared, outcomes, strict=True)
    ]


def _of_unit(unit: Segment, outcome: Outcome) -> Outcome:
    """What failed comes back as it was sent, before any clean-up."""
    return replace(outcome, target=unit) if outcome.failed else outcome


def _accept(source: Segment, answer: Segment, languages: Languages) -> Outcome | None:
    """The engine's answer if it keeps the guarantee, if need be with its pairs nested anew."""
    if _fault(source, answer) is not None:
        return None
    issues: tuple[IssueCode, ...] = ()
    if not keeps_codes(source, answer):
        answer = _without_strangers(source, answer)
        if not _pairs_are_whole(source, answer):
            return None
        answer, issues = place_pairs(covered_parts(answer), source), (IssueCode.CODES_REPAIRED,)
        if not keeps_codes(source, answer):
            return None
    target = clean(source, answer, languages)
    if _is_space(target[0]) or _is_space(target[-1]):
        return None
    method = CodesMethod.ENGINE if any(codes(source)) else CodesMethod.NONE
    return Outcome(target=target, codes=method, issues=issues)


def _without_strangers(source: Segment, answer: Segment) -> Segment:
    """The answer without codes that the source does not have."""
    known = set(codes(source))
    return normalise(part for part in answer if isinstance(part, Text) or part in known)


def _is_space(part: Part) -> bool:
    """White space within the source must not become white space at an end."""
    return isinstance(part, Code) and part.type == "space"


def _pairs_are_whole(source: Segment, answer: Segment) -> bool:
    """Whether each pair of the source has as many beginnings as ends in the answer, and at least one."""
    opened = Counter(code.id for code in codes(answer) if code.kind is CodeKind.OPEN)
    closed = Counter(code.id for code in codes(answer) if code.kind is CodeKind.CLOSE)
    return opened == closed and all(opened[code.id] for code in codes(source) if code.kind is CodeKind.OPEN)


def _fault(source: Segment, answer: Segment) -> IssueCode | None:
    """What is wrong with the text of an answer, its codes aside."""
    before, after = plain_text(source), plain_text(answer)
    if not after or after.isspace():
        return IssueCode.TRANSLATION_EMPTY
    if len(after) > _LONGEST_RATIO * len(before) + _LONGEST_EXTRA:
        return IssueCode.TRANSLATION_TOO_LONG
    return None


async def _mend(broken: Sequence[Segment], languages: Languages, ask: Ask) -> dict[Segment, Outcome]:
    """Ask again for simpler forms of what came back broken, all in one batch, and put the codes back."""
    requests: dict[Segment, None] = {}
    for source in broken:
        requests.update(dict.fromkeys(_simpler_forms(source)))
        if any(codes(source)):
            requests.update(dict.fromkeys(map(fallback.as_segment, fallback.pieces(source))))
    asked = list(requests)
    answers = {
        request: _without_strangers(request, answer)
        for request, answer in zip(asked, await ask(asked), strict=True)
    }
    return {source: _outcome(source, answers, languages) for source in broken}


def _simpler_forms(source: Segment) -> tuple[Segment, ...]:
    """Without formatting, then without any code; just the source again when it has none."""
    return (fallback.without_formatting(source), fallback.without_codes(source))


def _outcome(source: Segment, answers: Mapping[Segment, Segment], languages: Languages) -> Outcome:
    """The translation of the fullest form whose answer is usable, with the codes put back."""
    fault: IssueCode | None = None
    for form in _simpler_forms(source):
        base = answers[form]
        fault = _fault(form, base)
        if fault is not None or Counter(codes(form)) != Counter(codes(base)):
            continue
        base = clean(form, base, languages)
        if not any(codes(source)):
            return Outcome(target=base, codes=CodesMethod.NONE)
        target, method = fallback.put_back(
            source,
            base,
            {text: plain_text(answers[fallback.as_segment(text)]) for text in fallback.pieces(source)},
        )
        if keeps_codes(source, target) and is_nested(target):
            return Outcome(target=target, codes=method, issues=_PLACED[method])
    issue = fault or IssueCode.TRANSLATION_EMPTY
    return Outcome(target=source, codes=CodesMethod.NONE, issues=(issue,), failed=True)
