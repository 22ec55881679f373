"""The layout of pages: reading order, paragraphs, headings, lists, tables, headers and footers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.pdf.blocks import PdfParagraph, PdfTable
from tests.formats.pdf.building import FONTS, Page, pdf, text_width, wrapped
from tests.formats.pdf.reading import blocks, layout, shown, text_of, texts
from tests.formats.pdf.samples import MORE, PROSE, columns, form, report


def test_a_report_is_read_as_it_is_meant() -> None:
    assert blocks(report()) == [
        "# Annual report",
        PROSE,
        MORE,
        "## 1. What was done",
        "• Repairs of weirs and locks",
        f"• {'Planting of trees ' * 9}".strip(),
        "1. First we measured.",
        "2. Then we compared the results.",
        "See the web page for more.",
        "Item | Planned | Spent\nWeirs | 120 | 118\nTrees | 35 | 41",
    ]


def test_columns_are_read_in_order_and_paragraphs_continue_in_the_next() -> None:
    found = blocks(columns())
    assert found[0] == "# Measuring bridges"
    assert len(found) == 4
    assert all(text.startswith("The river authority looks") for text in found[1:])
    assert found[1].count("The river authority") == 4


def test_two_columns_with_different_lines_are_not_a_table() -> None:
    page = Page()
    page.lines(60, 760, wrapped(PROSE * 2, 220), lead=14)
    page.lines(320, 753, wrapped(MORE * 2, 220, size=9), size=9, lead=12)
    assert [text[:12] for text in blocks(pdf(page))] == [PROSE[:12], MORE[:12]]


def test_a_column_of_short_notes_is_separate_from_the_text() -> None:
    page = Page().lines(200, 760, wrapped(PROSE * 4, 330), lead=14)
    page.lines(60, 755, ["Notes", "on rivers", "and weirs", "by Anna", "Example"], size=9, lead=22)
    found = " ".join(blocks(pdf(page)))
    assert PROSE in found
    assert "on rivers" in found


def test_headers_and_footers_are_kept_once_with_the_number_of_the_page() -> None:
    made = layout(columns())
    assert [text_of(paragraph) for paragraph in made.header] == ["Journal of bridges, volume 7"]
    assert [text_of(paragraph) for paragraph in made.footer] == ["Page 1"]
    assert list(made.numbers[id(made.footer[0])]) == [0]
    assert made.dropped == 4


def test_text_of_a_single_page_is_not_a_header() -> None:
    page = (
        Page()
        .text(72, 815, "A line at the top")
        .text(72, 700, "A line below it.")
        .text(72, 20, "At the end.")
    )
    assert blocks(pdf(page)) == ["A line at the top", "A line below it.", "At the end."]


def test_hyphens_at_the_ends_of_lines_are_undone_and_those_of_compounds_stay() -> None:
    lines = [
        "Every bridge over the river must be mea-",
        "sured again, and well-known faults must",
        "be put down in the report, with the well-",
        "known reasons for them and in the Müller-",
        "Meyer way, which is as good as any other",
    ]
    (text,) = blocks(pdf(Page().lines(72, 700, lines)))
    assert "must be measured again" in text
    assert "the well-known reasons" in text
    assert "Müller-Meyer way" in text


def test_a_sentence_that_a_page_cuts_is_whole_again() -> None:
    lines = wrapped(PROSE * 8, 450)[:44]
    first, second = Page().lines(72, 780, lines[:40], lead=16), Page().lines(72, 780, lines[40:], lead=16)
    assert len(blocks(pdf(first, second))) == 1


def test_lines_that_end_early_end_their_paragraphs() -> None:
    page = Page().lines(72, 720, ["Anna Example", "12 River Street", "Sampletown"])
    page.lines(72, 660, wrapped(PROSE, 450))
    assert blocks(pdf(page)) == ["Anna Example", "12 River Street", "Sampletown", PROSE]


@pytest.mark.parametrize("indent", [14, 25])
def test_indented_paragraphs_are_separated(indent: int) -> None:
    page = Page()
    y = 720.0
    for text in (PROSE, MORE, PROSE):
        first = wrapped(text, 430 - indent)[0]
        rest = wrapped(text.removeprefix(first), 430)
        page.text(72 + indent, y, first).lines(72, y - 13, rest, lead=13)
        y -= 13 * (1 + len(rest))
    assert blocks(pdf(page)) == [PROSE, MORE, PROSE]


def test_headings_have_levels_by_size_and_bold_lines_are_the_lowest() -> None:
    page = Page().text(72, 780, "The title", font="F2", size=24)
    for y, number in ((740, 1), (600, 2)):
        page.text(72, y, f"{number} A chapter", font="F2", size=16)
        page.text(72, y - 25, "A part of it", font="F2").lines(72, y - 45, wrapped(MORE, 450))
    heads = [text for text in blocks(pdf(page)) if text.startswith("#")]
    assert heads == [
        "# The title",
        "## 1 A chapter",
        "### A part of it",
        "## 2 A chapter",
        "### A part of it",
    ]


def test_lists_in_lists_keep_their_depth_and_long_items_are_one() -> None:
    page = Page().text(72, 740, "Before the list.")
    items = [
        (72, "\u2022", "One"),
        (96, "\u2013", "Within " * 30),
        (96, "\u2013", "Also within"),
        (72, "\u2022", "Two"),
    ]
    y = 715.0
    for x, label, text in items:
        lines = wrapped(text, 380)
        page.text(x, y, label).lines(x + 14, y, lines, lead=13)
        y -= 13 * len(lines) + 3
    assert blocks(pdf(page)) == [
        "Before the list.",
        "• One",
        f"  – {'Within ' * 30}".rstrip(),
        "  – Also within",
        "• Two",
    ]


def test_a_number_at_the_beginning_of_a_line_is_not_an_item() -> None:
    lines = [
        "The bridge was measured in the spring of the year and then again in the month of",
        "5. May, as it seems.",
    ]
    assert blocks(pdf(Page().lines(72, 700, lines))) == [" ".join(lines)]


def test_cells_that_share_lines_are_one() -> None:
    page = Page()
    for y in (700, 680, 660):
        page.rule(72, y, 372, y)
    for x in (72, 372):
        page.rule(x, 700, x, 660)
    page.rule(172, 680, 172, 660).rule(272, 680, 272, 660)
    page.text(80, 686, "Over all columns").text(80, 666, "a").text(180, 666, "b").text(280, 666, "c")
    (table,) = layout(pdf(page)).blocks
    assert isinstance(table, PdfTable)
    assert [(cell.row, cell.column, cell.columns) for cell in table.cells] == [
        (0, 0, 3),
        (1, 0, 1),
        (1, 1, 1),
        (1, 2, 1),
    ]


def test_lines_in_a_cell_are_one_paragraph() -> None:
    page = Page().grid([72, 200, 400], [700, 640, 620])
    page.lines(76, 690, wrapped("A cell that has a lot to say to everybody", 110), lead=13)
    page.text(205, 690, "Short").text(76, 626, "Next").text(205, 626, "Row")
    assert blocks(pdf(page)) == ["A cell that has a lot to say to everybody | Short\nNext | Row"]


def test_rows_without_lines_are_a_table() -> None:
    assert blocks(form())[0] == (
        "Name: | Anna Example | Region: | North\nOrder: | 2024-17 | Manager: | Bert Sample\n"
        "Date: | 1 May 2024 | State: | Open"
    )


def test_leaders_of_dots_become_a_tab() -> None:
    page = (
        Page()
        .text(72, 720, "Introduction " + "." * 80 + " 7")
        .text(72, 700, "The bridges " + "." * 82 + " 12")
    )
    assert blocks(pdf(page)) == ["Introduction\t7", "The bridges\t12"]


def test_a_page_that_ends_early_is_a_break_and_a_full_one_is_not() -> None:
    full = Page().lines(72, 780, wrapped(PROSE * 10, 450)[:48], lead=15)
    short = Page().text(72, 780, "Only this.")
    made = layout(pdf(full, short, Page().lines(72, 780, wrapped(MORE, 450))))
    assert [block.new_page for block in made.blocks] == [False, False, True]


def test_notes_at_the_foot_do_not_come_between_a_sentence() -> None:
    lines = wrapped(PROSE * 8, 450)[:44]
    first = Page().lines(72, 780, lines[:38], lead=16).lines(72, 140, wrapped(MORE, 450, size=8), size=8)
    found = blocks(pdf(first, Page().lines(72, 780, lines[38:], lead=16)))
    assert len(found) == 2
    assert found[1] == MORE


def test_a_stamp_across_every_page_is_kept_once() -> None:
    pages = [Page().lines(72, 780, wrapped(PROSE * 9, 450)[:44], lead=16) for _ in range(4)]
    for page in pages:
        page.content.append("BT /F2 60 Tf 0.7 0.7 -0.7 0.7 150 250 Tm (DRAFT) Tj ET")
    assert sum("DRAFT" in text for text in blocks(pdf(*pages))) == 1


def test_a_drop_cap_begins_its_word() -> None:
    page = Page().text(72, 676, PROSE[0], font="F4", size=40)
    first = wrapped(PROSE[1:], 420, font="F4")
    rest = wrapped(" ".join(first[2:]), 450, font="F4")
    page.lines(100, 696, first[:2], font="F4").lines(72, 669.6, rest, font="F4")
    assert blocks(pdf(page)) == [PROSE]


def test_middles_and_right_edges_are_kept() -> None:
    page = Page().lines(72, 500, wrapped(PROSE * 3, 450))
    for y, text in ((700, "In the middle of the page"), (680, "and this too")):
        page.text(72 + (450 - text_width(text)) / 2, y, text)
    first, second, *_ = layout(pdf(page)).blocks
    assert isinstance(first, PdfParagraph)
    assert isinstance(second, PdfParagraph)
    assert (first.centred, second.centred) == (True, True)


WORDS = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12)
SENTENCES = st.lists(WORDS, min_size=3, max_size=14).map(lambda words: " ".join(words).capitalize() + ".")
PARAGRAPHS = st.lists(SENTENCES, min_size=1, max_size=8).map(" ".join)


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.tuples(PARAGRAPHS, st.sampled_from(["", "•", "1."])), min_size=1, max_size=8),
    st.sampled_from(sorted(FONTS)),
    st.sampled_from([8, 11, 14]),
)
def test_generated_paragraphs_come_back(parts: list[tuple[str, str]], font: str, size: int) -> None:
    """With any words, nothing is lost and paragraphs with space between them stay apart."""
    pages, y = [Page()], 780.0
    lead = size * 1.2
    for text, label in parts:
        lines = wrapped(text, 400, font=font, size=size)
        if y - lead * len(lines) < 60:
            pages.append(Page())
            y = 780.0
        if label:
            pages[-1].text(72, y, label, size=size)
        pages[-1].lines(96 if label else 72, y, lines, font=font, size=size)
        y -= lead * len(lines) + size * 1.5
    found = layout(pdf(*pages)).blocks
    assert "".join("".join(map(shown, found)).split()) == "".join(
        "".join(f"{b}{a}" for a, b in parts).split()
    )
    assert len(found) >= len(parts)


def test_nothing_is_found_on_an_empty_page() -> None:
    assert texts(pdf(Page())) == []


def test_long_words_of_code_do_not_part_a_paragraph() -> None:
    page = Page()
    for index, (before, code, after) in enumerate(
        [
            ("A variable of the board lives at ", "0x2000_0000_0000", " and nobody else reads it from"),
            ("there, so that the address ", "0x2000_0000_0000_0000", " is as good as any of those which"),
            ("are told in the other chapters of this book about ", "registers", " and their values."),
        ]
    ):
        y, x = 700 - 16 * index, 72.0
        for text, font, size in ((before, "F4", 12), (code, "F5", 9.6), (after, "F4", 12)):
            page.text(x, y, text, font=font, size=size)
            x += text_width(text, font=font, size=size)
    (block,) = blocks(pdf(page))
    assert block.startswith("A variable of the board lives at 0x2000_0000_0000 and nobody")
    assert block.endswith("about registers and their values.")
