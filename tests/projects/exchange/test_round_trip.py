"""What goes out comes back: any segments, through both versions of XLIFF, give the same targets."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dragoman.formats.format import Languages, Source
from dragoman.formats.xliff import FORMAT
from dragoman.memories.segment_json import decode_segment, encode_segment
from dragoman.projects.linguists.exchange import (
    Package,
    PackageHeader,
    Version,
    compare,
    digest_of,
    read,
    write,
)
from dragoman.projects.segment_model import ProjectSegment, SegmentState
from dragoman.segments import Code, CodeKind, Part, Segment, Text, normalise

TEXTS = st.one_of(
    st.text(min_size=1, max_size=12),
    st.sampled_from(
        ["a\r\nb", "\x0b", "\uffff", "<&>\"'", "]]>", "\u202bשלום\u202c", " \u00a0 ", "e\u0301", "𝒳", "\x85"]
    ),
)
KINDS = st.sampled_from(["fmt", "link", "variable", "break", "tag", "object", "odd type"])


@st.composite
def nested(draw: st.DrawFn) -> Segment:
    """Text with codes, pairs nested."""
    parts: list[Part] = []
    around: list[Code] = []
    for number in range(draw(st.integers(0, 8))):
        match draw(st.sampled_from(["text", "open", "close", "alone"])):
            case "text":
                parts.append(Text(text=draw(TEXTS)))
            case "open":
                around.append(Code(id=f"f:{number}", kind=CodeKind.OPEN, type=draw(KINDS), data=draw(TEXTS)))
                parts.append(around[-1])
            case "close" if around:
                begun = around.pop()
                parts.append(Code(id=begun.id, kind=CodeKind.CLOSE, type=begun.type, data="</x>"))
            case _:
                parts.append(
                    Code(id=f"p{number}", kind=CodeKind.STANDALONE, type=draw(KINDS), data=draw(TEXTS))
                )
    parts += [Code(id=one.id, kind=CodeKind.CLOSE, type=one.type, data="</x>") for one in reversed(around)]
    return decode_segment(encode_segment(normalise(parts)))  # as the database gives it


@st.composite
def mixed(draw: st.DrawFn, segment: Segment) -> Segment:
    """A translation with the codes of its source, perhaps not all, in any order, perhaps repeated."""
    parts = list(segment)
    if not draw(st.booleans()):
        parts = draw(st.permutations(parts))
    if parts and draw(st.integers(0, 3)) == 0:
        parts = parts[:-1] if draw(st.booleans()) else [*parts, parts[0]]
    return decode_segment(encode_segment(normalise([Text(text=draw(TEXTS)), *parts])))


@st.composite
def rows(draw: st.DrawFn, *, broken: bool) -> list[ProjectSegment]:
    made: list[ProjectSegment] = []
    for unit in range(draw(st.integers(1, 3))):
        count = draw(st.integers(1, 3))
        for part in range(count):
            source = draw(nested())
            if broken:
                source = draw(mixed(source))
            made.append(
                ProjectSegment(
                    number=len(made),
                    unit=f"u/{unit}",
                    part=part if count > 1 else None,
                    key=draw(st.none() | TEXTS),
                    note=draw(st.none() | TEXTS),
                    max_length=draw(st.none() | st.integers(1, 1_000_000)),
                    source=encode_segment(source),
                )
            )
    return made


def header_of(some: list[ProjectSegment]) -> PackageHeader:
    return PackageHeader(
        project_id=3,
        translation_id=7,
        file_name="a\x01 & b.docx",
        source_language="en",
        target_language="ar",
        digest=digest_of(some),
    )


SLICE = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("version", list(Version))
@given(data=st.data(), broken=st.booleans())
@SLICE
def test_targets_come_back_as_they_went_out(version: Version, data: Any, broken: bool) -> None:
    some = data.draw(rows(broken=broken))
    header = header_of(some)
    targets = [data.draw(mixed(decode_segment(row.source))) for row in some]
    translated = [
        ProjectSegment(
            **{name: getattr(row, name) for name in ("number", "unit", "part", "key", "note", "source")},
            target=encode_segment(target),
            state=data.draw(st.sampled_from([SegmentState.TRANSLATED, SegmentState.CONFIRMED])),
        )
        for row, target in zip(some, targets, strict=True)
    ]
    written = write(version, Package(header=header, rows=translated))
    assert written == write(version, Package(header=header, rows=translated))

    outcome = compare(read(written), header, some)  # into a translation that has nothing yet

    changes = {change.number: (change.target, change.state) for change in outcome.changes}
    expected = {
        row.number: (row.target, row.state) for row in translated if decode_segment(row.target or "[]")
    }
    blank = {n for n, (target, _) in expected.items() if not _says(decode_segment(target or "[]"))}
    assert changes == {n: value for n, value in expected.items() if n not in blank}
    assert compare(read(written), header, translated).changes == ()


def _says(segment: Segment) -> bool:
    return any(isinstance(part, Code) or part.text.strip() for part in segment)


@given(some=rows(broken=False))
@SLICE
def test_version_2_keeps_the_rules_of_the_standard(some: list[ProjectSegment]) -> None:
    header = header_of(some)
    translated = [
        ProjectSegment(
            number=row.number,
            unit=row.unit,
            part=row.part,
            key=row.key,
            note=row.note,
            source=encode_segment((*decode_segment(row.source), Text(text="x"))),
            target=encode_segment((*decode_segment(row.source), Text(text="x"))),
            state=SegmentState.PRETRANSLATED,
        )
        for row in some
    ]
    header = replace(header, exported=datetime(2031, 2, 3, tzinfo=UTC))
    written = write(Version.TWO, Package(header=header, rows=translated))
    source = Source(data=written, suffix="xlf", options={"existing": "keep"})
    document = FORMAT.extract(
        source, Languages(source="en", target="ar")
    )  # `xliff_2_validation` refuses what breaks them
    assert len(document.units) >= len(some)
