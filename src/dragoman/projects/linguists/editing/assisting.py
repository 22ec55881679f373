"""Rewriting a translation as a linguist asks, by an engine that takes instructions (V8). Nothing is stored.

The engine translates the segment anew, with the wish and the translation so far among its instructions. So
the codes, the terms and the style of the project hold as for every translation.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from dragoman.errors import Conflict, LanguagePairUnsupported, RuleBroken
from dragoman.projects.linguists.editing.opening import Editor, SegmentAddress
from dragoman.projects.linguists.editing.suggesting import (
    SuggestedTarget,
    open_suggestion,
    translate_once,
)
from dragoman.projects.linguists.editing.targets import read_target
from dragoman.resources import Resources
from dragoman.segments import plain_text
from dragoman.styles import Formality, Style, StyleRule

LONGEST_WISH: Final = 200  # characters
_LONGEST_SHOWN: Final = 1000  # characters of the translation so far


class Wish(enum.StrEnum):
    """What can be asked for by a button."""

    SHORTER = "shorter"
    FORMAL = "formal"
    INFORMAL = "informal"


_SENTENCES: Final[Mapping[Wish, str]] = {
    Wish.SHORTER: "Make the translation as short as possible without losing anything of its meaning.",
}
_FORMALITY: Final = {Wish.FORMAL: Formality.FORMAL, Wish.INFORMAL: Formality.INFORMAL}


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

    Raises `NotFound`, `Forbidden`, `WishInvalid`, `TargetInvalid`, `AssistanceUnavailable`, `Unavailable`,
    `TimedOut`.
    """
    note = " ".join(request.note.split())
    if len(note) > LONGEST_WISH or (request.wish is None and not note):
        raise WishInvalid(
            f"A wish has 1 to {LONGEST_WISH} characters; this one has {len(note)}.",
            hints="Say in one sentence what should be different.",
            field="note",
        )
    opened = await open_suggestion(resources, address, editor=editor)
    so_far = plain_text(read_target(opened.row, request.target)) if request.target else ""
    follows = [one for one in resources.engines.current() if StyleRule.INSTRUCTIONS in one.traits.follows]
    try:
        route = await opened.find_route(resources, tuple(follows))
    except LanguagePairUnsupported:
        raise AssistanceUnavailable(
            "No engine of this account takes instructions for these languages.",
            hints="A language model must be set up as an engine, and the account must allow it.",
        ) from None
    assets = await opened.load_assets(resources)
    style = _ask(assets.style or Style(), request.wish, note, so_far)
    return await translate_once(resources, opened, route, replace(assets, style=style))


def _ask(style: Style, wish: Wish | None, note: str, so_far: str) -> Style:
    sentences = [*style.instructions]
    if so_far:
        shown = so_far[:_LONGEST_SHOWN]
        sentences.append(f"Begin from this translation, and keep what is good in it: {shown}")
    sentences += [one for one in (_SENTENCES.get(wish) if wish else None, note) if one]
    formality = _FORMALITY.get(wish, style.formality) if wish else style.formality
    return replace(style, formality=formality, instructions=tuple(sentences))


def can_assist(resources: Resources) -> bool:
    """Whether there is an engine that takes instructions at all."""
    return any(StyleRule.INSTRUCTIONS in one.traits.follows for one in resources.engines.current())
