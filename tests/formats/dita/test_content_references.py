"""DITA's content references: an element that pulls its content stays, one that pushes it has texts."""

from __future__ import annotations

import pytest
from lxml import etree

from dragoman.formats.dita import FORMAT
from dragoman.formats.format import Reason
from tests.formats.xml.reading import extract, rebuilt, texts

TARGET = "other.dita#topic/item"


def topic(inner: str) -> str:
    return f"<topic id='t'><title>A title</title><body>{inner}</body></topic>"


def words_of(document: str) -> dict[str, str]:
    """The text of every element with an id, as lxml reads it."""
    root = etree.fromstring(document.encode())
    return {one.get("id", ""): "".join(map(str, one.itertext())) for one in root.iter("*") if one.get("id")}


@pytest.mark.parametrize("reference", ["conref", "conkeyref"])
@pytest.mark.parametrize("action", ["pushreplace", "pushbefore", "pushafter"])
def test_what_pushes_its_content_is_translated(action: str, reference: str) -> None:
    inner = f'<p id="p" {reference}="{TARGET}" conaction="{action}">New <b id="b">words</b> here.</p>'
    inner += f'<ul><li id="l" conaction="{action}" {reference}="{TARGET}"><p id="q">An item.</p></li></ul>'
    found = words_of(rebuilt(FORMAT, topic(inner)))
    assert found["p"] == "NEW WORDS HERE."
    assert found["b"] == "WORDS"
    assert found["q"] == "AN ITEM."
    assert texts(extract(FORMAT, topic(inner)))[1:] == ["New [words] here.", "An item."]


def test_what_pushes_within_a_sentence_is_part_of_it() -> None:
    inner = f'<p id="p">See <ph id="h" conref="{TARGET}" conaction="pushreplace">this part</ph> first.</p>'
    assert texts(extract(FORMAT, topic(inner)))[1:] == ["See [this part] first."]
    assert words_of(rebuilt(FORMAT, topic(inner)))["h"] == "THIS PART"


def test_a_whole_section_that_replaces_another_one() -> None:
    inner = (
        f'<section id="s" conref="{TARGET}" conaction="pushreplace"><title>Rules</title><p>One rule.</p>'
        f'<p id="i" conref="{TARGET}">An old rule.</p><codeblock>rm -r</codeblock></section>'
    )
    document = extract(FORMAT, topic(inner))
    assert texts(document)[1:] == ["Rules", "One rule."]
    assert document.left_alone == {Reason.FIELD: 1, Reason.CODE: 1}


@pytest.mark.parametrize(
    "attributes",
    [
        f'conref="{TARGET}"',
        'conkeyref="keys/item"',
        f'conref="{TARGET}" conaction="mark"',
        f'conref="{TARGET}" conaction=""',
        f'conref="{TARGET}" conaction="-dita-use-conref-target"',
        f'conref="{TARGET}" conrefend="other.dita#topic/last"',
    ],
)
def test_what_pulls_its_content_or_marks_a_place_stays(attributes: str) -> None:
    inner = f'<p id="p" {attributes}>Old words.</p>'
    document = extract(FORMAT, topic(inner))
    assert texts(document) == ["A title"]
    assert document.left_alone == {Reason.FIELD: 1}
    assert words_of(rebuilt(FORMAT, topic(inner)))["p"] == "Old words."


def test_a_place_that_is_marked_and_the_steps_pushed_there() -> None:
    task = (
        "<task id='t'><title>A task</title><taskbody><steps>"
        '<step id="one" conaction="pushbefore"><cmd>Open it.</cmd></step>'
        f'<step id="mark" conaction="mark" conref="{TARGET}"><cmd/></step>'
        '<step id="two" conaction="pushafter"><cmd>Close it.</cmd><info>Wait.</info></step>'
        "</steps></taskbody></task>"
    )
    result = words_of(rebuilt(FORMAT, task))
    assert (result["one"], result["mark"], result["two"]) == ("OPEN IT.", "", "CLOSE IT.WAIT.")
    assert etree.fromstring(rebuilt(FORMAT, task).encode()).find(".//step[@conaction='mark']") is not None
