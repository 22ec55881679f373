"""W4: Carets beside codes, in texts of both directions, and how chips stand in these."""

from __future__ import annotations

import pytest

from tests.dashboard.editor.field_page import FieldPage

RIGHT_TO_LEFT = "שלום <1>עולם</1><2/> טוב"


def test_arrows_step_over_a_code_in_one_press(field: FieldPage) -> None:
    for direction, forward, back in (("ltr", "ArrowRight", "ArrowLeft"), ("rtl", "ArrowLeft", "ArrowRight")):
        field.open(RIGHT_TO_LEFT, RIGHT_TO_LEFT, direction)
        places = [field.press("Control+Home")["focus"]]
        places += [field.press(forward)["focus"] for _ in range(17)]
        assert places == [*range(17), 16]
        assert [field.press(back)["focus"] for _ in range(17)] == [*range(15, -1, -1), 0]


def test_arrows_select_codes(field: FieldPage) -> None:
    field.open("<1/><2/>", "<1/><2/>")
    field.press("Home", "Shift+ArrowRight")
    assert field.copied()["text/x-dragoman"] == "<1/>"
    field.press("ArrowLeft")
    assert (field.state()["anchor"], field.state()["focus"]) == (0, 0)


@pytest.mark.parametrize("character", ["👩‍👩‍👧‍👦", "🇩🇪", "e\u0301\u0302", "क्षि", "👍🏽"])
def test_characters_are_not_cut(field: FieldPage, character: str) -> None:
    tagged = f"<1/>{character}<2/>"
    field.open("<1/><2/>", tagged)
    field.select(1)
    size = len(character.encode("utf-16-le")) // 2
    assert field.press("ArrowRight")["focus"] == 1 + size
    assert field.press("ArrowLeft")["focus"] == 1
    assert field.press("Delete")["value"] == "<1/><2/>"
    assert field.press("Control+z")["value"] == tagged


def test_the_keys_of_lines_and_words_pass_codes(field: FieldPage) -> None:
    field.open("<1/><2/>", "<1/>ab cd<2/>")
    assert field.press("Home")["focus"] == 0
    assert field.press("End")["focus"] == 7
    places = [field.press("Control+ArrowLeft")["focus"] for _ in range(4)]
    assert places[-1] == 0
    assert places == sorted(places, reverse=True)


def test_a_double_click_takes_a_word_up_to_its_codes(field: FieldPage) -> None:
    field.open("<1/><2/>", "<1/>one<2/>two")
    field.page.mouse.dblclick(*field.pointOf(2))
    state = field.state()
    assert (state["anchor"], state["focus"]) == (1, 4)


def test_a_chip_is_round_towards_what_it_encloses(field: FieldPage) -> None:
    for direction, side in (("ltr", "Right"), ("rtl", "Left")):
        field.open(RIGHT_TO_LEFT, RIGHT_TO_LEFT, direction)
        radii = field.page.locator(".edit .chip.open").evaluate(
            """(chip) => Object.fromEntries(["Left", "Right"].map((side) =>
                [side, parseFloat(getComputedStyle(chip)[`borderTop${side}Radius`])]))"""
        )
        assert max(radii, key=radii.get) == side


def test_codes_do_not_reorder_a_text(field: FieldPage) -> None:
    """Letters of a language that runs to the left stand in the same order with and without codes."""
    orders = []
    for tagged in ("אב USB גד", "א<1>ב USB<2/> ג</1>ד"):
        field.open("<1><2/></1>", tagged, "rtl")
        orders.append(
            field.page.locator(".edit").evaluate(
                """(element) => {
                  const found = [];
                  for (const node of element.childNodes) {
                    for (let at = 0; node.nodeType === 3 && at < node.data.length; at += 1) {
                      const range = document.createRange();
                      range.setStart(node, at);
                      range.setEnd(node, at + 1);
                      const { left } = range.getBoundingClientRect(), letter = node.data[at];
                      if (/\\p{L}/u.test(letter)) found.push([left, letter]);
                    }
                  }
                  return found.sort((a, b) => a[0] - b[0]).map(([, letter]) => letter).join("");
                }"""
            )
        )
    assert orders[0] == orders[1] == "דגUSBבא"
