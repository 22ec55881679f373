"""One client's call to translate texts: translated, checked where wanted, its use recorded (T6, T9).

The interface and the dashboard answer with the same. `requests` translates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dragoman.access.model import Caller
from dragoman.counting import Count
from dragoman.quality import Finding
from dragoman.translation.requests import (
    TextRequest,
    TextResources,
    TextResult,
    check_results,
    count_request,
    translate_request,
)
from dragoman.translation.style_outcomes import RuleOutcome, find_outcomes
from dragoman.usage.model import Usage
from dragoman.usage.recorder import UsageRecorder


@dataclass(frozen=True, slots=True, kw_only=True)
class TextAnswer:
    """What a call is answered with."""

    result: TextResult
    # For each target, the findings of the quality checks for each text; without an explanation none.
    findings: Mapping[str, Sequence[Sequence[Finding]]]
    # Likewise, what became of the style guide's rules, in the order of the texts; only with a style guide.
    outcomes: Mapping[str, Sequence[Sequence[RuleOutcome]]]


async def answer_text_request(
    request: TextRequest, resources: TextResources, usage: UsageRecorder, *, caller: Caller, explain: bool
) -> TextAnswer:
    """Translate the texts of a caller, and record the use before they are answered.

    `explain` adds what the quality checks find. Raises what `translate_request` raises, and `Unavailable`
    when the use cannot be recorded: nothing is counted then, and there is no answer.
    """
    usage.require_free_slot()
    result = await translate_request(request, resources)
    findings = (
        {target: await check_results(request, result, target) for target in request.targets}
        if explain
        else {}
    )
    outcomes = _find_outcomes(request, result, resources) if explain else {}
    count, known = await count_request(request, result)
    await record_use(usage, caller, count, known)
    return TextAnswer(result=result, findings=findings, outcomes=outcomes)


async def record_use(usage: UsageRecorder, caller: Caller, count: Count, known: Count) -> None:
    """Record the text that was translated for a caller, and the part from memories alone (`count_request`).

    Raises `Unavailable` when it cannot be recorded.
    """
    await usage.record(
        Usage(
            account_id=caller.account_id,
            application_id=caller.application_id,
            characters=count.characters,
            words=count.words,
            segments=count.segments,
            memory_characters=known.characters,
            memory_words=known.words,
            memory_segments=known.segments,
        )
    )


def _find_outcomes(
    request: TextRequest, result: TextResult, resources: TextResources
) -> dict[str, list[tuple[RuleOutcome, ...]]]:
    """What became of the rules of the request's style guide; none for a target that it is not for."""
    if request.choice.style_id is None:
        return {}
    return {
        target: [
            find_outcomes(style, one.translation, resources.engines)
            if (style := result.styles.get(target)) is not None
            else ()
            for one in made
        ]
        for target, made in result.by_target.items()
    }
