"""What the form of the page holds: texts, languages and what to do with them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import Final

from dragoman.dashboard.page.asset_choice import read_asset_choice
from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.languages import LanguageChoices
from dragoman.dashboard.page.locale import translate as _
from dragoman.language_detection import detect_language
from dragoman.languages import is_well_formed, read_code
from dragoman.settings import Settings
from dragoman.translation.assets import AssetChoice
from dragoman.translation.dividing import DividedText, divide_text
from dragoman.translation.source_detection import AUTO
from dragoman.translation.translator import Translator

_UNKNOWN: Final = "und"
# Shown for trying in an empty page, by source language; it has a tag, a placeholder and an address.
EXAMPLES: Final = {
    "en": "The <b>filter</b> has to be changed every six months. You can find the parts in our shop.\n\n"
    "If you have questions, you can write to support@example.com. The number of your machine is {serial}.",
    "es": "El <b>filtro</b> se tiene que cambiar cada seis meses. Puede comprar las piezas en nuestra "
    "tienda.\n\nSi tiene preguntas, puede escribir a support@example.com. El número de su máquina es "
    "{serial}.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDraft:
    """A text to translate, as typed."""

    text: str
    source: str  # "auto": to be detected
    target: str
    choice: AssetChoice

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to translate."""
        return not self.text.strip()


def empty_draft(choices: LanguageChoices) -> TextDraft:
    """The page before anything is typed."""
    return TextDraft(text="", source=choices.source, target=choices.target, choice=AssetChoice())


def read_draft(form: PageForm, choices: LanguageChoices) -> TextDraft:
    """Read the form, with what its button does: swap the languages, take another target, or an example."""
    draft = TextDraft(
        text=form.raw("text"),
        source=_language(form, "source", choices.source),
        target=form.text("instead") or _language(form, "target", choices.target),
        choice=read_asset_choice(form),
    )
    if form.flag("swap"):
        return _swap(draft, form, choices)
    if form.flag("example"):
        return _example(draft)
    return draft


def first_draft(choices: LanguageChoices) -> TextDraft:
    """An example for somebody who sees the page for the first time; empty where nothing translates it."""
    empty = empty_draft(choices)
    draft = _example(empty)
    if choices.find_route(draft.source, draft.target) is not None:
        return draft
    nearest = choices.nearest_target(draft.source, draft.target)
    return empty if nearest is None else replace(draft, target=nearest)


def _example(draft: TextDraft) -> TextDraft:
    source = draft.source if draft.source in EXAMPLES else "en"
    target = draft.target if draft.target != source else ("es" if source == "en" else "en")
    return replace(draft, text=EXAMPLES[source], source=source, target=target)


def _swap(draft: TextDraft, form: PageForm, choices: LanguageChoices) -> TextDraft:
    """The translation becomes the text. Where the language was not detected yet, only the target is taken."""
    source = draft.source if draft.source != AUTO else form.text("detected")
    known = source if source and is_well_formed(source) else None
    others = (one.target for one in choices.routes if one.source == draft.target)
    return replace(
        draft,
        text=form.raw("translation") or draft.text,
        source=draft.target,
        target=known or next(others, draft.target),
    )


def _language(form: PageForm, name: str, otherwise: str) -> str:
    code = read_code(form.text(name) or otherwise)
    if (name == "source" and code == AUTO) or is_well_formed(code):
        return code
    form.add(_("Choose a language."), at=name, code="MISSING")
    return otherwise


def longest_text(settings: Settings) -> int:
    """How long a text may be, in characters: it is one request, and in the worst case one segment."""
    return min(settings.max_segment_characters, settings.max_request_characters)


async def divide_draft(draft: TextDraft, settings: Settings, translator: Translator) -> DividedText:
    """The segments of the text, by the rules of its language."""

    def divide() -> DividedText:
        language = draft.source if draft.source != AUTO else detect_language(draft.text) or _UNKNOWN
        return divide_text(
            draft.text, language=language, most=settings.max_segments, rules=translator.splitting.rules
        )

    return await asyncio.to_thread(divide)
