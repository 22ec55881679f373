"""Indexes and cross references of OpenDocument: an independent reader compares them with the headings."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable

import pytest
from lxml import etree

from dragoman.formats.format import WarningCode
from dragoman.formats.odt import FORMAT
from dragoman.segments import Segment, Text
from tests.formats.odt import contents_samples as samples
from tests.formats.odt.contents_samples import h, index, link
from tests.formats.odt.packages import p, text
from tests.formats.odt.roundtrip import (
    LANGUAGES,
    canonical,
    extract,
    left_alone,
    rebuild_all,
    source,
    texts,
    translate,
)

_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_HREF = "{http://www.w3.org/1999/xlink}href"


def foreign(text: str) -> str:
    """Replace every word of two letters and more by another one."""
    return re.sub(r"[^\W\d_]{2,}", lambda word: f"{word[0][::-1]}ez".upper(), text)


def tree(data: bytes) -> etree._Element:
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            data = archive.read("content.xml")
    return etree.fromstring(data)


def paragraphs(data: bytes) -> list[str]:
    """The displayed text of paragraphs and headings, by lxml: tabs as tabs."""
    root = tree(data)
    for element in root.iter(f"{_TEXT}tab"):
        element.tail = "\t" + (element.tail or "")
    return ["".join(map(str, one.itertext())) for one in root.iter(f"{_TEXT}p", f"{_TEXT}h")]


def hrefs(data: bytes) -> list[str]:
    return [str(one.get(_HREF)) for one in tree(data).iter(f"{_TEXT}a")]


def rebuild(data: bytes, how: Callable[[Segment], Segment]) -> bytes:
    targets = {unit.id: how(unit.segment) for unit in extract(data).units}
    return FORMAT.rebuild(source(data), targets, LANGUAGES)


def codes_of(data: bytes) -> list[WarningCode]:
    return [warning.code for warning in extract(data).warnings]


@pytest.mark.parametrize("name", samples.SAMPLES)
def test_unchanged_texts_leave_every_byte(name: str) -> None:
    assert translate(samples.SAMPLES[name], str) == samples.SAMPLES[name]


@pytest.mark.parametrize("name", samples.SAMPLES)
def test_everything_written_anew_is_equal(name: str) -> None:
    before, after = (
        etree.tostring(tree(x)) for x in (samples.SAMPLES[name], rebuild_all(samples.SAMPLES[name]))
    )
    assert canonical(after) == canonical(before)


@pytest.mark.parametrize("name", samples.SAMPLES)
def test_a_translation_has_the_same_units(name: str) -> None:
    before, after = extract(samples.SAMPLES[name]), extract(translate(samples.SAMPLES[name], foreign))
    assert [unit.id for unit in after.units] == [unit.id for unit in before.units]
    assert after.left_alone == before.left_alone


@pytest.mark.parametrize("data", [samples.BOOK, samples.FLAT_BOOK], ids=["packed", "flat"])
def test_entries_are_the_translated_headings(data: bytes) -> None:
    result = translate(data, foreign)
    title, *entries = paragraphs(result)[:5]
    headings = ["".join(map(str, one.itertext())) for one in tree(result).iter(f"{_TEXT}h")]
    assert headings == [foreign(x) for x in ("First chapter", "A bold step", "Overview", "Overview")]
    assert title == foreign("Table of Contents")
    pages = ["1 {}\t1", "1.1\t{}\t2", "{}\tiv", "{}\t12"]
    assert entries == [page.format(heading) for page, heading in zip(pages, headings, strict=True)]
    assert codes_of(data) == []
    assert "contents" not in left_alone(data)


def test_links_to_headings_by_their_text_and_references_follow() -> None:
    result = translate(samples.BOOK, foreign)
    named = f"#1.1.{foreign('A bold step')}|outline"
    assert hrefs(result) == ["#__RefHeading___Toc1_2", named, "#_Toc102", "#_Toc103", named]
    assert foreign("See Overview on page 3, or there.") in paragraphs(result)


def test_formats_in_an_entry_follow_the_words() -> None:
    def moved(segment: Segment) -> Segment:
        if len(segment) != 5:
            return segment
        first, bold, word, end, last = segment
        return (last, Text(text=", "), bold, word, end, Text(text=" "), first)

    entry = list(tree(rebuild(samples.BOOK, moved)).iter(f"{_TEXT}p"))[2]
    spans = ["".join(map(str, one.itertext())) for one in entry.iter(f"{_TEXT}span")]
    assert spans == ["bold", "2"]
    assert "".join(map(str, entry.itertext())) == "1.1step, bold A2"


def test_headings_of_one_text_may_have_two_translations() -> None:
    numbers = iter(range(9))

    def numbered(segment: Segment) -> Segment:
        same = segment == (Text(text="Overview"),)
        return (Text(text=f"Oversikt {next(numbers)}"),) if same else segment

    assert paragraphs(rebuild(samples.BOOK, numbered))[3:5] == ["Oversikt 0\tiv", "Oversikt 1\t12"]


def test_the_title_of_an_index_is_one_unit_with_its_template() -> None:
    assert texts(samples.BOOK).count("Table of Contents") == 1
    assert [x for x in texts(samples.KEYS) if x in {"Contents", "What is inside", "Index"}] == [
        "Contents",
        "What is inside",
        "Index",
    ]
    root = tree(translate(samples.BOOK, foreign))
    assert [x.text for x in root.iter(f"{_TEXT}index-title-template")] == [foreign("Table of Contents")]


def test_lists_of_figures_follow_their_captions() -> None:
    captions = [foreign("Figure 1: The cat"), foreign("Figure 2: The dog")]
    written = paragraphs(translate(samples.FIGURES, foreign))
    assert written == [f"{captions[0]}\t1", f"{captions[1]}\t1", *captions, foreign("It is in Figure 1.")]
    assert codes_of(samples.FIGURES) == []


def test_indexes_follow_their_index_marks() -> None:
    written = paragraphs(translate(samples.KEYS, foreign))
    assert written[1:] == [
        foreign("What is inside"),
        foreign("A marked place") + "\t1",
        foreign("Index"),
        "A",
        foreign("animals"),
        foreign("old cat") + "\t1",
        foreign("dogs in general") + ", 1",
    ]
    assert codes_of(samples.KEYS) == []


def test_stale_entries_stay_with_a_warning() -> None:
    assert left_alone(samples.STALE) == {"contents": 2}
    assert codes_of(samples.STALE) == [WarningCode.CONTENTS_LEFT]
    written = paragraphs(translate(samples.STALE, foreign))
    assert written[1:3] == ["An older title\t1", f"{foreign('Second chapter')}\t1"]
    assert written[-1] == "[1] Knuth: The art of programming"


def test_hidden_tables_of_contents_stay() -> None:
    assert texts(samples.HIDDEN) == ["Second chapter"]
    assert paragraphs(translate(samples.HIDDEN, foreign))[:2] == ["Contents", "Second chapter\t1"]
    assert codes_of(samples.HIDDEN) == []


@pytest.mark.parametrize("listed", ["My Introduction", "Introduction of all", "Introductions", "Intro"])
def test_entries_of_another_text_are_left(listed: str) -> None:
    data = text(
        index("table-of-content", "", link("_Toc1", f"{listed}<text:tab/>3")), h("Introduction", "_Toc1")
    )
    assert codes_of(data) == [WarningCode.CONTENTS_LEFT]
    assert paragraphs(translate(data, foreign))[0] == f"{listed}\t3"


def test_headings_with_blanks_tabs_and_line_breaks() -> None:
    data = text(
        index("table-of-content", "", "1.<text:tab/>Two lines &amp; more<text:tab/>1"),
        h('1.<text:tab/>Two<text:line-break/>lines <text:s text:c="3"/>&amp; more'),
    )
    assert paragraphs(translate(data, foreign))[0] == f"1.\t{foreign('Two lines & more')}\t1".replace(
        "  ", " "
    )


def test_paragraphs_of_the_same_text_as_an_entry_stay_units() -> None:
    data = text(index("table-of-content", "Contents", "One<text:tab/>1"), p("Contents"), p("One"))
    assert texts(data) == ["Contents", "Contents", "One"]
