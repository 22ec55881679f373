"""Validation of the fields of reference data: each check returns the value to store and all problems."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final, Generic, TypeAlias

from dragoman.accounts.model import check_name
from dragoman.catalog.model import InvoicingAccount, Language, Service, Template, WorkArea
from dragoman.catalog.reference_types import Item
from dragoman.catalog.refusals import FieldRefused
from dragoman.errors import RuleBroken
from dragoman.languages import canonical, is_well_formed, read_code
from dragoman.memories.scoring import HIGHEST_THRESHOLD, LOWEST_THRESHOLD
from dragoman.unicode_normalization import normalize

MOST_TITLE: Final = 500  # characters, as of a project's title
MOST_TARGETS: Final = 100
LONGEST_WAIT: Final = 30 * 86_400  # seconds until a project starts by itself
MOST_WORDS_PER_DAY: Final = 1_000_000
DEAREST_WORD: Final = Decimal(1000)
_DECIMALS: Final = 6
_CURRENCY: Final = re.compile(r"[A-Z]{3}")

# Whether it holds, what is wrong, what to do, and the field that it is about.
Rule: TypeAlias = tuple[bool, str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked(Generic[Item]):
    """The outcome of a check."""

    value: Item  # normalized, for storing
    problems: Sequence[RuleBroken] = ()


def check_language(item: Language) -> Checked[Language]:
    """Rules of a language: a name and a well-formed code, which is kept in its canonical spelling."""
    named = _named(item)
    code = read_code(item.code)
    if not is_well_formed(code):
        problem = FieldRefused(
            "The code is not a BCP 47 language code.",
            hints="Write one such as en, pt-BR or zh-Hans.",
            field="code",
        )
        return Checked(value=item, problems=[*named.problems, problem])
    return replace(named, value=replace(named.value, code=canonical(code)))


def check_work_area(item: WorkArea) -> Checked[WorkArea]:
    """Rules of a work area: a name."""
    return _named(item)


def check_invoicing_account(item: InvoicingAccount) -> Checked[InvoicingAccount]:
    """Rules of an invoicing account: a name. Its last day may be over: it can still be chosen (P15)."""
    return _named(item)


def check_service(item: Service) -> Checked[Service]:
    """Rules of a service: name, price, weights in percent, speed, and when projects start by themselves."""
    named = _named(item)
    price = item.price_per_word
    exponent = price.as_tuple().exponent
    percents = item.weights.percent.values()
    rules = (
        (
            _CURRENCY.fullmatch(item.currency) is not None,
            "The currency is not a code of ISO 4217.",
            "Write three capitals, such as EUR.",
            "currency",
        ),
        (
            price.is_finite() and 0 <= price <= DEAREST_WORD,
            "The price of a word is out of bounds.",
            f"Give one from 0 to {DEAREST_WORD}.",
            "price_per_word",
        ),
        (
            isinstance(exponent, int) and -exponent <= _DECIMALS,
            "The price of a word is too exact.",
            f"Give at most {_DECIMALS} decimals.",
            "price_per_word",
        ),
        (
            all(0 <= percent <= 100 for percent in percents),
            "A weight is out of bounds.",
            "Give each in percent of a new word's price, from 0 to 100.",
            "weights",
        ),
        (
            item.words_per_day is None or 1 <= item.words_per_day <= MOST_WORDS_PER_DAY,
            "The words per day are out of bounds.",
            f"Give a number from 1 to {MOST_WORDS_PER_DAY}, or null: at once.",
            "words_per_day",
        ),
        _wait(item.auto_start_after),
    )
    return replace(named, problems=[*named.problems, *_broken(rules)])


def check_template(item: Template) -> Checked[Template]:
    """Rules of a template: a name, a title a project may have, and languages."""
    named = _named(item)
    title = None if item.title is None else normalize("NFC", item.title).strip()
    codes = [code for code in (item.source_language, *item.target_languages) if code is not None]
    well_formed = all(is_well_formed(read_code(code)) for code in codes)
    spelled = _spelled(item) if well_formed else item
    targets = spelled.target_languages
    rules = (
        (
            title is None or (1 <= len(title) <= MOST_TITLE and "\x00" not in title),
            "The title is empty or too long.",
            f"Give 1 to {MOST_TITLE} characters, or null.",
            "title",
        ),
        (
            well_formed,
            "A language is not a BCP 47 language code.",
            "Write codes such as en, pt-BR or zh-Hans.",
            "target_languages",
        ),
        (
            len(set(targets)) == len(targets) <= MOST_TARGETS,
            "A target language is listed twice, or there are too many of them.",
            f"Give each once, at most {MOST_TARGETS}.",
            "target_languages",
        ),
        (
            spelled.source_language is None or spelled.source_language not in targets,
            "The source language is a target language too.",
            "Leave it out of the target languages.",
            "source_language",
        ),
        check_threshold(item.memory_threshold),
        _wait(item.auto_start_after),
    )
    kept = replace(spelled, name=named.value.name, title=title)
    return Checked(value=kept, problems=[*named.problems, *_broken(rules)])


def _named(item: Item) -> Checked[Item]:
    try:
        return Checked(value=replace(item, name=check_name(item.name)))
    except RuleBroken as error:
        return Checked(value=item, problems=error.all_problems())


def _wait(seconds: int | None) -> Rule:
    return (
        seconds is None or 0 <= seconds <= LONGEST_WAIT,
        "The seconds until a project starts by itself are out of bounds.",
        f"Give a number from 0 to {LONGEST_WAIT}, or null: never.",
        "auto_start_after",
    )


def check_threshold(score: int | None) -> Rule:
    """The rule of a score from which a memory wins."""
    return (
        score is None or LOWEST_THRESHOLD <= score <= HIGHEST_THRESHOLD,
        "The memory threshold is out of bounds.",
        f"Give a score from {LOWEST_THRESHOLD} to {HIGHEST_THRESHOLD}, or null.",
        "memory_threshold",
    )


def _broken(rules: Sequence[Rule]) -> list[RuleBroken]:
    return [
        FieldRefused(message, hints=hints, field=field) for holds, message, hints, field in rules if not holds
    ]


def _spelled(item: Template) -> Template:
    source = item.source_language
    return replace(
        item,
        source_language=None if source is None else canonical(read_code(source)),
        target_languages=tuple(canonical(read_code(code)) for code in item.target_languages),
    )
