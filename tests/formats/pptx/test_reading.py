"""Reading presentations: units, and text that is left alone."""

from __future__ import annotations

import pytest

from dragoman.formats.format import Reason, WarningCode
from tests.formats.pptx import samples
from tests.formats.pptx.packages import (
    paragraph,
    presentation,
    run,
    shape,
    slide,
    strict,
    text_slide,
    unzipped,
    zipped,
)
from tests.formats.pptx.roundtrip import extract, texts

ALL = {"hiddenText": True, "comments": True, "masters": True, "properties": True}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (samples.PLAIN, ["The cat sleeps.", "It dreams of mice."]),
        (samples.ORDERED, ["Shown first", "Shown last"]),
        (samples.SPLIT_WORD, ["Tika can"]),
        (samples.FORMATTED, ["One <fmt>bold</fmt> and one <fmt>slanted</fmt> word indeed."]),
        (
            samples.LINKED,
            [
                "See <link>the house</link> now, with all of its rooms.",
                "Our house & garden",
                "Again <link>here</link> and not elsewhere.",
                "A grey house",
                "House",
                "Go there",
            ],
        ),
        (samples.FIELDS, ["Page [field] of many,[break]name:[tab]value"]),
        (samples.TABLE, ["First cell", "Second cell"]),
        (samples.GROUPED, ["Two boxes", "The first", "In the group", "Deeper"]),
        (samples.NOTED, ["On the slide", "Say hello first."]),
        (
            samples.CHARTED,
            ["Sales by town", "Sales", "Written series", "North", "South", "An arrow", "Drawn on the chart"],
        ),
        (samples.DRAWN, ["A diagram follows.", "An <fmt>idea</fmt> that grows."]),
        (samples.HIDDEN, ["Seen", "Seen again"]),
        (samples.COMMENTED, ["Doubtful"]),
        (samples.MASTERED, ["On the slide"]),
        (samples.TEMPLATE, ["A slogan", "Click to edit title"]),
        (samples.ALTERNATIVE, ["Both say this.", "Let [object] be small.", "Let it be small."]),
        (samples.UTF16, ["Größe <fmt>Ω</fmt>meter"]),
    ],
)
def test_what_is_read(data: bytes, expected: list[str]) -> None:
    assert sorted(texts(data)) == sorted(expected)
    assert texts(strict(data) if data is not samples.UTF16 else data) == texts(data)


@pytest.mark.parametrize(
    ("data", "option", "more"),
    [
        (
            samples.HIDDEN,
            "hiddenText",
            ["In a hidden shape", "In a hidden group", "On a hidden slide", "Also there"],
        ),
        (samples.COMMENTED, "comments", ["Really & truly?", "No."]),
        (samples.MASTERED, "masters", ["A slogan", "Click to edit title"]),
    ],
)
def test_options_add_what_is_left_alone(data: bytes, option: str, more: list[str]) -> None:
    assert sorted(texts(data, **{option: True})) == sorted([*texts(data), *more])


def test_notes_can_be_left_alone() -> None:
    assert texts(samples.NOTED, notes=False) == ["On the slide"]


def test_what_is_left_alone_is_counted() -> None:
    assert extract(samples.HIDDEN).left_alone == {Reason.HIDDEN: 4}
    assert extract(samples.COMMENTED).left_alone == {Reason.COMMENT: 2}
    assert extract(samples.LINKED).left_alone == {Reason.KEY: 1}
    assert extract(samples.FIELDS).left_alone == {Reason.FIELD: 2}
    assert extract(samples.HIDDEN, **ALL).left_alone == {}


def test_order_is_that_of_the_shapes_followed_by_the_parts_of_the_slide() -> None:
    found = [unit.id.partition("#")[0] for unit in extract(samples.CHARTED).units]
    assert found == [
        "ppt/slides/slide1.xml",
        *["ppt/charts/chart1.xml"] * 4,
        *["ppt/drawings/drawing1.xml"] * 2,
    ]


def test_slides_that_are_not_listed_are_never_shown() -> None:
    parts = unzipped(samples.ORDERED)
    parts["ppt/presentation.xml"] = parts["ppt/presentation.xml"].replace(
        b'<p:sldId id="257" r:id="rId1"/>', b'<p:sldId id="257" r:id="rIdNone"/>'
    )
    assert texts(zipped(parts)) == ["Shown first"]


def test_broken_parts_that_are_left_alone_do_no_harm() -> None:
    parts = unzipped(samples.COMMENTED)
    data = zipped(parts | {"ppt/comments/comment1.xml": b"<broken"})
    assert texts(data) == ["Doubtful"]
    assert extract(data).left_alone == {Reason.COMMENT: 2}


def test_properties_of_the_file_are_read_on_demand() -> None:
    parts = unzipped(samples.PLAIN)
    parts["docProps/core.xml"] = (
        b'<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/'
        b'core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>My title</dc:title>'
        b"<dc:creator>Me</dc:creator></cp:coreProperties>"
    )
    parts["_rels/.rels"] = parts["_rels/.rels"].replace(
        b"</Relationships>",
        b'<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/'
        b'core-properties" Target="docProps/core.xml"/></Relationships>',
    )
    assert len(texts(zipped(parts))) == 2
    assert texts(zipped(parts), properties=True)[2:] == ["My title"]


def test_signed_presentations_warn() -> None:
    data = zipped(unzipped(samples.PLAIN) | {"_xmlsignatures/sig1.xml": b"<x/>"})
    assert [warning.code for warning in extract(data).warnings] == [WarningCode.SIGNATURE_DROPPED]


def test_runs_that_hold_more_than_text_stay_whole() -> None:
    odd = "<a:r><a:t>one<a:b/>two</a:t></a:r>"
    assert texts(text_slide(paragraph(run("Before "), odd, run(" after")))) == ["Before [object] after"]
    assert texts(text_slide(paragraph("<a:r><a:extLst/><a:t>x</a:t></a:r>", run("y")))) == ["y"]


def test_tips_of_hidden_links_do_not_hide_others() -> None:
    link = run("here", inside='<a:hlinkClick r:id="r" tooltip="Tip"/>')
    data = presentation(
        slide(shape(paragraph(link), named=' hidden="1"') + shape(paragraph(run("Look "), link)))
    )
    assert "Tip" in texts(data)
