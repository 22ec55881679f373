"""Apply the fix that a finding proposes."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from dragoman.quality.model import Edit, Finding, Pair
from dragoman.segments import Part, Segment, Text, normalise


class NotFixable(ValueError):
    """The finding proposes nothing, or is not one of this target."""


_NO_EDITS: Final = "the finding proposes no change; a person has to mend the translation"
_OTHER_TARGET: Final = "the finding is of another target; check the pair again and use the new finding"


def fix(pair: Pair, finding: Finding) -> Segment:
    """Apply the fix of a finding of this pair to its target. The codes stay the same, in the same order.

    The other findings of the pair are of the old target: check again before the next fix. Raises NotFixable.
    """
    if not finding.edits:
        raise NotFixable(_NO_EDITS)
    edits: defaultdict[int, list[Edit]] = defaultdict(list)
    for edit in finding.edits:
        if not _fits(edit, pair.target):
            raise NotFixable(_OTHER_TARGET)
        edits[edit.part].append(edit)
    parts: list[Part] = []
    for index, part in enumerate(pair.target):
        if isinstance(part, Text):
            parts.append(Text(text=_edited(part.text, edits[index])))
        else:
            parts.append(part)
            parts.extend(Text(text=edit.text) for edit in edits[index])
    return normalise(parts)


def _fits(edit: Edit, target: Segment) -> bool:
    if not 0 <= edit.part < len(target):
        return False
    part = target[edit.part]
    length = len(part.text) if isinstance(part, Text) else 0
    return 0 <= edit.start <= edit.end <= length


def _edited(text: str, edits: list[Edit]) -> str:
    for edit in sorted(edits, key=lambda one: one.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text
