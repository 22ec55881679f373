"""The rungs of the ladder (T4, T6): the places of codes, and the rung that is reported."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from dragoman.segments import Segment, Text, normalise, plain_text, render
from dragoman.segments.structure import find_faults
from dragoman.translation.codes.inserting import insert_codes, without_codes, without_formatting
from dragoman.translation.codes.restoring import translate_units
from dragoman.translation.engine_output.joined_words import find_unknown
from dragoman.translation.engine_output.validation import UnitAnswer
from dragoman.translation.model import CodesMethod, IssueCode, LanguagePair
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect
from dragoman.translation.splitting.text_runs import STRUCTURE
from tests.translation.hostile import ChangingEngine, drops_all, one_word

WORDS = {
    "the": "la",
    "red": "roja",
    "house": "casa",
    "is": "es",
    "big": "grande",
    "save": "guardar",
    "of": "de",
}
LANGUAGES = LanguagePair("en", "es")


def translate(text: str) -> str:
    """Word by word, adjectives behind their nouns: what a simple engine does."""
    return " ".join(
        WORDS.get(word.lower(), word) for word in text.replace("red house", "house red").split(" ")
    )


def read(text: str) -> Segment:
    return protect(parse(text))


class Answers:
    """An engine that changes its answers: the first batch by `first`, what is asked again by `later`."""

    def __init__(self, first: Segment, later: str = "") -> None:
        self.first, self.later = first, later
        self.batches: list[list[str]] = []

    async def __call__(self, batch: Sequence[Segment]) -> Sequence[Segment]:
        self.batches.append([render(segment) for segment in batch])
        if len(self.batches) == 1:
            return [self.first for _ in batch]
        return [(Text(text=self.later or translate(plain_text(segment))),) for segment in batch]


async def climb(source: str, answers: Answers) -> tuple[str, CodesMethod, tuple[IssueCode, ...]]:
    [outcome] = await translate_units([read(source)], LANGUAGES, answers)
    return render(outcome.target), outcome.codes, outcome.issues


async def test_engine_that_keeps_codes_is_asked_once() -> None:
    answers = Answers(read("La casa <b>roja</b>"))
    assert await climb("The <b>red</b> house", answers) == ("La casa <b>roja</b>", CodesMethod.ENGINE, ())
    assert len(answers.batches) == 1


async def test_crossed_tags_are_nested_anew() -> None:
    source = read("<b>The <i>red</i></b> house")
    bold, the, italic, red, italic_end, bold_end, house = source
    answers = Answers((bold, the, italic, red, bold_end, italic_end, house))
    [outcome] = await translate_units([source], LANGUAGES, answers)
    assert render(outcome.target) == "<b>The <i>red</i></b> house"
    assert outcome.issues == (IssueCode.CODES_REPAIRED,)


async def test_lost_tags_are_put_back_around_their_words() -> None:
    answers = Answers((Text(text="La casa roja es grande"),))
    assert await climb("The <b>red</b> house is <i>big</i>", answers) == (
        "La casa <b>roja</b> es <i>grande</i>",
        CodesMethod.PIECES,
        (IssueCode.CODES_PLACED_BY_PIECES,),
    )
    assert answers.batches[1] == ["The red house is big", "The", "red", "house is", "big"]


async def test_lost_tags_whose_words_are_not_found_part_the_text() -> None:
    answers = Answers((Text(text="x"),), later="uno dos tres")
    assert await climb("One two <b>three</b> four", answers) == (
        "Uno dos tres <b>uno dos tres</b> uno dos tres",
        CodesMethod.PARTS,
        (IssueCode.TRANSLATED_IN_PARTS,),
    )
    assert len(answers.batches) == 2


async def test_codes_keep_their_places_where_every_answer_is_one_word() -> None:
    answers = Answers((Text(text="x"),), later="Einkaufswagen")
    assert await climb("Your <b>cart</b> {x} here", answers) == (
        "Einkaufswagen <b>einkaufswagen</b> {x} einkaufswagen",
        CodesMethod.PARTS,
        (IssueCode.TRANSLATED_IN_PARTS,),
    )


@pytest.mark.parametrize(
    "answer",
    [
        "La casa <b></b>roja",  # a pair that held words is empty
        "<b>La casa roja</b>",  # all words of the text went into it
        "La <b>casa <i>roja</i></b>",
    ],
)
async def test_an_answer_with_another_structure_is_not_taken(answer: str) -> None:
    source = "Building <b>the</b> <i>house</i>" if "<i>" in answer else "Building <b>the</b>"
    target, method, issues = await climb(source, Answers(read(answer)))
    assert method in {CodesMethod.PIECES, CodesMethod.PARTS}
    assert issues
    assert find_faults(read(source), read(target), STRUCTURE) == frozenset()


async def test_words_of_a_torn_pair_are_translated_apart() -> None:
    """An engine that knows its words reports a pair in two places; no other words are put inside it."""
    answers = Answers(read("<b>La</b> casa <b>roja</b>"))
    bold, _, bold_end = read("<b>x</b>")
    torn = (bold, Text(text="Los"), bold_end, Text(text=" perros "), bold, Text(text="grandes"), bold_end)
    answers = Answers(torn, later="")
    assert await climb("<b>The big</b> house", answers) == (
        "<b>La grande</b> casa",
        CodesMethod.PIECES,
        (IssueCode.CODES_PLACED_BY_PIECES,),
    )


async def test_words_that_were_glued_get_their_blank_back() -> None:
    answers = Answers(read("La<b>casa</b>roja"))
    assert (await climb("The <b>house</b> red", answers))[0] == "La <b>casa</b> roja"


async def test_a_word_across_tags_that_an_engine_does_not_know_is_two() -> None:
    answers = Answers(read("<i>bighouse</i>"))
    assert (await climb("<i>big</i>house", answers))[0] == "<i>grande</i>casa"


@pytest.mark.parametrize(
    ("source", "answer", "is_unknown"),
    [
        ("<a>términos</a>y la", "<a>términosy</a> la", True),
        ("y<a>política</a>", "<a>ypolítica</a>", True),
        ("puerta<a>y abrir</a>", "<a>puertay obrir</a>", True),
        ("<b>dog</b>s", "<b>perros</b>", False),
        ("<b>W</b>arning", "<b>Warning</b>", False),  # a large first letter
        ("<b>x</b>y", "<b>xy</b>", False),
        ("big red<sup>1</sup>", "grande <sup>red1</sup>", True),
        ("red<sup>1</sup> house", "casa <sup>roja1</sup>", True),
        ("<b>50</b>years old", "<b>50años</b> viejo", True),
        ("<b>50</b>years old", "<b>50</b>años viejo", False),
        ("H<sub>2</sub>O", "H<sub>2</sub>O", False),
        ("H<sub>2</sub>O", "H<sub>2O</sub>", True),
        ("CO<sub>2</sub>", "CO<sub>2</sub>", False),
        ("A4<b>paper</b>", "papel<b>A4</b>", False),
        ("<b>un</b>like<i>ly</i> x", "<b>unlikely</b> <i>x</i>", True),
    ],
)
def test_words_that_an_engine_did_not_know_as_one(source: str, answer: str, is_unknown: bool) -> None:
    assert bool(find_unknown(read(source), read(answer))) is is_unknown


async def test_invented_codes_are_dropped() -> None:
    answers = Answers(read("<i>La</i> {x} <b>casa</b>"))
    source = "The <b>house</b>"
    target, method, _ = await climb(source, answers)
    assert (target, method) == ("La <b>casa</b>", CodesMethod.PIECES)


@pytest.mark.parametrize(
    ("first", "issue"),
    [
        ("", IssueCode.TRANSLATION_EMPTY),
        ("12:", IssueCode.TRANSLATION_EMPTY),
        ("la " * 200, IssueCode.TRANSLATION_TOO_LONG),
    ],
)
async def test_unusable_text_is_asked_for_again_and_then_left(first: str, issue: IssueCode) -> None:
    broken = normalise([Text(text=first)])
    [outcome] = await translate_units([read("The house")], LANGUAGES, Answers(broken))
    assert outcome == UnitAnswer(target=(Text(text="La casa"),), codes=CodesMethod.NONE)

    async def always(batch: Sequence[Segment]) -> Sequence[Segment]:
        return [broken for _ in batch]

    source = read("It’s <b>red</b>")
    [outcome] = await translate_units([source], LANGUAGES, always)
    assert outcome == UnitAnswer(target=source, codes=CodesMethod.NONE, issues=(issue,), failed=True)


async def test_all_broken_units_are_asked_for_in_one_batch() -> None:
    engine = ChangingEngine(change=drops_all)
    units = [read(f"The <b>red</b> house {number} here") for number in range(20)]

    async def ask(batch: Sequence[Segment]) -> Sequence[Segment]:
        return await engine.translate(batch, engine.pairs()[0])

    await translate_units(units, LANGUAGES, ask)
    assert len(engine.sent) == 2


@pytest.mark.parametrize(
    ("source", "base", "translated", "target"),
    [
        ("a {x} b", "A B", {"a": "A", "b": "B"}, "A {x} B"),
        ("a{x} b", "A B", {"a": "A", "b": "B"}, "A{x} B"),
        ("a {x}, b", "A, B", {"a": "A", "b": "B"}, "A {x}, B"),
        ("one\ttwo.", "ONE TWO.", {"one": "ONE", "two": "TWO"}, "ONE\t TWO."),
        ("a <b>b</b> a", "A B A", {"a": "A", "b": "B"}, "A <b>B</b> A"),
        ("an <b>a</b> x", "AN A X", {"an": "AN", "a": "A", "x": "X"}, "AN <b>A</b> X"),
        ("red <b>car</b>", "赤い車", {"red": "赤い", "car": "車"}, "赤い<b>車</b>"),
        ("<b>app</b> house", "APP家", {"app": "APP", "house": "家"}, "<b>APP</b>家"),
        ("<b>5</b> red cars", "Cars, red: 5", {"red cars": "red"}, "Cars, red: <b>5</b>"),
        ("<b>Size:</b> big", "TALLA: GRAN", {"Size": "TALLA", "big": "GRAN"}, "<b>TALLA:</b> GRAN"),
        ("<b>Size:</b> big", "TAILLE : GR", {"Size": "TAILLE", "big": "GR"}, "<b>TAILLE :</b> GR"),
    ],
)  # fmt: skip
def test_places(source: str, base: str, translated: dict[str, str], target: str) -> None:
    placed = insert_codes(read(source), (Text(text=base),), translated)
    assert placed is not None
    assert render(placed) == target


def test_codes_have_no_place_beside_what_is_not_found() -> None:
    assert insert_codes(read("a {x} b"), (Text(text="A B"),), {"a": "A", "b": "C"}) is None
    assert insert_codes(read("a {x} b"), (Text(text="B A"),), {"a": "A", "b": "B"}) is None
    assert insert_codes(read("a <b>b</b>"), (Text(text="A B"),), {"a": "A", "b": "C"}) is None
    between = {"b": "B", "d": "D", "c": "C"}
    assert insert_codes(read("<b>b <i>d</i></b> c"), (Text(text="B C D"),), between) is None


def test_no_mark_leaves_its_element() -> None:
    translated = {"Size": "TALLA", "big": "GRAN"}
    assert insert_codes(read("<b>Size:</b> big"), (Text(text="TALLA GRAN:"),), translated) is None


def test_texts_between_elements_keep_their_order() -> None:
    source = read("<b>Size</b> big <b>Color</b> red")
    translated = {"Size": "S", "big": "B", "Color": "C", "red": "R"}
    assert insert_codes(source, (Text(text="S R C B"),), translated) is None
    assert insert_codes(source, (Text(text="S B C R"),), translated) is not None


def test_simpler_forms_have_no_holes() -> None:
    source = read("See <b>the</b> <br> {x} file\tnow <i></i>.")
    assert render(without_formatting(source)) == "See the {x} filenow ."
    assert render(without_codes(source)) == "See the filenow ."


async def test_thai_has_no_word_boundary_to_guess() -> None:
    engine = ChangingEngine(change=one_word)

    async def ask(batch: Sequence[Segment]) -> Sequence[Segment]:
        return await engine.translate(batch, engine.pairs()[0])

    [outcome] = await translate_units([read("The <b>red</b> house")], LanguagePair("en", "th"), ask)
    assert render(outcome.target) == "ผลลัพธ์ <b>ผลลัพธ์</b> ผลลัพธ์"
