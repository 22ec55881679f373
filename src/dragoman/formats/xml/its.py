"""Apply rules of ITS 2.0 in a document: `its:rules` with XPath selectors, evaluated on the document alone.

Data categories with an effect: Translate, Elements Within Text, Locale Filter, Preserve Space, Id Value,
Localization Note, Target Pointer (the elements that it selects are translations, and are kept). Attributes of
elements in the ITS namespace are read with the tags. https://www.w3.org/TR/its20/
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from lxml import etree

from dragoman.formats.families.xml_rules.element_contexts import ElementOverride
from dragoman.formats.families.xml_rules.rules import ITS, ElementRole
from dragoman.formats.families.xml_rules.start_tags import is_filtered
from dragoman.formats.format import DocumentWarning, Languages, WarningCode
from dragoman.formats.units.notes import join_notes
from dragoman.text_io.xml.parsing import parse_xml, split_name

_RULES: Final = f"{{{ITS}}}rules"
_HREF: Final = "{http://www.w3.org/1999/xlink}href"
_MOST_RULES: Final = 500
_MOST_NOTES: Final = 20  # that one pointer finds for an element
_WITHIN: Final = {"yes": ElementRole.INLINE, "no": ElementRole.BLOCK, "nested": ElementRole.SUB}


@dataclass(slots=True)
class ItsFindings:
    """The results of a document's rules."""

    marks: dict[int, ElementOverride] = field(default_factory=dict)  # by the numbers of elements
    problems: int = 0  # rules that could not be applied
    external: bool = False  # the document refers to rules in other files

    def warnings(self) -> tuple[DocumentWarning, ...]:
        """Warnings for the owner of the document."""
        messages = []
        if self.external:
            messages.append(
                "The document refers to translation rules in another file. They were not read: "
                "put them into the document, or name the elements in the options of the job."
            )
        if self.problems:
            messages.append(
                f"{self.problems} of the document's translation rules cannot be read; they were not applied."
            )
        return tuple(DocumentWarning(code=WarningCode.PART_LEFT, message=text) for text in messages)


def find_rules(data: bytes, languages: Languages) -> ItsFindings:
    """Apply the rules in a document whose entities have been checked.

    Raises `DocumentCorrupt` when it cannot be parsed as a tree.
    """
    root = parse_xml(data, doctype=True, entities=True)
    run = _Run(root, languages)
    for number, rules in enumerate(root.iter(_RULES)):
        if number < _MOST_RULES:
            run.follow(rules)
    return run.finish()


class _Run:
    """Applies rules one after the other; later ones win."""

    def __init__(self, root: etree._Element, languages: Languages) -> None:
        self._root = root
        self._languages = languages
        self._found = ItsFindings()
        self._marks: dict[etree._Element, ElementOverride] = {}
        self._left = _MOST_RULES

    def follow(self, rules: etree._Element) -> None:
        if rules.get(_HREF):
            self._found.external = True
        variables = {
            str(one.get("name")): one.text or ""
            for one in rules.iterchildren(f"{{{ITS}}}param")
            if one.get("name")
        }
        evaluate = _selecting(rules, variables)
        readable = rules.get("queryLanguage", "xpath") == "xpath"
        for rule in rules.iterchildren("*"):
            change = _CHANGES.get(split_name(str(rule.tag))[1])
            if change is None or self._left <= 0:
                continue
            self._left -= 1
            if not readable:  # selectors of CSS, for example
                self._found.problems += 1
                continue
            try:
                change(self, rule, evaluate)
            except (etree.XPathError, etree.LxmlError, ValueError, TypeError):
                self._found.problems += 1

    def finish(self) -> ItsFindings:
        if self._marks:
            for number, element in enumerate(self._root.iter("*")):
                if (mark := self._marks.get(element)) is not None:
                    self._found.marks[number] = mark
        return self._found

    def mark(self, element: Any, **changes: Any) -> None:
        self._marks[element] = self._marks.get(element, ElementOverride())._replace(**changes)

    def translate(self, rule: etree._Element, evaluate: Select) -> None:
        wanted = _one_of(rule.get("translate"), {"yes": True, "no": False})
        for node in evaluate(self._root, str(rule.get("selector"))):
            if getattr(node, "is_attribute", False):
                self._mark_attribute(node, wanted)
            elif _is_element(node):
                self.mark(node, translate=wanted)

    def _mark_attribute(self, node: Any, wanted: bool) -> None:
        element = node.getparent()
        attributes = dict(self._marks.get(element, ElementOverride()).attributes)
        attributes[split_name(str(node.attrname))] = wanted
        self.mark(element, attributes=attributes)

    def within(self, rule: etree._Element, evaluate: Select) -> None:
        role = _one_of(rule.get("withinText"), _WITHIN)
        for element in self._elements(rule, evaluate):
            self.mark(element, within=role)

    def preserve(self, rule: etree._Element, evaluate: Select) -> None:
        keeps = _one_of(rule.get("space"), {"preserve": True, "default": False})
        for element in self._elements(rule, evaluate):
            self.mark(element, preserve=keeps)

    def filter(self, rule: etree._Element, evaluate: Select) -> None:
        excluding = rule.get("localeFilterType") == "exclude"
        excluded = is_filtered(rule.get("localeFilterList", "*"), self._languages.target, excluding=excluding)
        for element in self._elements(rule, evaluate):
            self.mark(element, excluded=excluded)

    def id_value(self, rule: etree._Element, evaluate: Select) -> None:
        pointer = str(rule.get("idValue"))
        for element in self._elements(rule, evaluate):
            values = evaluate(element, pointer)
            text = values if isinstance(values, str) else "".join(map(_text_of, values[:1]))
            if text:
                self.mark(element, key=text[:100])

    def note(self, rule: etree._Element, evaluate: Select) -> None:
        """A localization note in the rule, selected by it, or at an address."""
        within = [_all_text_of(one) for one in rule.iterchildren(f"{{{ITS}}}locNote")]
        note_text = join_notes([*within, rule.get("locNoteRef", "")])
        pointers = [str(rule.get(name)) for name in ("locNotePointer", "locNoteRefPointer") if rule.get(name)]
        for element in self._elements(rule, evaluate):
            note = note_text
            for pointer in pointers:
                values = evaluate(element, pointer)
                found = [values] if isinstance(values, str) else map(_all_text_of, values[:_MOST_NOTES])
                note = join_notes([note, *found])
            if note:
                self.mark(element, note=note)

    def target(self, rule: etree._Element, evaluate: Select) -> None:
        pointer = str(rule.get("targetPointer"))
        for element in self._elements(rule, evaluate):
            for node in evaluate(element, pointer):
                if _is_element(node) and node is not element:
                    self.mark(node, translate=False)

    def _elements(self, rule: etree._Element, evaluate: Select) -> Iterator[etree._Element]:
        for node in evaluate(self._root, str(rule.get("selector"))):
            if _is_element(node):
                yield node


Select: TypeAlias = Callable[[Any, str], Any]


def _selecting(rules: etree._Element, variables: Mapping[str, str]) -> Select:
    """XPath with the prefixes and parameters of an `its:rules` element; only XPath's own functions."""

    spaces = {prefix: uri for prefix, uri in rules.nsmap.items() if prefix}

    def evaluate(node: etree._Element, selector: str) -> Any:
        return etree.XPath(selector, namespaces=spaces, regexp=False)(node, **variables)

    return evaluate


def _is_element(node: Any) -> bool:
    return etree.iselement(node) and isinstance(node.tag, str)


def _one_of(value: str | None, known: Mapping[str, Any]) -> Any:
    if value is None or value not in known:
        raise ValueError(value)
    return known[value]


def _all_text_of(node: Any) -> str:
    return node if isinstance(node, str) else "".join(map(str, node.itertext())) if _is_element(node) else ""


def _text_of(node: Any) -> str:
    return node if isinstance(node, str) else (node.text or "")


_CHANGES: Final[Mapping[str, Callable[[_Run, etree._Element, Select], None]]] = {
    "translateRule": _Run.translate,
    "withinTextRule": _Run.within,
    "preserveSpaceRule": _Run.preserve,
    "localeFilterRule": _Run.filter,
    "locNoteRule": _Run.note,
    "idValueRule": _Run.id_value,
    "targetPointerRule": _Run.target,
}
