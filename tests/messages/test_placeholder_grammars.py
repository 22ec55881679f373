"""The table of placeholder grammars: what each takes, how they are chosen, and that no text is slow."""

from __future__ import annotations

from functools import partial

import pytest

from dragoman.errors import RuleBroken
from dragoman.messages.placeholder_grammars import (
    DEFAULT,
    GRAMMARS,
    NAMES,
    NONE,
    PROSE,
    Grammar,
    check_names,
    choose,
)
from tests.processor_time import least_processor_time

EXAMPLES = [(grammar, example) for grammar in GRAMMARS for example in grammar.examples]


@pytest.mark.parametrize(("grammar", "example"), EXAMPLES, ids=[f"{g.name}-{e}" for g, e in EXAMPLES])
def test_a_grammar_takes_each_of_its_examples_whole(grammar: Grammar, example: str) -> None:
    assert [found[0] for found in grammar.pattern.finditer(f"so {example} is")] == [example]
    trigger = grammar.trigger
    assert trigger in example if isinstance(trigger, str) else trigger.search(example)


def test_names_are_unique() -> None:
    assert len(set(NAMES)) == len(GRAMMARS) + 2


def test_the_default_has_the_safe_form_and_a_name_the_whole_one() -> None:
    safe = [grammar.safe for grammar in GRAMMARS if grammar.safe is not None]
    assert [rule.pattern for rule in choose(())] == safe == [rule.pattern for rule in choose((DEFAULT,))]
    [laravel] = [grammar for grammar in GRAMMARS if grammar.name == "laravel"]
    assert [rule.pattern for rule in choose(("laravel",))] == [laravel.pattern]
    both = [rule.pattern for rule in choose((DEFAULT, "laravel"))]
    assert laravel.pattern in both
    assert laravel.safe not in both
    assert len(both) == len(safe)


def test_what_is_taken_out_is_taken_out_of_the_default() -> None:
    patterns = {grammar.name: grammar.safe for grammar in GRAMMARS}
    for names in (("no-qt",), (DEFAULT, "no-qt"), ("no-qt", DEFAULT)):
        assert patterns["qt"] not in [rule.pattern for rule in choose(names)]
        assert len(choose(names)) == len(choose(())) - 1
    assert choose((NONE,)) == ()
    assert len(choose(PROSE)) == len(choose(())) - 4


def test_an_unknown_name_is_refused_with_those_that_are_known() -> None:
    assert check_names(["qt", "no-printf", "default", "none"]) == ("qt", "no-printf", "default", "none")
    with pytest.raises(RuleBroken) as caught:
        check_names(["qt", "cobol"])
    assert '"cobol"' in caught.value.message
    for name in NAMES:
        assert name in caught.value.message


_BEGINNINGS = sorted(
    {example[:length] for _, example in EXAMPLES for length in range(1, min(len(example), 8))}
    | {example[:-1] for _, example in EXAMPLES}
    | {
        "{a{b}",
        "{{a{b}",
        "$t(a(b)",
        "{a,number,{b}",
        '[a b="c" ',
        "{ a ->{b}",
        "%A%B",
        "__a_",
        "x&",
        "%1",
        "{:{a}",
    }
)


@pytest.mark.parametrize("beginning", _BEGINNINGS)
def test_a_text_of_mere_beginnings_takes_linear_time(beginning: str) -> None:
    """Ten times the text must not take forty times as long, in any grammar."""

    def find_all(text: str) -> None:
        for grammar in GRAMMARS:
            for pattern in {grammar.pattern, grammar.safe} - {None}:
                assert pattern is not None
                for _found in pattern.finditer(text):
                    pass

    few, many = (least_processor_time(partial(find_all, beginning * count)) for count in (200, 2_000))
    assert many < 40 * few + 0.05
