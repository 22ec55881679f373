"""Tables of contents and cross references of Word: an independent reader compares them with the headings."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from lxml import etree

from dragoman.formats.docx import FORMAT
from dragoman.formats.format import Reason, WarningCode
from dragoman.segments import Segment, Text
from tests.formats.docx import contents_samples as samples
from tests.formats.docx.canonical import canonical
from tests.formats.docx.contents_samples import bookmarked, entry, table
from tests.formats.docx.packages import Extra, W, body, field, paragraph, run, sign, unzipped
from tests.formats.docx.roundtrip import LANGUAGES, extract, rebuild_all, source, texts, translate

ALL = {name: value for name, value in vars(samples).items() if isinstance(value, bytes)}
_W = f"{{{W}}}"


def foreign(text: str) -> str:
    """Replace every word of two letters and more by another one."""
    return re.sub(r"[^\W\d_]{2,}", lambda word: f"{word[0][::-1]}ez".upper(), text)


def paragraphs(data: bytes) -> list[str]:
    """The displayed text of a document's paragraphs, by lxml: tabs as tabs, results of fields as text."""
    root = etree.fromstring(unzipped(data)["word/document.xml"])
    found = []
    for one in root.iter(f"{_W}p"):
        shown = ["\t" if x.tag.endswith("tab") else x.text or "" for x in one.iter(f"{_W}t", f"{_W}tab")]
        found.append("".join(shown))
    return found


def runs(data: bytes, number: int) -> list[tuple[str, tuple[str, ...]]]:
    """Text and formats of the runs of a paragraph."""
    root = etree.fromstring(unzipped(data)["word/document.xml"])
    one = list(root.iter(f"{_W}p"))[number]
    return [
        (text, tuple(etree.QName(x).localname for x in run_.findall(f"{_W}rPr/*")))
        for run_ in one.iter(f"{_W}r")
        if (text := "".join(x.text or "" for x in run_.iter(f"{_W}t")))
    ]


def rebuild(data: bytes, how: Callable[[Segment], Segment]) -> bytes:
    targets = {unit.id: how(unit.segment) for unit in extract(data).units}
    return FORMAT.rebuild(source(data), targets, LANGUAGES)


def codes_of(data: bytes) -> list[WarningCode]:
    return [warning.code for warning in extract(data).warnings]


@pytest.mark.parametrize("name", ALL)
def test_unchanged_texts_leave_every_byte(name: str) -> None:
    assert translate(ALL[name], how=str) == ALL[name]


@pytest.mark.parametrize("name", ALL)
def test_everything_written_anew_is_equal(name: str) -> None:
    before, after = unzipped(ALL[name]), unzipped(rebuild_all(ALL[name]))
    assert {n: canonical(x) for n, x in after.items()} == {n: canonical(x) for n, x in before.items()}


@pytest.mark.parametrize("name", ALL)
def test_a_translation_has_the_same_units(name: str) -> None:
    before, after = extract(ALL[name]), extract(translate(ALL[name], foreign))
    assert [unit.id for unit in after.units] == [unit.id for unit in before.units]
    assert after.left_alone == before.left_alone


def test_entries_are_the_translated_headings() -> None:
    written = paragraphs(translate(samples.BOOK, foreign))
    title, first, second, third, fourth, _, *text = written
    assert title == foreign("Contents")
    headings = [text[0], text[1], text[2], text[4]]
    assert first == f"{headings[0]}\t1"
    assert second == f"1.1\t{headings[1]}\t1"
    assert third == f"{headings[2]}\tiv"
    assert fourth == f"{headings[3]}\t12"
    assert headings == [foreign(x) for x in ("First chapter", "A bold step", "Overview", "Overview")]


def test_entries_are_not_units_and_not_left_alone() -> None:
    document = extract(samples.BOOK)
    assert texts(samples.BOOK)[:3] == ["Contents", "First chapter", "A <fmt>bold</fmt> step"]
    assert Reason.CONTENTS not in document.left_alone
    assert document.warnings == ()
    assert unzipped(translate(samples.BOOK, foreign))["word/settings1.xml"] == samples.SETTINGS.encode()


def test_headings_of_one_text_may_have_two_translations() -> None:
    numbers = iter(range(9))

    def numbered(segment: Segment) -> Segment:
        same = segment == (Text(text="Overview"),)
        return (Text(text=f"Oversikt {next(numbers)}"),) if same else segment

    written = paragraphs(rebuild(samples.BOOK, numbered))
    assert written[3:5] == ["Oversikt 0\tiv", "Oversikt 1\t12"]


def test_formats_in_an_entry_follow_the_words() -> None:
    def moved(segment: Segment) -> Segment:
        if len(segment) != 5:
            return segment
        first, bold, word, end, last = segment
        return (Text(text="Paso "), first, last, Text(text=" "), bold, word, end)

    written = rebuild(samples.BOOK, moved)
    plain, bold = ("rStyle", "noProof"), ("b", "rStyle", "noProof")
    assert runs(written, 2) == [
        ("1.1", plain),
        ("Paso A  step ", plain),
        ("bold", bold),
        ("1", ("noProof", "webHidden")),
    ]


def test_cross_references_show_the_translated_text() -> None:
    written = paragraphs(translate(samples.BOOK, foreign))
    see = next(text for text in written if text.startswith(foreign("See")))
    assert see == f"{foreign('See')} {foreign('A bold step')} {foreign('and')} Figure 1."
    assert paragraphs(translate(samples.FIGURES, foreign))[-1] == foreign("It is in Figure 1.")


def test_references_to_labels_whose_bookmarks_cross_others() -> None:
    data = body(
        paragraph(
            '<w:bookmarkStart w:id="2" w:name="_Ref7"/><w:bookmarkStart w:id="1" w:name="_Toc200"/>',
            run("Figure "),
            field("SEQ Figure", run("1")),
            '<w:bookmarkEnd w:id="2"/>',
            run(": The cat"),
            '<w:bookmarkEnd w:id="1"/>',
        )
        + paragraph(run("In "), field("REF _Ref7 \\h", run("Figure 1")))
    )
    assert paragraphs(translate(data, foreign))[1] == foreign("In Figure 1")

    def number_first(segment: Segment) -> Segment:
        words = [part for part in segment if isinstance(part, Text)]
        return (*(part for part in segment if not isinstance(part, Text)), *words)

    assert paragraphs(rebuild(data, number_first))[1].endswith("Figure 1")


def test_lists_of_figures_follow_their_captions() -> None:
    written = paragraphs(translate(samples.FIGURES, foreign))
    assert written[:2] == [f"{foreign('Figure 1: The cat')}\t1", f"{foreign('Figure 2: The dog')}\t1"]
    assert written[3:5] == [foreign("Figure 1: The cat"), foreign("Figure 2: The dog")]
    assert extract(samples.FIGURES).warnings == ()


def test_stale_entries_stay_with_a_warning_and_word_updates_fields() -> None:
    document = extract(samples.STALE)
    assert document.left_alone[Reason.CONTENTS] == 2
    assert [warning.code for warning in document.warnings] == [WarningCode.CONTENTS_LEFT]
    assert document.warnings[0].message.startswith("2 entries")
    result = translate(samples.STALE, foreign)
    written = paragraphs(result)
    assert written[0] == "An older title\t1"
    assert written[1] == f"{foreign('Second chapter')}\t1"
    assert written[6] == "apple, 3, 5-7"
    children = [etree.QName(x).localname for x in etree.fromstring(unzipped(result)["word/settings1.xml"])]
    assert children == [
        "zoom", "characterSpacingControl", "updateFields", "compat", "rsids", "mathPr", "themeFontLang",
        "decimalSymbol", "docId",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ('<w:settings xmlns:w="{}"/>', ["true"]),
        ('<w:settings xmlns:w="{}"><w:updateFields w:val="false"/><w:compat/></w:settings>', ["true"]),
        ('<w:settings xmlns:w="{}"><w:updateFields w:val="true"/></w:settings>', ["true"]),
        ('<settings xmlns="{}"><zoom/></settings>', ["true"]),
    ],
)
def test_settings_of_any_shape_make_word_update_fields(settings: str, expected: list[str]) -> None:
    data = body(
        table("TOC", "<w:r><w:t>Gone</w:t></w:r>") + paragraph(run("Text")),
        Extra(kind="settings", xml=settings.replace("{}", W)),
    )
    root = etree.fromstring(unzipped(translate(data))["word/settings1.xml"])
    assert [x.get(f"{_W}val", "true") for x in root.findall(f"{_W}updateFields")] == expected


def test_without_settings_there_is_a_warning_all_the_same() -> None:
    data = body(table("TOC", run("Gone")) + paragraph(run("Text")))
    assert codes_of(data) == [WarningCode.CONTENTS_LEFT]
    assert paragraphs(translate(data))[0] == "Gone"


@pytest.mark.parametrize(
    ("heading", "listed"),
    [
        ("Introduction", "1\tIntroduction\t3"),
        ("Introduction", "Chapter 1: Introduction ..... 3"),
        ("Introduction", "IV. Introduction\txii"),
        ("Introduction", "Introduction, 3, 5-7"),
        ("Windows 10", "Windows 10"),
        ("Two\u00a0 words", "A.1 Two words\tA-3"),
        ("Über\u00adsicht & <Co>", "Übersicht & <Co>\t3"),
        ("第一部分 介绍", "第1章\t第一部分 介绍\t3"),
        ("What? Why!", "(a) What? Why!"),
    ],
)
def test_entries_without_links_are_found_by_their_text(heading: str, listed: str) -> None:
    def escape(text: str) -> str:
        written = (
            text.replace("&", "&amp;")
            .replace("<", "&lt;")
            .replace("\t", "</w:t><w:tab/><w:t xml:space='preserve'>")
        )
        return run(written)

    data = body(table("TOC", escape(listed)) + paragraph(escape(heading)))
    assert codes_of(data) == []
    shown = " ".join(heading.replace("\u00ad", "").split())
    assert paragraphs(translate(data, lambda _: "Nouveau"))[0] == listed.replace(shown, "Nouveau")


@pytest.mark.parametrize(
    "listed", ["My Introduction\t3", "Introduction of all\t3", "Introductions\t3", "Intro\t3"]
)
def test_entries_of_another_text_are_left(listed: str) -> None:
    data = body(table("TOC", entry("_Toc1", run(listed))) + bookmarked("_Toc1", run("Introduction")))
    assert codes_of(data) == [WarningCode.CONTENTS_LEFT]
    assert paragraphs(translate(data, foreign))[0].startswith(listed.partition("\t")[0])


def test_headings_with_tabs_and_line_breaks() -> None:
    data = body(
        table("TOC", entry("_Toc1", run("1."), samples.TAB, run("Two lines")))
        + bookmarked("_Toc1", run("1."), samples.TAB, run("Two"), "<w:r><w:br/></w:r>", run("lines"))
    )
    assert paragraphs(translate(data, foreign))[0] == f"1.\t{foreign('Two lines')}\t1"


def test_a_table_in_one_simple_field() -> None:
    simple = (
        '<w:fldSimple w:instr=" TOC \\o ">' + run("Chapter one") + samples.TAB + run("3") + "</w:fldSimple>"
    )
    data = body(paragraph(run("List: "), simple, run(" end")) + paragraph(run("Chapter one")))
    assert texts(data) == ["List: ", " end", "Chapter one"]
    assert paragraphs(translate(data, foreign))[0] == foreign("List: Chapter one\t3 end")


def test_bookmarks_before_the_heading_and_text_beside_the_field() -> None:
    opening = sign("begin") + "<w:r><w:instrText>TOC</w:instrText></w:r>" + sign("separate")
    data = body(
        paragraph(run("Before "), opening, entry("_Toc9", run("Same")))
        + paragraph(run("Same"), sign("end"), run(" after"))
        + paragraph(run("Same"))
        + '<w:bookmarkStart w:id="9" w:name="_Toc9"/>'
        + paragraph(run("Same"))
        + '<w:bookmarkEnd w:id="9"/>'
    )
    words = iter(["Vor ", " nach", "Erste", "Zweite"])
    written = paragraphs(rebuild(data, lambda _: (Text(text=next(words)),)))
    assert written == ["Vor Zweite\t1", "Erste nach", "Erste", "Zweite"]


def test_tables_of_contents_in_deleted_rows_stay() -> None:
    deleted = '<w:tbl><w:tr><w:trPr><w:del w:id="3" w:author="A"/></w:trPr><w:tc>'
    data = body(deleted + table("TOC", run("Text")) + "</w:tc></w:tr></w:tbl>" + paragraph(run("Text")))
    assert texts(data) == ["Text"]
    assert paragraphs(translate(data))[0] == "Text"


def test_a_translated_entry_is_marked_with_the_new_language_and_direction() -> None:
    arabic = type(LANGUAGES)(source="en", target="ar")
    data = body(
        table("TOC", entry("_Toc1", run("Chapter", '<w:lang w:val="en-US"/>')))
        + bookmarked("_Toc1", run("Chapter"))
    )
    written = unzipped(translate(data, languages=arabic))["word/document.xml"].decode()
    toc = written[: written.index("CHAPTER")]
    assert "<w:bidi/>" in toc
    assert "<w:rtl/>" in toc
    assert 'w:bidi="ar' in toc


@pytest.mark.slow
def test_long_tables_take_time_in_proportion() -> None:
    """No entry is compared with every heading."""
    many = 3000
    data = body(
        table("TOC", *(run(f"Heading number {n} of the book {n}") for n in range(many)))
        + "".join(paragraph(run(f"Heading number {n} of the book")) for n in range(many))
    )
    assert codes_of(data) == []
    assert paragraphs(translate(data))[many - 1] == f"HEADING NUMBER {many - 1} OF THE BOOK {many - 1}"
