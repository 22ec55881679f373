"""The time of an export and fingerprints of its segments, by which an import recognises unchanged segments.

The time is an attribute of the file, the fingerprints are one of each unit. A fingerprint covers a segment's
state and translation without white space, which tools change. Tools may drop both attributes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from dragoman.memories.segment_json import decode_segment, encode_segment
from dragoman.projects.linguists.exchange.joining import letters
from dragoman.projects.linguists.exchange.model import PackageHeader, XliffState
from dragoman.projects.segment_model import ProjectSegment, SegmentState
from dragoman.segments import Segment

_LENGTH: Final = 12  # hexadecimal digits: 48 bits, against chance
_AT_LEAST: Final = {
    XliffState.NOTHING: tuple(SegmentState),
    XliffState.OPEN: tuple(SegmentState),
    XliffState.TRANSLATED: (SegmentState.TRANSLATED, SegmentState.CONFIRMED),
    XliffState.CONFIRMED: (SegmentState.CONFIRMED,),
}


def write_timestamp(timestamp: datetime | None) -> str | None:
    """Serialize a datetime to the microsecond, the precision of the database."""
    return None if timestamp is None else timestamp.astimezone(UTC).isoformat(timespec="microseconds")


def read_timestamp(written: str | None) -> datetime | None:
    """Parse a datetime that `write_timestamp` wrote; None for anything else."""
    try:
        timestamp = datetime.fromisoformat(written or "")
        return timestamp.astimezone(UTC) if timestamp.tzinfo is not None else None
    except (ValueError, OverflowError):
        return None


def write_fingerprints(header: PackageHeader, rows: Sequence[ProjectSegment]) -> str | None:
    """Write the fingerprints of a unit's segments, in order; None for a package without a time of export."""
    if header.exported is None:
        return None
    return " ".join(
        _fingerprint(row.state, None if row.target is None else decode_segment(row.target)) for row in rows
    )


def is_untouched(
    fingerprint: str | None, *, source: Segment, target: Segment, file_state: XliffState
) -> bool:
    """Whether a segment of the returned file is the exported one, even if another is stored now.

    A translation that was accepted unchanged counts as changed, as its state differs from the export's. A
    segment without translation may have a copy of its source, as in the export in XLIFF 1.2.
    """
    shown: list[Segment | None] = [target]
    if letters(encode_segment(target)) in (letters(encode_segment(source)), letters(encode_segment(()))):
        shown.append(None)
    return any(_fingerprint(state, one) == fingerprint for state in _AT_LEAST[file_state] for one in shown)


def _fingerprint(state: SegmentState, target: Segment | None) -> str:
    text = "" if target is None else letters(encode_segment(target))
    return hashlib.sha256(f"{state}\0{text}".encode(errors="replace")).hexdigest()[:_LENGTH]
