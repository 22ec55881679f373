"""Reading zip archives of XML: office documents, OpenDocument, InDesign, books."""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from typing import Final

from lxml import etree

from scripts.structure.findings import content_words
from scripts.structure.markup import PAGE, XML
from scripts.structure.reading import Reading
from scripts.structure.trees import Node, Vocabulary, local, parse_xml, read_tree
from scripts.structure.words import skeletons

_FLOWING: Final = frozenset(  # what may hold an anchor beside text of the paragraph itself
    {
        "r",
        "hyperlink",
        "ins",
        "del",
        "moveTo",
        "moveFrom",
        "sdt",
        "sdtContent",
        "smartTag",
        "span",
        "a",
        "fld",
    }
    | {"CharacterStyleRange", "fldSimple", "HyperlinkTextSource", "Change"}
)
_ESCAPE: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")
_HEADER_CODE: Final = re.compile(r'&"[^"]*"|&\d+|&[A-Z]')


def _is_apart(node: Node, paragraphs: frozenset[str]) -> bool:
    """Whether an element with paragraphs of its own is only anchored in one."""
    return (
        local(node) not in _FLOWING
        and any(local(inner) in paragraphs for inner in node.iterdescendants())
        and any(local(outer) in paragraphs for outer in node.iterancestors())
    )


def _is_inline(node: Node, paragraphs: frozenset[str]) -> bool:
    if local(node).endswith("Pr") or local(node) in paragraphs:
        return False
    return any(local(outer) in paragraphs for outer in node.iterancestors())


def _spoken_in_office(name: str, text: str) -> str:
    """Without escapes and without the codes of headers, whose three parts are columns."""
    if name.endswith(("Header", "Footer")):
        text = _HEADER_CODE.sub(lambda code: "\t" if code[0] in {"&L", "&C", "&R"} else " ", text)
    return _ESCAPE.sub(lambda code: chr(int(code[1], 16)), text) if "_x" in text else text


_OFFICE: Final = Vocabulary(
    is_inline=lambda node: _is_inline(node, frozenset({"p", "si", "is"})),
    is_apart=lambda node: _is_apart(node, frozenset({"p", "si", "is"})),
    tabs=frozenset({"tab", "ptab"}),
    looks=frozenset({"r"}),
    ignored=frozenset(
        {"proofErr", "lastRenderedPageBreak", "noProof", "lang", "rPh", "phoneticPr", "bookmarkStart"}
        | {"bookmarkEnd", "rtl", "bidi", "cs", "updateFields", "themeFontLang"}
    ),
    transparent=frozenset({"t", "delText", "smartTag"}),
    free=frozenset(
        {
            "space",
            "dirty",
            "err",
            "altLang",
            "count",
            "uniqueCount",
            "lang",
            "bidi",
            "rtl",
            "smtClean",
            "noProof",
        }
    ),
    tab_letters=True,
    spoken=_spoken_in_office,
)
_OPEN: Final = Vocabulary(
    is_inline=lambda node: _is_inline(node, frozenset({"p", "h"})),
    is_apart=lambda node: _is_apart(node, frozenset({"p", "h"})),
    tabs=frozenset({"tab"}),
    looks=frozenset({"span"}),
    ignored=frozenset({"soft-page-break", "generator", "editing-cycles", "editing-duration"}),
    blanks=frozenset({"s"}),
    transparent=frozenset({"plain"}),
    free=frozenset({"language", "country", "writing-mode", "rfc-language-tag", "script"}),
)
_STORY: Final = Vocabulary(
    is_inline=lambda node: _is_inline(node, frozenset({"ParagraphStyleRange"})),
    is_apart=lambda node: _is_apart(node, frozenset({"ParagraphStyleRange"})),
    tabs=frozenset({"Br"}),
    looks=frozenset({"CharacterStyleRange"}),
    transparent=frozenset({"Content"}),
    free=frozenset({"AppliedLanguage", "KerningValue"}),
    tab_letters=True,
    spoken=lambda name, text: text if name == "Content" else "",
)
_OUTLINE: Final = re.compile(r"#(.*)\|outline", re.DOTALL)  # a link to a heading by its words
_NO_LOOK: Final = frozenset({"rsid", "language", "country", "rfc-language-tag", "script"})
_STYLE: Final = "urn:oasis:names:tc:opendocument:xmlns:style:1.0"
_SHARED: Final = "xl/sharedStrings.xml"
_BOOK_PAGE: Final = PAGE
_PACKAGE: Final = replace(XML, ignored=frozenset({"language"}))
_RELATIONS: Final = re.compile(
    r"(?:^|/)_rels/|\[Content_Types\]|META-INF/|^docProps/|(?:^|/)meta\.xml$|\.rdf$"
)


def vocabulary_of(root: Node) -> Vocabulary:
    """How to read a part, by its root element."""
    namespace = str(root.tag).rpartition("}")[0]
    if (
        "openxmlformats" in namespace
        or "purl.oclc.org/ooxml" in namespace
        or "schemas.microsoft.com/office" in namespace
    ):
        return _OFFICE
    if "opendocument" in namespace:
        return _OPEN
    if "idpf.org" in namespace:
        return _PACKAGE
    if local(root) == "html":
        return _BOOK_PAGE
    if local(root) in {"Story", "Document"} or "idml/packaging" in namespace:
        return _STORY
    return XML


def read_archive(data: bytes) -> dict[str, Reading | bytes]:
    """Each entry of an archive: a reading where it is XML, its bytes where it is anything else.

    Cells of workbooks hold their texts themselves: how shared strings are numbered is the writer's choice.
    """
    found: dict[str, Reading | bytes] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        shared = _shared_strings(archive)
        for name in archive.namelist():
            content = archive.read(name)
            if content.startswith(b"PK\x03\x04"):
                found |= {f"{name}!{inner}": value for inner, value in read_archive(content).items()}
            elif name != _SHARED and not _RELATIONS.search(name):
                found[name] = _read_part(content, shared)
    return found


def _shared_strings(archive: zipfile.ZipFile) -> list[Node]:
    return list(parse_xml(archive.read(_SHARED))) if _SHARED in archive.namelist() else []


def _read_part(content: bytes, shared: list[Node]) -> Reading | bytes:
    if not content.lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\0").startswith(b"<"):
        return content
    try:
        root = parse_xml(content)
    except etree.XMLSyntaxError:
        return content
    for cell in root.iter("{*}c") if shared else ():
        value = cell.find("{*}v")
        if cell.get("t") == "s" and value is not None and (value.text or "").isdigit():
            cell.replace(value, deepcopy(shared[int(value.text or "0")]))
    _prepare_open(root)
    return read_tree(root, vocabulary_of(root))


def _prepare_open(root: Node) -> None:
    """Take out of an OpenDocument tree what its program computes: looks that say nothing, repeated words."""
    _strip_plain_spans(root)
    _strip_repeated_words(root)
    for link in root.iter("{*}a"):
        for name, value in link.items():
            if str(name).endswith("}href") and (found := _OUTLINE.fullmatch(str(value))):
                words = Counter(skeletons(found[1]))
                link.set(name, f"#{' '.join(sorted(content_words(words)))}|outline")


def _strip_repeated_words(root: Node) -> None:
    """References show words of a caption, which are wherever the caption has them: others are an error."""
    captions: dict[str, set[str]] = {}
    for paragraph in root.iter("{*}p"):
        for sequence in paragraph.iter("{*}sequence"):
            captions.setdefault(_name_of(sequence), set()).update(_words_of(paragraph))
    for reference in root.iter("{*}sequence-ref"):
        if _words_of(reference) <= captions.get(_name_of(reference), set()):
            reference.text = None


def _name_of(node: Node) -> str:
    """What a number is called, or which number is referred to."""
    return next((str(value) for name, value in node.items() if str(name).endswith("}ref-name")), "")


def _words_of(node: Node) -> set[str]:
    """The words in an element."""
    return set(skeletons("".join(map(str, node.itertext()))))


def _strip_plain_spans(root: Node) -> None:
    """Spans whose automatic style says nothing are no elements: editors leave them behind."""
    plain = {
        style.get(f"{{{_STYLE}}}name")
        for style in root.iter(f"{{{_STYLE}}}style")
        if {name.rpartition("}")[2] for part in style for name in map(str, part.attrib)} <= _NO_LOOK
    }
    for span in root.iter("{*}span"):
        if any(str(name).endswith("}style-name") and str(value) in plain for name, value in span.items()):
            span.tag = "plain"


def read_flat(data: bytes) -> Reading:
    """An OpenDocument file in one piece of XML."""
    root = parse_xml(data)
    _prepare_open(root)
    return read_tree(root, _OPEN)


def read_story(data: bytes) -> Reading:
    """One XML file of InCopy."""
    return read_tree(parse_xml(data), _STORY)
