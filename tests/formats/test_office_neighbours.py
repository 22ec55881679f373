"""Neighbouring links, fields, marks and named spans of text documents are neither joined nor lost.

Both files are read by lxml; the translation changes every word and how long it is.
"""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Iterator

import pytest
from lxml import etree

from dragoman.formats import find_format
from dragoman.segments import Code, CodeKind, Part, Segment, Text, normalise
from tests.formats.docx import packages as word
from tests.formats.idml import documents as idml
from tests.formats.odt import packages as odf
from tests.formats.pptx import packages as pptx
from tests.formats.translating import extract, rebuild, shout


def link(target: str, *runs: str) -> str:
    return f'<w:hyperlink r:id="{target}">{"".join(runs)}</w:hyperlink>'


def control(*runs: str) -> str:
    return (
        f'<w:sdt><w:sdtPr><w:alias w:val="a"/></w:sdtPr><w:sdtContent>{"".join(runs)}</w:sdtContent></w:sdt>'
    )


def bookmark(number: int, *runs: str) -> str:
    start, end = f'<w:bookmarkStart w:id="{number}" w:name="b{number}"/>', f'<w:bookmarkEnd w:id="{number}"/>'
    return f"{start}{''.join(runs)}{end}"


def comment(number: int, *runs: str) -> str:
    return (
        f'<w:commentRangeStart w:id="{number}"/>{"".join(runs)}<w:commentRangeEnd w:id="{number}"/>'
        f'<w:r><w:commentReference w:id="{number}"/></w:r>'
    )


def slide_link(text: str, target: str, more: str = "") -> str:
    return pptx.run(text, more, f'<a:hlinkClick r:id="{target}"/>')


def span(style: str, text: str) -> str:
    return f'<text:span text:style-name="{style}">{text}</text:span>'


def anchor(target: str, text: str) -> str:
    return f'<text:a xlink:type="simple" xlink:href="{target}">{text}</text:a>'


def source(name: str, text: str) -> str:
    return f'<HyperlinkTextSource Self="{name}">{idml.run(idml.text(text))}</HyperlinkTextSource>'


_WORD = [
    link("rId1", word.run("first page")) + link("rId1", word.run("second page")),
    link("rId1", word.run("one")) + word.run(" | ") + link("rId1", word.run("two")),
    control(word.run("one")) + control(word.run("two")),
    bookmark(1, word.run("one")) + bookmark(2, word.run("two")),
    comment(1, word.run("one")) + comment(2, word.run("two")),
    word.field('HYPERLINK "a"', word.run("one")) + word.field('HYPERLINK "a"', word.run("two")),
    f"<w:ins w:id='1'>{word.run('one')}</w:ins><w:ins w:id='1'>{word.run('two')}</w:ins>",
]
_SLIDES = [
    slide_link("first page", "rId9") + slide_link("second page", "rId9"),
    slide_link("one", "rId9") * 3,
    pptx.run("See ") + slide_link("one", "rId9") + slide_link("two", "rId9") + pptx.run(" now"),
    slide_link("one", "rId9") + pptx.run(" ") + slide_link("two", "rId9"),
    slide_link("one", "rId9") + slide_link("two", "rId8"),
    slide_link("one", "rId9", ' b="1"') + slide_link("two", "rId9"),
]
_TEXTS = [
    span("Badge", "New item") + span("Badge", "Hot offer"),
    span("Term", "house") + span("Term", "dog") + span("Term", "cat"),
    "See " + span("Term", "house") + span("Term", "dog") + " now",
    span("Term", "house") + " " + span("Term", "dog"),
    span("Term", "house") + span("Key", "dog"),
    anchor("x", "one") + anchor("x", "two"),
    anchor("x", span("Term", "one")) + anchor("x", span("Term", "two")),
    span("T1", span("Term", "one") + span("Term", "two")),
    span("Term", "one<text:tab/>two") + span("Term", "three"),
]
_STORIES = [
    source("a", "one") + source("a", "two"),
    source("a", "one") + idml.run(idml.text(" ")) + source("b", "two"),
]
CASES = [
    *(("docx", "word/document.xml", word.body(f"<w:p>{one}</w:p>")) for one in _WORD),
    *(("pptx", "ppt/slides/slide1.xml", pptx.text_slide(pptx.paragraph(one))) for one in _SLIDES),
    *(("odt", "content.xml", odf.text(f"<text:p>{one}</text:p>")) for one in _TEXTS),
    *(("idml", "Stories/Story_u1.xml", idml.simple(idml.paragraphs(one))) for one in _STORIES),
]
_COUNTED = {
    *("hyperlink", "sdt", "bookmarkStart", "bookmarkEnd", "commentRangeStart", "commentRangeEnd"),
    *("commentReference", "fldChar", "instrText", "ins", "hlinkClick", "a", "span", "HyperlinkTextSource"),
}


def root(data: bytes, part: str) -> etree._Element:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return etree.fromstring(archive.read(part))


def elements(data: bytes, part: str) -> Counter[tuple[str, ...]]:
    """The elements that are counted, each with its attributes."""
    return Counter(
        (etree.QName(element).localname, *(f"{k!s}={v!s}" for k, v in sorted(element.attrib.items())))
        for element in meant(data, part)
    )


def meant(data: bytes, part: str) -> Iterator[etree._Element]:
    """The elements with a meaning, in order."""
    for element in root(data, part).iter():
        is_look = "T1" in element.attrib.values()  # which any number of spans may give
        if isinstance(element.tag, str) and etree.QName(element).localname in _COUNTED and not is_look:
            yield element


def reversed_words(segment: Segment) -> Segment:
    return tuple(
        Text(text=part.text.replace(core, " ".join(word[::-1] * 2 for word in core.split()[::-1])))
        if isinstance(part, Text) and (core := part.text.strip())
        else part
        for part in segment
    )


def backwards(segment: Segment) -> Segment:
    """Reverse the order of the outermost parts."""
    items: list[list[Part]] = []
    depth = 0
    for part in segment:
        if not depth:
            items.append([])
        items[-1].append(part)
        if isinstance(part, Code) and part.kind is not CodeKind.STANDALONE:
            depth += 1 if part.kind is CodeKind.OPEN else -1
    return normalise(part for item in reversed(items) for part in item)


@pytest.mark.parametrize(("name", "part", "data"), CASES)
@pytest.mark.parametrize("change", [shout, reversed_words, backwards])
def test_elements_with_a_meaning_stay_as_many(name: str, part: str, data: bytes, change: object) -> None:
    entry = find_format(name)
    units = extract(entry, data).units
    assert callable(change)
    result = rebuild(entry, data, {unit.id: change(unit.segment) for unit in units})
    assert result != data
    assert elements(result, part) == elements(data, part)


@pytest.mark.parametrize(("name", "part", "data"), CASES)
def test_each_keeps_its_own_words(name: str, part: str, data: bytes) -> None:
    entry = find_format(name)
    units = extract(entry, data).units
    result = rebuild(entry, data, {unit.id: shout(unit.segment) for unit in units})
    assert list(words(result, part)) == [(tag, text.upper()) for tag, text in words(data, part)]


def words(data: bytes, part: str) -> Iterator[tuple[str, str]]:
    for element in meant(data, part):
        name = etree.QName(element).localname
        holder = next(element.iterancestors("{*}r")) if name == "hlinkClick" else element
        if name != "instrText":
            yield name, "".join(str(text) for text in holder.itertext() if text.strip()).strip()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (span("T1", "like"), span("T4", "ly")),  # one style in two languages
        (span("T3", "like"), "ly"),  # the number of an editing session
        (span("Term", span("T3", "like")), span("Term", "ly")),
        (span("Term", "like"), span("Term", span("T3", "ly"))),
        (span("T1", "like"), span("T1", "ly")),
    ],
)
def test_a_word_that_a_program_cut_is_one(first: str, second: str) -> None:
    (unit,) = extract(find_format("odt"), odf.text(f"<text:p>un{first}{second} true</text:p>")).units
    assert "likely" in "".join(part.text for part in unit.segment if isinstance(part, Text))
    assert all("likely" in part.text for part in unit.segment if isinstance(part, Text) and "ly" in part.text)


def test_runs_of_word_with_equal_properties_are_one() -> None:
    bold, marked = "<w:b/>", '<w:b/><w:lang w:val="en-GB"/>'
    data = word.body(
        word.paragraph(word.run("un"), word.run("like", bold), word.run("ly", marked), word.run("."))
    )
    (unit,) = extract(find_format("docx"), data).units
    assert [part.text for part in unit.segment if isinstance(part, Text)] == ["un", "likely", "."]


@pytest.mark.parametrize(
    "runs", [("one", "\ttwo"), ("one\t", "two"), ("one", "two\tthree"), ("one\ttwo", "three")]
)
def test_links_with_tabs_are_read_alike_before_and_after(runs: tuple[str, ...]) -> None:
    """A tab of a slide is written in a run of its own, which must not make another link."""
    entry = find_format("pptx")
    data = pptx.text_slide(pptx.paragraph(*(slide_link(text, "rId9") for text in runs)))
    (unit,) = extract(entry, data).units
    changed = shout(unit.segment)
    (again,) = extract(entry, rebuild(entry, data, {unit.id: changed})).units
    assert again.segment == changed
