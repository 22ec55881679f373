"""Untranslated segments: empty, equal to the source, or an unedited match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from dragoman.messages.icu_model import Literal, walk
from dragoman.quality.model import Check, Finding, Severity, Span, TermRule
from dragoman.quality.view import MARK, PairView, VisibleText

TARGET_EMPTY: Final = Check(
    code="TARGET_EMPTY",
    severity=Severity.ERROR,
    fixable=False,
    description="The translation is empty and the source is not.",
    message="The translation is empty; translate the source.",
)
TARGET_SAME: Final = Check(
    code="TARGET_SAME",
    severity=Severity.WARNING,
    fixable=False,
    description="The translation is the source, which holds words to translate. Names, addresses, "
    "placeholders, "
    "terms that are not to be translated, and single words that two languages may share do not count.",
    message="The translation is the same as the source; translate it.",
)
SUGGESTION_UNEDITED: Final = Check(
    code="SUGGESTION_UNEDITED",
    severity=Severity.WARNING,
    fixable=False,
    description="The translation is an engine's, or that of a similar source (a match below 100), and a "
    "person has neither changed nor confirmed it.",
    message="This is the translation of a similar text, unchanged; fit it to the source.",
)
SEGMENT_UNCONFIRMED: Final = Check(
    code="SEGMENT_UNCONFIRMED",
    severity=Severity.WARNING,
    fixable=False,
    description="In an order for people, no person has translated or confirmed the segment: its "
    "translation is a memory's or an engine's. Blocks the delivery. Checked in projects.",
    message="No person has translated or confirmed this segment; change it, or confirm it without a change.",
)
_ENGINES: Final = "This is an engine's translation, unchanged; change it, or confirm it without a change."

_LETTERS: Final = regex.compile(r"[\p{L}\p{M}]++")
# Separate words: no options, paths, identifiers, nor words that touch a placeholder.
_WORD: Final = regex.compile(r"(?<!\S)[\"'(\[¿¡«„“‘]*+(\p{L}[\p{L}\p{M}'’\-]*+)[\"')\]»“”’.,;:!?…]*+(?!\S)")
_EXACT: Final = 100
_COMMON_WORD: Final = 4  # letters; shorter small words occur in names: de la, van der, of the
_MANY_WORDS: Final = 6  # a name in capitals is shorter
_LOUD_WORDS: Final = 3  # as is one in nothing but capitals
_MANY_LETTERS: Final = 8  # where no blanks show words


def check_emptiness(pair_view: PairView) -> Iterator[Finding]:
    """`TARGET_EMPTY`. An empty target has no other finding of the text."""
    if pair_view.source.text.strip() and not pair_view.target.text.strip():
        yield TARGET_EMPTY.found(target=Span(start=0, end=0))


def check_sameness(pair_view: PairView) -> Iterator[Finding]:
    """`TARGET_SAME` and `SUGGESTION_UNEDITED`."""
    suggestion = pair_view.pair.suggestion
    if suggestion is not None and not suggestion.edited:
        if suggestion.score is None:
            yield SUGGESTION_UNEDITED.found(target=_whole(pair_view), message=_ENGINES)
        elif suggestion.score < _EXACT:
            yield SUGGESTION_UNEDITED.found(target=_whole(pair_view))
    languages = pair_view.source_language, pair_view.target_language
    if languages[0].language == languages[1].language:
        return
    if _plain(pair_view.source.text) == _plain(pair_view.target.text) and _has_words(pair_view):
        yield TARGET_SAME.found(target=_whole(pair_view))


def _plain(text: str) -> str:
    return " ".join(text.split())


def _whole(pair_view: PairView) -> Span:
    return pair_view.target.span(0, len(pair_view.target.text))


def _has_words(pair_view: PairView) -> bool:
    """Whether the source has words that would be different in the target language."""
    text = _words(pair_view.source)
    for term in pair_view.pair.terms:
        if term.rule is TermRule.KEEP and term.source:
            text = text.replace(term.source, MARK)
    language = pair_view.source_language
    if language.unspaced or not language.cased:
        letters = sum(map(len, _LETTERS.findall(text)))
        return letters >= _MANY_LETTERS if _shares_letters(pair_view) else letters >= _COMMON_WORD
    words = _WORD.findall(text)
    long = [word for word in words if len(word) >= _COMMON_WORD]
    if any(map(str.islower, long)):
        return len(words) > 1 or not _shares_letters(pair_view)
    least = _LOUD_WORDS if all(map(str.isupper, words)) else _MANY_WORDS
    return bool(long) and len(words) >= least


def _words(view: VisibleText) -> str:
    """The text without codes, placeholders and the syntax of a message."""
    if view.message is None:
        return view.bare
    return " ".join(node.text for node in walk(view.message) if isinstance(node, Literal))


def _shares_letters(pair_view: PairView) -> bool:
    return not set(pair_view.source_language.scripts).isdisjoint(pair_view.target_language.scripts)
