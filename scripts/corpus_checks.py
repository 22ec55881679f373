"""What the corpus harness compares: documents before and after, as equal as their formats allow.

Text files byte for byte, XML by its canonical form, zip archives entry by entry. What office programs note
down about editing does not count, and neighbouring runs of equal looks are one.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from lxml import etree
from markdown_it import MarkdownIt

from dragoman.engines.pseudo.letters import pseudo_translate
from dragoman.formats.format import Document, DocumentError, Reason, Unit
from dragoman.formats.kits.charsets import decode
from dragoman.formats.kits.xml import parse_xml
from dragoman.formats.kits.zipped import open_archive
from dragoman.segments import Code, Segment, Text, codes, keeps_codes, normalise, plain_text
from scripts.corpus_odf import flatten, is_odf
from scripts.corpus_publishing import CHARSET, same_markup, same_publication, same_story

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
_BLANKS: Final = re.compile(r"[ \t\r\n\f]+")
_BLANKS_AT_TAGS: Final = re.compile(r"[ \t\r\n\f]*(<[^>]*>)[ \t\r\n\f]*")
_CHANGING: Final = re.compile(r"[A-Za-z]")


def own_segments(document: Document) -> dict[str, Segment]:
    """For each unit that is to be translated what stands there now."""
    return {
        unit.id: unit.target if unit.target and keeps_codes(unit.segment, unit.target) else unit.segment
        for unit in document.units
        if unit.reason is None
    }


def own_targets(document: Document) -> dict[str, Segment]:
    """For each unit of a bilingual document that has a translation, that."""
    return {
        unit.id: unit.target
        for unit in document.units
        if unit.target is not None and unit.reason in {None, Reason.TRANSLATED}
        if keeps_codes(unit.segment, unit.target)
    }


def with_codes_of(segments: Mapping[str, Segment], document: Document) -> dict[str, Segment]:
    """The same texts with the codes that now stand there: their pictures may have changed, not their ids.

    Blanks that stood behind the last code of a source belong to a translation whose last words stand there.
    """
    units = {unit.id: unit.segment for unit in document.units}
    result = {}
    for name, segment in segments.items():
        now = units.get(name, ())
        known = {(code.id, code.kind): code for code in codes(now)}
        parts = (
            known.get((part.id, part.kind), part) if isinstance(part, Code) else part for part in segment
        )
        before, behind = (
            _more_blanks(plain_text(segment)[::way], plain_text(now)[::way])[::way] for way in (1, -1)
        )
        result[name] = normalise((Text(text=before), *parts, Text(text=behind)))
    return result


def _more_blanks(text: str, now: str) -> str:
    """The blanks at the beginning of what stands there now, where a text has none."""
    return now[: len(now) - len(now.lstrip())] if text == text.lstrip() else ""


def pseudo_segments(document: Document) -> dict[str, Segment]:
    """For each unit that is to be translated its pseudo-translation."""
    return {
        unit.id: pseudo_translate(unit.segment, "en-XA") for unit in document.units if unit.reason is None
    }


def retranslated(
    before: Document, after: Document, targets: Mapping[str, Segment], *, bilingual: bool
) -> Iterator[str]:
    """What is wrong with the units of a rebuilt document, given what was written into it."""
    if [unit.id for unit in before.units] != [unit.id for unit in after.units]:
        yield f"{len(before.units)} units became {len(after.units)}, or others"
        return
    for one, other in zip(before.units, after.units, strict=True):
        if one.id in targets:
            found = other.target if bilingual else other.segment
            yield from _compare_unit(one, found, targets[one.id])
        elif (one.segment, one.target) != (other.segment, other.target):
            yield f"unit {one.id}, which was not to change, did"


def _compare_unit(unit: Unit, found: Segment | None, wanted: Segment) -> Iterator[str]:
    if found is None:
        yield f"unit {unit.id} has no target"
    elif plain_text(found).strip() != plain_text(wanted).strip():
        yield f"unit {unit.id} has another text"
    elif Counter(code.id for code in codes(found)) != Counter(code.id for code in codes(wanted)):
        yield f"unit {unit.id} has other codes"
    elif _CHANGING.search(plain_text(unit.segment)) and plain_text(found) == plain_text(unit.segment):
        yield f"unit {unit.id} is not translated"


def differences(one: bytes, other: bytes, *, xml: bool) -> Iterator[str]:
    """Where two versions of a document differ in more than the form that `xml` leaves free."""
    if one == other:
        return
    if one.startswith(b"PK\x03\x04"):
        yield from _archive_differences(one, other)
    elif not xml or (first := _canonical(one)) is None:
        yield f"bytes differ from {_first_difference(one, other)} on"
    elif first != _canonical(other) and not same_story(one, other):
        yield "XML differs"


def same_cues(one: bytes, other: bytes) -> bool:
    """Whether two files of timed text say the same at the same times: how lines are broken does not count."""
    return _said(one) == _said(other)


def _said(data: bytes) -> str:
    text = re.sub(r"\s|\\N|<(?:\w+:)?br\b[^<>]*>", "", decode(data, language="en").text)
    return re.sub(r"</([\w.:]+)>(?:\{[^{}]*\})?<\1[^<>]*>", "", text)


def same_page(one: bytes, other: bytes, *, markdown: bool) -> bool:
    """Whether two pages show the same: where white space breaks and in which encoding does not count."""
    if markdown:
        one, other = (MarkdownIt().render(data.decode(errors="replace")).encode() for data in (one, other))
    return _shown(one) == _shown(other) or (not markdown and same_markup(one, other))


def _shown(data: bytes) -> str:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    text = CHARSET.sub("", html.unescape(text))
    return _BLANKS.sub(" ", _BLANKS_AT_TAGS.sub(r"\1", text)).strip()


def _archive_differences(one: bytes, other: bytes) -> Iterator[str]:
    try:
        before, after = open_archive(one), open_archive(other)
        if before.names != after.names:
            yield "other entries"
            return
        for name in before.names:
            old, new = before.read(name), after.read(name)
            if old == new:
                continue
            if old.startswith(b"PK\x03\x04") and new.startswith(b"PK\x03\x04"):  # a workbook behind a chart
                yield from (f"{name}: {found}" for found in _archive_differences(old, new))
                continue
            if same_publication(old, new):
                continue
            first, second = _canonical(old), _canonical(new)
            if first is None or second is None:
                yield f"{name} differs"
            elif first != second:
                lost = _elements(old) - _elements(new)
                yield f"{name} differs{f', lost {sum(lost.values())} elements' if lost else ''}"
    except DocumentError as error:
        yield error.message


def _first_difference(one: bytes, other: bytes) -> int:
    return next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def _elements(data: bytes) -> Counter[str]:
    """How often each element that holds no text occurs."""
    tags = (str(node.tag) for node in parse_xml(data, doctype=True).iter() if isinstance(node.tag, str))
    return Counter(
        tag for tag in tags if tag not in _NOISE and tag.rpartition("}")[2] not in {"r", "t", "rPr"}
    )


def _canonical(data: bytes) -> bytes | None:
    """The canonical form of XML, office noise left out; None: it is no XML."""
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
    if node.tag in _PARAGRAPHS or node.tag in _RUNS:  # blanks between what they hold are nobody's text
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
    """White space between the elements of workbooks is nobody's text."""
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
