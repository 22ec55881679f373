"""Placeholders of every grammar beside hostile neighbours: whole, and in their element after any engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from dragoman.engines.apertium import ApertiumEngine
from dragoman.messages.placeholder_grammars import GRAMMARS, Grammar
from dragoman.segments import Code
from dragoman.translation.pair_index import EngineChoice, RouteStep
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect
from dragoman.translation.routes import Route
from dragoman.translation.text import translate_texts
from dragoman.translation.translator import Translator
from tests.translation.hostile import route
from tests.translation.reversing import ReversingEngine

PLACEHOLDERS = [
    (grammar, example) for grammar in GRAMMARS for example in grammar.examples if not grammar.marker
]
IDS = [f"{grammar.name}-{example}" for grammar, example in PLACEHOLDERS]
BY_DEFAULT = [(grammar, example) for grammar, example in PLACEHOLDERS if example != "!link"]

NEIGHBOURS = (
    "{p}", "Open {p} now", "({p})", "{p}.", "{p}, {p}!", "“{p}”", "«{p}»", "{p}; {p}?", "{p}…", "'{p}'",
    '"{p}"', "{p}'s house", "3 {p}", "{p} 3", "100% {p}", "100% sure, {p}", "50%off {p}", "5 % of {p}",
    "{p} %", "$5 {p} 5 %", "$USD {p}", "me@a.example {p}", "&quot;{p}&quot;", "<br>{p}<br/>",
    "<b>{p}</b> house",
    "<b>{p}</b><i>{p}</i>", "<i>House</i>{p}<b>dog</b>", "{p}\n{p}", "文字 {p} 文字", "مرحبا {p} مرحبا",
)  # fmt: skip
# Where a letter, a digit or another placeholder touches: not all grammars have a boundary there.
TOUCHING = (
    "{p}{p}",
    "文字{p}文字",
    "3{p}",
    "x{p}",
    "{p}x",
    "{p}px",
    "{p}%",
    "%1$s{p}",
    "{p}%1$s",
    "${n}{p}",
    "{p}${n}",
)
_WITHOUT_END = frozenset({"laravel", "drupal", "merge-tags", "escape", "qt", "printf", "percent"})
DELIMITED = [
    example
    for grammar, example in PLACEHOLDERS
    if grammar.name not in _WITHOUT_END and not (example[0] in "$@" and example[-1] not in "})")
]


def found(text: str, names: tuple[str, ...]) -> list[str]:
    """What is protected, but for tags, numbers and the like."""
    return [
        part.data
        for part in protect(parse(text), names)
        if isinstance(part, Code) and part.type in {"variable", "template", "handle", "emoji", "section"}
    ]


@pytest.mark.parametrize(("grammar", "placeholder"), PLACEHOLDERS, ids=IDS)
def test_a_named_grammar_finds_its_placeholder_beside_anything(grammar: Grammar, placeholder: str) -> None:
    for frame in NEIGHBOURS:
        text = frame.replace("{p}", placeholder)
        for names in ((grammar.name,), ("default", grammar.name)):
            assert found(text, names).count(placeholder) == frame.count("{p}"), (names, text)


@pytest.mark.parametrize("placeholder", [placeholder for _, placeholder in BY_DEFAULT])
def test_the_default_finds_it_too(placeholder: str) -> None:
    for frame in NEIGHBOURS:
        text = frame.replace("{p}", placeholder)
        assert found(text, ()).count(placeholder) == frame.count("{p}"), text


@pytest.mark.parametrize("placeholder", DELIMITED)
def test_what_touches_a_delimited_placeholder_is_not_part_of_it(placeholder: str) -> None:
    for frame in TOUCHING:
        text = frame.replace("{p}", placeholder)
        assert found(text, ()).count(placeholder) == frame.count("{p}"), text


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("%1%2 %1:%2 %1/%2 (%1) %1. %1, %1%", (), "%1 %2 %1 %2 %1 %2 %1 %1 %1 %1%"),
        ("50 %1, 50%1, %L1%n %20 %100", (), "%1 %1 %L1 %n %20 %100"),
        ("%1%%2% boost", (), "%1% %2%"),
        ("%1st of %2nd, %1px, %1 day", (), "%1 %2 %1 %1"),
        ("%sfoo %dpx {0}px foo%s", (), "%s %d {0} %s"),
        ("%1$sclick here%2$s", (), "%1$s %2$s"),
        ("100% sure, 50%off, 5 % of, 100%ig, 20 %de", (), ""),
        ("$5, US$ 5, 5$, $1,000.50", (), ""),
        ("3 %-5.2f, 3 %(n)d, 3 %{n}, 3%ld", (), "%-5.2f %(n)d %{n} %ld"),
        ("50%(about) 50 %(net) 5%-ig 3%(n).2f", (), "%(n).2f"),
        ("12:30, http://a.example, :), a:b, 3:name, :D :P", (), ""),
        (":min/:max (:name) «:name»", (), ":min :max :name :name"),
        ("a :x b", ("laravel",), ":x"),
        ("is :value: and :name:other", ("laravel",), ":value :name"),
        ("[sic] [laughs] [x] [1] [the] [see below]", (), ""),
        ("[name/ver] [and/or] [he/she]", (), "[name/ver]"),
        ("[sic] [laughs]", ("brackets",), "[sic] [laughs]"),
        ("[name][Name] [EMAIL] [firstName] [user.id]", (), "[name] [Name] [EMAIL] [firstName] [user.id]"),
        ("%NAME%%SURNAME% %%PRICE%% 100%%", (), "%NAME% %SURNAME% %%PRICE%% %%"),
        ("$a$b ${a}${b} $name先生 US$AB", (), "$a $b ${a} ${b} $name $AB"),
        ("{{x}}{{y}} {% if a %}b{% endif %} <%= x %>y", (), "{{x}} {{y}} {% if a %} {% endif %} <%= x %>"),
        ("{0}{1} {a}{b} {0:dd MMM yyyy} {x:%d %b}", (), "{0} {1} {a} {b} {0:dd MMM yyyy} {x:%d %b}"),
        ("%<count>d files, %<PRIu64> bytes, 5 %<br>Then", (), "%<count>d %<PRIu64>"),
        ('$t(a.b, { "n": {{n}} }) x', (), '$t(a.b, { "n": {{n}} })'),
        ("{not one} { note: this is prose } {a, b c}", (), ""),
        ("%name of %title in %user", (), "%name %title %user"),
        ("{0} %s :name [name] $x", ("none",), ""),
        ("{0} %s :name [name] $x", ("laravel",), ":name"),
        ("{0} %s :name", ("no-laravel",), "{0} %s"),
        ("{{x}} }} {y}", ("python-brace",), "{{ }} }} {y}"),
    ],
)  # fmt: skip
def test_borders_of_placeholders(text: str, names: tuple[str, ...], expected: str) -> None:
    assert " ".join(found(text, names)) == expected


@pytest.mark.parametrize(
    "message",
    [
        "{n, number, ::currency/USD}",
        "{n, number, ::compact-short currency/GBP}",
        "{d, date, ::yMMMd}",
        "{0, choice, 0#no files|1#one file|1<{0} files}",
        "{n, plural, one {# file} other {# files in {folder}}}",
        "{g, select, male {He has {n, plural, one {one dog} other {# dogs}}} other {They}}",
        "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}",
        "{ $n ->\n    [one] one file\n   *[other] { $n } files\n}",
        "{ -brand(case: \"genitive\") }",
        "{$count :number style=percent}",
    ],
)  # fmt: skip
def test_messages_and_selectors_are_whole_beside_anything(message: str) -> None:
    for frame in NEIGHBOURS:
        text = frame.replace("{p}", message)
        data = [part.data for part in protect(parse(text)) if isinstance(part, Code)]
        assert data.count(message) == frame.count("{p}"), text


# --- through engines --------------------------------------------------------------------------------------

FRAMES = (
    "Aspect Ratio <b>{p}</b>",
    "<h3>{p}</h3>",
    "<p>The <b>{p}:{p}</b> house</p>",
    "Open <i>{p}</i> and <b>dog</b> now",
    "<i>{p}</i><b>dog</b>",
    "The red house ({p}) is big.",
    "Dog <b>{p} house</b> cat",
    "100% of <b>{p}</b> costs $5",
    "<ul><li>The dog <i>{p}</i></li></ul>",
    "<b>{p}</b>{p}<i>{p}</i> houses",
    "The <i>dog</i> {p} <i>house</i>",
)


class _Holders(HTMLParser):
    """The element of each placeholder, by a reader that is not ours."""

    def __init__(self, placeholder: str) -> None:
        super().__init__(convert_charrefs=False)
        self.places: Counter[tuple[str, ...]] = Counter()
        self._open: list[str] = []
        self._placeholder = placeholder

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.places[tuple(self._open)] += data.count(self._placeholder)


_MARK = "PLACEHOLDERX"


def holders(text: str, placeholder: str) -> Counter[tuple[str, ...]]:
    reader = _Holders(_MARK)
    reader.feed(text.replace(placeholder, _MARK))
    reader.close()
    return +reader.places


def frames() -> Iterator[tuple[str, str]]:
    for grammar, placeholder in BY_DEFAULT:
        touching = "{p} - {p}" if grammar.name in {"laravel", "vue"} else "{p}:{p}"
        for frame in FRAMES:
            yield placeholder, frame.replace("{p}:{p}", touching).replace("{p}", placeholder)


async def check(translator: Translator, way: Route) -> None:
    cases = list(frames())
    for start in range(0, len(cases), 100):
        some = cases[start : start + 100]
        results = await translate_texts(translator, [text for _, text in some], route=way)
        for (placeholder, text), result in zip(some, results, strict=True):
            assert holders(result.text, placeholder) == holders(text, placeholder), (text, result.text)


async def test_no_placeholder_leaves_its_element_where_words_are_reversed(translator: Translator) -> None:
    """T4."""
    await check(translator, route(ReversingEngine()))


async def test_no_placeholder_leaves_its_element_through_apertium(
    translator: Translator, engine: ApertiumEngine
) -> None:
    """T4."""
    pair = next(pair for pair in engine.pairs() if (pair.source, pair.target) == ("en", "es"))
    way = Route(
        source="en", target="es", steps=(RouteStep(choices=(EngineChoice(engine=engine, pair=pair),)),)
    )
    await check(translator, way)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See [b]bold house[/b] dog", "Dog [b]house bold[/b] See"),
        ("{{#if user}}big dog{{/if}} house", "house {{#if user}}dog big{{/if}}"),
        ("{% if x %}red dog{% else %}cat{% endif %} a", "a {% if x %}dog{% else %}cat red{% endif %}"),
        ("[url=http://a.example]red dog[/url] a [i]b[/i]", "[i]b[/i] a [url=http://a.example]dog red[/url]"),
        ("<b>red [i]dog</b> cat[/i]", "cat[/i] <b>[i]dog red</b>"),
        ("[b]one [i]two[/b] three[/i]", "three[/i] [b][i]two one[/b]"),
    ],
)  # fmt: skip
async def test_placeholders_that_belong_together_hold_their_words(
    translator: Translator, text: str, expected: str
) -> None:
    [result] = await translate_texts(translator, [text], route=route(ReversingEngine()))
    assert result.text.casefold() == expected.casefold()
