"""Read one entry of TBX, of any version and dialect, to a draft of a concept."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from typing import Any, Final
from xml.sax.saxutils import unescape

from lxml import etree

from dragoman.termbases.drafts import ConceptDraft, TermDraft
from dragoman.termbases.language_names import find_language
from dragoman.termbases.problems import Effect, TermEntry, TermProblem
from dragoman.termbases.spellings import (
    read_answer,
    read_date,
    read_gender,
    read_match,
    read_part_of_speech,
    read_status,
    read_type,
    squash,
)
from dragoman.termbases.tbx import names
from dragoman.text_io.xml.elements import ElementXml

_XML: Final = "{http://www.w3.org/XML/1998/namespace}"
_PSEUDO_ATTRIBUTE: Final = re.compile(r'([a-z-]+)="([^"]*)"')
_PREFIX: Final = re.compile(r"[<\s/]([A-Za-z_][A-Za-z0-9_.\-]*):[A-Za-z_]")
_QUOTES: Final = {"&quot;": '"', "&#10;": "\n"}


def read_entry(element: ElementXml) -> ConceptDraft | TermEntry:
    """Read an entry. One that is not well-formed gives an entry without a concept."""
    try:
        root = _parse(element.text)
    except etree.XMLSyntaxError as error:
        return _malformed(element, error)
    draft = ConceptDraft(
        line=element.line, id=names.unescape_id(root.get("id") or root.get(f"{_XML}id") or "")
    )
    for node in _items(root):
        kind = _kind(node)
        if kind in names.LANGUAGES:
            _read_language(draft, node, element.line - 1)
        elif kind in names.TRANSACTIONS:
            _read_transaction(draft, node)
        elif kind == names.INSTRUCTION:
            draft.do_not_translate |= _attributes(node).get("do-not-translate") == "yes"
        else:
            _read_category(draft, node)
    return draft


def _parse(text: str) -> etree._Element:
    """Parse an entry to a tree. Prefixes, which the root of the file declares, get arbitrary namespaces."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True
    )
    prefixes = set(_PREFIX.findall(text)) - {"xml", "xmlns"}
    if not prefixes:
        return etree.fromstring(text.encode(), parser)
    declared = "".join(f' xmlns:{prefix}="urn:{prefix}"' for prefix in sorted(prefixes))
    return etree.fromstring(f"<entry{declared}>{text}</entry>".encode(), parser)[0]


def _malformed(element: ElementXml, error: etree.XMLSyntaxError) -> TermEntry:
    """Report the error by its name in libxml2 and its line; libxml2's messages quote the file."""
    log: Any = error.error_log
    last = log.last_error if log is not None else None
    kind = last.type_name.removeprefix("ERR_").replace("_", " ").lower() if last else "syntax"
    line = element.line - 1 + max(1, error.position[0])
    message = f"The entry is not well-formed XML ({kind}); it is left out."
    problem = TermProblem(line=line, effect=Effect.ENTRY_LEFT_OUT, message=message)
    return TermEntry(line=element.line, problems=(problem,))


def _read_language(draft: ConceptDraft, node: etree._Element, before: int) -> None:
    line = _line(node, before)
    given = node.get(f"{_XML}lang") or node.get("lang") or ""
    language = find_language(given) if given.strip() else None
    if language is None:
        message = (
            "The language of a group of terms is not known; the group is left out."
            if given.strip()
            else "The language of a group of terms is missing; the group is left out."
        )
        draft.report(line, Effect.PART_LEFT_OUT, message)
        return
    terms: list[TermDraft] = []
    notes: list[str] = []
    loose: list[etree._Element] = []
    for item in _items(node):
        kind = _kind(item)
        if kind in names.TERM_SECTIONS or kind == names.TERM_GROUP:
            terms += _read_section(draft, list(_section_items(item)), language, before)
        elif kind == "term":
            loose.append(item)
        elif kind in names.NOTE:
            notes.append(_text(item))
        elif kind in names.TRANSACTIONS:
            _read_transaction(draft, item)
        else:
            _read_category(draft, item)
    terms += _read_section(draft, loose, language, before)
    for term in terms:
        term.notes += notes
    draft.terms += terms


def _read_section(
    draft: ConceptDraft, items: list[etree._Element], language: str, before: int
) -> list[TermDraft]:
    """Read the terms of a section: usually one. The other elements apply to all of them."""
    terms = [
        TermDraft(line=_line(item, before), language=language, text=_text(item))
        for item in items
        if _kind(item) == "term"
    ]
    for item in items:
        kind = _kind(item)
        if kind == "term":
            continue
        if kind in names.TRANSACTIONS:
            _read_transaction(draft, item)
        elif kind == names.INSTRUCTION:
            for name, value in _attributes(item).items():
                for term in terms:
                    _set_property(draft, term, squash(name), value)
        elif kind in names.OF_TERMS:
            for term in terms:
                _set_property(draft, term, kind, _text(item))
        else:
            _read_category(draft, item)
    return terms


def _set_property(draft: ConceptDraft, term: TermDraft, kind: str, text: str) -> None:
    """Set a property of a term from a data category."""
    if kind in names.STATUS:
        term.status = read_status(text)
        if term.status is None and text.strip():
            draft.report(term.line, Effect.NOTICED, "The status of a term is not known; it is ignored.")
    elif kind in names.PART_OF_SPEECH:
        term.part_of_speech = read_part_of_speech(text)
    elif kind in names.GENDER:
        term.gender = read_gender(text)
    elif kind in names.TYPE:
        term.type = read_type(text)
    elif kind in names.CASE:
        term.case_sensitive = read_answer(text)
    elif kind in names.MATCH:
        term.match = read_match(text)
    elif kind in names.FORM:
        term.forms.append(text)
    elif kind in names.NOTE:
        term.notes.append(text)
    elif kind in names.EXAMPLE:
        term.examples.append(text)


def _read_category(draft: ConceptDraft, node: etree._Element) -> None:
    """Read a property of a concept, at any level."""
    kind = _kind(node)
    if kind in names.DEFINITION:
        draft.definitions.append(_text(node))
    elif kind in names.DOMAIN:
        draft.domains.append(_text(node))
    elif kind in names.NOTE:
        draft.notes.append(_text(node))
    elif kind in names.TRANSLATED:
        draft.do_not_translate |= read_answer(_text(node)) is False
    elif kind in names.NOT_TRANSLATED:
        draft.do_not_translate |= read_answer(_text(node)) is not False


def _read_transaction(draft: ConceptDraft, group: etree._Element) -> None:
    """Read the dates of a transaction: the first one of creation, the last one of change."""
    date: dt.date | None = None
    kind = ""
    for item in group:
        if not isinstance(item.tag, str):
            continue
        local = _local(item)
        if local == "date":
            date = read_date(_text(item))
        elif local in {"transac", "transactiontype"}:
            kind = squash(_text(item))
    if date is None:
        return
    if kind in names.CREATED:
        draft.created = min(draft.created or date, date)
    elif kind in names.CHANGED:
        draft.changed = max(draft.changed or date, date)


def _items(parent: etree._Element) -> Iterator[etree._Element]:
    """Iterate over a level's elements and our processing instructions; of a group over its first element."""
    for node in parent:
        if isinstance(node.tag, str):
            if _local(node) in names.GROUPS:
                yield from (item for item in list(node)[:1] if isinstance(item.tag, str))
            else:
                yield node
        elif node.tag is etree.PI and _target(node) == names.INSTRUCTION:
            yield node


def _section_items(section: etree._Element) -> Iterator[etree._Element]:
    for item in _items(section):
        if _kind(item) == names.TERM_GROUP:
            yield from _items(item)
        else:
            yield item


def _kind(node: etree._Element) -> str:
    """The data category of an element, or its name."""
    if not isinstance(node.tag, str):
        return names.INSTRUCTION
    local = _local(node)
    if local in {"descrip", "admin", "termnote"}:
        return squash((node.get("type") or "").strip().removeprefix("x-"))
    return local


def _line(node: Any, before: int) -> int:
    """The line of an element in the file, which has `before` lines before the entry."""
    return before + int(node.sourceline or 1)


def _target(instruction: Any) -> str:
    return str(instruction.target)


def _local(node: etree._Element) -> str:
    """An element's name in lower case, without namespace or prefix."""
    name = str(node.tag)
    return name.rpartition("}")[2].rpartition(":")[2].lower()


def _text(node: etree._Element) -> str:
    """The text of an element in one line, including that of `hi` and the like, without native codes."""
    text = "".join(_texts(node)) if len(node) else node.text or ""
    return " ".join(text.split())


def _texts(node: etree._Element) -> Iterator[str]:
    yield node.text or ""
    for child in node:
        if isinstance(child.tag, str) and _local(child) not in names.NATIVE_CODE:
            yield from _texts(child)
        yield child.tail or ""


def _attributes(instruction: etree._Element) -> dict[str, str]:
    found = _PSEUDO_ATTRIBUTE.findall(instruction.text or "")
    return {name: unescape(value, _QUOTES) for name, value in found}
