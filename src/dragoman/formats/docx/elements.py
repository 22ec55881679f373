"""Elements of a Word paragraph, by how they are read."""

from __future__ import annotations

import re
from typing import Final

from dragoman.formats.format import Reason
from dragoman.text_io.xml.namespaces import ElementNames
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag

DROPPED: Final = frozenset({"w:proofErr", "w:lastRenderedPageBreak"})
PAIRS: Final = {  # elements around runs, and the type of their codes
    "w:hyperlink": "link",
    "w:ins": "revision",
    "w:moveTo": "revision",
    "w:smartTag": "object",
    "w:customXml": "object",
    "w:fldSimple": "field",
    "w:dir": "fmt",
    "w:bdo": "fmt",
}
PROPERTIES: Final = frozenset({"w:smartTagPr", "w:customXmlPr", "w:fldData"})  # part of the opening code
DELETED: Final = frozenset({"w:del", "w:moveFrom"})
RANGES: Final = {
    "w:bookmarkStart": "+bookmark",
    "w:bookmarkEnd": "-bookmark",
    "w:commentRangeStart": "+comment",
    "w:commentRangeEnd": "-comment",
}
BREAKS: Final = {  # types of their codes, and what they show
    "w:tab": ("tab", "\t"),
    "w:ptab": ("tab", "\t"),
    "w:br": ("break", "\n"),
    "w:cr": ("break", "\n"),
}
BLOCK_BREAKS: Final = frozenset({"page", "column"})  # types of w:br that end a block of text
CHARACTERS: Final = {"w:noBreakHyphen": "\u2011", "w:softHyphen": "\u00ad"}
NOTES: Final = frozenset(
    {"w:footnoteReference", "w:endnoteReference", "w:commentReference", "w:footnoteRef", "w:endnoteRef"}
)
_GENERATED_CONTROLS: Final = frozenset(  # their content comes from a list, a calendar or a database
    {
        "w:bibliography",
        "w:citation",
        "w:comboBox",
        "w:date",
        "w:dropDownList",
        "w14:checkbox",
    }
)
TEXT: Final = re.compile(rb"<(?:[^\s/>!?]*:)?(?:t|delText)[\s>]")


def control_reason(block: XmlBlock, properties: XmlTag) -> Reason | None:
    """The reason why the text of a content control with these properties is left alone; None: translated."""
    end = block.end_of(properties)
    for tag in block.tags(properties.end, end):
        if tag.kind is not TagKind.END and tag.name in _GENERATED_CONTROLS:
            return Reason.FIELD
        if tag.name == "w:docPartGallery":
            gallery = block.attributes(tag).get("w:val", "").casefold()
            if gallery == "bibliographies":
                return Reason.FIELD
    return None


def find_binding(block: XmlBlock, properties: XmlTag) -> str:
    """The name of the element that a content control is bound to; "" if it is not."""
    for tag in block.tags(properties.end, block.end_of(properties)):
        if tag.name in {"w:dataBinding", "w15:dataBinding"} and tag.kind is not TagKind.END:
            path = block.attributes(tag).get("w:xpath", "")
            return path.rpartition("/")[2].rpartition(":")[2].partition("[")[0]
    return ""


def simple_run(names: ElementNames) -> re.Pattern[bytes]:
    """A run of only properties and text: group 1 properties, 2 xml:space="preserve", 3 the text."""
    run, properties, text = map(names.pattern, ("w:r", "w:rPr", "w:t"))
    noise = rb"(?:\s*<" + names.pattern("w:proofErr") + rb"\s[^<>]*/>){0,3}"  # bounded: linear time
    return re.compile(
        noise + rb"\s*<" + run + rb"(?:\s[^<>]*)?(?<!/)>"
        rb"(<" + properties + rb">(?:<(?!/?" + properties + rb"[\s/>])[^<>]*>)*</" + properties + rb">)?"
        rb"<" + text + rb'(?:\s+xml:space="(preserve)")?>([^<]*)</' + text + rb"></" + run + rb">"
    )
