"""Checks of results that are of another type than what was sent: nothing of the text may be missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dragoman.conversion.detection import detect_format
from dragoman.conversion.options import check_options
from dragoman.formats.format import Document, FormatInfo, Languages, Source
from dragoman.segments import Segment, plain_text


def missing_texts(
    info: FormatInfo, document: Document, targets: Mapping[str, Segment], result: bytes, languages: Languages
) -> Iterator[str]:
    """What a result lacks, read by the format of its own type."""
    assert info.result is not None
    name = f"result.{info.result.suffix}"
    format_ = detect_format(result, name)
    if info.result.media_type != format_.info.media_types[info.result.suffix]:
        yield "the result is not of the type that it is said to be"
    source = Source(data=result, suffix=info.result.suffix, options=check_options(format_.info, {}))
    read = format_.extract(source, languages)
    text = "".join(_plain(unit.segment) for unit in read.units)
    for unit in document.units:
        if _plain(targets.get(unit.id, unit.segment)) not in text:
            yield f"unit {unit.id} is not in the result"


def _plain(segment: Segment) -> str:
    return "".join(plain_text(segment).split())
