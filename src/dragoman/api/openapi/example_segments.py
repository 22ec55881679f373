"""Values of examples in the OpenAPI document: segments of translations, and changes of them.

`example_values` has the others, and says how they are named.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

SEGMENTS: Final[Mapping[str, Any]] = {
    "SegmentBody.source": "The <1>house</1> is red.",
    "SegmentBody.target": "La <1>casa</1> es roja.",
    **dict.fromkeys(("SegmentDraftBody.target", "TargetBody.target"), "La <1>casa</1> es roja."),
    "SegmentBody.status": "translated",
    **dict.fromkeys(("SegmentBody.change", "SegmentVersionBody.change"), "edited"),
    **dict.fromkeys(("SegmentBody.score", "SegmentVersionBody.score"), None),
    **dict.fromkeys(("SegmentBody.origin", "SegmentVersionBody.origin"), "human"),
    **dict.fromkeys(("SegmentBody.changedBy", "SegmentVersionBody.changedBy"), "user:21"),
    "SegmentBody.maxLength": 30,
    "SegmentBody.issues": ["SPACE_DOUBLE"],
    "SegmentChangedBody.detail": "Segment 1 was changed meanwhile: its version is 3. Nothing was saved.",
    "SegmentVersionBody.target": "La <1>casa</1> es rojo.",
    "SegmentVersionBody.status": "translated",
    "TargetFindingBody.code": "SPACE_DOUBLE",
    "TargetFindingBody.message": "There are two or more blanks in a row; leave one.",
    "TargetFindingBody.fixed": "La <1>casa</1> es roja.",
    "OpenWindowBody.actor": "user:21",
    "OpenWindowBody.name": "Maria Silva",
    "ReplacedSegmentBody.before": "A <1>red</1> colour.",
    "ReplacedSegmentBody.target": "A <1>red</1> color.",
    "changedByName": "Maria Silva",
    "kept": [],
    "propagated": [],
    "propagatedVersion": None,
    "?If-Match": '"3"',
    "?changedBy": "others",
    "?issue": "SPACE_DOUBLE",
    "?window": "k3Jx9",
}
