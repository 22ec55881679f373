"""The list of all checks, and the function that checks a pair.

A rule is a pure function that makes the findings of a few related checks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from dragoman.quality import (
    addresses,
    batch,
    brackets,
    characters,
    codes,
    end_marks,
    lengths,
    messages,
    numbers,
    placeholders,
    repetition,
    scripts,
    spaces,
    style_address,
    style_figures,
    style_marks,
    terms,
)
from dragoman.quality import untranslated as sameness
from dragoman.quality.model import Check, Finding, Pair, Span
from dragoman.quality.view import PairView, read_pair

# Findings of one rule. More do not help, and a hostile text has thousands.
MOST: Final = 50

Find: TypeAlias = Callable[[PairView], Iterator[Finding]]


class CheckRule(NamedTuple):
    """A function and the checks whose findings it makes."""

    find: Find
    checks: tuple[Check, ...]


EMPTINESS: Final = CheckRule(sameness.check_emptiness, (sameness.TARGET_EMPTY,))
RULES: Final = (
    CheckRule(sameness.check_sameness, (sameness.TARGET_SAME, sameness.SUGGESTION_UNEDITED)),
    CheckRule(
        codes.check_codes, (codes.CODE_MISSING, codes.CODE_EXTRA, codes.CODE_PAIRING, codes.CODE_ORDER)
    ),
    CheckRule(
        placeholders.check_placeholders,
        (placeholders.PLACEHOLDER_MISSING, placeholders.PLACEHOLDER_EXTRA, placeholders.PLACEHOLDER_ORDER),
    ),
    CheckRule(
        messages.check_messages,
        (
            messages.MESSAGE_SYNTAX,
            messages.MESSAGE_FORMS,
            placeholders.PLACEHOLDER_MISSING,
            placeholders.PLACEHOLDER_EXTRA,
        ),
    ),
    CheckRule(addresses.check_addresses, (addresses.ADDRESS_MISSING, addresses.ADDRESS_EXTRA)),
    CheckRule(numbers.check_numbers, (numbers.NUMBER_MISSING, numbers.NUMBER_EXTRA, numbers.NUMBER_FORMAT)),
    CheckRule(terms.check_terms, (terms.TERM_MISSING, terms.TERM_FORBIDDEN, terms.TERM_TRANSLATED)),
    CheckRule(end_marks.check_end_marks, (end_marks.END_MARK, end_marks.END_MARK_STYLE)),
    CheckRule(end_marks.check_opening_marks, (end_marks.OPENING_MARK,)),
    CheckRule(brackets.check_brackets, (brackets.BRACKETS_UNBALANCED,)),
    CheckRule(brackets.check_quotes, (brackets.QUOTES_UNBALANCED,)),
    CheckRule(spaces.check_spaces, (spaces.SPACE_LEADING, spaces.SPACE_TRAILING, spaces.SPACE_DOUBLE)),
    CheckRule(repetition.check_repetition, (repetition.REPEATED_WORD, repetition.TEXT_LOOPS)),
    CheckRule(scripts.check_scripts, (scripts.SCRIPT_WRONG, scripts.SCRIPT_MIXED)),
    CheckRule(lengths.check_lengths, (lengths.LENGTH_EXCEEDED, lengths.LENGTH_UNLIKELY)),
    CheckRule(characters.check_characters, (characters.CHARACTER_INVALID, characters.BIDI_UNBALANCED)),
    # These find something only where a style guide applies.
    CheckRule(style_figures.check_style_figures, (style_figures.STYLE_NUMBERS, style_figures.STYLE_DATES)),
    CheckRule(
        style_marks.check_style_marks,
        (style_marks.STYLE_QUOTES, style_marks.STYLE_FINAL_STOP, style_marks.STYLE_MARK_SPACE),
    ),
    CheckRule(style_address.check_style_address, (style_address.STYLE_ADDRESS,)),
)
BATCH_CHECKS: Final = (batch.TARGETS_DIFFER, batch.SOURCES_DIFFER)
# Made by callers that recognise terms with their forms, as reviews of projects do.
FORM_CHECKS: Final = (terms.TERM_NUMBER, terms.TERM_AGREEMENT)
# Made by callers that know which segments people have worked on, as reviews of projects do.
WORK_CHECKS: Final = (sameness.SEGMENT_UNCONFIRMED,)

# Every check by its code, in the order of the documentation.
CHECKS: Final[Mapping[str, Check]] = {
    check.code: check
    for checks in (EMPTINESS.checks, *(rule.checks for rule in RULES), FORM_CHECKS, WORK_CHECKS, BATCH_CHECKS)
    for check in checks
}


def check_pair(pair: Pair, *, skip: Collection[str] = ()) -> list[Finding]:
    """Check a translation; the findings are in the order of the target's text.

    `skip` names checks to leave out. An empty target is only checked for its emptiness and its codes.
    """
    pair_view = read_pair(pair)
    found = list(EMPTINESS.find(pair_view))
    if found:
        found += codes.check_codes(pair_view)
    else:
        for rule in RULES:
            found += islice(rule.find(pair_view), MOST)
    skip = {*skip, *_replaced(pair_view)}
    if skip:
        found = [finding for finding in found if finding.code not in skip]
    return sorted(found, key=_place) if len(found) > 1 else found


def _replaced(pair_view: PairView) -> Iterator[str]:
    """The checks that contradict the style guide, which has a check of its own for the same."""
    if style_figures.replaces_number_format(pair_view):
        yield numbers.NUMBER_FORMAT.code
    if style_marks.replaces_end_mark(pair_view):
        yield end_marks.END_MARK.code


def _place(finding: Finding) -> tuple[int, int]:
    span = finding.target or finding.source or Span(start=0, end=0)
    return (0 if finding.target else 1, span.start)
