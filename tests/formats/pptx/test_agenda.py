"""Agendas and summaries, which repeat the titles of slides, compared by an independent reader."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable

import pytest
from lxml import etree

from dragoman.formats.pptx import FORMAT
from dragoman.segments import Segment, Text
from tests.formats.pptx.agenda_samples import AGENDA, title
from tests.formats.pptx.packages import A, paragraph, presentation, run, shape, slide
from tests.formats.pptx.roundtrip import LANGUAGES, change, extract, rebuild_all, source, texts


def paragraph_texts(data: bytes, name: str) -> list[str]:
    """The paragraphs of a part, by lxml; line breaks as blanks."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        root = etree.fromstring(archive.read(name))
    return [
        "".join(" " if x.tag.endswith("br") else x.text or "" for x in one.iter(f"{{{A}}}t", f"{{{A}}}br"))
        for one in root.iter(f"{{{A}}}p")
    ]


def translated(how: Callable[[Segment], Segment]) -> bytes:
    targets = {unit.id: how(unit.segment) for unit in extract(AGENDA).units}
    return FORMAT.rebuild(source(AGENDA), targets, LANGUAGES)


def numbered() -> Callable[[Segment], Segment]:
    """Translate each different segment to other words, and equal ones to the same, as the service does."""
    known: dict[Segment, str] = {}

    def words(segment: Segment) -> Segment:
        mark = known.setdefault(segment, f"Q{len(known)}")
        return change(segment, lambda text: re.sub(r"\w+", lambda word: f"{mark}{word[0][::-1]}", text))

    return words


def test_an_agenda_has_the_translations_of_the_titles() -> None:
    result = translated(numbered())
    goals, _ = paragraph_texts(result, "ppt/slides/slide1.xml")
    (lines,) = paragraph_texts(result, "ppt/slides/slide2.xml")
    (plain,) = paragraph_texts(result, "ppt/slides/slide3.xml")
    agenda = paragraph_texts(result, "ppt/slides/slide4.xml")
    assert agenda[1:5] == [f"{goals} ", lines, plain, goals]
    assert len({plain, *agenda[5:]}) == 4
    assert paragraph_texts(result, "ppt/notesSlides/notesSlide1.xml") == [goals]


def test_only_what_equals_its_source_anyway_is_not_a_unit() -> None:
    assert sorted(texts(AGENDA)) == sorted(
        [
            "Our <fmt>goals</fmt> for the next year",
            "Body",
            "Two lines[break]of one title",
            "Plain title",
            "Agenda",
            "Plain title",
            "Plain <fmt>title</fmt>",
            "Plain[break]title",
            "Plain title and more",
        ]
    )


def test_formats_of_the_agenda_follow_its_words() -> None:
    def moved(segment: Segment) -> Segment:
        if len(segment) != 5:
            return segment
        bold, _, end = segment[1:4]
        return (Text(text="Des nächsten Jahres "), bold, Text(text="Ziele"), end)

    with zipfile.ZipFile(io.BytesIO(translated(moved))) as archive:
        agenda = etree.fromstring(archive.read("ppt/slides/slide4.xml"))
    one = list(agenda.iter(f"{{{A}}}p"))[4]
    runs = [(x.findtext(f"{{{A}}}t"), any(look.get("i") for look in x)) for x in one.iter(f"{{{A}}}r")]
    assert runs == [("Des nächsten Jahres ", False), ("Ziele", True)]


def test_without_changes_every_byte_stays() -> None:
    assert translated(lambda segment: segment) == AGENDA


def test_everything_written_anew_is_equal() -> None:
    for number in range(1, 5):
        name = f"ppt/slides/slide{number}.xml"
        assert paragraph_texts(rebuild_all(AGENDA), name) == paragraph_texts(AGENDA, name)


@pytest.mark.parametrize("hidden", [True, False])
def test_titles_of_hidden_slides_count_only_if_they_are_translated(hidden: bool) -> None:
    data = presentation(
        slide(title(run("Secret "), run("plan", ' b="1"')), attributes=' show="0"'),
        slide(shape(paragraph(run("Secret plan"))), number=2),
    )
    expected = ["Secret <fmt>plan</fmt>"] if hidden else ["Secret plan"]
    assert texts(data, hiddenText=hidden) == expected
