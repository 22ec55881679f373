"""Whether a translation keeps the structure of its source (T10), on trees written as tags."""

from __future__ import annotations

import pytest

from dragoman.segments import Code, CodeKind, Segment, Text, render
from dragoman.segments.structure import Vocabulary, find_disproportions, find_faults
from dragoman.segments.word_borders import part_words
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect
from dragoman.translation.splitting.text_runs import STRUCTURE
from tests.processor_time import least_processor_time


def read(text: str) -> Segment:
    """Codes are named by what they are, so that both sides name them alike; placeholders are words."""
    names: dict[str, str] = {}
    parts: list[Text | Code] = []
    for part in protect(parse(text)):
        if isinstance(part, Text):
            parts.append(part)
            continue
        name = names.setdefault(part.id, part.data)
        parts.append(Code(id=name, kind=part.kind, type=part.type, data=part.data))
    return tuple(parts)


def faults(source: str, target: str) -> set[str]:
    return set(find_faults(read(source), read(target), STRUCTURE))


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("The <b>red</b> house", "La casa <b>roja</b>"),
        ("<b>red</b> <i>house</i>", "<i>casa</i> <b>roja</b>"),  # the words were reordered
        ("<p>The <b>red <i>big</i></b> house</p>", "<p>La casa <b>roja <i>grande</i></b></p>"),
        ("the <b>house</b>", "<b>huset</b>"),  # an article that became an ending
        ("<b>House</b> <i>door</i>", "<i>Puerta</i> de <b>casa</b>"),  # a preposition that was added
        ("<b>5</b> cars", "<b>5</b> coches"),
        ("{x} sent a <b>file</b>", "Un <b>fichero</b> de {x}"),  # a word among words
        ("house<br>dog", "casa<br>perro"),
        ("un<b>like</b>ly", "<b>improbable</b>"),
        ("<b>inter</b>national", "<b>internacional</b>"),
    ],
)
def test_structure_is_kept(source: str, target: str) -> None:
    assert faults(source, target) == set()


@pytest.mark.parametrize(
    ("source", "target", "found"),
    [
        ("<td>house</td><td >dog</td>", "<td><td >casa perro</td></td>", {"<td >"}),  # another parent
        ("<b>New</b> <i>hot</i>", "<b></b> <i>Nuevo caliente</i>", {"<b>"}),  # emptied
        ("<b>!</b> Danger", "<b>Peligro</b> !", {"<b>"}),  # filled
        ("<b>street</b> house", "<b>4</b> casa", {"<b>"}),  # its words became a number
        ("<b>Warning</b> building", "<b>Aviso edificio</b>", {"<b>"}),  # the text's own words went in
        ("大狗红色房子<b>朋友</b>", "<b>房子红色狗大朋友</b>", {"<b>"}),  # no half of a word in such scripts
        ("דלת <b>של?</b>", "<b>של? דלת</b>", {"<b>"}),  # words of three letters, without vowels
        ("<b>Warning</b> <i>building</i>", "Aviso <b>x</b> edificio <i>y</i>", {"<b>", "<i>"}),
        ("<p><b>Warning</b> building</p>", "<p><b>Aviso edificio</b></p>", {"<b>"}),
        ("house <br> dog", "casa perro <br>", {"<br>"}),  # at the end now
        ("<b>house<br></b> dog", "<b>casa</b> perro<br>", {"<br>"}),
        ("<b>{x}</b> house", "<b></b>{x} casa", {"<b>", "{x}"}),
        ("<b>{x}</b> house", "<b>{x} de</b> casa", {"<b>"}),  # nothing but a placeholder, and words now
        ("<b>Price:</b> <br>.", "<b>Precio</b> el: <br>.", {"<b>", "<br>"}),  # all words are in one element
        (
            "one <x/> two <y/> three",
            "uno <y/> dos <x/> tres",
            {"<x/>", "<y/>"},
        ),  # the end before its beginning
    ],
)
def test_what_moved_is_found(source: str, target: str, found: set[str]) -> None:
    assert faults(source, target) == found


def test_a_pair_that_swallowed_a_sentence_is_found() -> None:
    source = read("He said that <b>my</b> big red house is here")
    swallowed = read("Dijo <b>que mi casa roja grande es aquí y</b> ya")
    assert find_disproportions(source, swallowed, STRUCTURE) == {"<b>"}
    right = read("Dijo que <b>mi</b> casa roja grande es aquí")
    assert find_disproportions(source, right, STRUCTURE) == frozenset()


def test_marks_are_not_elements() -> None:
    mark = Code(id="t", kind=CodeKind.OPEN, type="mark", data="")
    end = Code(id="t", kind=CodeKind.CLOSE, type="mark", data="")
    source = (mark, Text(text="house"), end, Text(text=" building"))
    target = (Text(text="casa edificio"), mark, end)
    vocabulary = Vocabulary(words=frozenset(), marks=frozenset({"mark"}))
    assert find_faults(source, target, vocabulary) == frozenset()


@pytest.mark.parametrize(
    ("source", "target", "parted"),
    [
        ("The <b>house</b> is", "La<b>casa</b>es", "La <b>casa</b> es"),
        ("the <b>big</b> <i>dog</i>", "el <i>perro</i><b>grande</b>", "el <i>perro</i> <b>grande</b>"),
        ("see {x} now", "ver{x}ahora", "ver {x} ahora"),
        ("see {x}s", "ver {x}s", "ver {x}s"),  # touched before
        ("of {x}", "{x}n", "{x}n"),  # an ending in the other language
        ("house {x}", "{x}casas", "{x} casas"),
        ("<b>Open</b> {x}", "{x}<b>abrir</b>", "{x} <b>abrir</b>"),
        ("{x}<b>s</b> open", "{x}<b>n</b> auki", "{x}<b>n</b> auki"),
        ("un<b>like</b>ly", "im<b>prob</b>able", "im<b>prob</b>able"),
        ("red <b>car</b>", "赤い<b>車</b>", "赤い<b>車</b>"),  # no blanks between words
        ("house<br>dog", "casa<br>perro", "casa<br>perro"),
        ("The <b>house</b>.", "La<b>casa</b>.", "La <b>casa</b>."),
        ("see <img> now", "ver<img>ahora", "ver <img> ahora"),
        ("see<img>now", "ver<img>ahora", "ver<img>ahora"),
        ("{a} {b} c", "{b}{a} c", "{b} {a} c"),
        ("<i>{a}</i><b>{b}</b> city", "<i>{a}</i>ciudad <b>{b}</b>", "<i>{a}</i> ciudad <b>{b}</b>"),
        ("<i>my dog</i><b>open</b>", "<i>perro</i> mi<b>abrir</b>", "<i>perro</i> mi <b>abrir</b>"),
        ("{a}. The dog", "{a}el perro.", "{a} el perro."),
        ("dog %s", "%sel perro", "%s el perro"),
        ("%d<b>big dog</b>", "<b>perro</b> %dgrande", "<b>perro</b> %d grande"),
        ("<li>{a}</li><p>{b}dog</p>", "<li>{a}</li><p>perro {b}</p>", "<li>{a}</li><p>perro {b}</p>"),
    ],
)
def test_glued_words_are_parted(source: str, target: str, parted: str) -> None:
    assert render(part_words(read(source), read(target))) == parted


@pytest.mark.slow
def test_it_takes_linear_time() -> None:
    """Deep nesting costs no more than its length: processor time of four times as much is not sixteen."""

    def cost(depth: int) -> float:
        segment = parse(
            "".join(f"<a{n}>word " for n in range(depth))
            + "".join(f"</a{n}>" for n in reversed(range(depth)))
        )
        return least_processor_time(
            lambda: (find_faults(segment, segment, STRUCTURE), part_words(segment, segment))
        )

    assert cost(8_000) < 10 * max(cost(2_000), 0.005)
