"""Formats, checks and the interface for texts take the same strings for messages."""

from __future__ import annotations

import pytest

from dragoman.formats.format import Languages
from dragoman.formats.units.icu_segments import read_message, write_message
from dragoman.messages.icu import has_choices, parse_choices
from dragoman.messages.icu_model import IcuChoice, Literal
from dragoman.quality.messages import MESSAGE_FORMS, MESSAGE_SYNTAX, check_messages
from dragoman.quality.model import Pair
from dragoman.quality.view import read_pair
from dragoman.segments import Code, Text
from dragoman.translation.protection.markup import parse

from .generated_messages import generate_messages

TARGETS = ("de", "ru", "ja", "ar", "en")


def codes_found(source: str, target: str, language: str) -> set[str]:
    pair = Pair(
        source=(Text(text=source),),
        target=(Text(text=target),),
        source_language="en",
        target_language=language,
    )
    return {finding.code for finding in check_messages(read_pair(pair))}


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(2, 21))]
)
def test_what_a_format_writes_is_a_message_to_the_checks(seed: int) -> None:
    written = 0
    for number, text in enumerate(generate_messages(2_000, seed=seed)):
        if not text:
            continue
        language = TARGETS[number % len(TARGETS)]
        message = read_message(text, Languages(source="en", target=language))
        if message is None:
            # Anything may be a translation of a text that is not a message.
            assert codes_found(text, "x", language) == set(), text
            assert parse_choices(text) is None, text
            continue
        assert codes_found(text, "x", language) == {MESSAGE_SYNTAX.code}, text
        targets = {
            variant.path: tuple(
                Text(text=part.text.upper() + "d'ö {#}") if isinstance(part, Text) else part
                for part in variant.segment
            )
            for variant in message.variants
        }
        result = write_message(message, targets)
        assert MESSAGE_SYNTAX.code not in codes_found(text, result, language), (text, result)
        written += 1
    assert written > 400


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(2, 21))]
)
def test_the_interface_for_texts_keeps_each_choice_as_one_code(seed: int) -> None:
    for text in generate_messages(2_000, seed=seed):
        message = parse_choices(text)
        quotes = message is None or any(isinstance(node, Literal) and node.spellings for node in message)
        if message is None or quotes or "<" in text:
            continue  # in running text an apostrophe before a message quotes nothing
        outer = [text[node.start : node.end] for node in message if isinstance(node, IcuChoice)]
        assert [part.data for part in parse(text) if isinstance(part, Code)][: len(outer)] == outer, text


def test_a_doubled_apostrophe_blocks_no_delivery() -> None:
    source = "{n, plural, one {The owner of a dog says “yes”} other {The owners of dogs}}"
    target = "{n, plural, one {Le maître d''un chien dit ''oui''} many {Les maîtres} other {d''ici}}"
    assert codes_found(source, target, "fr") == set()


@pytest.mark.parametrize("language", ["de", "ru", "ar", "ja", "co", "xx", "pt-PT"])
def test_the_forms_that_a_format_writes_are_those_that_the_checks_need(language: str) -> None:
    source = "{n, plural, one {# file} other {# files}} {m, selectordinal, one {#st} two {#nd} other {#th}}"
    message = read_message(source, Languages(source="en", target=language))
    assert message is not None
    changed = {variant.path: (*variant.segment, Text(text="!")) for variant in message.variants}
    result = write_message(message, changed)
    assert MESSAGE_FORMS.code not in codes_found(source, result, language), result
    assert has_choices(result)
