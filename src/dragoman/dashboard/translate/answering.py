"""Translate what was typed, as the interface would, and keep what the page says where that is refused."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.access.admission import admit_person
from dragoman.access.model import Bucket, Caller
from dragoman.dashboard.page.asset_choice import ASSET_FIELDS
from dragoman.dashboard.page.formats import write_language, write_number
from dragoman.dashboard.page.languages import LanguageChoices
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.translate.draft import TextDraft, divide_draft, longest_text
from dragoman.dashboard.translate.explained import ShownSegment, show_segment
from dragoman.errors import LanguagePairUnsupported, TimedOut, TooManyRequests, Unavailable
from dragoman.http.disconnects import while_connected
from dragoman.http.errors import find_status
from dragoman.language_detection import detect_language
from dragoman.languages import is_rtl
from dragoman.translation.dividing import DividedText, gaps_for, join_translations
from dragoman.translation.requests import TextRequest
from dragoman.translation.source_detection import AUTO, SourceUnsure
from dragoman.translation.text_calls import TextAnswer, answer_text_request

_BUSY_SECONDS: Final = 5  # after a time-out


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTranslation:
    """A translation as the page shows it."""

    segments: Sequence[ShownSegment]
    last_gap: str
    text: str  # all of it
    source: str  # of the request, or detected
    target: str

    @property
    def direction(self) -> str:
        """The writing direction of the target."""
        return "rtl" if is_rtl(self.target) else "ltr"

    def count(self, *origins: str) -> int:
        """How many segments are of these origins."""
        return sum(one.origin.value in origins for one in self.segments)


@dataclass(slots=True, kw_only=True)
class PageState:
    """What became of the text: a translation, or why there is none."""

    shown: ShownTranslation | None = None
    status: int = 200
    retry_after: int = 0  # seconds; 0: trying again does not help
    nearest: str | None = None  # the target most like an unsupported one


async def translate_draft(
    page: PageRequest, caller: Caller, draft: TextDraft, choices: LanguageChoices
) -> PageState:
    """Translate a text. What the interface would refuse is a problem of the form, in the page's words."""
    state = PageState()
    over = len(draft.text) - longest_text(page.runtime.settings)
    if over > 0:
        _add_too_long(page, over)
    if draft.is_empty or page.form.problems:
        return state
    with page.form.catching(ASSET_FIELDS):
        try:
            await admit_person(page.runtime.identity, caller, bucket=Bucket.TRANSLATE)
            state.shown = await while_connected(page.request, _translate(page, caller, draft))
        except SourceUnsure:
            page.form.add(
                _("The language cannot be detected from this text. Write more, or choose the language."),
                at="source",
                code=SourceUnsure.code,
            )
        except LanguagePairUnsupported:
            await _explain_unsupported(page, draft, choices, state)
        except (TooManyRequests, Unavailable, TimedOut) as error:
            _wait(state, error)
    return state


def _wait(state: PageState, error: TooManyRequests | Unavailable | TimedOut) -> None:
    """Have the page try again."""
    seconds = _BUSY_SECONDS if isinstance(error, TimedOut) else math.ceil(error.retry_after)
    state.retry_after = max(1, seconds)
    state.status = find_status(error) or 503


async def _explain_unsupported(
    page: PageRequest, draft: TextDraft, choices: LanguageChoices, state: PageState
) -> None:
    source = draft.source
    if source == AUTO:
        detected = await asyncio.to_thread(detect_language, draft.text)
        source = detected or ""
    state.nearest = choices.nearest_target(source, draft.target) if source else None
    names = {
        "source": write_language(source),
        "target": write_language(draft.target),
        "nearest": write_language(state.nearest or "und"),
    }
    if not source:
        message = _("Nothing can be translated into %(target)s.")
    elif state.nearest is None:
        message = _("%(source)s → %(target)s is not available.")
    else:
        message = _("%(source)s → %(target)s is not available. %(source)s → %(nearest)s is.")
    page.form.add(message % names, at="target", code=LanguagePairUnsupported.code)


async def _translate(page: PageRequest, caller: Caller, draft: TextDraft) -> ShownTranslation:
    runtime = page.runtime
    divided = await divide_draft(draft, runtime.settings, runtime.translator)
    request = TextRequest(
        source=None if draft.source == AUTO else draft.source,
        targets=(draft.target,),
        texts=divided.segments,
        account_id=caller.account_id,
        sandbox=caller.is_sandbox,
        choice=draft.choice,
    )
    answer = await answer_text_request(
        request, runtime.text_resources(), runtime.usage, caller=caller, explain=True
    )
    remote = frozenset(one.name for one in runtime.engines.current() if one.traits.remote)
    return _show(divided, answer, draft.target, remote)


def _show(divided: DividedText, answer: TextAnswer, target: str, remote: Collection[str]) -> ShownTranslation:
    made = answer.result.by_target[target]
    gaps = gaps_for(divided, target=target)
    rows = zip(divided.segments, gaps[:-1], made, answer.findings[target], strict=True)
    return ShownTranslation(
        segments=[show_segment(*row, remote=remote) for row in rows],
        last_gap=gaps[-1],
        text=join_translations(divided, [one.text for one in made], target=target),
        source=answer.result.source,
        target=target,
    )


def _add_too_long(page: PageRequest, over: int) -> None:
    message = _("Characters too many: %(number)s. Split the text, or send it as a file.")
    page.form.add(message % {"number": write_number(over)}, at="text", code="LIMIT_EXCEEDED")
