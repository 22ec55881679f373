"""Alternative texts of page items, which screen readers use for a picture, from its export options.

They are attributes of `ObjectExportOption`, in spreads and, for anchored items, in stories. Only texts that
an author wrote there are found: others come from the picture's own file or from the document's structure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.formats.families.indesign.run_formatting import attributes_of
from dragoman.formats.format import Unit
from dragoman.formats.idml.package import REST, SHAPES, is_shown
from dragoman.formats.paragraphs.text_locations import Edit, splice
from dragoman.formats.units.values import has_letters
from dragoman.segments import Segment, Text
from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.xml.tags import escaped_value, value
from dragoman.text_io.xml.tree import check

_ITEM: Final = re.compile(rb"<(/?)(ObjectExportOption|" + SHAPES + rb")(?=[\s/>])" + REST)
_TEXTS: Final = {b"CustomAltText": b"AltTextSourceType", b"CustomActualText": b"ActualTextSourceType"}
_CUSTOM: Final = b"SourceCustom"
_VALUE: Final = re.compile(rb"""\s(CustomAltText|CustomActualText)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_BY_KEY: Final = "$ID/"  # prefix of the program's own texts


@dataclass(frozen=True, slots=True)
class AltText:
    """A text at body[start:end], between the quotes of its attribute."""

    id: str
    text: str
    start: int
    end: int
    visible: bool

    def unit(self, part: str) -> Unit:
        """The unit for this text."""
        return Unit(id=self.id, segment=(Text(text=self.text),), context=part)


def find_alt_texts(part: str, body: bytes, hidden_layers: frozenset[bytes] | None) -> Iterator[AltText]:
    """The alternative texts of a spread or story; ids are unique in the document.

    `hidden_layers`: items on these layers, and hidden items, are not visible; None: all are visible. Raises
    `DocumentCorrupt` for broken XML.
    """
    if _CUSTOM not in body:
        return
    check(body)
    around: list[bool] = []
    number = 0
    for tag in _ITEM.finditer(body):
        here = around[-1] if around else True
        if tag[2] != b"ObjectExportOption":
            if tag[1]:
                del around[-1:]
            elif not tag[0].endswith(b"/>"):
                around.append(here and (hidden_layers is None or is_shown(tag[0], hidden_layers)))
        elif not tag[1]:
            attributes = dict(attributes_of(tag[0]))
            for found in _VALUE.finditer(tag[0]):
                number += 1
                group = 2 if found[2] is not None else 3
                text = value(found[group])
                custom = attributes.get(_TEXTS[found[1]]) == _CUSTOM
                if custom and not text.startswith(_BY_KEY) and has_letters(text):
                    start, end = tag.start() + found.start(group), tag.start() + found.end(group)
                    yield AltText(f"{part}#alt{number}", text, start, end, here)


def write_alt_texts(body: bytes, found: Iterable[AltText], targets: Mapping[str, Segment]) -> bytes:
    """The part with its translations. Raises `ConversionFailed` for a translation with codes."""
    edits: list[Edit] = []
    for alt_text in found:
        target = targets.get(alt_text.id)
        if target is None or not alt_text.visible:
            continue
        if not all(isinstance(part, Text) for part in target):
            raise ConversionFailed("The translation of an alternative text gained inline codes.")
        text = "".join(part.text for part in target if isinstance(part, Text))
        if text != alt_text.text:
            edits.append((alt_text.start, alt_text.end, escaped_value(text)))
    return splice(body, edits) if edits else body
