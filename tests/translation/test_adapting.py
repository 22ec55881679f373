"""A memory's translation written into a segment that differs in codes, numbers, capitals or marks; pure."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.segments import Code, Segment, codes, keeps_codes, plain_text, render
from dragoman.translation.memory.adapting import adapt, is_sound
from dragoman.translation.model import LanguagePair
from tests.translation.assets import read, unit

_PAIR = LanguagePair("en", "es")


def adapted(text: str, source: str, target: str, *, hint: str | None = None) -> str | None:
    query = read(text)
    found = adapt(query, unit(source, target), languages=_PAIR, hint=None if hint is None else read(hint))
    if found is None:
        return None
    assert is_sound(query, found.target)
    return render(found.target)


@pytest.mark.parametrize(
    ("text", "source", "target", "wanted"),
    [
        # Other codes at the same words.
        (
            "Click <1>here</1> or <2>there</2>, please.",
            "Click <b>here</b> or <i>there</i>, please.",
            "Pulse <b>aquí</b> o <i>allí</i>, por favor.",
            "Pulse <1>aquí</1> o <2>allí</2>, por favor.",
        ),
        # The memory's are in another order in its translation.
        (
            "The <a>red</a> <b>house</b> is big.",
            "The <i>red</i> <u>house</u> is big.",
            "La <u>casa</u> <i>roja</i> es grande.",
            "La <b>casa</b> <a>roja</a> es grande.",
        ),
        # Codes that the segment does not have.
        (
            "Press the red button now.",
            "Press the <b>red</b> button<br/> now.",
            "Pulse ya<br/> el botón <b>rojo</b>.",
            "Pulse ya el botón rojo.",
        ),
        # A line break that the text does not have, and which stood for a blank.
        (
            "First line. Second line.",
            "First line. <br/>Second line.",
            "Primera línea.<br/>Segunda línea.",
            "Primera línea. Segunda línea.",
        ),
        # A pair more around the same words, inside or outside.
        (
            "Click <1><b>here</b></1> now",
            "Click <b>here</b> now",
            "Pulse <b>aquí</b> ahora",
            "Pulse <1><b>aquí</b></1> ahora",
        ),
        # A pair more around what is written the same in both languages.
        ("Use <b>Windows</b> here", "Use Windows here", "Use Windows aquí", "Use <b>Windows</b> aquí"),
        ("Save <b>{count}</b> files", "Save {count} files", "Guarde {count}", "Guarde <b>{count}</b>"),
        # A pair more around a clause, and a code between two sentences.
        (
            "<b>Note:</b> do not open the box.",
            "Note: do not open the box.",
            "Nota: no abra la caja.",
            "<b>Nota:</b> no abra la caja.",
        ),
        (
            "First line. <br/> Second line.",
            "First line. Second line.",
            "Primera línea. Segunda línea.",
            "Primera línea. <br/> Segunda línea.",
        ),
        # A code more at an end.
        ("<img/> Red house", "Red house", "Casa roja", "<img/> Casa roja"),
        ("Red house <br/>", "Red house", "Casa roja", "Casa roja <br/>"),
        # Placeholders and numbers of the segment.
        (
            "Tray {1} is open",
            "Tray {0} is open",
            "La bandeja {0} está abierta",
            "La bandeja {1} está abierta",
        ),
        ("Write to a@x.org", "Write to b@y.com", "Escriba a b@y.com", "Escriba a a@x.org"),
        ("Page 4 of 12", "Page 3 of 10", "Página 3 de 10", "Página 4 de 12"),
        # Capitals and end marks of the segment.
        ("DO NOT OPEN", "Do not open", "No abra", "NO ABRA"),
        ("do not open the box", "Do not open the box", "No abra la caja", "no abra la caja"),
        ("Do not open the box", "Do not open the box.", "No abra la caja.", "No abra la caja"),
        ("Do not open the box:", "Do not open the box.", "No abra la caja.", "No abra la caja:"),
        ("Do not open the box.", "Do not open the box", "No abra la caja", "No abra la caja."),
    ],
)
def test_what_is_certain_is_adapted(text: str, source: str, target: str, wanted: str) -> None:
    assert adapted(text, source, target) == wanted


@pytest.mark.parametrize(
    ("text", "source", "target"),
    [
        # It is unknown which word is which.
        ("Press the <b>red</b> button.", "Press the red button.", "Pulse el botón rojo."),
        ("Click <img/> now", "Click now", "Pulse ahora"),
        # The same letters are other words in two languages.
        ("Send <b>a</b> letter", "Send a letter", "Mande a casa"),
        # Half a word.
        ("Red <b>house</b>s here", "Red houses here", "Casas rojas aquí"),
        # A number that is not there, or that became two.
        ("Page 4 of 12", "Page 3 of 10", "Página tres de 10"),
        ("Add 4 and 5", "Add 3 and 3", "Sume 3 y 3"),
        ("Save {a} and {b}", "Save {c}", "Guarde {c}"),
        # A number with another plural form beside it, or with separators that may be written otherwise.
        ("5 sheep are here", "1 sheep are here", "Aquí está 1 oveja"),
        ("Add 1.5 to it", "Add 3 to it", "Sume 3 a eso"),
        # Capitals that cannot be decided.
        ("Do not open the box", "DO NOT OPEN THE BOX", "NO ABRA LA CAJA"),
    ],
)
def test_what_is_not_certain_is_not_adapted(text: str, source: str, target: str) -> None:
    assert adapted(text, source, target) is None


@pytest.mark.parametrize(
    ("text", "source", "target", "hint", "wanted"),
    [
        (
            "Press the <b>red</b> button.",
            "Press the red button.",
            "Pulse el botón rojo.",
            "Presione el botón <b>rojo</b>.",
            "Pulse el botón <b>rojo</b>.",
        ),
        # Another word in the place of the engine's.
        (
            "Paper <b>jam</b> in tray {0}",
            "Paper jam in tray {0}",
            "Atasco de papel en la bandeja {0}",
            "<b>Mermelada</b> de papel en bandeja {0}",
            "<b>Atasco</b> de papel en la bandeja {0}",
        ),
        # Another form of the word, and another order.
        (
            "The <i>red</i> printers are big.",
            "The red printers are big.",
            "Las impresoras rojas son grandes.",
            "Los impresores <i>rojos</i> son grandes.",
            "Las impresoras <i>rojas</i> son grandes.",
        ),
        (
            "Click <img/> now",
            "Click now",
            "Pulse ahora",
            "Haga clic <img/> ahora",
            "Pulse <img/> ahora",
        ),
    ],
)
def test_an_engines_translation_tells_places(
    text: str, source: str, target: str, hint: str, wanted: str
) -> None:
    assert adapted(text, source, target) is None
    assert adapted(text, source, target, hint=hint) == wanted


@pytest.mark.parametrize(
    ("old", "new", "language", "taken"),
    [(3, 4, "pl", True), (3, 5, "pl", False), (22, 34, "pl", True), (2, 5, "es", True), (0, 1, "fr", True)],
)
def test_a_number_is_replaced_where_the_words_beside_it_stay(
    old: int, new: int, language: str, taken: bool
) -> None:
    found = adapt(
        read(f"You have {new} points"),
        unit(f"You have {old} points", f"Xyz {old} abc"),
        languages=LanguagePair("en", language),
    )
    assert (found is not None) == taken


def test_an_engines_translation_of_other_words_tells_nothing() -> None:
    text, source, target = "Press the <b>red</b> button.", "Press the red button.", "Pulse el botón rojo."
    assert adapted(text, source, target, hint="Xyz abc <b>def</b> ghi.") is None
    # Its words are there, and those in the pair became two words among others.
    assert adapted(text, source, target, hint="Pulse <b>muy</b> otro.") is None


_WORDS = ("red", "house", "{x}", "7", "Linux", "big", "and", "dog")
_TAGGED = st.lists(
    st.tuples(st.sampled_from(_WORDS), st.sampled_from(("", "b", "i", "br"))), min_size=1, max_size=8
)


def _write(words: list[tuple[str, str]]) -> str:
    return " ".join(
        word if not tag else f"{word} <br/>" if tag == "br" else f"<{tag}>{word}</{tag}>"
        for word, tag in words
    )


@given(words=_TAGGED, tags=_TAGGED, order=st.randoms(use_true_random=False))
def test_whatever_is_adapted_keeps_its_structure(
    words: list[tuple[str, str]], tags: list[tuple[str, str]], order: object
) -> None:
    """Every code comes back inside its parents, and the memory's words come back as they are."""
    plain = [word for word, _ in words]
    kept = [(word, tags[n % len(tags)][1]) for n, word in enumerate(plain)]
    moved = list(kept)
    order.shuffle(moved)  # type: ignore[attr-defined]
    memory = unit(_write(kept), _write(moved))
    query = read(_write(words))
    found = adapt(query, memory, languages=_PAIR, hint=query)
    if found is None:
        return
    assert is_sound(query, found.target)
    assert keeps_codes(query, found.target)
    wanted = sorted(render(_bare(memory.target)).split())
    assert sorted(render(_bare(found.target)).split()) == wanted
    assert not any("  " in part.text for part in found.target if not isinstance(part, Code))


def _bare(segment: Segment) -> Segment:
    return tuple(part for part in segment if not isinstance(part, Code) or part.type == "variable")


def test_the_same_codes_are_the_same_text() -> None:
    query = read("The <b>red</b> house has {x} doors")
    found = adapt(query, unit(render(query), "La casa <b>roja</b> tiene {x} puertas"), languages=_PAIR)
    assert found is not None
    assert list(codes(found.target)) == list(codes(query))
    assert plain_text(found.target) == "La casa roja tiene  puertas"
