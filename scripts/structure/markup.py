"""Reading HTML, Markdown, generic XML, and texts with tags in them."""

from __future__ import annotations

import html
import re
import warnings
from contextlib import suppress
from dataclasses import replace
from typing import Final

import html5lib
from charset_normalizer import from_bytes
from html5lib.constants import DataLossWarning
from lxml import etree
from markdown_it import MarkdownIt
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from scripts.structure.findings import JOINED_LOOKS
from scripts.structure.reading import Reading, Recorder
from scripts.structure.trees import Node, Vocabulary, is_mixed, local, parse_xml, read_tree
from scripts.structure.words import is_ideographic

_BLOCK_NAMES: Final = """
    address article aside base blockquote body caption center colgroup dd details dialog dir div dl
    dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html
    iframe legend li link main menu meta nav noframes noscript object ol optgroup option p pre
    script section select style summary table tbody td template textarea tfoot th thead title tr ul
    video audio
"""
_INLINE_NAMES: Final = """
    a abbr b bdi bdo big bold br cite cmdname code codeph data del dfn em emph emphasis filepath
    font g i ins italic kbd menucascade literal mark nobr pc ph q s samp small span strong sub sup term
    keyword time tspan tt u uicontrol ulink var x xref
"""
BLOCKS: Final = frozenset(_BLOCK_NAMES.split())
_INLINE: Final = frozenset(_INLINE_NAMES.split())  # of any vocabulary, without other evidence
_VOID: Final = "area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr"
_MARKS: Final = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_ALIASES: Final = {"x-sjis": "shift_jis"}
_CHARSET: Final = re.compile(rb"""charset\s*=\s*["']?([\w-]+)|encoding=["']([\w-]+)""")
_ESCAPED: Final = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{4,8})|([0-3][0-7]{2})|(.))", re.DOTALL)
_NEXTSTEP: Final = {"351": "Ø"}  # of the letters of old property lists, what documents have
_PARAGRAPH: Final = re.compile(r"\n\s*\n|(?<=\S)(?:\t+| {3,})(?=\S)")
_ENTITY: Final = re.compile(r"&(?:#\d+|#[xX][\da-fA-F]+|\w+);")
_LOOSE: Final = re.compile(r"<(?![A-Za-z/!?\d])|&(?!#?\w+;)")
_NUMBERED: Final = re.compile(r"<(/?)(\d{1,4})(?=[\s/>])")
_OPEN_VOID: Final = re.compile(rf"<((?:{_VOID})\b[^<>]*?)\s*/?>", re.IGNORECASE)
_REFERENCES: Final = ("conref", "conkeyref", "keyref")
_NO_LETTER: Final = re.compile(r"\W+")
_TEMPLATE: Final = re.compile(r"<%.*?%>")


def is_inline_html(node: Node) -> bool:
    """Whether a browser shows an element within a line."""
    return local(node).lower() not in BLOCKS and not any(
        local(inner).lower() in BLOCKS for inner in node.iterdescendants()
    )


def _is_inline_xml(node: Node) -> bool:
    parent = node.getparent()
    if local(node).lower() in BLOCKS and local(node).lower() not in _INLINE:
        return False
    while parent is not None:
        if is_mixed(parent):
            return True
        parent = parent.getparent()
    return local(node).lower() in _INLINE


PAGE: Final = Vocabulary(
    is_inline=is_inline_html, joined=JOINED_LOOKS, free=frozenset({"charset", "content-type"})
)
FRAGMENT: Final = Vocabulary(is_inline=is_inline_html, joined=JOINED_LOOKS, tab_letters=True)


def _stands_for_words(node: Node) -> str:
    """The placeholder for an empty element that DITA fills with words from another place."""
    reference = next((node.get(name) for name in _REFERENCES if node.get(name)), None)
    if reference is None and local(node) == "xref":
        reference = node.get("href")
    if reference is None or len(node) or (node.text or "").strip():
        return ""
    return f"{{{{{_NO_LETTER.sub('.', reference)}}}}}"


XML: Final = Vocabulary(is_inline=_is_inline_xml, placeholder=_stands_for_words)


def decode_text(data: bytes, *, otherwise: str = "") -> str:
    """The text of a file: by its mark, by what it declares, as UTF-8, as Windows' Latin."""
    for mark, charset in _MARKS.items():
        if data.startswith(mark):
            return data.decode(charset)
    declared = _CHARSET.search(data[:2000])
    for charset in ((declared[1] or declared[2]).decode() if declared else "utf-8", "utf-8"):
        with suppress(UnicodeDecodeError, LookupError):
            return data.decode(_ALIASES.get(charset, charset))
    if otherwise:
        return data.decode(otherwise)
    text = data.decode("utf-8", "replace")
    if text.count("\ufffd") * 2 < sum(letter > "\x7f" for letter in text):
        return text
    guessed = from_bytes(data, cp_isolation=["shift_jis", "cp932", "euc_jp", "gb18030", "big5"]).best()
    signs = sum(map(is_ideographic, str(guessed))) if guessed is not None else 0
    odd = sum(byte > 0x7F for byte in data)  # half of the bytes of signs, at least
    return str(guessed) if signs * 3 > odd else data.decode("cp1252", "replace")


def read_page(data: bytes) -> Reading:
    """An HTML page as browsers read it."""
    return read_tree(parse_page(decode_text(data)), PAGE)


def parse_page(data: str) -> Node:
    """The tree that browsers make of a page."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataLossWarning)
        parser = html5lib.HTMLParser(html5lib.getTreeBuilder("lxml"), namespaceHTMLElements=False)
        tree: etree._ElementTree = parser.parse(data)
    return tree.getroot()


def read_markdown(data: bytes) -> Reading:
    """The rendered form of a Markdown text; its front matter line by line."""
    text = decode_text(data)
    matter = re.match(r"---\r?\n(.*?\n)---\r?\n", text, re.DOTALL)
    front = matter[1] if matter else ""
    renderer = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    for plugin in (footnote_plugin, deflist_plugin):
        renderer.use(plugin)
    page = read_tree(parse_page(renderer.render(text[matter.end() if matter else 0 :])), PAGE)
    lines = read_lines(front)
    return Reading(lines.stretches + page.stretches, lines.outline + page.outline)


def read_lines(text: str) -> Reading:
    """A text whose lines keep their words."""
    recorder = Recorder()
    for number, line in enumerate(text.splitlines()):
        recorder.border(f"line {number + 1}")
        recorder.text(line)
    return recorder.finish()


def read_xml(data: bytes) -> Reading:
    """XML of any vocabulary."""
    return read_tree(parse_xml(data), XML)


def read_android(data: bytes) -> Reading:
    """Android's strings, whose texts have escapes of their own."""
    return read_tree(parse_xml(data), replace(XML, spoken=lambda _, text: unescape(text)))


def read_resources(data: bytes) -> Reading:
    """.NET's resources, whose texts mark a letter as a key: `E&xit`."""
    return read_tree(parse_xml(data), replace(XML, spoken=lambda _, text: text.replace("&", "")))


def unescape(text: str) -> str:
    r"""A text without the escapes of programs: `\n`, `\u00e9`, `\351`."""
    return _ESCAPED.sub(_escaped, text) if "\\" in text else text


def _escaped(found: re.Match[str]) -> str:
    if code := found[1] or found[2]:
        return chr(int(code, 16))
    if found[3]:
        return _NEXTSTEP.get(found[3], chr(int(found[3], 8)))
    return {"n": "\n", "t": "\t", "r": "\n", "f": "\n"}.get(found[4], found[4])


def parse_fragment(text: str) -> Node | None:
    """The tree of a text with tags in it; None where its tags do not match."""
    text = _TEMPLATE.sub(lambda match: html.escape(match[0]), text)
    text = _LOOSE.sub(lambda match: html.escape(match[0]), text)
    text = _NUMBERED.sub(r"<\1n\2", text)
    text = _OPEN_VOID.sub(r"<\1/>", text)
    text = _ENTITY.sub(lambda match: html.escape(html.unescape(match[0])), text)
    try:
        return parse_xml(f"<root>{text}</root>")
    except (etree.XMLSyntaxError, ValueError):
        return None


def read_text(text: str) -> Reading | None:
    """A text as `POST /v2/translate` takes it; None where its tags do not match."""
    tree = parse_fragment(text)
    return read_tree(tree, FRAGMENT) if tree is not None else None


def read_plain(text: str) -> Reading:
    """A text without markup: paragraphs and columns keep their words."""
    recorder = Recorder()
    for number, paragraph in enumerate(_PARAGRAPH.split(text)):
        recorder.border(f"paragraph {number + 1}")
        recorder.text(paragraph)
    return recorder.finish()
