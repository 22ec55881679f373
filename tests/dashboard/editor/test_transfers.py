"""W4: What is copied, pasted, dragged and dropped in the field of a target."""

from __future__ import annotations

from tests.dashboard.editor.field_page import FieldPage

SOURCE = "See <1>Connecting</1> and <2/>."
TARGET = "Siehe <1>Anschluss</1> und <2/>."


def drag(field: FieldPage, code: str, place: int) -> str:
    """Drag a chip to an offset."""
    mouse = field.page.mouse
    mouse.move(*field.middleOf(code))
    mouse.down()
    mouse.move(*field.pointOf(place), steps=3)
    mouse.up()
    return field.value


def test_a_chip_that_is_dragged_moves(field: FieldPage) -> None:
    field.open(SOURCE, TARGET)
    assert drag(field, "<2/>", 0) == "<2/>Siehe <1>Anschluss</1> und ."
    assert drag(field, "<1>", 1) == "<2/><1>Siehe Anschluss</1> und ."
    assert field.press("Control+z", "Control+z")["value"] == TARGET


def test_a_half_that_is_dragged_past_the_other_stays(field: FieldPage) -> None:
    field.open(SOURCE, TARGET)
    assert drag(field, "<1>", 20) == TARGET
    assert drag(field, "</1>", 2) == TARGET


def test_text_of_elsewhere_that_is_dropped_is_text(field: FieldPage) -> None:
    field.open(SOURCE, TARGET)
    other = field.page.locator("#elsewhere")
    other.fill("<2/>")
    other.select_text()
    box = other.bounding_box()
    assert box is not None
    mouse = field.page.mouse
    mouse.move(box["x"] + 15, box["y"] + 12)
    mouse.down()
    mouse.move(*field.pointOf(0), steps=3)
    mouse.up()
    assert field.value == f"&lt;2/>{TARGET}"


def test_selected_text_that_is_dragged_moves_with_its_codes(field: FieldPage) -> None:
    field.open(SOURCE, TARGET)
    field.select(6, 17)
    left, top = field.pointOf(8)
    mouse = field.page.mouse
    mouse.move(left + 3, top)
    mouse.down()
    mouse.move(*field.pointOf(0), steps=3)
    mouse.up()
    assert field.value == "<1>Anschluss</1>Siehe  und <2/>."


def test_copies_have_codes_here_and_plain_text_elsewhere(field: FieldPage) -> None:
    field.open(SOURCE, TARGET)
    field.select(4, 17)
    assert field.copied() == {"text/x-dragoman": "e <1>Anschluss</1>", "text/plain": "e Anschluss"}
    field.select(4, 10)  # a half of a pair is not copied
    assert field.copied() == {"text/x-dragoman": "e Ans", "text/plain": "e Ans"}


def test_what_is_cut_and_pasted_is_the_same(field: FieldPage) -> None:
    field.open(SOURCE, TARGET)
    field.select(3, 18)
    assert field.press("Control+x")["value"] == "Sieund <2/>."
    assert field.press("Control+v")["value"] == TARGET
    field.select(8, 20)
    assert field.press("Control+x")["value"] == "Siehe <1>A</1>d <2/>."


def test_pasted_codes_are_those_of_the_source_that_are_missing(field: FieldPage) -> None:
    field.open(SOURCE, "Siehe <2/>.")
    pasted = {"text/x-dragoman": "<1>a</1><2/><3>b</3>", "text/plain": "ab"}
    assert field.paste(pasted)["value"] == "Siehe <2/>.<1>a</1>b"
    field.press("Control+a")
    assert field.paste(pasted)["value"] == "<1>a</1><2/>b"


def test_pasted_text_is_text(field: FieldPage) -> None:
    field.open(SOURCE, "")
    assert field.paste({"text/plain": "<1>a</1>\r\nb\n&lt;"})["value"] == "&lt;1>a&lt;/1>\nb\n&amp;lt;"
