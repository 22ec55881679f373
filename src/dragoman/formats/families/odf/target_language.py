"""Language and direction of translated OpenDocument text, as properties of styles.

In a document with translations, styles that name the source language get the target language. If source and
target run in opposite directions, paragraph styles change direction (option `setDirection`). Text whose style
names a third language keeps it.
"""

from __future__ import annotations

from typing import Final

from dragoman.formats.families.odf.styles import style_area
from dragoman.formats.format import Languages
from dragoman.formats.paragraphs.languages import office_language, same_language
from dragoman.formats.paragraphs.text_locations import Edit, splice
from dragoman.languages import is_rtl
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag, escaped_value

_EAST_ASIAN: Final = frozenset({"ja", "ko", "zh"})
_LANGUAGES: Final = ("fo:language", "style:language-asian", "style:language-complex")
_MODE: Final = "style:writing-mode"
_ALIGN: Final = "fo:text-align"
# programs take "start" for the left in both directions, so "left" and "right" are written
_MIRRORED: Final = {"start": b"right", "left": b"right", "end": b"left", "right": b"left"}
_DEFAULTS: Final = frozenset({"paragraph", "graphic"})  # whose default style applies to all their text
_TO_THE_RIGHT: Final = frozenset({"lr-tb", "lr", "page"})
_TO_THE_LEFT: Final = frozenset({"rl-tb", "rl"})


def mark_styles(block: XmlBlock, languages: Languages, *, direction: bool, alignment: bool) -> bytes:
    """Change the styles in a block before its text.

    `direction`: paragraphs change direction if the languages differ in it; `alignment`: their alignment, too.
    """
    edits: list[Edit] = []
    turn = direction and is_rtl(languages.source) != is_rtl(languages.target)
    default: XmlTag | None = None  # the current style, if it is the default of all text
    silent = False  # it has no properties of paragraphs so far
    left = is_rtl(languages.target)
    for tag in block.tags(0, style_area(block)):
        if tag.kind is TagKind.END:
            if tag.name == "style:default-style":
                edits += (
                    _new_properties(block, default, alignment=alignment)
                    if default and silent and left
                    else ()
                )
                default, silent = None, False
        elif tag.name == "style:default-style":
            family = block.attributes(tag).get("style:family", "")
            default = tag if tag.kind is TagKind.START and family in _DEFAULTS else None
            silent = turn and family == "paragraph"
        elif tag.name == "style:text-properties" and languages.source != languages.target:
            edits += _language_edits(block, tag, languages)
        elif tag.name == "style:paragraph-properties" and turn:
            silent = False
            edits += _direction_edits(block, tag, default=default is not None, left=left)
            edits += _alignment_edits(block, tag, default=default is not None, left=left) if alignment else ()
    return splice(block.data, sorted(edits)) if edits else block.data


def _language_edits(block: XmlBlock, tag: XmlTag, languages: Languages) -> list[Edit]:
    """The edits of text properties that name the source language.

    Such properties name three languages: for Western, East Asian and complex scripts.
    """
    named = {name: (start, end) for name, start, end in block.spans(tag)}
    declared = [block.data[slice(*named[name])].decode() for name in _LANGUAGES if name in named]
    if not any(same_language(language, languages.source) for language in declared):
        return []
    wanted = _LANGUAGES[0]
    if languages.target.partition("-")[0] in _EAST_ASIAN:
        wanted = _LANGUAGES[1]
    elif is_rtl(languages.target):
        wanted = _LANGUAGES[2]
    language, _, country = office_language(languages.target).partition("-")
    edits: list[Edit] = []
    more = b""
    for name, new in ((wanted, language), (wanted.replace("language", "country"), country or "none")):
        if name in named:
            edits.append((*named[name], escaped_value(new)))
        else:
            more += b' %b="%b"' % (_written(block, tag, name), escaped_value(new))
    for name in (
        wanted.replace("language", "script"),
        wanted.replace("fo:", "style:").replace("language", "rfc-language-tag"),
    ):
        if name in named:  # these would override the others
            start, end = named[name]
            edits.append((block.data.rindex(b" ", tag.start, start), end + 1, b""))
    insert_at = tag.end - (2 if tag.kind is TagKind.EMPTY else 1)
    return sorted([*edits, (insert_at, insert_at, more)] if more else edits)


def _direction_edits(block: XmlBlock, tag: XmlTag, *, default: bool, left: bool) -> list[Edit]:
    """Change paragraph properties that name a direction, or those of all paragraphs."""
    new = b"rl-tb" if left else b"lr-tb"
    for name, start, end in block.spans(tag):
        if name == _MODE:
            before = block.data[start:end].decode()
            turned = before in (_TO_THE_RIGHT if left else _TO_THE_LEFT | {"page"})
            return [(start, end, new)] if turned else []
    if not default:
        return []
    insert_at = tag.end - (2 if tag.kind is TagKind.EMPTY else 1)
    return [(insert_at, insert_at, b' %b="%b"' % (_written(block, tag, _MODE), new))]


def _new_properties(block: XmlBlock, style: XmlTag, *, alignment: bool) -> list[Edit]:
    """Add properties with the direction right-to-left to a style that has none of paragraphs."""
    name = block.names.write("style:paragraph-properties", block.written(style))
    new = b'<%b %b="rl-tb"' % (name, _written(block, style, _MODE))
    new += b' %b="right"' % _written(block, style, _ALIGN) if alignment else b""
    return [(style.end, style.end, new + b"/>")]


def _alignment_edits(block: XmlBlock, tag: XmlTag, *, default: bool, left: bool) -> list[Edit]:
    """Exchange left and right alignment; paragraphs without one get "right" if they change direction."""
    named = {name: (start, end) for name, start, end in block.spans(tag)}
    before = {name: block.data[start:end].decode() for name, (start, end) in named.items()}
    if before.get(_MODE, "") in (_TO_THE_LEFT if left else _TO_THE_RIGHT - {"page"}):
        return []  # it has the target's direction
    if _ALIGN in named:
        new = _MIRRORED.get(before[_ALIGN])
        return [(*named[_ALIGN], new)] if new else []
    if not (default and left):
        return []
    insert_at = tag.end - (2 if tag.kind is TagKind.EMPTY else 1)
    return [(insert_at, insert_at, b' %b="right"' % _written(block, tag, _ALIGN))]


def _written(block: XmlBlock, tag: XmlTag, name: str) -> bytes:
    """An attribute's qualified name in the part."""
    ways = [way for way in block.names.written(name) if b":" in way]
    return ways[0] if ways else block.names.write(name, block.written(tag))
