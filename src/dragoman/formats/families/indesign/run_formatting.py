"""The formatting of runs of InDesign stories, and the conditions that hide them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from dragoman.formats.paragraphs.inline_content import PLAIN, RunStyle
from dragoman.text_io.xml.tags import value

RUN: Final = b"CharacterStyleRange"
_ATTRIBUTE: Final = re.compile(rb"""\s([^\s=<>/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_CONDITION: Final = re.compile(rb"<Condition(?=\s)[^>]*>")
_PROPERTY: Final = re.compile(rb"<([A-Za-z]\w*)(?=[\s/>])")
_BETWEEN: Final = re.compile(rb">\s+<")
# Properties without a meaning in another language: kerning between letters, and the language of spelling and
# hyphenation.
_NOISE: Final = frozenset({b"AppliedLanguage", b"KerningValue", b"Self"})
_NEUTRAL: Final = re.compile(  # fonts, sizes and distances, which are not emphasis
    rb"AppliedFont|PointSize|Leading|Tracking|KerningMethod|HorizontalScale|VerticalScale|Ligatures|OTF.*"
    rb"|.*Leading|PageNumberType|Composer|HyphenateCapitalizedWords|NoBreak|.*Spacing|GlyphForm|StartParagraph"
)
_OFF: Final = frozenset({b"Color/Black", b"Normal", b"None", b"Regular", b"Roman", b"false", b"n"})
_CHILD: Final = re.compile(rb"<(\w+)(?:\s[^<>]*)?>(.*?)</\1>", re.DOTALL)
_NO_STYLE: Final = b"[No character style]"
PLAIN_RUN: Final = b"<" + RUN + b' AppliedCharacterStyle="CharacterStyle/$ID/' + _NO_STYLE + b'">'
_MOST_SHOWN: Final = 20  # characters of one property, of which at most eight are shown


def attributes_of(tag: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The attributes of one or more start tags, not unescaped."""
    for found in _ATTRIBUTE.finditer(tag):
        yield found[1], found[2] if found[2] is not None else found[3]


def find_hidden(body: bytes) -> frozenset[str]:
    """The names of the conditions in a file that hide their text."""
    hidden: set[str] = set()
    for tag in _CONDITION.finditer(body):
        attributes = dict(attributes_of(tag[0]))
        if attributes.get(b"Visible") == b"false" and b"Self" in attributes:
            hidden.add(unquote(value(attributes[b"Self"])))
    return frozenset(hidden)


class StoryRunStyles:
    """The formattings of a document, each read once."""

    def __init__(self, hidden: frozenset[str] = frozenset()) -> None:
        self._hidden = hidden
        self._known: dict[bytes, RunStyle] = {b"": PLAIN}

    def of(self, raw: bytes) -> RunStyle:
        """The formatting of a run from its start tag and properties."""
        style = self._known.get(raw)
        if style is None:
            style = self._known[raw] = self._read(raw)
        return style

    def _read(self, raw: bytes) -> RunStyle:
        tags, _, properties = raw.partition(b"<Properties")
        attributes = sorted((name, text) for name, text in attributes_of(tags) if name not in _NOISE)
        styled = [(name, text) for name, text in attributes if not text.endswith(_NO_STYLE)]
        key = (repr(styled).encode() if styled else b"") + _BETWEEN.sub(b"><", properties.strip())
        shown = tuple(
            f"{name.decode()}={unquote(text.decode()).rpartition('/')[2]}"[:_MOST_SHOWN].translate(_UNSHOWN)
            for name, text in styled
        )
        shown += tuple(name.decode()[:_MOST_SHOWN] for name in _PROPERTY.findall(properties))
        return RunStyle(
            raw, key, shown, hidden=self._is_hidden(attributes), emphasis=_emphasis(attributes, properties)
        )

    def _is_hidden(self, attributes: list[tuple[bytes, bytes]]) -> bool:
        """Whether all conditions of a run hide it: one that shows it is enough to show it."""
        conditions = next((text for name, text in attributes if name == b"AppliedConditions"), b"")
        names = [unquote(name) for name in value(conditions).split()]
        return bool(names) and all(name in self._hidden for name in names)


def _emphasis(attributes: list[tuple[bytes, bytes]], properties: bytes) -> frozenset[str]:
    """The properties that emphasise text with these attributes and properties."""
    inner = properties.partition(b">")[2]
    everything = (*attributes, *((found[1], found[2]) for found in _CHILD.finditer(inner)))
    return frozenset(
        f"{name.decode()}={text.decode()}"
        for name, text in everything
        if not _NEUTRAL.fullmatch(name) and text not in _OFF and not text.endswith(_NO_STYLE)
    )


_UNSHOWN: Final = {ord("<"): "‹", ord(">"): "›"}
