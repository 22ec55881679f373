"""Translate strings: parse each as marked-up text, translate the segments, and render the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.cpu_work import run
from dragoman.segments import Segment, Text, codes, render
from dragoman.translation.assets import NO_ASSETS, Assets
from dragoman.translation.model import IssueCode, Origin, Translation, issue
from dragoman.translation.protection.accelerators import restore_accelerators
from dragoman.translation.protection.markup import HTML_RULES, MarkupRules, parse
from dragoman.translation.protection.placeholders import protect
from dragoman.translation.routes import Route
from dragoman.translation.translate import translate_segments
from dragoman.translation.translator import Translator


@dataclass(frozen=True, slots=True, kw_only=True)
class TextTranslation:
    """A translated string, and what is known about it (T6)."""

    text: str
    translation: Translation


async def translate_texts(
    translator: Translator,
    texts: Sequence[str],
    *,
    route: Route,
    assets: Assets = NO_ASSETS,
    placeholders: tuple[str, ...] = (),
    markup: MarkupRules = HTML_RULES,
) -> list[TextTranslation]:
    """Translate strings with inline tags and placeholders, one translation for each, in order (T1, T4, T5).

    `placeholders` are names of grammars (T11; see `placeholder_grammars.choose`). Raises what
    `translate_segments` raises. No markup in a text makes it fail.
    """
    size = sum(map(len, texts))
    segments = await run(size, lambda: [protect(parse(text, markup), placeholders) for text in texts])
    translations = await translate_segments(translator, segments, route=route, assets=assets)
    return await run(size, lambda: [_write(*pair, markup) for pair in zip(texts, translations, strict=True)])


def _write(text: str, translation: Translation, markup: MarkupRules) -> TextTranslation:
    if translation.origin is Origin.UNCHANGED:
        # The text that was sent, although references to letters were decoded for the engine.
        return TextTranslation(text=text, translation=translation)
    written = render(restore_accelerators(translation.segment))
    if _may_make_tags(translation.segment) and _tags(written, markup) != _tags(text, markup):
        unchanged = Translation(
            segment=parse(text, markup),
            origin=Origin.UNCHANGED,
            engine=None,
            codes=translation.codes,
            issues=(*translation.issues, issue(IssueCode.MARKUP_CHANGED)),
        )
        return TextTranslation(text=text, translation=unchanged)
    return TextTranslation(text=written, translation=translation)


def _may_make_tags(segment: Segment) -> bool:
    """Whether translated text may be parsed as a tag: letters may have moved next to a literal `<`."""
    return any(isinstance(part, Text) and "<" in part.text for part in segment)


def _tags(text: str, markup: MarkupRules) -> Counter[str]:
    return Counter(code.data for code in codes(parse(text, markup)))
