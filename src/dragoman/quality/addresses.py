"""URLs and e-mail addresses: a translation must keep them unchanged, or they do not work.

An address may be that of the target language's page instead of the source's: `/en/` may become `/de/`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dragoman.quality.model import Check, Edit, Finding, Severity, Span
from dragoman.quality.view import PairView, VisibleText

ADDRESS_MISSING: Final = Check(
    code="ADDRESS_MISSING",
    severity=Severity.ERROR,
    fixable=True,
    description="A URL or e-mail address of the source is not in the translation unchanged. One that "
    "differs only in the code of the language is right.",
    message="An address of the source is missing or changed in the translation; write it as in the source.",
)
ADDRESS_EXTRA: Final = Check(
    code="ADDRESS_EXTRA",
    severity=Severity.WARNING,
    fixable=False,
    description="The translation has a URL or e-mail address that the source does not have.",
    message="This address is not in the source; remove it or write it as in the source.",
)

_LANGUAGE_PART: Final = re.compile(r"(?<=[/.=])([a-z]{2,3}(?:[-_][a-z]{2,4})?)(?=[/.?&#]|$)", re.IGNORECASE)


def check_addresses(pair_view: PairView) -> Iterator[Finding]:
    """`ADDRESS_MISSING` and `ADDRESS_EXTRA`."""
    source, target = pair_view.source, pair_view.target
    if not source.addresses and not target.addresses:
        return
    languages = {fact.language for fact in (pair_view.source_language, pair_view.target_language)}
    missing = _lacking(source, target, languages)
    extra = _lacking(target, source, languages)
    for start, end in missing:
        at: Span | None = None
        edits: tuple[Edit, ...] = ()
        if len(missing) == len(extra) == 1:
            at = target.span(*extra[0])
            edits = target.replace(*extra[0], source.text[start:end])
        yield ADDRESS_MISSING.found(source=source.span(start, end), target=at, edits=edits)
    for start, end in extra if len(missing) != 1 or len(extra) != 1 else ():
        yield ADDRESS_EXTRA.found(target=target.span(start, end))


def _lacking(one: VisibleText, other: VisibleText, languages: set[str]) -> list[tuple[int, int]]:
    """The addresses of one text that the other does not have."""
    known = {_plain(other.text[start:end], languages) for start, end in other.addresses}
    return [
        (start, end)
        for start, end in one.addresses
        if (address := one.text[start:end]) not in other.text and _plain(address, languages) not in known
    ]


def _plain(address: str, languages: set[str]) -> str:
    """An address without the parts that may differ: the language's code, and a slash at the end."""

    def neutral(match: re.Match[str]) -> str:
        return "*" if re.split("[-_]", match[1])[0].lower() in languages else match[1]

    return _LANGUAGE_PART.sub(neutral, address.removeprefix("mailto:")).rstrip("/")
