"""Real engines that do to segments what bad engines do, and a generator of hostile texts."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from dragoman.engines.engine import (
    LOCAL,
    NO_GUIDANCE,
    Engine,
    EnginePair,
    EngineTraits,
    EngineUnavailable,
    Guidance,
    Quality,
)
from dragoman.segments import Code, CodeKind, Part, Segment, Text, normalise
from dragoman.translation.pair_index import EngineChoice, RouteStep
from dragoman.translation.routes import Route


def upper(text: str) -> str:
    """A translation that is easy to read: the first letter of each word comes last."""
    return " ".join(word[1:] + word[:1] if word.isalpha() else word for word in text.split(" "))


Change = Callable[[Segment, random.Random], Segment]


def faithful(segment: Segment, _random: random.Random) -> Segment:
    return tuple(Text(text=upper(part.text)) if isinstance(part, Text) else part for part in segment)


def drops(segment: Segment, dice: random.Random) -> Segment:
    return tuple(part for part in faithful(segment, dice) if isinstance(part, Text) or dice.random() < 0.6)


def drops_all(segment: Segment, dice: random.Random) -> Segment:
    return normalise(part for part in faithful(segment, dice) if isinstance(part, Text))


def drops_pairs(segment: Segment, dice: random.Random) -> Segment:
    return normalise(
        part for part in faithful(segment, dice) if isinstance(part, Text) or part.kind is CodeKind.STANDALONE
    )


def duplicates(segment: Segment, dice: random.Random) -> Segment:
    parts: list[Part] = []
    for part in faithful(segment, dice):
        parts += [part] * (2 if isinstance(part, Code) and dice.random() < 0.4 else 1)
    return tuple(parts)


def shuffles(segment: Segment, dice: random.Random) -> Segment:
    parts = list(faithful(segment, dice))
    dice.shuffle(parts)
    return tuple(parts)


def alters(segment: Segment, dice: random.Random) -> Segment:
    return tuple(
        Code(id=part.id, kind=part.kind, type=part.type, data=part.data.upper() + "!")
        if isinstance(part, Code)
        else part
        for part in faithful(segment, dice)
    )


def invents(segment: Segment, dice: random.Random) -> Segment:
    return (Code(id="1", kind=CodeKind.CLOSE, type="tag", data="</made-up>"), *faithful(segment, dice))


def empties(segment: Segment, _random: random.Random) -> Segment:
    return tuple(part for part in segment if isinstance(part, Code))


def sometimes_nothing(segment: Segment, dice: random.Random) -> Segment:
    return () if dice.random() < 0.5 else drops(segment, dice)


def babbles(segment: Segment, dice: random.Random) -> Segment:
    return (
        (*faithful(segment, dice), Text(text=" bla" * 5000)) if dice.random() < 0.5 else drops(segment, dice)
    )


def one_word(segment: Segment, _random: random.Random) -> Segment:
    return (Text(text="ผลลัพธ์"),)


def spaces_out(segment: Segment, dice: random.Random) -> Segment:
    return (Text(text="  "), Text(text=""), *faithful(segment, dice), Text(text="  "))


def makes_tags(segment: Segment, dice: random.Random) -> Segment:
    return tuple(
        Text(text=part.text.replace("< ", "<").replace(" >", ">")) if isinstance(part, Text) else part
        for part in faithful(segment, dice)
    )


CHANGES: tuple[Change, ...] = (
    faithful,
    drops,
    drops_all,
    drops_pairs,
    duplicates,
    shuffles,
    alters,
    invents,
    empties,
    sometimes_nothing,
    babbles,
    one_word,
    spaces_out,
    makes_tags,
)


@dataclass(kw_only=True)
class ChangingEngine:
    """An engine that translates by a change; it counts its calls and keeps what it was sent."""

    change: Change = faithful
    name: str = "changing"
    version: str = "1"
    traits: EngineTraits = LOCAL
    available: bool = True
    error: EngineUnavailable | None = None
    sent: list[list[Segment]] = field(default_factory=list)
    guided: list[Guidance] = field(default_factory=list)
    dice: random.Random = field(default_factory=lambda: random.Random(1))

    def pairs(self) -> Sequence[EnginePair]:
        return [EnginePair(source="en", target="es", quality=Quality.HIGH)]

    async def translate(
        self, batch: Sequence[Segment], pair: EnginePair, guidance: Guidance = NO_GUIDANCE, /
    ) -> list[Segment]:
        self.sent.append(list(batch))
        self.guided.append(guidance)
        if self.error is not None:
            raise self.error
        return [self.change(segment, self.dice) for segment in batch]


def route(*steps: Sequence[Engine] | Engine, languages: Sequence[str] = ("en", "es", "ca", "fr")) -> Route:
    """A route along the languages, one engine or several alternatives for each step."""
    made = []
    for engines, source, target in zip(steps, languages, languages[1:], strict=False):
        pair = EnginePair(source=source, target=target, quality=Quality.HIGH)
        alternatives = engines if isinstance(engines, Sequence) else [engines]
        made.append(
            RouteStep(choices=tuple(EngineChoice(engine=engine, pair=pair) for engine in alternatives))
        )
    return Route(source=made[0].source, target=made[-1].target, steps=tuple(made))


_WORDS = [
    "the",
    "house",
    "of",
    "my",
    "friend",
    "is",
    "red",
    "and",
    "it",
    "was",
    "built",
    "near",
    "our",
    "winter",
]
_PLACEHOLDERS = (
    "%s", "%1$d", "%(name)s", "%-5.2f", "%%", "{x}", "{0}", "{{x}}", "${x}", "#{x}", "$x$", "%{x}", "[[x]]",
    "https://a.example/b?c=d&amp;e=f", "me@mail.example.org", "@handle", "#tag", "10 km", "3.5 GB", "20 °C",
    "50 %", "1.2.3", "/usr/share/x", "file.txt", "&amp;", "&nbsp;", "&lt;", "\u00a0", "\t", "\n\n", "  ",
    "\u200f", "👩‍👩‍👧", "🇪🇸", "{}",
    "{n, plural, one {<b>#</b> file} other {# files}}", "<br>", "<br/>", "<!-- c -->",
    "<img src='a>b' alt=\"x\">", "<code>x < y</code>", "</u>", "<u>", "<", ">", "a < b", "<3", "x<y && y>z",
    "<not closed", "<![CDATA[<b>]]>",
)  # fmt: skip
_TAGS = ("b", "i", "a href='x'", "p", 'span class="y"', 'g id="1"', "0", "x:y")


def random_text(dice: random.Random, depth: int = 0) -> str:
    """A text of words, placeholders, tags nested up to four deep, and what only looks like tags."""
    pieces = []
    for _ in range(dice.randint(0, 6)):
        kind = dice.random()
        if kind < 0.5:
            pieces.append(" ".join(dice.choices(_WORDS, k=dice.randint(1, 5))))
        elif kind < 0.75 or depth == 4:
            pieces.append(dice.choice(_PLACEHOLDERS))
        else:
            tag = dice.choice(_TAGS)
            pieces.append(f"<{tag}>{random_text(dice, depth + 1)}</{tag.partition(' ')[0]}>")
        pieces.append(dice.choice((" ", " ", "", ". ", ", ")))
    return "".join(pieces)
