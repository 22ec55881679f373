"""ICU messages, `{n, plural, one {# file} other {# files}}`, in texts that were not taken apart.

Compared are the arguments, and the forms: those of `select` are the source's, those of `plural` the target
language's (CLDR). A form that only millions or fractions take may be left to `other`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dragoman.quality.icu import Forms, Message, has_message, parse_message
from dragoman.quality.languages import LanguageFacts
from dragoman.quality.model import Check, Finding, Severity
from dragoman.quality.placeholders import PLACEHOLDER_EXTRA, PLACEHOLDER_MISSING
from dragoman.quality.view import Reading

MESSAGE_SYNTAX: Final = Check(
    code="MESSAGE_SYNTAX",
    severity=Severity.ERROR,
    fixable=False,
    description="The source is an ICU message and the translation is none: a brace, a comma or the form "
    "`other` "
    "is missing, or the kind of an argument is translated.",
    message="The translation is no valid ICU message; compare braces, commas and key words with the source.",
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
_ARGUMENT_MISSING: Final = (
    "An argument of the source's message is missing in the translation; put it where its value belongs."
)
_ARGUMENT_EXTRA: Final = (
    "An argument of this message is not in the source; remove it or write it as in the source."
)


def check_messages(reading: Reading) -> Iterator[Finding]:
    """`MESSAGE_SYNTAX`, `MESSAGE_FORMS`, and the arguments as placeholders."""
    source, target = reading.source, reading.target
    if not has_message(source.text) or (before := parse_message(source.text)) is None:
        return
    after = parse_message(target.text)
    if after is None or not after.forms:
        yield MESSAGE_SYNTAX.found(target=target.span(0, len(target.text)))
        return
    for name, start in before.arguments.items():
        if name not in after.arguments:
            yield PLACEHOLDER_MISSING.found(source=source.span(start, start + 1), message=_ARGUMENT_MISSING)
    for name, start in after.arguments.items():
        if name not in before.arguments:
            yield PLACEHOLDER_EXTRA.found(target=target.span(start, start + 1), message=_ARGUMENT_EXTRA)
    wanted = _choices(before)
    for forms in after.forms:
        message = _forms_problem(forms, wanted, reading.target_language)
        if message:
            yield MESSAGE_FORMS.found(target=target.span(forms.start, forms.end), message=message)


def _choices(message: Message) -> dict[str, frozenset[str]]:
    choices: dict[str, frozenset[str]] = {}
    for forms in message.forms:
        if forms.kind == "select":
            choices[forms.name] = choices.get(forms.name, frozenset()) | forms.keys
    return choices


def _forms_problem(forms: Forms, wanted: dict[str, frozenset[str]], language: LanguageFacts) -> str:
    """What is wrong with the forms of one argument, for people, or ""."""
    if forms.kind == "select":
        needed = allowed = wanted.get(forms.name, forms.keys)
        reason = "the source has"
    else:
        plurals = language.ordinals if forms.kind == "selectordinal" else language.cardinals
        exact = {key for key in forms.keys if key.startswith("=")}
        numbers = {int(key[1:]) for key in exact}
        needed = frozenset(name for name, those in plurals.needed.items() if not those <= numbers)
        allowed = plurals.allowed | exact
        reason = "the target language needs"
    lacking, surplus = len(needed - forms.keys), len(forms.keys - allowed)
    if lacking:
        return f"Of the forms that {reason}, this many are missing: {lacking}; add them."
    if surplus:
        return f"Of the forms, this many will never be used: {surplus}; name them as {reason} them."
    return ""
