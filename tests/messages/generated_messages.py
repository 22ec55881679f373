"""Generated messages: well-formed ones with odd texts in them, and the same with a few tokens changed."""

from __future__ import annotations

import random
from collections.abc import Iterator

_TEXTS = (
    *("a", " ", "é", "it's", "l' ", "''", "'''' ", "'{'", "'}'", "'{x}'", "'{''}'", "'#' ", "#", "d''un"),
    *("{n}", "{ n }", "{g}", "{0}", "\u00a0", "\u200e", "😀", "ि", "<b>"),
)
_ODD_TEXTS = ("'", "'''", "'{", "'#", "l'", "|", "'|'")  # the meaning of some depends on what follows
_FAULTS = (
    *("{", "}", "'", "#", "{n", "{}", "{n,}", "{n m}", "{00}", "{01x}", "{n, plural}", "{n, select, }"),
    *(
        "=1 {",
        ",",
        "other",
        "other {",
        "offset:1",
        "offset :1 ",
        "= 1 {x}",
        "one{x}",
        "=",
        "=x {y}",
        "\u00a0",
    ),
    *("{n plural, other {x}}", "{n,,}", "{n, date, 'x}", "{n, selekt}", "{n, number, }"),
)
_BLANKS = ("", " ", " ", "\n  ", "\t", "\u200e", "\x85")


def generate_messages(number: int, *, seed: int) -> Iterator[str]:
    """Such messages, always the same ones for a seed; about half of them are well-formed."""
    chance = random.Random(seed)
    for _ in range(number):
        tokens = list(_message(chance, depth=0))
        for _ in range(chance.choice((0, 0, 0, 1, 2))):
            _spoil(chance, tokens)
        yield "".join(tokens)


def _message(chance: random.Random, *, depth: int) -> Iterator[str]:
    for _ in range(chance.randint(0 if depth else 1, 4)):
        if depth < 3 and chance.random() < (0.5 if depth == 0 else 0.15):
            yield from _choice(chance, depth=depth)
        else:
            yield chance.choice(_TEXTS if chance.random() < 0.95 else _ODD_TEXTS)


def _choice(chance: random.Random, *, depth: int) -> Iterator[str]:
    kind = chance.choice(("plural", "plural", "select", "selectordinal", "PLURAL", "Select"))
    counts = kind.lower() != "select"
    yield "{"
    yield from (
        blank(chance),
        "n" if counts else "g",
        blank(chance),
        ",",
        blank(chance),
        kind,
        blank(chance),
        ",",
    )
    yield blank(chance)
    if counts and chance.random() < 0.2:
        yield from (
            "offset:",
            chance.choice(("1", " 1", "0", "-1", "1.5", "2")),
            chance.choice((" ", "\n", "")),
        )
    known = ("one", "two", "few", "many", "zero", "=1", "=0", "=1.5", "=-1", "=+1", "=1e1", "odd")
    selectors = chance.sample(
        known if counts else ("x", "y", "1", "другой", "हिन्दी", "one"), chance.randint(0, 3)
    )
    if chance.random() < 0.9:
        selectors.insert(chance.randint(0, len(selectors)), "other")
    if selectors and chance.random() < 0.1:
        selectors.append(chance.choice(selectors))
    for selector in selectors:
        yield from (selector, blank(chance), "{", *_message(chance, depth=depth + 1), "}", blank(chance))
    yield "}"


def blank(chance: random.Random) -> str:
    """White space where a message may have some, or none."""
    return chance.choice(_BLANKS)


def _spoil(chance: random.Random, tokens: list[str]) -> None:
    if not tokens:
        return
    at = chance.randrange(len(tokens))
    match chance.randrange(3):
        case 0:
            del tokens[at]
        case 1:
            tokens[at] = chance.choice(_FAULTS)
        case _:
            tokens.insert(at, chance.choice(_FAULTS))
