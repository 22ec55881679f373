"""InCopy stories with every feature of InDesign's stories."""

from __future__ import annotations

from collections.abc import Mapping

from tests.formats.idml.samples import (
    CHANGED,
    CONDITIONAL,
    CONDITIONS,
    FORMATTED,
    LINKED,
    NOTED,
    SPECIAL,
    TABLE,
    TAGGED,
)

HEAD = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    '<?aid style="50" type="snippet" readerVersion="6.0" featureSet="513" product="8.0(370)" ?>\n'
    '<?aid SnippetType="InCopyInterchange"?>\n'
)


def icml(*inside: str) -> str:
    """A file with one story."""
    return (
        f'{HEAD}<Document DOMVersion="8.0" Self="d">\n<Color Self="Color/Black" Name="Black"/>\n'
        f'{CONDITIONS}\n<Story Self="u1" TrackChanges="false" StoryTitle="Article">\n{"".join(inside)}'
        "</Story>\n</Document>\n"
    )


STORY = icml(FORMATTED, SPECIAL, LINKED)

SAMPLES: Mapping[str, bytes] = {
    "story.icml": STORY.encode(),
    "notes.icml": icml(NOTED, TABLE, CHANGED, TAGGED, CONDITIONAL).encode(),
    "wide.icml": icml(FORMATTED).replace("UTF-8", "UTF-16").encode("utf-16"),
}
