"""Footnotes of Word at their marks, and small text with numbers that is not a footnote."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.docx import FORMAT as DOCX
from dragoman.formats.format import Languages, Source
from dragoman.segments import CodeKind, Segment, Text, codes, plain_text
from tests.formats.pdf.building import Page, pdf, text_width, wrapped
from tests.formats.pdf.reading import extract, rebuild
from tests.formats.pdf.samples import MORE, PROSE
from tests.formats.pdf.word_reading import shown

NOTE = "The weir of Upton was repaired twice, see the report of the year before."


def marked(
    page: Page, y: float, text: str, mark: str, rest: str = " and more.", *, x: float = 72, font: str = "F1"
) -> Page:
    """A line with a raised mark after its first words."""
    page.text(x, y, text, font=font)
    x += text_width(text, font=font)
    page.text(x, y + 4, mark, size=7, font="F1" if font == "F3" else font)
    return page.text(x + text_width(mark, size=7) + text_width(" "), y, rest.strip(), font=font)


def note(
    page: Page, y: float, mark: str, text: str, *, way: str = "raised", x: float = 72, width: float = 450
) -> float:
    """A note at the foot of the page. Returns the position of the next one."""
    lines = wrapped(text, width - 10, size=8.5)
    if way == "raised":
        page.text(x, y + 3, mark, size=6)
        page.lines(x + text_width(mark, size=6) + 1, y, lines[:1], size=8.5).lines(
            x, y - 10, lines[1:], size=8.5, lead=10
        )
    elif way == "plain":
        page.lines(x, y, [f"{mark} {lines[0]}", *lines[1:]], size=8.5, lead=10)
    else:
        page.text(x, y, mark, size=8.5).lines(x + 18, y, lines, size=8.5, lead=10)
    return y - 10 * len(lines)


def body(page: Page, y: float = 720, count: int = 4) -> Page:
    for index in range(count):
        page.lines(72, y - index * 90, wrapped(PROSE, 450))
    return page


def results(*pages: Page) -> list[str]:
    return shown(rebuild(pdf(*pages), {}))


@pytest.mark.parametrize("way", ["raised", "plain", "apart"])
@pytest.mark.parametrize("ruled", [True, False])
@pytest.mark.parametrize("marks", [("1", "2"), ("*", "†"), ("a", "b"), ("7", "8")])
def test_notes_are_attached_to_their_marks(way: str, ruled: bool, marks: tuple[str, str]) -> None:
    one, two = marks
    page = body(marked(Page(), 760, "Eleven weirs were repaired", one, "in the past year."))
    marked(page, 340, "Two locks were painted.", two, "")
    if ruled:
        page.rule(72, 112, 200, 112)
    y = note(page, 100, one, NOTE, way=way)
    note(page, y, two, f"{MORE} {MORE}", way=way)
    found = results(page)
    assert found[0] == f"Eleven weirs were repaired{{{one}: {NOTE}}} in the past year."
    assert found[-1] == f"Two locks were painted.{{{two}: {MORE} {MORE}}}"
    assert len(found) == 6


def test_the_text_of_a_note_is_a_unit_and_its_mark_a_code() -> None:
    page = body(marked(Page(), 760, "Eleven weirs were repaired", "1", "in the past year."))
    note(page, 90, "1", NOTE)
    data = pdf(page)
    first, second = extract(data).units[:2]
    assert [code.type for code in codes(first.segment)] == ["note"]
    assert plain_text(first.segment) == "Eleven weirs were repaired in the past year."
    assert (plain_text(second.segment), second.context) == (NOTE, "page 1, footnote")
    code = next(one for one in codes(first.segment) if one.kind is CodeKind.STANDALONE)
    targets: dict[str, Segment] = {
        first.id: (Text(text="Im letzten Jahr"), code, Text(text=" elf.")),
        second.id: (Text(text="Das Wehr."),),
    }
    assert shown(rebuild(data, targets))[0] == "Im letzten Jahr{1: Das Wehr.} elf."


def test_the_format_of_word_documents_reads_the_notes() -> None:
    page = body(marked(Page(), 760, "Eleven weirs were repaired", "1", "in the past year."))
    note(page, 90, "1", NOTE)
    options = {option.name: option.default for option in DOCX.info.options}
    source = Source(data=rebuild(pdf(page), {}), suffix="docx", options=options)
    texts = [
        plain_text(unit.segment).strip()
        for unit in DOCX.extract(source, Languages(source="en", target="de")).units
    ]
    assert NOTE in texts


def test_marks_that_do_not_count_on_are_kept_as_they_are() -> None:
    pages = []
    for place in ("Upton", "Downham"):
        page = body(marked(Page(), 732, f"Eleven weirs of {place}", "1", "were repaired."), 710)
        note(page, 90, "1", NOTE)
        pages.append(page)
    assert [text for text in results(*pages) if text.startswith("Eleven")] == [
        f"Eleven weirs of Upton{{1: {NOTE}}} were repaired.",
        f"Eleven weirs of Downham{{1: {NOTE}}} were repaired.",
    ]


def test_adjacent_marks_have_each_their_note() -> None:
    page = body(marked(Page(), 760, "Eleven weirs were repaired", "1,2", "in the past year."))
    note(page, note(page, 100, "1", NOTE), "2", MORE)
    assert results(page)[0] == f"Eleven weirs were repaired{{1: {NOTE}}},{{2: {MORE}}} in the past year."


def test_a_note_that_continues_on_the_next_page_is_joined() -> None:
    lines = wrapped(f"{PROSE} {MORE} {PROSE}", 440, size=8.5)
    first = body(marked(Page(), 760, "Eleven weirs were repaired", "1", "in the past year."))
    first.text(72, 113, "1", size=6).rule(72, 122, 200, 122)
    first.lines(77, 110, lines[:1], size=8.5).lines(72, 100, lines[1:5], size=8.5, lead=10)
    second = body(marked(Page(), 760, "And two locks", "2", "were painted."))
    second.rule(72, 122, 200, 122).lines(72, 110, lines[5:], size=8.5, lead=10)
    note(second, 110 - 10 * len(lines[5:]), "2", NOTE)
    found = results(first, second)
    assert found[0] == f"Eleven weirs were repaired{{1: {PROSE} {MORE} {PROSE}}} in the past year."
    assert f"And two locks{{2: {NOTE}}} were painted." in found
    assert len(found) == 10


def test_notes_of_columns_are_found_at_the_foot_of_their_column() -> None:
    page = Page()
    for x, mark in ((72, "1"), (320, "2")):
        marked(page, 760, "The weir", mark, "of Upton is old and", x=x)
        page.lines(x, 745, wrapped(PROSE * 3, 210), lead=14)
        note(page, 120, mark, f"Note {mark}. {MORE}", x=x, width=215)
    text = " ".join(results(page))
    for mark in "12":
        assert f"The weir{{{mark}: Note {mark}. {MORE}}} of Upton is old and" in text


def test_a_page_number_below_the_notes_is_not_part_of_them() -> None:
    page = body(marked(Page(), 760, "Eleven weirs were repaired", "1", "in the past year."))
    note(page, 100, "1", NOTE)
    page.text(300, 40, "Printed by hand")
    found = results(page)
    assert (found[0], found[-1]) == (
        f"Eleven weirs were repaired{{1: {NOTE}}} in the past year.",
        "Printed by hand",
    )


def test_note_marks_in_a_cell_and_in_a_heading() -> None:
    page = body(Page(), 640, 3)
    page.text(72, 760, "The weirs", font="F2", size=18).text(
        72 + text_width("The weirs", font="F2", size=18), 767, "*", size=10
    )
    page.grid([72, 300, 520], [720, 700, 680]).text(76, 706, "Item").text(304, 706, "Number")
    marked(page, 686, "Weirs", "1", "", x=76).text(304, 686, "11")
    note(page, note(page, 100, "*", NOTE), "1", MORE)
    found = results(page)
    assert found[0] == f"The weirs{{*: {NOTE}}}"
    assert f"Weirs{{1: {MORE}}}" in found


@pytest.mark.parametrize(
    ("text", "mark", "font", "foot"),
    [
        ("The area is 12 m", "2", "F1", "2 The second line of a small imprint at the foot."),
        ("The area is 12 km", "2", "F1", "2 The second line of a small imprint at the foot."),
        ("It has 10", "3", "F1", "3 Third of the small lines at the foot."),
        ("The sum of x", "2", "F3", "2 The second line of a small imprint."),
        ("Eleven weirs", "1", "F1", "2 This belongs to nothing at all."),
        ("Eleven weirs", "1", "F1", "Set in small type, by hand, in the office."),
    ],
)
def test_what_is_not_a_note_stays_a_paragraph(text: str, mark: str, font: str, foot: str) -> None:
    page = body(marked(Page(), 760, text, mark, "and so on.", font=font))
    page.text(72, 90, foot, size=8.5)
    found = results(page)
    assert found[0] == f"{text}{mark} and so on."
    assert found[-1] == foot


def test_small_type_in_the_middle_of_a_page_is_not_a_note() -> None:
    page = marked(Page(), 760, "Eleven weirs were repaired", "1", "in the past year.")
    page.text(72, 700, "1 Small type above the text.", size=8.5)
    found = results(body(page, 650))
    assert found[:2] == ["Eleven weirs were repaired1 in the past year.", "1 Small type above the text."]


WORDS = st.text("abcdefghijklmnop", min_size=3, max_size=9)
SENTENCES = st.lists(WORDS, min_size=4, max_size=40).map(lambda words: " ".join(words).capitalize() + ".")


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.lists(SENTENCES, min_size=0, max_size=3), min_size=1, max_size=3),
    st.sampled_from(["raised", "plain", "apart"]),
    st.booleans(),
)
def test_with_any_notes_every_word_is_kept_once(pages: list[list[str]], way: str, ruled: bool) -> None:
    made, count, wanted = [], 0, Counter[str]()
    for notes in pages:
        page, y = body(Page(), 560, 2), 200.0
        wanted.update((PROSE + " " + PROSE).split())
        if ruled and notes:
            page.rule(72, 212, 190, 212)
        for index, text in enumerate(notes):
            count += 1
            marked(
                page,
                760 - 40 * index,
                f"Line of text {'abcdefghijk'[count]}xyz",
                str(count),
                "with more words.",
            )
            y = note(page, y, str(count), text, way=way)
            wanted.update(
                [*text.split(), *f"Line of text {'abcdefghijk'[count]}xyz with more words.".split()]
            )
        made.append(page)
    found = results(*made)
    texts = re.sub(r"\{\d+: ([^}]*)\}", r" \1 ", " ".join(found))
    assert Counter(texts.split()) == wanted
    assert sum(line.count("{") for line in found) == count
