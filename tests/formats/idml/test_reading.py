"""Reading InDesign documents: units, and their order."""

from __future__ import annotations

import io
import time
import zipfile
from typing import Any

import pytest

from dragoman.conversion.options import check_options
from dragoman.formats.format import Document, Languages, Reason, Source
from dragoman.formats.idml import FORMAT
from dragoman.segments import Text, plain_text, render
from dragoman.text_io.errors import DocumentCorrupt
from tests.formats.idml.documents import document, frame, paragraphs, read, run, simple, spread, story, text
from tests.formats.idml.samples import CONDITIONAL, CONDITIONS, NOTED, SAMPLES

PAIR = Languages(source="en", target="de")


def extract(data: bytes, **options: Any) -> Document:
    return FORMAT.extract(Source(data=data, suffix="idml", options=check_options(FORMAT.info, options)), PAIR)


def alt_text(document: Document) -> list[str]:
    return [plain_text(unit.segment) for unit in document.units]


def test_runs_of_one_style_are_joined_and_kerning_is_not_formatting() -> None:
    first, second = extract(SAMPLES["formatted.idml"]).units
    assert plain_text(first.segment) == "One bold and one red word, kerned: Word."
    assert render(first.segment).count("<FontStyle=Bold>") == 1
    assert render(second.segment).startswith("Second   paragraph, <FontStyle=Bold>")


def test_special_characters_are_codes() -> None:
    first, second, third = extract(SAMPLES["special.idml"]).units
    assert render(first.segment) == (
        "Page <?ACE 18?> of\tmany\nnext line & more <\nthird<TextVariableInstance/> end\t<marker/> here"
    )
    assert (plain_text(second.segment), plain_text(third.segment)) == ("Behind a target", " & a section")


def test_links_are_pairs_also_over_two_paragraphs() -> None:
    units = extract(SAMPLES["linked.idml"]).units
    assert render(units[0].segment) == (
        "See <HyperlinkTextSource>this page</HyperlinkTextSource> or <HyperlinkTextSource>that "
        "<FontStyle=Bold>one</FontStyle=Bold></HyperlinkTextSource><CrossReferenceSource> on page "
        "<TextVariableInstance/></CrossReferenceSource>."
    )
    assert [render(unit.segment) for unit in units[1:]] == ["A link over", "two paragraphs", " ends."]


def test_notes_and_cells_follow_the_text_that_contains_them() -> None:
    found = extract(SAMPLES["noted.idml"])
    assert alt_text(found)[:3] == ["With a footnote and more.", "The note's text", "Behind."]
    assert alt_text(found)[3:] == ["Before", "First cell", "with two lines", "Second cell", "After"]
    assert found.left_alone[Reason.COMMENT] == 1
    assert "Check this!" in alt_text(extract(simple(NOTED), notes=True))


def test_deleted_text_stays_and_inserted_text_does_not() -> None:
    found = extract(SAMPLES["changed.idml"])
    assert alt_text(found) == ["Kept and new words.", "A tagged heading", "A paragraph with a tag."]
    assert found.left_alone == {Reason.DELETED: 1}


def test_hidden_conditions() -> None:
    data = simple(CONDITIONAL, conditions=CONDITIONS)
    assert alt_text(extract(data)) == ["Always. On the web or in print."]
    assert extract(data).left_alone == {Reason.HIDDEN: 2}
    everything = extract(data, hiddenText=True)
    assert alt_text(everything) == ["Always. Only on the web. On the web or in print.", "Never seen"]


def test_stories_in_the_order_of_their_frames() -> None:
    data = SAMPLES["ordered.idml"]
    assert alt_text(extract(data)) == ["Anchoring a frame", "Story u6", "Story u1", "Story um", "Story u5"]
    assert extract(data).left_alone == {Reason.HIDDEN: 2}
    assert "Story um" not in alt_text(extract(data, masterPages=False))
    assert alt_text(extract(data, hiddenLayers=True))[2:4] == ["Story u3", "Story u4"]


def test_a_story_is_visible_when_one_of_its_frames_is() -> None:
    parts = {
        "Spreads/Spread_1.xml": spread(frame("u1", 'ItemLayer="l2"'), frame("u1")),
        "Stories/Story_u1.xml": story("u1", paragraphs(run(text("Threaded")))),
    }
    assert alt_text(extract(document(parts))) == ["Threaded"]


def test_a_part_that_is_missing_is_named() -> None:
    with pytest.raises(DocumentCorrupt, match="Stories/gone"):
        extract(document({"Spreads/Spread_1.xml": spread()}, stories=["Stories/gone.xml"]))


def test_names_with_signs_are_found() -> None:
    parts = {"Stories/Story_a b%3a.xml": story("u1", paragraphs(run(text("Signs"))))}
    assert alt_text(extract(document(parts))) == ["Signs"]


@pytest.mark.parametrize("tag", ["<Group '", '<TextFrame "', "<Story '"])
def test_tags_in_comments_take_no_time(tag: str) -> None:
    aside = f"<!-- {tag * 30_000} -->"
    parts = {
        "Spreads/Spread_1.xml": spread(aside, frame("u1")),
        "Stories/Story_u1.xml": story("u1", paragraphs(run(text("Here")))).replace(
            "<Story", f"{aside}<Story"
        ),
    }
    began = time.process_time()
    assert alt_text(extract(document(parts))) == ["Here"]
    assert time.process_time() - began < 5


def test_only_parts_with_translations_change() -> None:
    data = SAMPLES["ordered.idml"]
    source = Source(data=data, suffix="idml", options=check_options(FORMAT.info, {}))
    result = FORMAT.rebuild(source, {"Stories/Story_u1.xml#1": (Text(text="Neu <&>"),)}, PAIR)
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(io.BytesIO(result)) as after:
        assert before.namelist() == after.namelist()
        changed = [name for name in before.namelist() if before.read(name) != after.read(name)]
    assert changed == ["Stories/Story_u1.xml"]
    assert read(result) == read(data).replace("Story u1", "Neu &lt;&amp;&gt;")
