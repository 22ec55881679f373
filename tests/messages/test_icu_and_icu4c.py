"""Parsing ICU messages as ICU itself does: the same strings are messages, and the same text is shown."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from icu4py.messageformat import MessageFormat

from dragoman.messages import plurals
from dragoman.messages.icu import parse_message
from dragoman.messages.icu_model import Argument, IcuChoice, Literal, Message, Pound, walk

from .generated_messages import generate_messages

VALUES = ({"n": 1, "g": "x", "0": "A"}, {"n": 3, "g": "other", "0": "B"}, {"n": 10, "g": "हिन्दी", "0": "C"})


def show(message: Message, values: Mapping[str, int | str], around: IcuChoice | None = None) -> str:
    """Show a message in English."""
    return "".join(_show_node(node, values, around) for node in message)


def _show_node(
    node: Literal | Argument | Pound | IcuChoice, values: Mapping[str, int | str], around: IcuChoice | None
) -> str:
    if isinstance(node, Literal):
        return node.text
    if isinstance(node, Pound):
        assert around is not None
        return f"{float(values['n']) - float(around.offset or 0):g}"
    if node.name not in values:
        return f"{{{node.name}}}"
    if isinstance(node, Argument):
        return str(values[node.name])
    return show(_branch(node, values[node.name]), values, node if node.counts else None)


def _branch(choice: IcuChoice, value: int | str) -> Message:
    wanted = str(value)
    if choice.counts:
        number = float(value) - float(choice.offset or 0)
        for selector, branch in choice.branches:
            if selector[0] == "=" and choice.number(selector) == number:
                return branch
        wanted = plurals.category("en", number, ordinal=choice.ordinal)
    known = wanted if wanted in choice.selectors else "other"
    return next(branch for selector, branch in choice.branches if selector == known)


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(2, 21))]
)
def test_messages_are_those_of_icu(seed: int) -> None:
    shown = 0
    for text in generate_messages(3_000, seed=seed):
        message = parse_message(text)
        if message is not None and any(
            isinstance(node, Argument) and "," in node.raw for node in walk(message)
        ):
            continue  # ICU knows few types and reads their styles
        try:
            icu = MessageFormat(text, "en")
        except ValueError:
            assert message is None, text
            continue
        assert message is not None, text
        for values in VALUES:
            assert show(message, values) == icu.format(dict(values)), (text, values)
            shown += 1
    assert shown > 3_000  # about half are well-formed
