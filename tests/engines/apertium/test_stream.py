"""What is written into a pipeline, and how its answers are read. No pipeline runs here."""

from __future__ import annotations

import pytest

from dragoman.engines.apertium.answers import read_answer
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
def test_characters_that_are_no_text_are_refused(character: str) -> None:
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


def test_words_that_come_together_are_told_apart() -> None:
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


def test_superblanks_stand_for_what_they_were() -> None:
    segment = (text("Hi  there\n\nyou "), alone("x"), text("!"))
    assert answered(segment, "Hola[b0]ahí.[p1]tú [b2]!.") == "Hola  ahí\n\ntú {x}!"


def test_nothing_is_lost_or_doubled_whatever_the_pipeline_does() -> None:
    segment = (alone("x"), text(" a "), opening("b"), text("b"), closing("b"), alone("y"))
    assert answered(segment, "a[b0] [b0][b7][[t:c:9]]c[[/]].") == "a{x} c<b></b>"


def test_a_users_own_marks_are_text() -> None:
    users = "[b0] [[t:c:0]]x[[/]] .[e1] \\"
    sent = write_segment((text(users),))
    assert render(read_answer(sent, sent.payload, (text(users),))) == users
