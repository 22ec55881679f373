"""English sentences from a small grammar: shops, software, offices and everyday life."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final

from scripts.test_models import lexicon

# One sentence a line. A word in braces is a symbol of `_SYMBOLS`; each is drawn anew.
_TEMPLATES: Final = """
{Order} the {interface}
{Order} the {adjective} {interface}
{Order} all the {interfaces}
{Order} the {interface} and the {interface}
{Order} {count} {interfaces}
{Order} the {adjective} {interface} (version {decimal})
New {interface}
New {interface}: {name}
No {interfaces}
{count} {interfaces}
{count} {adjective} {interfaces}
{count} {interfaces} {changed}
Page {count} of {count}
Error {count}: the {interface} is not available.
Error {count} in the {interface} "{name}"
Hello {name}, you have {count} new messages.
The {interface} was {changed}.
The {interface} was not {changed}.
The {adjective} {interface} has been {changed} by {name}.
The {interface} is {state}.
The {interface} cannot be {changed}.
The {interface} "{name}" is {state}.
Is the {interface} {state}?
Are the {interfaces} {state}?
You must {change} the {interface} on {day}.
You can {change} the {adjective} {interface}.
You cannot {change} the {interface}.
Your {interface} has been {changed}.
The {adjective} {good} costs {decimal} euros.
The {good} costs {count} euros.
The {goods} cost {decimal} euros.
We have {count} {adjective} {goods} in the {place}.
We do not have {adjective} {goods}.
{name} {dealt} a {adjective} {good} and {count} {goods}.
{name} has {food} and {food} in {town}.
We can {deal} a {adjective} {good}.
Your order {code} has been sent to {town}.
The order {code} arrives on {day}.
The price of the {adjective} {good} is {decimal} euros.
The {good} is {state} and the {good} is {state}.
The {person} {dealt} the {adjective} {good} in {month}.
{name} {changed_past} the {adjective} {paper} on {day}.
The {paper} of {name} is {state}.
The {paper} is on the {adjective} {good}.
The {paper} {code} was {changed} by {name} in {month}.
We will {change} the {paper} on {day}.
We will {change} the {adjective} {paper} because the {paper} is {state}.
Who {changed_past} the {adjective} {paper}?
The {place} opens at {time} and closes at {time}.
The work begins on {day} at {time}.
My {person} has a {adjective} house in {town}.
My {person} has a {adjective} {good} and two {animals}.
My {person} and your {person} are in the {adjective} {place}.
The {animal} is under the {adjective} {good}.
The {adjective} {animal} drinks {food}.
We drink {food} with {name} and {name}.
Where is my {adjective} {good}?
Where is the {adjective} {place}?
Is the {place} {state}?
The {place} is {state}.
I did not find the {adjective} {good}.
She {dealt} a {adjective} {good} for her {person}.
He will {deal} the {good} because the {good} is {state}.
If the {good} is {state}, we will {deal} another {good}.
{name} has {count} {animals} and a {adjective} {good}.
There are {count} {goods} in the {adjective} {place}.
There is a {adjective} {good} in the {place}.
The {adjective} {good} is in the {adjective} {place}.
The {good} of {name} and the {good} of {name} are {state}.
The {person} of {name} eats {food} in the {place}.
Today the {food} is {state}.
They {dealt} {count} {goods} last week.
""".strip().split("\n")

_SYMBOL: Final = re.compile(r"\{(\w+)\}")


def make_sentences(count: int, *, seed: int) -> list[str]:
    """Different sentences, the same for a seed; the short strings of user interfaces come first."""
    random = Random(seed)
    made = dict.fromkeys(lexicon.SHORT)
    for sentence in _draw(random):
        if len(made) >= count:
            break
        made[sentence] = None
    return list(made)[:count]


def _draw(random: Random) -> Iterator[str]:
    while True:
        template = random.choice(_TEMPLATES)
        sentence = _SYMBOL.sub(lambda found: _SYMBOLS[found[1]](random), template)
        yield re.sub(r"\b(a) (?=[aeiou])", r"\1n ", sentence)


def _word(words: tuple[str, ...]) -> Callable[[Random], str]:
    return lambda random: random.choice(words)


def _plural(words: tuple[str, ...]) -> Callable[[Random], str]:
    return lambda random: _to_plural(random.choice(words))


def _to_plural(noun: str) -> str:
    if noun.endswith(("s", "x", "ch", "sh")):
        return f"{noun}es"
    if noun == "knife":
        return "knives"
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2] not in "aeiou" else f"{noun}s"


def _form(verbs: tuple[tuple[str, str, str], ...], form: int) -> Callable[[Random], str]:
    return lambda random: random.choice(verbs)[form]


def _name(random: Random) -> str:
    syllables = "".join(random.choice(lexicon.SYLLABLES) for _ in range(random.choice((2, 2, 3))))
    return (syllables + random.choice(lexicon.ENDINGS)).capitalize()


def _count(random: Random) -> str:
    return str(random.randint(2, 10 ** random.randint(1, 4)))


def _decimal(random: Random) -> str:
    return f"{random.randint(1, 199)}.{random.randint(10, 99)}"


def _time(random: Random) -> str:
    return f"{random.randint(6, 22)}:{random.choice(('00', '15', '30', '45'))}"


def _code(random: Random) -> str:
    return "".join(random.choices("ABCDEFGHKLMNPRSTVXZ", k=2)) + f"-{random.randint(10, 9999)}"


_SYMBOLS: Final[Mapping[str, Callable[[Random], str]]] = {
    "interface": _word(lexicon.INTERFACE),
    "interfaces": _plural(lexicon.INTERFACE),
    "good": _word(lexicon.GOODS),
    "goods": _plural(lexicon.GOODS),
    "paper": _word(lexicon.PAPERS),
    "food": _word(lexicon.FOOD),
    "place": _word(lexicon.PLACES),
    "person": _word(lexicon.PEOPLE),
    "animal": _word(lexicon.ANIMALS),
    "animals": _plural(lexicon.ANIMALS),
    "adjective": _word(lexicon.ADJECTIVES),
    "state": _word(lexicon.STATES),
    "day": _word(lexicon.DAYS),
    "month": _word(lexicon.MONTHS),
    "change": _form(lexicon.CHANGES, 0),
    "Order": _word(lexicon.ORDERS),
    "changed_past": _form(lexicon.CHANGES, 1),
    "changed": _form(lexicon.CHANGES, 2),
    "deal": _form(lexicon.DEALS, 0),
    "dealt": _form(lexicon.DEALS, 1),
    "name": _name,
    "town": _name,
    "count": _count,
    "decimal": _decimal,
    "time": _time,
    "code": _code,
}
