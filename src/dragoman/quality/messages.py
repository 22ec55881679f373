"""ICU messages, `{n, plural, one {# file} other {# files}}`, in texts that were not split into branches.

Compared are the arguments, and the forms: those of `select` are the source's, those of `plural` the target
language's (CLDR). A form that only millions or fractions take may be left to `other`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dragoman.messages.icu_model import Argument, IcuChoice, Literal, Message, choices, walk
from dragoman.quality.languages import LanguageFacts
from dragoman.quality.model import Check, Finding, Severity
from dragoman.quality.placeholders import PLACEHOLDER_EXTRA, PLACEHOLDER_MISSING
from dragoman.quality.view import PairView

MESSAGE_SYNTAX: Final = Check(
    code="MESSAGE_SYNTAX",
    severity=Severity.ERROR,
    fixable=False,
    description="The source is an ICU message and the translation is not: a brace, a comma or the form "
    "`other` is missing, the kind of an argument is translated, or a closing brace closes nothing.",
    message="The translation is not a valid ICU message; compare its braces and key words with the source.",
)
MESSAGE_FORMS: Final = Check(
    code="MESSAGE_FORMS",
    severity=Severity.WARNING,
    fixable=False,
    description="The forms of an ICU message are not those that are needed: for `plural` and "
    "`selectordinal` the "
    "target language's categories, for `select` the source's words.",
    message="The forms of the message are not those that are needed.",
)
_CLOSES_NOTHING: Final = "A closing brace of the translation closes nothing; remove it, or quote it: '}'."
_ARGUMENT_MISSING: Final = (
    "An argument of the source's message is missing in the translation; put it where its value belongs."
)
_ARGUMENT_EXTRA: Final = (
    "An argument of this message is not in the source; remove it or write it as in the source."
)


def check_messages(pair_view: PairView) -> Iterator[Finding]:
    """`MESSAGE_SYNTAX`, `MESSAGE_FORMS`, and the arguments as placeholders."""
    source, target = pair_view.source, pair_view.target
    before, after = source.message, target.message
    if before is None:
        return
    if after is None:
        yield MESSAGE_SYNTAX.found(target=target.span(0, len(target.text)))
        return
    if _loose_braces(after) > _loose_braces(before):
        yield MESSAGE_SYNTAX.found(target=target.span(0, len(target.text)), message=_CLOSES_NOTHING)
    expected, present = _arguments(before), _arguments(after)
    for name, start in expected.items():
        if name not in present:
            yield PLACEHOLDER_MISSING.found(source=source.span(start, start + 1), message=_ARGUMENT_MISSING)
    for name, start in present.items():
        if name not in expected:
            yield PLACEHOLDER_EXTRA.found(target=target.span(start, start + 1), message=_ARGUMENT_EXTRA)
    wanted = _select_words(before)
    for choice in choices(after):
        message = _forms_problem(choice, wanted, pair_view.target_language)
        if message:
            yield MESSAGE_FORMS.found(target=target.span(choice.start, choice.end), message=message)


def _loose_braces(message: Message) -> int:
    """Closing braces that close nothing: ICU shows them, but they are almost always errors."""
    return sum(
        node.text.count("}") - sum(meant.count("}") for meant, _ in node.spellings)
        for node in message
        if isinstance(node, Literal)
    )


def _arguments(message: Message) -> dict[str, int]:
    """The names of all arguments, with the offset of the first occurrence of each."""
    places: dict[str, int] = {}
    for node in walk(message):
        if isinstance(node, Argument | IcuChoice):
            places.setdefault(node.name, node.start)
    return places


def _select_words(message: Message) -> dict[str, frozenset[str]]:
    words: dict[str, frozenset[str]] = {}
    for choice in choices(message):
        if not choice.counts:
            words[choice.name] = words.get(choice.name, frozenset()) | choice.selectors
    return words


def _forms_problem(choice: IcuChoice, wanted: dict[str, frozenset[str]], language: LanguageFacts) -> str:
    """The problem with the forms of one argument, as a message, or ""."""
    selectors = choice.selectors
    if not choice.counts:
        needed = allowed = wanted.get(choice.name, selectors)
        reason = "the source has"
    else:
        facts = language.ordinals if choice.ordinal else language.cardinals
        exact = {selector for selector in selectors if selector[0] == "="}
        numbers = {choice.number(selector) for selector in exact}
        needed = frozenset(name for name, those in facts.needed.items() if not those <= numbers)
        allowed = facts.allowed | exact
        reason = "the target language needs"
    lacking, surplus = len(needed - selectors), len(selectors - allowed)
    if lacking:
        return f"Of the forms that {reason}, this many are missing: {lacking}; add them."
    if surplus:
        return f"Of the forms, this many will never be used: {surplus}; name them as {reason} them."
    return ""
