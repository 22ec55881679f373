"""The canonical form of XML for the corpus harness: what office programs note down about editing is left out,
and neighbouring runs of equal looks are one.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from lxml import etree

from dragoman.text_io.errors import DocumentError
from dragoman.text_io.xml.parsing import parse_xml
from scripts.corpus_odf import flatten, is_odf

_WORD: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STRICT_WORD: Final = "{http://purl.oclc.org/ooxml/wordprocessingml/main}"
_DRAWING: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_STRICT_DRAWING: Final = "{http://purl.oclc.org/ooxml/drawingml/main}"
_SHEETS: Final = (
    "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}",
    "{http://purl.oclc.org/ooxml/spreadsheetml/main}",
)
_RUNS: Final = {f"{name}r" for name in (_WORD, _STRICT_WORD, _DRAWING, _STRICT_DRAWING, *_SHEETS)}
_PARAGRAPHS: Final = {f"{name[:-1]}p" for name in _RUNS}
_RUN_LOOKS: Final = {f"{name[:-1]}rPr" for name in _RUNS}
_NOISE: Final = {
    f"{name}{local}"
    for name in (_WORD, _STRICT_WORD)
    for local in ("proofErr", "lastRenderedPageBreak", "noProof", "lang")
} | {f"{name}{local}" for name in _SHEETS for local in ("rPh", "phoneticPr")}  # readings of the old words
_NOISY_ATTRIBUTE: Final = re.compile(r"\{[^}]*\}(?:rsid\w*|space)$")
_DRAWING_NOISE: Final = frozenset({"lang", "altLang", "dirty", "err", "bmk", "smtClean", "smtId", "noProof"})


def count_elements(data: bytes) -> Counter[str]:
    """How often each element that holds no text occurs."""
    tags = (str(node.tag) for node in parse_xml(data, doctype=True).iter() if isinstance(node.tag, str))
    return Counter(
        tag for tag in tags if tag not in _NOISE and tag.rpartition("}")[2] not in {"r", "t", "rPr"}
    )


def canonical_form(data: bytes) -> bytes | None:
    """The canonical form of XML, office noise left out; None: it is not XML."""
    if not data.lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\0").startswith(b"<"):
        return None
    try:
        root = parse_xml(data, doctype=True)
    except DocumentError:
        return None
    for node in list(root.iter()):
        if isinstance(node.tag, str):
            _strip(node)
    for node in list(root.iter(*_RUNS)):
        parent = node.getparent()
        if parent is not None and _is_void(node):
            parent.remove(node)
    for node in list(root.iter(*_RUNS)):
        _merge(node)
    if is_odf(root):
        flatten(root)
    try:
        canonical: bytes = etree.tostring(root.getroottree(), method="c14n")
    except etree.C14NError:  # it has references to entities of a document type
        return None
    return canonical


def _strip(node: etree._Element) -> None:
    parent = node.getparent()
    if node.tag in _NOISE and parent is not None:
        _remove(node, parent)
        return
    if node.tag in _PARAGRAPHS or node.tag in _RUNS:  # blanks between what they hold are not text
        node.text = None if node.text and not node.text.strip() else node.text
        for child in node:
            child.tail = None if child.tail and not child.tail.strip() else child.tail
    for name in list(node.attrib):
        plain = str(name)
        if _NOISY_ATTRIBUTE.search(plain) or (
            plain in _DRAWING_NOISE and str(node.tag).startswith((_DRAWING, _STRICT_DRAWING))
        ):
            del node.attrib[name]
    if str(node.tag).startswith(_SHEETS) and not str(node.tag).endswith("}t"):
        _close_up(node)


def _close_up(node: etree._Element) -> None:
    """Remove white space between the elements of workbooks, which is not text."""
    if len(node) and not (node.text or "").strip():
        node.text = None
    for child in node:
        if not (child.tail or "").strip():
            child.tail = None


def _remove(node: etree._Element, parent: etree._Element) -> None:
    parent.remove(node)
    if parent.tag in _RUN_LOOKS and not len(parent) and not parent.attrib:
        outer = parent.getparent()
        if outer is not None:
            outer.remove(parent)


def _is_void(run: etree._Element) -> bool:
    """Whether a run holds nothing: formatting at most, and texts without a letter."""
    return all(
        child.tag in _RUN_LOOKS or (str(child.tag).endswith("}t") and not child.text and not len(child))
        for child in run
    )


def _merge(run: etree._Element) -> None:
    """Join a run with those behind it that look the same, and then its texts."""
    if run.getparent() is None:
        return
    for child in list(run):
        if child.tag in _RUN_LOOKS and not len(child) and not child.attrib:
            run.remove(child)
    while (following := run.getnext()) is not None and following.tag == run.tag and _alike(run, following):
        for child in list(following):
            if not str(child.tag).endswith("}rPr"):
                run.append(child)
        parent = following.getparent()
        if parent is not None:
            parent.remove(following)
    _join_texts(run)


def _alike(one: etree._Element, other: etree._Element) -> bool:
    return one.items() == other.items() and _look(one) == _look(other)


def _look(run: etree._Element) -> bytes:
    first = run[0] if len(run) else None
    if first is None or not str(first.tag).endswith("}rPr") or not (len(first) or first.attrib):
        return b""
    look: bytes = etree.tostring(first, method="c14n", with_tail=False)
    return look


def _join_texts(run: etree._Element) -> None:
    for child in list(run):
        before = child.getprevious()
        if not str(child.tag).endswith("}t"):
            continue
        if before is not None and before.tag == child.tag and before.items() == child.items():
            before.text = (before.text or "") + (child.text or "")
            run.remove(child)
        elif not child.text:
            run.remove(child)
