"""Values of examples in the OpenAPI document: the help beside a segment.

`example_values` has the others, and says how they are named.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

HELP: Final[Mapping[str, Any]] = {
    "HelpfulMatchBody.score": 92,
    "HelpfulMatchBody.penalty": 0,
    "HelpfulMatchBody.source": "The <1>house</1> is white.",
    "HelpfulMatchBody.target": "La <1>casa</1> es blanca.",
    "HelpfulMatchBody.fits": True,
    "HelpfulMatchBody.memory": "Manuals, reviewed",
    "HelpfulMatchBody.changedBy": "user:21",
    "HelpfulTermBody.source": "house",
    "HelpfulTermBody.start": 4,
    "HelpfulTermBody.end": 9,
    "HelpfulTermBody.targets": ["casa"],
    "HelpfulTermBody.forbidden": ["hogar"],
    "SegmentHelpBody.note": "Caption of a picture",
    "SegmentHelpBody.previous": "Look at the picture.",
    "SegmentHelpBody.next": "Its roof is new.",
    "SuggestedTargetBody.target": "La <1>casa</1> es roja.",
    "SuggestedTargetBody.engine": "apertium 3.9.4",
    "SuggestedTargetBody.findings": [],
    "FoundUnitBody.source": [
        {"text": "The ", "found": False},
        {"text": "house", "found": True},
        {"text": " is white.", "found": False},
    ],
    "FoundUnitBody.target": [{"text": "La casa es blanca.", "found": False}],
    "FoundUnitBody.memory": "Manuals, reviewed",
    "?search": "house",
}
