"""What is written into a pipeline, and how its answers are read. No pipeline runs here."""

from __future__ import annotations

import pytest

from dragoman.engines.apertium.output_parsing import read_answer
from dragoman.engines.apertium.stream import write_segment
from dragoman.engines.engine import EngineRejected
from dragoman.segments import Code, CodeKind, Segment, Text, render


def text(characters: str) -> Text:
    return Text(text=characters)


def opening(identity: str) -> Code:
    return Code(id=identity, kind=CodeKind.OPEN, type="tag", data=f"<{identity}>")


def closing(identity: str) -> Code:
    return Code(id=identity, kind=CodeKind.CLOSE, type="tag", data=f"</{identity}>")


def alone(identity: str) -> Code:
    return Code(id=identity, kind=CodeKind.STANDALONE, type="placeholder", data=f"{{{identity}}}")


def written(*segment: Text | Code) -> str:
    sent = write_segment(segment)
    assert sent.payload.endswith(b"." + sent.marker)
    return sent.payload.removesuffix(sent.marker).decode()


def answered(segment: Segment, answer: str) -> str:
    sent = write_segment(segment)
    return render(read_answer(sent, answer.encode() + sent.marker, segment))


def test_plain_text_gets_a_sentence_end_and_its_number() -> None:
    assert written(text("Hello world")) == "Hello world."


def test_every_special_character_is_escaped() -> None:
    assert written(text("[]{}^$/\\@<>*#+_")) == "\\[\\]\\{\\}\\^\\$\\/\\\\\\@\\<\\>*#+_."


def test_white_space_and_tildes_travel_as_numbers() -> None:
    assert written(text("a  b\tc ~ d\uffffe f")) == "a[b0]b[b1]c[b2]d[b3]e f."


def test_a_blank_line_ends_a_sentence() -> None:
    assert written(text("Title\n\nText\nmore")) == "Title.[p0]Text[b1]more."


def test_pairs_are_word_bound_blanks_and_lone_codes_superblanks() -> None:
    segment = (
        text("the "),
        opening("b"),
        text("blue "),
        opening("i"),
        text("car"),
        closing("i"),
        closing("b"),
        alone("x"),
    )
    assert written(*segment) == "[[t:c:0]]the[[/]] [[t:c:1]]blue[[/]] [[t:c:2]]car[[/]][b0]."


def test_a_tag_inside_a_word_takes_the_whole_word() -> None:
    assert (
        written(text("un"), opening("b"), text("believ"), closing("b"), text("able"))
        == "[[t:c:0]]unbelievable[[/]]."
    )
    assert (
        written(opening("b"), text("John"), closing("b"), text("'s house"))
        == "[[t:c:0]]John's[[/]] [[t:c:1]]house[[/]]."
    )
    assert (
        written(text("l'"), opening("b"), text("eau"), closing("b")) == "[[t:c:0]]l'[[/]][[t:c:1]]eau[[/]]."
    )


def test_pairs_around_no_word_keep_their_place() -> None:
    assert (
        written(text("a"), opening("b"), closing("b"), text(" b"), opening("i"), text(" ©"), closing("i"))
        == "[[t:c:0]]a[[/]][b0] [[t:c:1]]b[[/]][b1]."
    )


@pytest.mark.parametrize("character", ["\0", "\ud800"])
def test_characters_that_are_not_text_are_refused(character: str) -> None:
    with pytest.raises(EngineRejected):
        write_segment((text(f"a{character}"),))


def test_an_answer_loses_what_was_added_and_nothing_else() -> None:
    assert answered((text("x"),), "Hola\\. \\[Mundo\\].") == "Hola. [Mundo]"


def test_pairs_follow_their_words() -> None:
    segment = (
        opening("b"),
        text("blue"),
        closing("b"),
        text(" "),
        opening("i"),
        text("button"),
        closing("i"),
    )
    assert answered(segment, "[[t:c:1]]botón[[/]] [[t:c:0]]azul[[/]].") == "<i>botón</i> <b>azul</b>"


def test_a_pair_grows_over_all_its_words() -> None:
    segment = (text("the "), opening("b"), text("blue button"), closing("b"))
    assert (
        answered(segment, "[[t:c:0]]el[[/]] [[t:c:1]]botón[[/]] [[t:c:1; t:c:1]]azul[[/]].")
        == "el <b>botón azul</b>"
    )


def test_what_is_added_between_words_of_a_pair_is_inside_it() -> None:
    segment = (opening("b"), text("paper jam"), closing("b"), text(" found"))
    assert (
        answered(segment, "[[t:c:0]]Atasco[[/]] de [[t:c:0]]papel[[/]] se [[t:c:1]]encontró[[/]].")
        == "<b>Atasco de papel</b> se encontró"
    )


def test_words_that_come_together_are_distinguished() -> None:
    segment = (text("los libros de la "), opening("b"), text("casa"), closing("b"))
    assert (
        answered(segment, "[[t:c:0; t:c:0]]els llibres[[/]] [[t:c:0; t:c:0; t:c:1]]de la casa[[/]].")
        == "els llibres de la <b>casa</b>"
    )


def test_a_word_of_several_is_in_the_pair_that_has_no_other() -> None:
    segment = (text("of "), opening("b"), text("the"), closing("b"), text(" house"))
    assert answered(segment, "[[t:c:0; t:c:1]]del[[/]] [[t:c:2]]casa[[/]].") == "<b>del</b> casa"


def test_a_pair_whose_words_were_torn_apart_is_there_twice() -> None:
    segment = (opening("b"), text("the big"), closing("b"), text(" dogs"))
    assert (
        answered(segment, "[[t:c:0]]los[[/]] [[t:c:1]]perros[[/]] [[t:c:0]]grandes[[/]].")
        == "<b>los</b> perros <b>grandes</b>"
    )


def test_a_code_between_other_words_than_before_is_left_out() -> None:
    segment = (text("red "), alone("x"), text(" house "), alone("y"), text(" now"))
    answer = "[[t:c:1]]casa[[/]] [b0] [[t:c:0]]roja[[/]] [b1] [[t:c:2]]ahora[[/]]."
    assert answered(segment, answer) == "casa  roja {y} ahora"


def test_words_that_touch_stay_two() -> None:
    touching = (opening("b"), text("Warning"), closing("b"), text("Do not"))
    assert written(*touching) == "[[t:c:0]]Warning[[/]][b0][[t:c:1]]Do not[[/]]."
    siblings = (opening("b"), text("big"), closing("b"), opening("i"), text("dog"), closing("i"))
    assert written(*siblings) == "[[t:c:0]]big[[/]][b0][[t:c:1]]dog[[/]]."


def test_superblanks_become_what_they_were() -> None:
    segment = (text("Hi  there\n\nyou "), alone("x"), text("!"))
    assert answered(segment, "Hola[b0]ahí.[p1]tú [b2]!.") == "Hola  ahí\n\ntú {x}!"


def test_nothing_is_lost_or_doubled_whatever_the_pipeline_does() -> None:
    segment = (alone("x"), text(" a "), opening("b"), text("b"), closing("b"), alone("y"))
    assert answered(segment, "a[b0] [b0][b7][[t:c:9]]c[[/]].") == "a{x} c<b></b>"


def test_a_users_own_marks_are_text() -> None:
    users = "[b0] [[t:c:0]]x[[/]] .[e1] \\"
    sent = write_segment((text(users),))
    assert render(read_answer(sent, sent.payload, (text(users),))) == users


def quantity(data: str) -> Code:
    return Code(id="n", kind=CodeKind.STANDALONE, type="number", data=data)


def test_numbers_with_units_are_words_to_apertium() -> None:
    segment = (text("plus de "), quantity("27\u00a0000 km/h"), text(" et"))
    assert written(*segment) == "[[t:c:0]]plus de[[/]] [[t:c:1]]27 000 km\\/h[[/]] [[t:c:2]]et[[/]]."
    answer = (
        "[[t:c:0]]més[[/]] [[t:c:0; t:c:1]]de 27[[/]] [[t:c:1]]000[[/]] [[t:c:1]]km[[/]]\\/[[t:c:1]]h[[/]] i."
    )
    assert answered(segment, answer) == "més de 27\u00a0000 km/h i"


@pytest.mark.parametrize(
    ("data", "answer"),
    [
        ("50%", "[[t:c:0]]es[[/]] [[t:c:1]]50[[/]]% [[t:c:2]]y[[/]]."),
        ("5 °C", "[[t:c:0]]es[[/]] [[t:c:1]]5[[/]] °[[t:c:1]]C[[/]] [[t:c:2]]y[[/]]."),
        ("-3 h", "[[t:c:0]]es[[/]] -[[t:c:1]]3[[/]] [[t:c:1]]h[[/]] [[t:c:2]]y[[/]]."),
    ],
)
def test_signs_of_a_number_are_part_of_it(data: str, answer: str) -> None:
    assert answered((text("is "), quantity(data), text(" and")), answer) == f"es {data} y"


def test_a_number_that_came_back_otherwise_is_not_a_code() -> None:
    segment = (text("A "), quantity("450 kg"), text(" bomb"))
    answer = "[[t:c:0]]Una[[/]] [[t:c:1]]450[[/]] [[t:c:2]]bomba[[/]] de [[t:c:1]]kg[[/]]."
    assert answered(segment, answer) == "Una 450 bomba de kg"


def test_a_code_before_which_two_texts_were_contracted_is_left_out() -> None:
    segment = (text("plus de "), alone("x"), text(" et vite"))
    answer = "[[t:c:0]]més[[/]] [[t:c:0; t:c:1]]d'i[[/]] [b0]  [[t:c:1]]ràpidament[[/]]."
    assert answered(segment, answer) == "més d'i   ràpidament"


def test_all_words_that_one_word_became_are_in_its_pair() -> None:
    segment = (text("She "), opening("b"), text("opened"), closing("b"), text(" the door of the house"))
    answer = "[[t:c:1]]Va[[/]] obrir [[t:c:2; t:c:2]]la porta[[/]] de [[t:c:2]]la casa[[/]]."
    assert answered(segment, answer) == "<b>Va obrir</b> la porta de la casa"


@pytest.mark.parametrize(
    ("inside", "answer", "wanted"),
    [
        ('"red house"', 'La "[[t:c:1]]casa[[/]] [[t:c:1]]roja[[/]]" es.', 'La <b>"casa roja"</b> es'),
        (
            "(house)",
            "[[t:c:0; t:c:1]]El ([[/]][[t:c:1]]casa[[/]][[t:c:1]])[[/]] es.",
            "El <b>(casa)</b> es",
        ),
        ("20 €", "[[t:c:0]]La[[/]] [[t:c:1]]20[[/]] €/es.", "La <b>20 €</b>/es"),
        ("house…", "[[t:c:0]]La[[/]] [[t:c:1]]casa[[/]]… es.", "La <b>casa…</b> es"),
    ],
)
def test_signs_at_the_ends_of_a_pair_stay_in_it(inside: str, answer: str, wanted: str) -> None:
    segment = (text("The "), opening("b"), text(inside), closing("b"), text(" is"))
    assert answered(segment, answer) == wanted


def test_words_that_apertium_glued_are_parted() -> None:
    segment = (opening("b"), text("24"), closing("b"), text("-hour service"))
    answer = "[[t:c:1]]servicio[[/]]de[[t:c:0]]24[[/]] [[t:c:1]]horas[[/]]."
    assert answered(segment, answer) == "servicio de <b>24</b> horas"
    weight = (opening("b"), text("5kg"), closing("b"))
    assert answered(weight, "[[t:c:0]]5[[/]][[t:c:0]]kg[[/]].") == "<b>5kg</b>"


def test_letters_and_digits_that_touch_across_a_tag_are_two_words() -> None:
    def touching(left: str, right: str) -> str:
        return written(text(left), opening("sup"), text(right), closing("sup"))

    assert touching("house", "1") == "[[t:c:0]]house[[/]][b0][[t:c:1]]1[[/]]."
    assert touching("50", "years") == "[[t:c:0]]50[[/]][b0][[t:c:1]]years[[/]]."
    assert touching("東京", "is") == "[[t:c:0]]東京[[/]][b0][[t:c:1]]is[[/]]."
    assert touching("1", "st") == "[[t:c:0]]1st[[/]]."
    assert touching("CO", "2") == "[[t:c:0]]CO2[[/]]."


def test_a_line_break_between_other_words_is_left_out() -> None:
    line_break = Code(id="n", kind=CodeKind.STANDALONE, type="break", data="\n")
    segment = (text("Big"), line_break, text("red house"))
    answer = "[[t:c:1]]Casa[[/]][b0][[t:c:1]]roja[[/]] [[t:c:0]]grande[[/]]."
    assert answered(segment, answer) == "Casaroja grande"
