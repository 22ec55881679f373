"""Rewriting a translation as a linguist asks, by an engine that takes instructions (V8). Nothing is stored.

The engine gets the translation so far with its codes, and the wish, beside what it gets for every segment:
the project's terms and style, and the texts around.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.errors import Conflict, RuleBroken, Unavailable
from dragoman.fair_semaphore import requests_of, working_for
from dragoman.memories.segment_json import decode_segment
from dragoman.projects.linguists.editing.opening import Editor, SegmentAddress
from dragoman.projects.linguists.editing.refusals import SuggestionUnusable
from dragoman.projects.linguists.editing.suggesting import (
    SuggestedTarget,
    describe_suggestion,
    load_allowed_routes,
    open_suggestion,
)
from dragoman.projects.linguists.editing.targets import read_target
from dragoman.projects.linguists.translation_context import TranslationContext
from dragoman.resources import Resources
from dragoman.segments import Segment, keeps_codes
from dragoman.styles import Formality
from dragoman.translation.model import has_letters
from dragoman.translation.rewriting import DraftToRewrite, find_assistants, rewrite

LONGEST_WISH: Final = 200  # characters


class Wish(enum.StrEnum):
    """What can be asked for by a button."""

    SHORTER = "shorter"
    FORMAL = "formal"
    INFORMAL = "informal"


_SENTENCES: Final[Mapping[Wish, str]] = {
    Wish.SHORTER: "Make it as short as possible without losing anything of its meaning.",
    Wish.FORMAL: "Address the reader formally.",
    Wish.INFORMAL: "Address the reader informally.",
}
_FORMALITY: Final[Mapping[Wish, Formality]] = {
    Wish.FORMAL: Formality.FORMAL,
    Wish.INFORMAL: Formality.INFORMAL,
}


class AssistanceUnavailable(Conflict):
    """No engine that takes instructions translates these languages, or the account does not allow it."""

    code = "ASSISTANCE_UNAVAILABLE"


class WishInvalid(RuleBroken):
    """Nothing is asked for, or it is too long."""

    code = "WISH_INVALID"


@dataclass(frozen=True, slots=True, kw_only=True)
class RewriteRequest:
    """What a linguist asks for."""

    target: str  # the translation so far, tagged
    wish: Wish | None = None
    note: str = ""  # in the linguist's words, such as which term is to be kept


async def rewrite_target(
    resources: Resources, address: SegmentAddress, request: RewriteRequest, *, editor: Editor
) -> SuggestedTarget:
    """Have an engine rewrite a translation, as a suggestion with exactly the codes of the segment.

    Raises `NotFound`, `Forbidden`, `WishInvalid`, `TargetInvalid`, `LimitExceeded`, `AssistanceUnavailable`,
    `SuggestionUnusable`, `Unavailable`, `TimedOut`.
    """
    note = " ".join(request.note.split())
    if len(note) > LONGEST_WISH or (request.wish is None and not note):
        raise WishInvalid(
            f"A wish has 1 to {LONGEST_WISH} characters; this one has {len(note)}.",
            hints="Say in one sentence what should be different.",
            field="note",
        )
    opened = await open_suggestion(resources, address, editor=editor)
    source, target = decode_segment(opened.row.source), read_target(opened.row, request.target)
    context = opened.context
    assistants = find_assistants(opened.routes, context.source_language, context.translation.target_language)
    if not assistants:
        raise AssistanceUnavailable(
            "No engine of this account takes instructions for these languages.",
            hints="A language model must be set up as an engine, and the account must allow it.",
        )
    draft = _ask(source, target, request.wish, note)
    assets = await opened.load_assets(resources)
    with working_for(requests_of(opened.account_id)):
        made = await rewrite(assistants, draft, assets=assets)
    _check_codes(source, made.target)
    return await describe_suggestion(resources, opened, made.target, engine=made.engine)


def _ask(source: Segment, target: Segment, wish: Wish | None, note: str) -> DraftToRewrite:
    sentences = [_SENTENCES[wish]] if wish is not None else []
    return DraftToRewrite(
        source=source,
        target=target if has_letters(target) else (),
        wishes=(*sentences, note) if note else tuple(sentences),
        formality=_FORMALITY.get(wish) if wish is not None else None,
    )


def _check_codes(source: Segment, answer: Segment) -> None:
    """Refuse an answer that cannot be the segment's translation; the engine has tried twice."""
    if not answer:
        problem = "The engine has answered with something that is no translation of the segment."
    elif not keeps_codes(source, answer):
        problem = "The engine has lost, doubled or crossed codes of the segment."
    else:
        return
    raise SuggestionUnusable(problem, hints="Ask in other words, or change the text by hand.")


async def can_assist(resources: Resources, context: TranslationContext) -> bool:
    """Whether there is now an engine that may rewrite this translation, for its account and its languages."""
    try:
        routes = await load_allowed_routes(resources, context)
    except Unavailable:
        return False
    return bool(find_assistants(routes, context.source_language, context.translation.target_language))
