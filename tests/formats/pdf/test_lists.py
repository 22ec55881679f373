"""Numbered items: lists of Word with the numbers of the source, and text that only looks like an item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.segments import plain_text
from tests.formats.pdf.building import Page, pdf, wrapped
from tests.formats.pdf.reading import blocks, extract, rebuild
from tests.formats.pdf.samples import MORE, PROSE
from tests.formats.pdf.word_reading import numbered, numbering, shown


def page_of(items: Sequence[tuple[float, str, str]], *, gap: float = 26, top: float = 780) -> Page:
    """Items at positions: their indentation, labels and texts."""
    page, y = Page(), top
    for x, label, text in items:
        if label:
            page.text(72 + x, y, label)
        else:
            y -= 8
        lines = wrapped(text, 400)
        page.lines(72 + x + (gap if label else 0), y, lines, lead=13)
        y -= 13 * len(lines) + (4 if label else 12)
    return page


def results(*pages: Page) -> list[str]:
    return shown(rebuild(pdf(*pages), {}))


FORMS = [
    (["1.", "2.", "3."], "1."),
    (["(1)", "(2)", "(3)"], "(1)"),
    (["1)", "2)", "3)"], "1)"),
    (["a.", "b.", "c."], "a."),
    (["a)", "b)", "c)"], "a)"),
    (["i.", "ii.", "iii."], "i."),
    (["(iv)", "(v)", "(vi)"], "(iv)"),
    (["iv)", "v)", "vi)"], "iv)"),
    (["h)", "i)", "j)"], "h)"),
    (["A.", "B.", "C."], "A."),
    (["I.", "II.", "III."], "I."),
    (["7.", "8.", "9."], "7."),
    (["99.", "100.", "101."], "99."),
    (["1.1", "1.2", "1.3"], "1.1"),
    (["2.1)", "2.2)", "2.3)"], "2.1)"),
    (["1.-", "2.-", "3.-"], "1.-"),
    (["[1]", "[2]", "[3]"], "[1]"),
]


@pytest.mark.parametrize(("labels", "name"), FORMS, ids=[name for _, name in FORMS])
@pytest.mark.parametrize("gap", [0, 40])
def test_numbers_that_count_on_are_a_list_that_shows_them(labels: list[str], name: str, gap: float) -> None:
    texts = ["The first thing", MORE, "The last thing"]
    if gap:
        page = page_of([(12, *item) for item in zip(labels, texts, strict=True)], gap=gap)
    else:
        page = page_of([(0, "", f"{label} {text}") for label, text in zip(labels, texts, strict=True)])
    data = pdf(page)
    assert results(page) == [f"0:{label} {text}" for label, text in zip(labels, texts, strict=True)]
    assert [plain_text(unit.segment) for unit in extract(data).units] == texts


def test_items_continue_after_a_paragraph_a_page_and_deeper_items() -> None:
    first = page_of(
        [
            (0, "1.", "One"),
            (0, "", PROSE),
            (0, "2.", "Two"),
            (24, "a)", "Two and a"),
            (24, "b)", "Two and b"),
            (0, "3.", "Three"),
            (24, "a)", "Three and a"),
            (24, "b)", "Three and b"),
        ]
    )
    first.lines(72, 480, wrapped(PROSE * 9, 450)[:26], lead=16)
    assert [
        line for line in results(first, page_of([(0, "4.", MORE), (0, "5.", "Five")])) if ":" in line[:3]
    ] == [
        "0:1. One",
        "0:2. Two",
        "1:a) Two and a",
        "1:b) Two and b",
        "0:3. Three",
        "1:a) Three and a",
        "1:b) Three and b",
        f"0:4. {MORE}",
        "0:5. Five",
    ]


def test_numbers_of_several_levels_are_levels_of_one_list() -> None:
    labels = ["1.", "1.1", "1.2", "1.2.1", "1.2.2", "2.", "2.1", "3."]
    page = page_of(
        [(20 * (len(one.strip(".").split(".")) - 1), one, f"Item {one}") for one in labels], gap=40
    )
    depths = [0, 1, 1, 2, 2, 0, 0, 0]
    found = results(page)
    assert found == [
        f"{depth}:{label} Item {label}" if label != "2.1" else "2.1 Item 2.1"
        for depth, label in zip(depths, labels, strict=True)
    ]
    levels = numbering(rebuild(pdf(page), {})).levels.values()
    assert [level.text for level in levels] == ["%1.", "%1.%2", "%1.%2.%3"]


def test_lists_that_begin_anew_and_lists_between_each_other() -> None:
    labels = ["1.", "2.", "(a)", "(b)", "3.", "1.", "2.", "iv)", "v)"]
    assert results(page_of([(0, label, "An item") for label in labels])) == [
        f"0:{one} An item" for one in labels
    ]


NO_ITEMS = [
    "1998. was a year in which nothing happened.",
    "A. Smith has built this bridge.",
    "5. May was the day on which it was opened.",
    "3.5 million people have used it since then.",
    "I. Newton knew nothing about it.",
    "civil. This is a word and no number.",
]


@pytest.mark.parametrize("text", NO_ITEMS)
def test_a_single_number_is_text(text: str) -> None:
    page = page_of([(0, "", PROSE), (0, "", text), (0, "", MORE)])
    assert results(page) == [PROSE, text, MORE]
    assert plain_text(extract(pdf(page)).units[1].segment) == text


def test_names_with_abbreviated_first_names_are_not_items() -> None:
    page = page_of([(0, "", "B. Jones, of the office"), (0, "", "C. Miller, of the river authority")])
    assert results(page) == ["B. Jones, of the office", "C. Miller, of the river authority"]


def test_years_and_amounts_below_each_other_are_not_items() -> None:
    texts = ["1998. The bridge was built.", "1999. The bridge was opened.", "2000. It was closed."]
    assert " ".join(results(page_of([(0, "", text) for text in texts]))) == " ".join(texts)


def test_numbers_of_headings_stay_their_text() -> None:
    page, y = Page(), 780.0
    for number in ("1.1 Weirs", "1.2 Locks"):
        page.text(72, y, number, font="F2", size=16).lines(72, y - 30, wrapped(MORE, 450))
        y -= 120
    assert results(page) == ["1.1 Weirs", MORE, "1.2 Locks", MORE]


def test_entries_of_a_table_of_contents_are_not_items() -> None:
    page = (
        Page()
        .text(72, 720, "1. Introduction " + "." * 80 + " 7")
        .text(72, 700, "2. The bridges " + "." * 80 + " 12")
    )
    assert [line.split()[:2] for line in results(page)] == [["1.", "Introduction7"], ["2.", "The"]]


def test_items_in_cells_are_lists_of_their_own() -> None:
    page = Page().grid([72, 300, 520], [740, 690, 660])
    page.lines(76, 726, ["1. Measure", "2. Compare"], lead=16).lines(
        304, 726, ["1. Weirs", "2. Locks"], lead=16
    )
    page.text(76, 670, "3. Alone").text(304, 670, "Nothing")
    assert results(page) == [
        "0:1. Measure",
        "0:2. Compare",
        "0:1. Weirs",
        "0:2. Locks",
        "3. Alone",
        "Nothing",
    ]


STYLES = {"1.": 0, "(1)": 0, "a)": 1, "(i)": 2, "A.": 3}


def made_label(form: str, value: int) -> str:
    kind = {"1": "decimal", "a": "lowerLetter", "i": "lowerRoman", "A": "upperLetter"}[form.strip("().")]
    return form.replace(form.strip("()."), numbered(value, kind))


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(STYLES)), st.integers(0, 2), st.integers(1, 4), st.integers(2, 5)),
        min_size=1,
        max_size=4,
    )
)
def test_in_any_lists_each_number_is_shown_once(lists: list[tuple[str, int, int, int]]) -> None:
    items: list[tuple[float, str, str]] = []
    for form, depth, start, count in lists:
        begin = 1 if form == "A." else start
        items += [(24 * depth, made_label(form, begin + n), f"Word {n}") for n in range(count)]
        items.append((0, "", "Something between the lists."))
    found = [line.split(":", 1)[-1] if line[1:2] == ":" else line for line in results(page_of(items))]
    assert found == [f"{label} {text}".strip() for _, label, text in items]
    assert Counter(" ".join(found).split()) == Counter(" ".join(f"{b} {c}" for _, b, c in items).split())


CIRCLE = "{0} {2} m {0} {3} {1} {3} {1} {2} c {1} {4} {0} {4} {0} {2} c f"


def test_bullets_that_are_drawn_are_bullets() -> None:
    page = Page().text(72, 700, "What is expected:")
    for index, text in enumerate(("A processor", "A chip for memory", "A controller")):
        y = 680 - 16 * index
        page.text(90, y, text)
        if index < 2:
            page.content.append(CIRCLE.format(78, 82, y + 4, y + 6.7, y + 1.3))
        else:
            page.content.append(f"78 {y + 2} 4 4 re f")
    page.content.append(CIRCLE.format(300, 304, 404, 406.7, 401.3))  # beside nothing
    page.text(72, 590, "Another paragraph.")
    assert blocks(pdf(page)) == [
        "What is expected:",
        "• A processor",
        "• A chip for memory",
        "• A controller",
        "Another paragraph.",
    ]


def test_drawings_of_many_dots_are_not_lists() -> None:
    page = Page().text(100, 700, "A chart of the results")
    for index in range(400):
        page.content.append(CIRCLE.format(90, 94, 704 - index, 706.7 - index, 701.3 - index))
    assert blocks(pdf(page)) == ["A chart of the results"]
