"""Our packages have the structure that XLIFF 1.2 and 2.1 give: order, attributes, values, ids."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.memories.segment_json import decode_segment, encode_segment
from dragoman.projects.linguists.exchange import MemoryProposal, Package, PackagedTerm, Version, write
from dragoman.projects.segment_model import ProjectSegment, SegmentState
from tests.projects.exchange.structure import find_faults
from tests.projects.exchange.test_round_trip import SLICE, header_of, mixed, rows

BOTH = pytest.mark.parametrize("version", list(Version))
ORIGINS = st.sampled_from(["memory", "engine", "human", "joined"])


@st.composite
def packages(draw: st.DrawFn) -> Package:
    """Segments in every state, with proposals, terms and notes."""
    some: list[ProjectSegment] = []
    proposals: dict[int, list[MemoryProposal]] = {}
    terms: dict[int, list[PackagedTerm]] = {}
    for new in draw(rows(broken=draw(st.booleans()))):
        row = new
        state = draw(st.sampled_from(list(SegmentState)))
        source = decode_segment(row.source)
        if state is not SegmentState.NEW:
            target = encode_segment(draw(mixed(source)))
            score = draw(st.none() | st.integers(0, 101))
            row = replace(row, target=target, state=state, origin=draw(ORIGINS), score=score)
        some.append(row)
        if draw(st.booleans()):
            fits = draw(st.booleans())
            proposals[row.number] = [
                MemoryProposal(
                    score=draw(st.integers(70, 101)), origin="m & m", source=source, target=source, fits=fits
                )
            ]
        if draw(st.booleans()):
            targets = tuple(draw(st.lists(st.text(min_size=1, max_size=4), max_size=2)))
            terms[row.number] = [
                PackagedTerm(
                    source="dog\x02",
                    targets=targets,
                    forbidden=draw(st.sampled_from([(), ("can",)])),
                    definition=draw(st.sampled_from(["", "an animal"])),
                )
            ]
    header = replace(header_of(some), exported=datetime(2031, 2, 3, tzinfo=UTC))
    notes = tuple(draw(st.lists(st.text(min_size=1, max_size=9), max_size=2)))
    return Package(header=header, rows=some, proposals=proposals, terms=terms, notes=notes)


@BOTH
@given(data=st.data())
@SLICE
def test_every_package_has_the_structure_of_its_standard(version: Version, data: Any) -> None:
    assert find_faults(write(version, data.draw(packages()))) == []


FAULTS = {
    Version.ONE: {
        "<trans-unit> lacks id": ('<trans-unit id="1-0"', "<trans-unit"),
        "<trans-unit> holds target source ": ("<source>S</source><target>T</target>",
                                              "<target>T</target><source>S</source>"),
        "<target> has state='done'": ("<target>", '<target state="done">'),
        "<file> has colour": ("<file ", '<file colour="red" '),
        "<body> holds text": ("<body>", "<body>text"),
        "<b> is unknown": ("S</source>", "S<b/></source>"),
        "code id twice: 1": ("S</source>", 'S<x id="1"/><x id="1"/></source>'),
    },
    Version.TWO: {
        "<unit> has id='1 0'": ('id="1-0"', 'id="1 0"'),
        "<segment> has dragoman": ("<segment", "<segment dragoman='1'"),
        "<segment> has state='done'": ("<segment", "<segment state='done'"),
        "<unit> holds segment notes ": ("</segment>", "</segment><notes><note>n</note></notes>"),
        "<ph> refers to no data: d1": ("S</source>", "S<ph id='p' dataRef='d1'/></source>"),
    },
}  # fmt: skip
SMALL = {
    Version.ONE: '<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"><file original="a" '
    'source-language="en" datatype="plaintext"><body><trans-unit id="1-0"><source>S</source>'
    "<target>T</target></trans-unit></body></file></xliff>",
    Version.TWO: '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en">'
    '<file id="f"><unit id="1-0"><segment><source>S</source></segment></unit></file></xliff>',
}


@BOTH
def test_the_rules_find_what_breaks_them(version: Version) -> None:
    small = SMALL[version]
    assert find_faults(small.encode()) == []
    for fault, (before, after) in FAULTS[version].items():
        assert before in small
        assert fault in find_faults(small.replace(before, after, 1).encode()), fault
