"""Writing the translation of a segment into the segments with the same source (V8)."""

from __future__ import annotations

import enum
from collections.abc import Sequence

from dragoman.database.connections import Transaction
from dragoman.memories.segment_json import decode_segment, encode_segment
from dragoman.projects import segment_versions
from dragoman.projects.linguists.editing.opening import SegmentAddress
from dragoman.projects.linguists.editing.targets import carry_over
from dragoman.projects.linguists.exchange.deciding import HUMAN
from dragoman.projects.segment_model import ProjectSegment, SegmentState
from dragoman.projects.segment_store import SegmentChange


class Propagation(enum.StrEnum):
    """Which segments with the same source get the same translation; never locked or confirmed ones."""

    NONE = "none"
    UNTOUCHED = "untouched"  # those that no person has translated
    UNCONFIRMED = "unconfirmed"


_OPEN = {
    Propagation.NONE: (),
    Propagation.UNTOUCHED: (SegmentState.NEW, SegmentState.PRETRANSLATED),
    Propagation.UNCONFIRMED: (SegmentState.NEW, SegmentState.PRETRANSLATED, SegmentState.TRANSLATED),
}


async def repeat_change(
    tx: Transaction, address: SegmentAddress, row: ProjectSegment, change: SegmentChange, which: Propagation
) -> Sequence[SegmentChange]:
    """Make the changes of the segments that repeat `row`, but for those that have the translation already."""
    if which is Propagation.NONE or change.target is None:
        return []
    source, target = decode_segment(row.source), decode_segment(change.target)
    changes = []
    for other in await segment_versions.list_repetitions(tx, address.translation_id, row.number):
        if other.locked or other.state not in _OPEN[which]:
            continue
        written = encode_segment(carry_over(target, source, decode_segment(other.source)))
        if (other.target, other.state) != (written, SegmentState.TRANSLATED):
            changes.append(
                SegmentChange(
                    number=other.number,
                    target=written,
                    state=SegmentState.TRANSLATED,
                    origin=HUMAN,
                    issues=change.issues,
                )
            )
    return changes
