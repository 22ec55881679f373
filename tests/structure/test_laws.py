"""The laws find every fault that has been seen, and none where words only change places."""

from __future__ import annotations

import pytest

from dragoman.segments import Text, render
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect
from scripts.structure.checking import check_text
from scripts.structure.findings import EMPTY, GLUED, LEFT, NEIGHBOURS, ORDER, OUTSIDE, PLACEHOLDER
from scripts.structure.laws import ANY_ENGINE, FAITHFUL, LIAR, Rules
from scripts.structure.moving import MovingEngine, move
from scripts.structure.words import WORD, spell, style_of
from scripts.structure.wrong import CODE_FAULTS, Fault, WrongEngine


def spelt(text: str) -> str:
    """A text with its words as the moving engine spells them; `~` glues two of them."""
    return WORD.sub(lambda word: spell(word[0], style_of("es")), text).replace("~", "")


def laws(source: str, target: str, rules: Rules = FAITHFUL) -> set[str]:
    return {broken.law for broken in check_text(source, target, rules)}


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("<td>house</td><td>dog</td>", "<td><td>housedog</td></td>"),
        ("<li>Red house</li><li>Big dog</li>", "<li>Rojo <li>houseBig perro</li></li>"),
        ("<h1>Red shoes</h1><p>They are big.</p>", "<h1>Rojo <p>shoesThey es grande.</p></h1>"),
        ("<b>Warning</b>Do not open", "<b>WarningDo</b> No abrir"),
        ("<0>Save</0><1>Cancel</1>", "<0><1>SaveCancel</1></0>"),
        ("Hello <i>big</i><b>dog</b>", "Hola <i><b>bigdog</b></i>"),
        ("Aspect Ratio <b>%1:%2</b>", "Proporción %<b>1:%2</b>"),
        ("<h3>%1</h3>", "%<h3>1</h3>"),
        (
            '<a href="/d">Docs</a><a href="/e">API</a><a href="/g">Blog</a>',
            '<a href="/d"></a><a href="/e"></a><a href="/g">DocsAPIBlog</a>',
        ),
        (
            '<span class="badge">New item</span><span class="badge">Hot offer</span>',
            '<span class="badge">Nuevo itemHot oferta</span>',
        ),
        (
            "<div>House</div><div>Dog</div><div>Cat</div>",
            "<div>Gato</div> de <div>Perro</div> de la <div>casa</div>",
        ),
        ("<b>Red</b> house<br>", "<b>Rojo</b> casa"),
        ("<p>Red</p><p>house</p>", "<p>Rojo</p><p></p>"),
        ("<p></p><p>house</p>", "<p>Casa</p><p></p>"),
        ("<ul><li>Red</li></ul>", "<ul>Rojo<li></li></ul>"),
        ("<b>Red</b> house", "<b>Rojo</b><b></b> casa"),
        ("{a} <b>house</b>", "<b>casa {a}</b>"),
        ("%(name)s house", "% (name)s casa"),
        ("<b>Red", "<b>Rojo</b>"),
    ],
)
def test_what_any_engine_may_not_do_is_seen(source: str, target: str) -> None:
    assert laws(source, target, ANY_ENGINE)


@pytest.mark.parametrize(
    ("source", "target", "law"),
    [
        ("<b>red</b> big house", "<b>red big</b> house", LEFT),
        ("Name\tDate of order", "Date\tName of order", LEFT),
        ("<td>red</td><td>house</td>", "<td>house</td><td>red</td>", LEFT),
        ("<i>red</i> <i>big house</i>", "<i>big</i> <i>red house</i>", LEFT),
        ("<i>red</i> house", "<i>red</i> house red", LEFT),
        ("red house", "red", LEFT),
        ("<0>Save</0><1>Cancel</1>", "<1>Cancel</1> <0>Save</0>", ORDER),
        ("<b>One</b> | <i>Two</i>", "<i>Two</i> | <b>One</b>", ORDER),
        ("<b>One</b> two", "<b></b> One two", EMPTY),
        ("red house", "red~house", GLUED),
        ("<b>red</b> house", "<b>red</b>~house", GLUED),
        ("one<br> two three four", "three<br> four one two", NEIGHBOURS),
        ('<p class="x">red</p>', '<p class="y">red</p>', OUTSIDE),
        ("<p>red</p><hr><p>dog</p>", "<hr><p>red</p><p>dog</p>", OUTSIDE),
        ("open {name} door", "open {nombre} door", PLACEHOLDER),
    ],
)
def test_what_the_moving_engine_shows(source: str, target: str, law: str) -> None:
    pieces = [spelt(part.text) if isinstance(part, Text) else part.data for part in parse(target)]
    assert law in laws(source, "".join(pieces))


@pytest.mark.parametrize(
    "text",
    [
        "Press the <b>big red button</b> now, {name}!",
        "The <i>house</i> <b>of my friend</b> is <u>not <i>very</i> big</u>.",
        "this is un<b>like</b>ly",
        "我家的<b>红房子</b>很大。你好",
        "<b>بيت كبير</b> جديد",
        'See <img src="a.png"> the picture',
    ],
)
@pytest.mark.parametrize("language", ["es", "he", "ja"])
def test_words_may_change_places_with_their_tags(text: str, language: str) -> None:
    """What the engine does by itself is right, but for blanks that it loses and pairs that it tears."""
    answer = render(move(protect(parse(text)), style_of(language)))
    assert answer != text
    torn = answer.count("<") != text.count("<")
    assert laws(text, answer, LIAR if torn else FAITHFUL) <= ({GLUED, EMPTY} if torn else {GLUED})


async def test_the_moving_engine_answers_the_same_every_time() -> None:
    engine = MovingEngine()
    batch = [protect(parse("The <b>red house</b> of {name} is big. And <i>new</i>."))]
    pair = engine.pairs()[0]
    assert await engine.translate(batch, pair) == await engine.translate(batch, pair)


@pytest.mark.parametrize("fault", CODE_FAULTS)
async def test_each_fault_of_the_wrong_engine_is_seen(fault: Fault) -> None:
    """Unmended, each of them breaks a law."""
    engine = WrongEngine(fault)
    pair = next(pair for pair in engine.pairs() if (pair.source, pair.target) == ("en", "es"))
    text = "The <b>red house</b> of <i>my</i><u>friend</u> is big<br> and <a href='/x'>very small</a> too"
    (answer,) = await engine.translate([protect(parse(text))], pair)
    assert laws(text, render(answer))
