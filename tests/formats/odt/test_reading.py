"""Reading OpenDocument texts: units, and text that is left alone."""

from __future__ import annotations

import re

import pytest

from dragoman.formats.format import WarningCode
from dragoman.text_io.errors import DocumentCorrupt, DocumentEncrypted
from tests.formats.odt import samples
from tests.formats.odt.packages import content, flat, p, package, span, styles_xml, text, unzipped, zipped
from tests.formats.odt.roundtrip import extract, left_alone, texts, translate

_MARKED = (
    "<bookmark>A marked</bookmark> word, a [bookmark]mark, an <bookmark>entry</bookmark> "
    "and [bookmark]one more."
)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (samples.PLAIN, ["The cat sleeps.", "It dreams of mice."]),
        (
            samples.FORMATTED,
            [
                "One <fmt>bold</fmt> and one <fmt>slanted</fmt> word.",
                "The cat <fmt>sleeps</fmt>.",
                "All of it is bold <fmt>and this slanted</fmt>.",
                "<fmt>Named</fmt> and plain, <fmt>nested</fmt>.",
            ],
        ),
        (
            samples.SPACED,
            [
                "Two [space]blanks, four [tab]blanks.[tab]A tab.[break]A new line.",
                "At the beginning, wrapped [bookmark]by hand.",
            ],
        ),
        (samples.LINKED, ["See <link>the house</link> now.", "Our house"]),
        (
            samples.MARKED,
            [
                _MARKED,
                "animals",
                "a heading",
            ],
        ),
        (
            samples.FIELDS,
            ["Page [field] of [field], see [field], [field] and [field].", "<name>", "write here"],
        ),
        (samples.NOTED, ["A word[note] with a note.", "What it <fmt>means</fmt>."]),
        (samples.CHANGED, ["The [bookmark]cat <bookmark>really</bookmark> sleeps."]),
        (samples.CONTENTS, ["Contents", "After the contents."]),
        (samples.HIDDEN, ["Here is [hidden]something.", "But this."]),
        (samples.COMMENTED, ["A [note]cat[bookmark] sleeps."]),
        (
            samples.BOXED,
            [
                "Before [object] and after.",
                "In the box.",
                "A title",
                "On the page.",
                "Twice.",
                "What it shows",
            ],
        ),
        (samples.TABLED, ["Left", "First"]),
        (samples.RUBY, ["<object>Tokyo</object> is a town."]),
        (
            samples.CONTROLLED,
            [
                "Write <object>a name</object> or choose [field].",
                "<bookmark>Somebody's text</bookmark>.",
                "Press me",
                "Now",
            ],
        ),
        (samples.HEADED, ["The text.", "The header."]),
        (samples.CHARTED, ["A chart.", "Mice per cat"]),
        (samples.FLAT, ["The header.", "Flat <fmt>bold</fmt> text.", "After it."]),
    ],
)
def test_what_is_read(data: bytes, expected: list[str]) -> None:
    assert texts(data) == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (samples.FIELDS, {"field": 3}),
        (samples.CHANGED, {"deleted": 1}),
        (samples.CONTENTS, {"contents": 1}),
        (samples.HIDDEN, {"hidden": 4}),
        (samples.COMMENTED, {"comment": 1}),
        (samples.BOXED, {"key": 1}),
        (samples.TABLED, {}),
        (samples.HEADED, {"hidden": 1}),
        (samples.CHARTED, {"field": 1}),
    ],
)
def test_what_is_left_alone_is_counted(data: bytes, expected: dict[str, int]) -> None:
    assert left_alone(data) == expected


def test_options_open_what_is_left_alone() -> None:
    assert texts(samples.HIDDEN, {"hiddenText": True}) == [
        "Here is <fmt>a secret </fmt>something.",
        "Nobody sees this.",
        "Nor this.",
        "Nor that.",
        "But this.",
    ]
    assert texts(samples.COMMENTED, {"comments": True}) == ["A [note]cat[bookmark] sleeps.", "Is it?"]
    assert texts(samples.HEADED, {"properties": True}) == ["The text.", "The header.", "The title"]
    assert texts(samples.FLAT, {"properties": True})[0] == "The title"


def test_styles_that_hide_may_rest_on_others_of_the_style_sheet() -> None:
    common = (
        '<style:style style:name="Quiet" style:family="text"><style:text-properties text:display="none"/>'
        "</style:style>"
        '<style:style style:name="Quieter" style:family="text" style:parent-style-name="Quiet"/>'
        '<style:style style:name="Loud" style:family="text" style:parent-style-name="Quiet">'
        '<style:text-properties text:display="true"/></style:style>'
    )
    data = text(
        p("One word " + span("Quieter", "two ") + span("Loud", "three") + "."),
        styles=styles_xml("", common),
    )
    assert texts(data) == ["One word [hidden]<fmt>three</fmt>."]


def test_notices_of_continued_footnotes_are_read() -> None:
    notices = (
        '<text:notes-configuration text:note-class="footnote"><text:note-continuation-notice-forward>goes on'
        "</text:note-continuation-notice-forward></text:notes-configuration>"
    )
    data = text(p("One."), styles=styles_xml("", notices))
    assert texts(data) == ["One.", "goes on"]
    assert b">GOES ON<" in unzipped(translate(data))["styles.xml"]


def test_prefixes_are_the_writers_choice() -> None:
    data = content("text", p("One " + span("T1", "two") + " three."))
    renamed = re.sub(r"(?<![\w:])text:", "t:", data).replace("xmlns:text=", "xmlns:t=")
    parts = {"mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": renamed.encode()}
    assert texts(zipped(parts)) == ["One <fmt>two</fmt> three."]


def test_names_with_undeclared_prefixes_are_unknown() -> None:
    """Programs write them, and LibreOffice opens such files."""
    body = p("One <x:mark/>" + span("T1", "two") + " three.").replace("<text:p", '<text:p x:y="1"', 1)
    data = package("text", body)
    assert texts(data) == ["One [object]<fmt>two</fmt> three."]
    written = unzipped(translate(data, how=str.upper))["content.xml"].decode()
    assert 'x:y="1"' in written
    assert "<x:mark/>" in written
    assert "THREE." in written
    undeclared = content("text", p("Gone.")).replace("xmlns:text=", "xmlns:other=")
    assert texts(zipped({"content.xml": undeclared.encode()})) == []


def test_neither_manifest_nor_style_sheet_nor_mimetype_is_needed() -> None:
    data = zipped({"content.xml": content("text", p("Alone.")).encode(), "styles.xml": b""})
    assert texts(data) == ["Alone."]


def test_a_manifest_with_a_document_type_is_read() -> None:
    doctype = '<!DOCTYPE manifest:manifest PUBLIC "-//OpenOffice.org//DTD Manifest 1.0//EN" "Manifest.dtd">'
    manifest = (
        f'{doctype}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    )
    parts = {"content.xml": content("text", p("Old.")).encode(), "META-INF/manifest.xml": manifest.encode()}
    assert texts(zipped(parts)) == ["Old."]


def test_the_prefix_of_an_old_manifest_may_be_undeclared() -> None:
    """OpenOffice.org 2 declared the prefix in the document type, which is never loaded."""
    manifest = (
        '<!DOCTYPE manifest:manifest PUBLIC "-//OpenOffice.org//DTD Manifest 1.0//EN" "Manifest.dtd">'
        '<manifest:manifest><manifest:file-entry manifest:full-path="content.xml"{}</manifest:manifest>'
    )
    parts = {"content.xml": content("text", p("Old.")).encode()}
    assert texts(zipped({**parts, "META-INF/manifest.xml": manifest.format("/>").encode()})) == ["Old."]
    locked = manifest.format("><manifest:encryption-data/></manifest:file-entry>").encode()
    with pytest.raises(DocumentEncrypted):
        extract(zipped({**parts, "META-INF/manifest.xml": locked}))


@pytest.mark.parametrize(
    ("manifest", "reason"),
    [
        (b"<m:manifest>", "is not well-formed: .*, line 1, column 13"),
        (
            b'<?xml version="1.0" encoding="x-none"?><m/>',
            "has an encoding that is not known|is not well-formed",
        ),
        (b'<!DOCTYPE m [<!ENTITY a "b">]><m>&a;</m>', "declares entities"),
    ],
    ids=["cut", "encoding", "entities"],
)
def test_a_damaged_manifest_is_refused(manifest: bytes, reason: str) -> None:
    parts = {"content.xml": content("text", p("x")).encode(), "META-INF/manifest.xml": manifest}
    with pytest.raises(DocumentCorrupt, match=reason):
        extract(zipped(parts))


def test_a_template_that_is_nothing_but_styles_has_no_text() -> None:
    said = b"application/vnd.oasis.opendocument.text-template"
    styles = {"styles.xml": styles_xml("").encode()}
    assert texts(zipped({"mimetype": said, **styles})) == []
    with pytest.raises(DocumentCorrupt, match=r"no content\.xml"):
        extract(zipped(styles))
    with pytest.raises(DocumentCorrupt, match=r"no content\.xml"):
        extract(zipped({"mimetype": said.replace(b"text", b"spreadsheet"), **styles}))


def test_protected_documents_are_refused_with_a_reason() -> None:
    listed = (
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml">'
        '<manifest:encryption-data manifest:checksum="x"/></manifest:file-entry>'
    )
    with pytest.raises(DocumentEncrypted):
        extract(package("text", p("x"), listed=listed))


def test_a_document_of_another_kind_is_refused() -> None:
    with pytest.raises(DocumentCorrupt, match="another kind"):
        extract(package("spreadsheet", ""))
    with pytest.raises(DocumentCorrupt, match="another kind"):
        extract(flat("presentation", ""))
    with pytest.raises(DocumentCorrupt):
        extract(b"<a/>")


def test_paragraphs_that_nest_without_end_are_refused() -> None:
    deep = text("<text:p><draw:frame>" * 100 + "x" + "</draw:frame></text:p>" * 100)
    with pytest.raises(DocumentCorrupt, match="deep"):
        extract(deep)
    spans = text(p('<text:span text:style-name="T1">' * 100 + "x" + "</text:span>" * 100))
    with pytest.raises(DocumentCorrupt, match="deep"):
        extract(spans)


def test_a_signature_is_dropped_with_a_warning() -> None:
    (warning,) = extract(samples.SIGNED).warnings
    assert warning.code is WarningCode.SIGNATURE_DROPPED


def test_absurd_numbers_are_not_numbers() -> None:
    (unit,) = extract(text(p('a<text:s text:c="99999999999"/>b<text:s text:c="-1"/>c'))).units
    assert len(unit.segment) == 5


@pytest.mark.slow
def test_the_text_of_a_flat_file_may_begin_after_large_headers() -> None:
    header = p("A header." + "<draw:frame/>" * 30_000)
    masters = f'<style:master-page style:name="M"><style:header>{header}</style:header></style:master-page>'
    assert texts(flat("text", p("The text.") * 2, masters + masters)) == [
        "A header.",
        "A header.",
        "The text.",
        "The text.",
    ]
