"""Elements of OpenDocument text, by how they are read."""

from __future__ import annotations

from typing import Final

PARAGRAPHS: Final = ("text:p", "text:h")
PAIRS: Final = {  # elements around text and spans, and the type of their codes
    "text:a": "link",
    "text:meta": "object",
    "loext:content-control": "object",
}
BREAKS: Final = {  # types of their codes, and what they show
    "text:tab": ("tab", "\t"),
    "text:line-break": ("break", "\n"),
}
RANGES: Final = {  # limits of ranges: whether they begin or end one, and the attribute with its name
    "text:bookmark-start": ("+bookmark", "text:name"),
    "text:bookmark-end": ("-bookmark", "text:name"),
    "text:reference-mark-start": ("+reference", "text:name"),
    "text:reference-mark-end": ("-reference", "text:name"),
    "text:change-start": ("+change", "text:change-id"),
    "text:change-end": ("-change", "text:change-id"),
    "text:toc-mark-start": ("+contents", "text:id"),
    "text:toc-mark-end": ("-contents", "text:id"),
    "text:user-index-mark-start": ("+index", "text:id"),
    "text:user-index-mark-end": ("-index", "text:id"),
    "text:alphabetical-index-mark-start": ("+entry", "text:id"),
    "text:alphabetical-index-mark-end": ("-entry", "text:id"),
    "field:fieldmark-end": ("-field", ""),
}
POINTS: Final = frozenset(
    {
        "office:annotation-end",
        "text:alphabetical-index-mark",
        "text:bookmark",
        "text:change",
        "text:reference-mark",
        "text:soft-page-break",
        "text:toc-mark",
        "text:user-index-mark",
    }
)
NOTES: Final = frozenset({"text:note", "office:annotation"})
OBJECTS: Final = frozenset({"", "draw", "table", "office", "form", "svg"})  # prefixes of their names
WRITTEN: Final = frozenset(  # fields with a typed text, which contain only text
    {"text:execute-macro", "text:placeholder", "text:text-input"}
)
CHOSEN: Final = ("loext:checkbox", "loext:date", "loext:dropdown", "loext:combobox")  # of content controls
TEXT_ATTRIBUTES: Final = {  # elements whose attributes are texts
    "form:button": ("form:label", "form:title"),
    "form:checkbox": ("form:label", "form:title"),
    "form:combobox": ("form:title",),
    "form:date": ("form:title",),
    "form:file": ("form:title",),
    "form:fixed-text": ("form:label", "form:title"),
    "form:formatted-text": ("form:title",),
    "form:frame": ("form:label", "form:title"),
    "form:image": ("form:title",),
    "form:listbox": ("form:title",),
    "form:number": ("form:title",),
    "form:password": ("form:title",),
    "form:radio": ("form:label", "form:title"),
    "form:text": ("form:title",),
    "form:textarea": ("form:title",),
    "form:time": ("form:title",),
    "table:error-message": ("table:title",),
    "table:help-message": ("table:title",),
    "text:a": ("office:title",),
    "text:alphabetical-index-mark": ("text:string-value", "text:key1", "text:key2"),
    "text:alphabetical-index-mark-start": ("text:key1", "text:key2"),
    "text:toc-mark": ("text:string-value",),
    "text:user-index-mark": ("text:string-value",),
}
DESCRIPTIONS: Final = frozenset({"svg:title", "svg:desc", "table:title", "table:desc"})
DECLARED: Final = frozenset({"presentation:footer-decl", "presentation:header-decl"})
NOTICES: Final = frozenset(  # notices that a footnote continues on the next page, or from the previous one
    {"text:note-continuation-notice-backward", "text:note-continuation-notice-forward"}
)
PROPERTIES: Final = frozenset({"dc:title", "dc:subject", "dc:description", "meta:keyword"})
TITLE: Final = "text:index-title-template"  # generated title of an index
VALUES: Final = (
    DESCRIPTIONS | DECLARED | NOTICES | PROPERTIES | WRITTEN | {TITLE}
)  # elements that contain only a text
