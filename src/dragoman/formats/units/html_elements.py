"""How HTML's elements and attributes are translated."""

from __future__ import annotations

from typing import Final


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


VOID: Final = _names(
    """
    area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr
    """
)
RAW: Final = frozenset({"script", "style", "xmp", "iframe", "noembed", "plaintext"})  # raw content
PLAIN: Final = frozenset({"title", "textarea"})  # content is text with references, but no tags

# Inline elements; unknown ones are inline as well, as in browsers.
INLINE: Final = _names(
    """
    a abbr acronym b bdi bdo big blink br cite del dfn em embed font i img input ins map area mark meter
    nobr output picture source param progress q rb rbc rtc ruby s slot small span strike strong sub sup
    time tt u wbr data code kbd samp var svg math object applet canvas audio video rt rp script style
    """
)
BLOCK: Final = _names(
    """
    address article aside base basefont bgsound blockquote body caption center col colgroup dd details
    dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head
    header hgroup hr html isindex label legend li link listing main marquee menu menuitem meta multicol
    nav noframes noscript ol optgroup option p pre plaintext search section summary table tbody td
    template tfoot th thead title tr track ul xmp
    """
)
EMBEDDED: Final = frozenset({"button", "select", "datalist"})  # inline, with texts of its own

# Content that is not translated: code, pictures, pronunciations, fallbacks for missing programs.
PROTECTED: Final = frozenset({"code", "kbd", "samp", "var", "math"})  # a part of its sentence
OBJECTS: Final = frozenset({"svg", "object", "applet", "canvas", "audio", "video", "rt", "rp"})
LEFT_BLOCKS: Final = frozenset({"pre", "listing"})

# A start tag closes these when they are the nearest open block: their end tags may be omitted.
ENDS: Final = {
    "li": frozenset({"li", "p"}),
    "dt": frozenset({"dt", "dd", "p"}),
    "dd": frozenset({"dt", "dd", "p"}),
    "td": frozenset({"td", "th", "p"}),
    "th": frozenset({"td", "th", "p"}),
    "tr": frozenset({"td", "th", "tr", "p"}),
    "option": frozenset({"option"}),
    "optgroup": frozenset({"option", "optgroup"}),
}
ENDS_PARAGRAPH: Final = frozenset({"p"})  # any other block

ATTRIBUTES: Final = _names(
    """
    title alt placeholder aria-label aria-description aria-placeholder aria-roledescription aria-
    valuetext summary label value content
    """
)
_ONLY_ON: Final = {
    "alt": frozenset({"img", "area", "input", "applet"}),
    "placeholder": frozenset({"input", "textarea"}),
    "summary": frozenset({"table"}),
    "label": frozenset({"option", "optgroup", "track", "menuitem"}),
    "value": frozenset({"input"}),
    "content": frozenset({"meta"}),
}
_BUTTONS: Final = frozenset({"button", "submit", "reset"})
_META: Final = _names(
    """
    description keywords abstract subject title og:title og:description og:image:alt og:video:alt
    twitter:title twitter:description twitter:image:alt twitter:label1 twitter:label2 dc.title
    dc.description dc.subject dcterms.title dcterms.description headline apple-mobile-web-app-title
    """
)
_META_KEYS: Final = ("name", "property", "itemprop")


def is_translated_attribute(element: str, name: str, attributes: dict[str, str]) -> bool:
    """Whether an attribute's value is for people; `attributes` are all of the tag, undecoded."""
    if name in _ONLY_ON and element not in _ONLY_ON[name]:
        return False
    if name == "value":
        return attributes.get("type", "").strip().lower() in _BUTTONS
    if name == "content":
        return any(attributes.get(key, "").strip().lower() in _META for key in _META_KEYS)
    return not (name == "title" and element in {"link", "style"})  # there it names a set of style sheets
