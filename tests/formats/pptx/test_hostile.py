"""Damaged or malicious presentations raise an error with a reason, in little time and memory."""

from __future__ import annotations

import time

import pytest

from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentError
from tests.formats.pptx import samples
from tests.formats.pptx.packages import (
    Piece,
    paragraph,
    part,
    presentation,
    run,
    shape,
    slide,
    text_slide,
    tree,
    unzipped,
    zipped,
)
from tests.formats.pptx.roundtrip import extract, rebuild_all, texts

SLIDE = "ppt/slides/slide1.xml"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({SLIDE: b"<p:sld"}, "not well-formed"),
        ({SLIDE: b""}, "not well-formed"),
        ({SLIDE: b"<!DOCTYPE x [<!ENTITY e 'x'>]><x>&e;</x>"}, "document type"),
        ({SLIDE: b'<?xml version="1.0" encoding="none-such"?><x/>'}, "encoding|well-formed"),
        ({"ppt/presentation.xml": b"<x>"}, "not well-formed"),
        ({"_rels/.rels": b"<Relationships/>"}, "names no document"),
    ],
)
def test_broken_parts_are_refused(change: dict[str, bytes], message: str) -> None:
    with pytest.raises(DocumentCorrupt, match=message):
        extract(zipped(unzipped(samples.PLAIN) | change))


def test_other_packages_are_refused() -> None:
    parts = unzipped(samples.PLAIN)
    types = parts["[Content_Types].xml"].replace(b"presentationml.presentation", b"spreadsheetml.sheet")
    with pytest.raises(DocumentCorrupt, match="no PowerPoint presentation"):
        extract(zipped(parts | {"[Content_Types].xml": types}))


def test_macros_are_refused() -> None:
    with pytest.raises(ConversionFailed, match="macros"):
        extract(zipped(unzipped(samples.PLAIN) | {"ppt/vbaProject.bin": b"x"}))


def test_relationships_in_a_circle_end() -> None:
    parts = unzipped(samples.DRAWN)
    name = "ppt/slides/_rels/slide1.xml.rels"
    parts["ppt/diagrams/_rels/data1.xml.rels"] = parts[name].replace(b"../diagrams/", b"")
    parts["ppt/diagrams/_rels/drawing1.xml.rels"] = parts[name].replace(b"../diagrams/", b"")
    assert texts(zipped(parts)) == texts(samples.DRAWN)


def test_masters_in_a_circle_end() -> None:
    parts = unzipped(samples.TEMPLATE)
    rels = parts["ppt/slideMasters/_rels/slideMaster1.xml.rels"]
    parts["ppt/slideLayouts/_rels/slideLayout1.xml.rels"] = rels.replace(
        b"slideLayout1.xml", b"../slideMasters/slideMaster1.xml"
    )
    assert texts(zipped(parts)) == texts(samples.TEMPLATE)


def test_a_slide_that_is_listed_twice_is_read_once() -> None:
    parts = unzipped(samples.PLAIN)
    xml = parts["ppt/presentation.xml"]
    entry = xml[xml.index(b"<p:sldId ") : xml.index(b"</p:sldIdLst>")]
    twice = xml.replace(entry, entry * 1000)
    assert texts(zipped(parts | {"ppt/presentation.xml": twice})) == texts(samples.PLAIN)


@pytest.mark.slow
@pytest.mark.parametrize(
    "inside",
    [
        "".join(run(f"x{number}") for number in range(3_000)),
        "".join(run(f"x{number}") + run(f"{number:x}", ' b="1"') for number in range(3_000)),
        "<a:br/>" * 6_000 + run("x"),
        "<a:endParaRPr/>" * 5_000 + run("x"),
        "<a:r><a:rPr>" + "<a:ln/>" * 20_000 + "</a:rPr><a:t>x</a:t></a:r>",
        run("x\t" * 6_000),
        '<a:r><a:rPr a="' + ">" * 50_000 + '"/><a:t>x</a:t></a:r>',
        "<a:r><a:t>" + "<!-- -->" * 20_000 + "x</a:t></a:r>",
        "".join(run("x", inside=f'<a:hlinkClick tooltip="t{n}"/>') for n in range(1_500)),
        "<a:r>" * 120 + "<a:t>x</a:t>" + "</a:r>" * 120 + run("x"),
        "<a14:m>" * 30_000 + "</a14:m>" * 30_000 + run("x"),
        "<a:r>" + " " * 100_000 + "<a:t>x</a:t></a:r>",
        " " * 100_000 + run("x"),
    ],
    ids=lambda inside: inside[:24],
)
def test_long_rows_take_time_in_proportion(inside: str) -> None:
    data = text_slide(paragraph(inside))
    start = time.process_time()
    assert any("x" in text for text in texts(data))
    rebuild_all(data)
    assert time.process_time() - start < 10


@pytest.mark.parametrize("name", ["mc:AlternateContent", "mc:Fallback", "p:grpSp", "p:sp", "p:cNvPr"])
def test_depth_and_disorder_of_shapes_do_not_matter(name: str) -> None:
    deep = f"<{name}>" * 5_000 + shape(paragraph(run("x"))) + f"</{name}>" * 5_000
    start = time.process_time()
    assert texts(presentation(slide(deep))) == ["x"]
    assert time.process_time() - start < 10


def test_a_slide_that_is_too_large_is_refused() -> None:
    huge = "<a:t>" + "x" * 33_000_000 + "</a:t>"
    with pytest.raises(DocumentError, match=r"too large|times its size"):
        extract(presentation(Piece(kind="slide", path="slides/slide1.xml", xml=part("p:sld", tree(huge)))))


def test_chance_bytes_end_in_errors_of_documents() -> None:
    parts = unzipped(samples.LINKED)
    document = parts[SLIDE]
    for position in range(0, len(document), 61):
        broken = document[:position] + b"<" + document[position + 1 :]
        try:
            extract(zipped(parts | {SLIDE: broken}))
        except DocumentError:
            continue
