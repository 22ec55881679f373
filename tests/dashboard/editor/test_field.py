"""W4: The field of a target: codes are chips that nobody loses by accident, and steps can be undone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dashboard.editor.field_page import FieldPage

SOURCE = "See <1>Connecting</1> and <2/>."
TARGET = "Siehe <1>Anschluss</1> und <2/>."
RIGHT_TO_LEFT = "שלום <1>עולם</1><2/> טוב"


def test_the_field_says_what_it_is(field: FieldPage) -> None:
    field.open(RIGHT_TO_LEFT, RIGHT_TO_LEFT, "rtl", "he")
    element = field.page.locator(".edit")
    for name, value in {
        "contenteditable": "plaintext-only",
        "role": "textbox",
        "aria-multiline": "true",
        "lang": "he",
        "dir": "rtl",
    }.items():
        assert element.get_attribute(name) == value
    field.destroy()
    assert element.get_attribute("contenteditable") is None
    assert field.page.locator("[aria-live]").count() == 0


def test_typing_is_where_the_caret_is_beside_chips_too(field: FieldPage) -> None:
    source = "<1></1><2/>"
    for place, target in enumerate(("x<1></1><2/>", "<1>x</1><2/>", "<1></1>x<2/>", "<1></1><2/>x")):
        field.open(source, source)
        field.select(place)
        assert field.type("x")["value"] == target
        assert field.type("y")["value"] == target.replace("x", "xy")


def test_the_first_press_picks_a_chip_and_the_second_takes_its_pair_out(field: FieldPage) -> None:
    field.open(SOURCE, TARGET)
    field.select(17)  # behind `</1>`
    picked = field.press("Backspace")
    assert picked["value"] == TARGET
    assert picked["picked"] == ["<1>", "</1>"]
    assert picked["said"] == "Code 1 is selected. Press again to take it out."
    taken = field.press("Backspace")
    assert taken["value"] == "Siehe Anschluss und <2/>."
    assert taken["said"] == "Code 1 was taken out."
    assert taken["focus"] == 15
    assert field.press("Control+z")["value"] == TARGET
    assert field.state()["focus"] == 17


@pytest.mark.parametrize("key", ["ArrowLeft", "Escape", "a"])
def test_a_picked_chip_stays_if_something_else_is_done(field: FieldPage, key: str) -> None:
    field.open(SOURCE, TARGET)
    field.select(17)
    field.press("Backspace")
    after = field.press(key)
    assert after["picked"] == []
    assert "<1>" in after["value"]
    assert "</1>" in after["value"]
    assert after["said"] == ""


def test_a_click_picks_a_chip(field: FieldPage) -> None:
    field.open(SOURCE, TARGET)
    field.page.mouse.click(*field.middleOf("<2/>"))
    assert field.state()["picked"] == ["<2/>"]
    assert field.press("Delete")["value"] == "Siehe <1>Anschluss</1> und ."


def test_what_is_typed_over_keeps_its_codes(field: FieldPage) -> None:
    field.open(SOURCE, TARGET)
    assert field.press("Control+a", "x", "y")["value"] == "xy<1></1><2/>"
    field.setValue(TARGET)
    field.select(6, 17)
    assert field.type("Text")["value"] == "Siehe <1>Text</1> und <2/>."


def test_a_selection_with_codes_is_deleted_by_two_presses(field: FieldPage) -> None:
    field.open(SOURCE, TARGET)
    picked = field.press("Control+a", "Delete")
    assert picked["value"] == TARGET
    assert picked["picked"] == ["<1>", "</1>", "<2/>"]
    assert picked["said"] == "Codes are selected. Press again to take them out."
    assert field.press("Delete")["value"] == ""
    assert field.press("Control+z")["value"] == TARGET


def test_deleting_a_selection_takes_the_other_halves_too(field: FieldPage) -> None:
    field.open(SOURCE, TARGET)
    field.select(4, 9)
    assert field.press("Delete", "Delete")["value"] == "Siehschluss und <2/>."


def test_an_input_method_composes_between_codes_and_over_them(field: FieldPage) -> None:
    field.open("<1></1>", "<1></1>")
    field.select(1)
    assert field.compose("に", "にほ", "日本")["value"] == "<1>日本</1>"
    field.press("Control+a")
    assert field.compose("か", "漢")["value"] == "<1>漢</1>"
    assert field.press("Control+z")["value"] == "<1>日本</1>"
    assert field.compose("か", "漢", commit=False)["value"] == "<1></1>"


def test_the_value_is_valid_while_composing(field: FieldPage) -> None:
    field.open("<1></1><2/>", "a<1>b</1>c")
    field.press("Control+a")
    field.cdp.send("Input.imeSetComposition", {"text": "に", "selectionStart": 1, "selectionEnd": 1})
    assert field.value == "に<1></1>"
    assert field.insertNextMissing()["value"] == "に<2/><1></1>"
    assert field.undo()["value"] == "に<1></1>"
    assert field.undo()["value"] == "a<1>b</1>c"


def test_marks_behind_a_composition_are_kept(field: FieldPage) -> None:
    # Chromium deletes the next letter with its marks from a plain text area.
    field.open("", "מِé")
    field.select(0)
    assert field.compose("क", "क्", "क्ष")["value"] == "क्षמِé"


def test_a_letter_is_written_before_a_mark_that_was_cut_off(field: FieldPage) -> None:
    # Chromium writes it behind the next letter.
    field.open("", "d\u094dष")
    field.select(2)
    assert field.type("ש")["value"] == "d\u094dשष"


def test_a_spell_checker_replaces_its_word_only(field: FieldPage) -> None:
    field.open(SOURCE, TARGET)
    event: dict[str, Any] = {"type": "insertReplacementText", "plain": "Sehe", "range": [0, 5]}
    assert field.input(event)["value"] == "Sehe <1>Anschluss</1> und <2/>."
    field.input({"type": "insertReplacementText", "data": "Text", "range": [4, 16]})
    assert field.value == "SeheText<1></1> und <2/>."


@pytest.mark.parametrize(
    "kind", ["formatBold", "insertParagraph", "insertFromDrop", "deleteByDrag", "unknown"]
)
def test_what_is_not_known_does_nothing(field: FieldPage, kind: str) -> None:
    field.open(SOURCE, TARGET)
    after = field.input({"type": kind, "data": "x"})
    assert after["isPrevented"]
    assert after["value"] == TARGET


def test_undo_and_redo_of_the_browser_are_the_fields(field: FieldPage) -> None:
    field.open(SOURCE, TARGET)
    field.type("x")
    assert field.input({"type": "historyUndo"})["value"] == TARGET
    assert field.input({"type": "historyRedo"})["value"] == f"{TARGET}x"


def test_words_are_steps_of_undo(field: FieldPage) -> None:
    field.open("", "")
    field.type("one two three")
    assert [field.press("Control+z")["value"] for _ in range(4)] == ["one two ", "one ", "", ""]
    assert [field.press("Control+Shift+z")["value"] for _ in range(3)] == [
        "one ",
        "one two ",
        "one two three",
    ]


def test_two_hundred_steps_can_be_undone(field: FieldPage) -> None:
    field.open("", "")
    for step in range(210):
        field.insertText(f"{step} ")
    for _ in range(220):
        field.undo()
    assert field.value == "".join(f"{step} " for step in range(10))


def test_a_text_that_is_put_in_is_one_step_and_the_caret_stays_at_its_words(field: FieldPage) -> None:
    field.open(SOURCE, "Siehe  <1>Anschluss</1>.")
    field.select(10)
    put = field.setValue("Siehe <1>Anschluss</1>.")
    assert put["focus"] == 9
    assert put["changes"] == 1
    assert field.undo()["value"] == "Siehe  <1>Anschluss</1>."
    assert field.state()["focus"] == 10


def test_another_text_is_shown_without_steps(field: FieldPage) -> None:
    field.open(SOURCE, TARGET)
    field.type("x")
    assert field.reset("<2/>")["changes"] == 1
    assert field.undo()["value"] == "<2/>"


def test_codes_of_others_do_not_come_in(field: FieldPage) -> None:
    assert field.open(SOURCE, "<1>a<7/></2>")["value"] == "a"
    assert field.setValue("<2/><2/><1>")["value"] == "<2/>"


def test_missing_codes_are_inserted_in_order_with_their_pairs(field: FieldPage) -> None:
    source = "<1>a</1> <2><3/></2>"
    field.open(source, "")
    assert field.insertNextMissing()["value"] == "<1></1>"
    assert field.type("x")["value"] == "<1>x</1>"
    assert field.insertNextMissing()["value"] == "<1>x</1><2></2>"
    assert field.insertNextMissing()["value"] == "<1>x</1><2><3/></2>"
    assert field.insertNextMissing()["changes"] == 4


def test_a_pair_is_inserted_around_what_is_selected(field: FieldPage) -> None:
    field.open(SOURCE, "Siehe Anschluss.")
    field.select(6, 15)
    assert field.insertCode("</1>")["value"] == "Siehe <1>Anschluss</1>."
    assert field.state()["focus"] == 17


def test_text_is_inserted_where_the_caret_was(field: FieldPage) -> None:
    field.open(SOURCE, TARGET)
    field.select(5)
    field.page.locator("#elsewhere").focus()
    after = field.insertText(" <1>")
    assert after["value"] == "Siehe &lt;1> <1>Anschluss</1> und <2/>."
    assert after["hasFocus"]
    assert after["focus"] == 9


def test_line_breaks_need_the_shift_key(field: FieldPage) -> None:
    field.open("<1/>", "a<1/>")
    field.select(1)
    assert field.press("Enter")["value"] == "a<1/>"
    assert field.press("Shift+Enter", "b", "Shift+Enter", "c")["value"] == "a\nb\nc<1/>"
    assert field.press("End", "Shift+Enter", "Shift+Enter", "d")["value"] == "a\nb\nc<1/>\n\nd"


def test_zero_width_spaces_of_a_text_stay(field: FieldPage) -> None:
    tagged = "\u200b<1/>\u200b\u200b<2/>a\u200bb"
    field.open("<1/><2/>", tagged)
    assert field.press("Control+a", "ArrowLeft", "x")["value"] == f"x{tagged}"
    assert field.press("Control+z", "Control+End", "y")["value"] == f"{tagged}y"
    field.select(1)
    assert field.press("Backspace")["value"] == "<1/>\u200b\u200b<2/>a\u200bby"
