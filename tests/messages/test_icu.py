"""Parsing ICU messages: the rules of ICU's documentation, written out."""

from __future__ import annotations

import pytest

from dragoman.messages.icu import (
    MOST_DEPTH,
    Apostrophes,
    choice_end,
    has_choices,
    parse_choices,
    parse_message,
)
from dragoman.messages.icu_model import Argument, IcuChoice, Literal, Message, Pound


def shown(text: str, apostrophes: Apostrophes = Apostrophes.OPTIONAL) -> str | None:
    """The text that a program shows, with its arguments as they are written."""
    message = parse_message(text, apostrophes)
    return None if message is None else show(message)


def show(message: Message) -> str:
    return "".join(
        node.text
        if isinstance(node, Literal)
        else node.raw
        if isinstance(node, Argument)
        else "<number>"
        if isinstance(node, Pound)
        else show(dict(node.branches)["other"])
        for node in message
    )


# The table of ICU's `MessagePattern.ApostropheMode`: what is shown, and how each mode writes it.
DOCUMENTED = [
    ("I see {many}", "I see '{many}'", "I see '{many}'"),
    ("I said {'Wow!'}", "I said '{''Wow!''}'", "I said '{''Wow!''}'"),
    ("I don't know", "I don't know", "I don''t know"),
    ("I don't know", "I don''t know", "I don''t know"),
]


@pytest.mark.parametrize(("meant", "optional", "required"), DOCUMENTED)
def test_the_examples_of_the_documentation(meant: str, optional: str, required: str) -> None:
    assert shown(optional) == meant
    assert shown(required, Apostrophes.REQUIRED) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        # A pair is one apostrophe everywhere, also within quotes and within branches.
        ("''", "'"),
        ("''''", "''"),
        ("'{''}'", "{'}"),
        ("{n, plural, one {Le maître d''un chien dit ''oui''} other {d''un chien}}", "d'un chien"),
        ("{g, select, other {l''eau, l'air, ''{x}''}}", "l'eau, l'air, '{x}'"),
        # A single one quotes only before a brace ...
        ("d'un", "d'un"),
        ("l'", "l'"),
        ("it's '{'{x}'}'", "it's {{x}}"),
        ("'{a} and {b}'", "{a} and {b}"),
        ("'}'", "}"),
        # ... and before `#` directly in a plural.
        ("'#'", "'#'"),
        ("{n, plural, other {'#' #}}", "# <number>"),
        ("{n, selectordinal, other {'#'#}}", "#<number>"),
        ("{n, plural, other {'#{n}'}}", "#{n}"),
        ("{g, select, other {'#' #}}", "'#' #"),
        ("{n, plural, other {{g, select, other {'#' #}}}}", "'#' #"),
        ("{g, select, other {{n, plural, other {'#' #}}}}", "# <number>"),
        # Three and more: pairs first.
        ("'''{'", "'{"),
        ("'''{x}'''", "'{x}'"),
        ("''{x}''", "'{x}'"),
        # A quote that is not closed ends with the message.
        ("a '{b", "a {b"),
        ("a '{b''c", "a {b'c"),
        ("{n, plural, other {a}} '{", "a {"),
        # At the top, a closing brace is text.
        ("a}b", "a}b"),
        ("{n, plural, other {a}}}", "a}"),
        # A pipe means something to `choice` only.
        ("'|'", "'|'"),
    ],
)
def test_apostrophes_that_may_be_doubled(text: str, meant: str) -> None:
    assert shown(text) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("'quoted' text", "quoted text"),
        ("l''{0}", "l'{0}"),
        ("'{0}'", "{0}"),
        ("'it''s {0}'", "it's {0}"),
        ("{0,date,h 'o''clock'}", "{0,date,h 'o''clock'}"),
        ("it's {0}", None),  # the quote is not closed
    ],
)
def test_apostrophes_that_must_be_doubled(text: str, meant: str | None) -> None:
    assert shown(text, Apostrophes.REQUIRED) == meant


def test_apostrophes_that_are_letters() -> None:
    assert shown("it''s '{x}' {n, plural, other {'#'}}", Apostrophes.NONE) == "it''s '{x}' '<number>'"
    assert shown("{d, date, o'clock}", Apostrophes.NONE) == "{d, date, o'clock}"


def test_the_tree_of_a_message() -> None:
    text = "Hi {name}: {n, plural, offset:1 =1 {you} one {# {g, select, other {x}}} other {#}}"
    inner = IcuChoice("g", "select", "", (("other", (Literal("x"),)),))
    branches = (
        ("=1", (Literal("you"),)),
        ("one", (Pound(), Literal(" "), inner)),
        ("other", (Pound(),)),
    )
    message = parse_message(text)
    assert message == (
        Literal("Hi "),
        Argument("{name}"),
        Literal(": "),
        IcuChoice("n", "plural", "1", branches),
    )
    argument, choice = message[1], message[3]
    assert isinstance(argument, Argument)
    assert isinstance(choice, IcuChoice)
    assert (argument.name, argument.start) == ("name", 3)
    assert text[choice.start : choice.end] == text[11:]
    assert choice.number("=1") == 0
    assert (choice.counts, choice.ordinal, choice.selectors) == (True, False, {"=1", "one", "other"})


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("{0}", "0"),
        ("{ name }", "name"),
        ("{n, number}", "n"),
        ("{n,number,}", "n"),
        ("{n, number, ::currency/USD unit-width-narrow}", "n"),
        ("{n, number, #,##0.00}", "n"),
        ("{d, date, yyyy-MM-dd'T'HH:mm}", "d"),
        ("{d, date, h 'o''clock' '}'}", "d"),
        ("{0, choice, 0#none|1#one|1<many {0}}", "0"),
        ("{user.name}", "user.name"),  # beyond ICU
        ("{$x}", "$x"),
        ("{имя}", "имя"),
        ("{\u200ename\x85}", "name"),  # pattern white space
    ],
)
def test_arguments(text: str, name: str) -> None:
    message = parse_message(f"a{text}b")
    assert message == (Literal("a"), Argument(text), Literal("b"))
    assert isinstance(message[1], Argument)
    assert message[1].name == name


@pytest.mark.parametrize(
    "text",
    [
        *("{n,plural,other{}}", "{n, plural, offset:1other{}}", "{n, plural, offset: -1 other {}}"),
        *(
            "{n, PLURAL, other {}}",
            "{n, selectOrdinal, other {}}",
            "{n, plural, =1.5 {} =-1 {} =1e3 {} other {}}",
        ),
        *("{g, select, 1 {} हिन्दी {} pt-BR {} other {}}", "{n, plural, other {a} other {b}}"),
        *("{n,\u200eplural,\x85other{}}", "{n, plural, \u00a0one {} other {}}"),  # a strange selector
    ],
)
def test_choices(text: str) -> None:
    assert has_choices(text)
    message = parse_choices(text)
    assert message is not None
    assert isinstance(message[0], IcuChoice)
    assert choice_end(f"a{text}b", 1) == len(text) + 1


@pytest.mark.parametrize(
    "text",
    [
        *(
            "{",
            "{}",
            "{ }",
            "{n",
            "{n,",
            "{n,}",
            "{n m}",
            "{n;}",
            "{n, number x}",
            "{00}",
            "{01}",
            "{n, number, 'x}",
        ),
        *(
            "{n, plural}",
            "{n, plural,}",
            "{n, plural, one {x}}",
            "{n, plural, other}",
            "{n, plural, other {x}",
        ),
        *(
            "{n, plural, other {x} offset:1}",
            "{n, plural, offset :1 other {x}}",
            "{n, plural, offset: other {x}}",
        ),
        *("{n, plural, = 1 {x} other {x}}", "{n, plural, =x {x} other {x}}", "{g, select, =1 {x} other {x}}"),
        *("{n, plural, one x other {x}}", "{n, plural, other {'{x}}", "{n plural, other {x}}"),
        *("{n, plural, other {x}} {", "a { color: red; }", '{"a": {"b": 1}}', "{n, plural,, other {x}}"),
    ],
)
def test_strings_that_are_not_messages(text: str) -> None:
    assert parse_message(text) is None
    assert parse_choices(text) is None


def test_a_choice_that_is_quoted_is_none() -> None:
    text = "Write '{n, plural, other {x}}' here"
    assert has_choices(text)
    assert parse_choices(text) is None
    assert parse_message(text) == (Literal("Write {n, plural, other {x}} here"),)


def test_a_message_is_nested_only_so_deep() -> None:
    def nested(depth: int) -> str:
        return "{g, select, other {" * depth + "}}" * depth

    assert parse_message(nested(MOST_DEPTH)) is not None
    assert parse_message(nested(MOST_DEPTH + 1)) is None
