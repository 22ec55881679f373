"""Read start tags: by the rules of their vocabulary, and by their own attributes.

The result depends on the tag and the namespaces in scope alone, so equal tags are read once.
`element_contexts` adds what depends on the ancestors.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from dragoman.formats.families.xml_rules.rules import ITS, ElementKind, ElementRole, VocabularyRules
from dragoman.formats.families.xml_rules.tokens import XmlAttribute, attributes
from dragoman.formats.format import Languages, Reason
from dragoman.formats.units.notes import join_notes
from dragoman.languages import is_well_formed

_LONGEST_KEPT: Final = 120  # characters of a tag that is cached
_MOST_KEPT: Final = 5_000
_FLAGS: Final = {"no": False, "false": False, "yes": True, "true": True}
_WITHIN: Final = {"yes": ElementRole.INLINE, "no": ElementRole.BLOCK, "nested": ElementRole.SUB}
_NOTES: Final = ("locNote", "locNoteRef")
_XML: Final = "http://www.w3.org/XML/1998/namespace"


class TagSettings(NamedTuple):
    """The settings from a start tag."""

    kind: ElementKind | None  # by the rules
    name: str  # local
    declared: tuple[tuple[str, str], ...] = ()  # prefixes and their namespaces
    translate: bool | None = None
    within: ElementRole | None = None
    preserve: bool | None = None
    language: str | None = None
    language_offsets: tuple[XmlAttribute, ...] = ()
    key: str = ""
    attributes: tuple[XmlAttribute, ...] = ()  # for people
    reason: Reason | None = None  # why it is not translated
    begins_line: bool = False
    names: tuple[tuple[str, str, XmlAttribute], ...] = ()  # namespace and local name of all attributes
    note: str = ""  # for translators: the localization note of ITS


class StartTagReader:
    """Reads start tags in the order of the document."""

    def __init__(
        self,
        rules: VocabularyRules,
        languages: Languages,
        *,
        keep_names: bool = False,
        wanted: Sequence[str] = (),
    ) -> None:
        self._rules = rules
        self._languages = languages
        self._keep_names = keep_names
        self._wanted = frozenset(wanted)  # attributes chosen by the job: `name` or `element@name`
        self._spaces: dict[str, list[str]] = {"": [""], "xml": [_XML]}
        self._state = 0  # the same number for the same namespaces in scope
        self._states: dict[tuple[int, tuple[tuple[str, str], ...]], int] = {}
        self._before: list[int] = []
        self._known: dict[tuple[int, str], TagSettings] = {}

    def read(self, tag: str, name: str) -> TagSettings:
        """Read a tag of an element, whose written name is `name`."""
        flag = self._known.get((self._state, tag))
        if flag is None:
            flag = self._read(tag, name)
            if len(tag) <= _LONGEST_KEPT and len(self._known) < _MOST_KEPT:
                self._known[self._state, tag] = flag
        return flag

    def enter(self, declared: tuple[tuple[str, str], ...]) -> None:
        """Start the scope of an element with these declarations."""
        for prefix, namespace in declared:
            self._spaces.setdefault(prefix, []).append(namespace)
        self._before.append(self._state)
        self._state = self._states.setdefault((self._state, declared), len(self._states) + 1)

    def exit(self, declared: tuple[tuple[str, str], ...]) -> None:
        """End it."""
        for prefix, _ in declared:
            self._spaces[prefix].pop()
        self._state = self._before.pop()

    def _read(self, tag: str, written: str) -> TagSettings:
        found = attributes(tag) if "=" in tag else []
        values = {one.name: html.unescape(tag[one.start : one.end]) for one in found}
        declared = tuple(
            (name[6:], value)
            for name, value in values.items()
            if name == "xmlns" or name.startswith("xmlns:")
        )
        here = dict(declared)
        prefix, _, local = written.rpartition(":")
        namespace = self._namespace(prefix, here)
        kind = self._kind(namespace, local, values)
        if not found:
            return TagSettings(kind, local, preserve=True if local in self._rules.preserve else None)
        resolved = {self._resolve(one.name, here): values[one.name] for one in found}
        places, language = self._language(found, values)
        preserve = values.get("xml:space")
        people = self._for_people(found, written, local, namespace)
        return TagSettings(
            kind,
            local,
            declared,
            translate=_flag(resolved, values, namespace),
            within=_WITHIN.get(resolved.get((ITS, "withinText"), "")),
            preserve=preserve == "preserve" if preserve else (local in self._rules.preserve) or None,
            language=language,
            language_offsets=places,
            key=next((values[name][:100] for name in self._rules.keys if values.get(name)), ""),
            attributes=people,
            reason=self._reason(resolved, values),
            begins_line=any(names <= values.keys() for names in self._rules.lines.get(local, ())),
            names=tuple((*self._resolve(a.name, here), a) for a in found) if self._keep_names else (),
            note=_note(resolved, values, namespace),
        )

    def _kind(self, namespace: str, local: str, values: Mapping[str, str]) -> ElementKind | None:
        kind = self._rules.kind(namespace, local)
        if kind is None and self._rules.classes and (classes := values.get(self._rules.classes)):
            for one in reversed(classes.split()[:20]):  # the most special last: "- topic/ph hi-d/b "
                kind = self._rules.kind(namespace, one.rpartition("/")[2])
                if kind is not None:
                    break
        return kind

    def _for_people(
        self, found: Sequence[XmlAttribute], written: str, local: str, namespace: str
    ) -> tuple[XmlAttribute, ...]:
        rules = self._rules.attributes if namespace in self._rules.namespaces else {}
        names = rules.get(local, frozenset()) | rules.get("*", frozenset())
        wanted = self._wanted
        if not names and not wanted:
            return ()
        return tuple(
            one
            for one in found
            if one.name in names
            or (wanted and not wanted.isdisjoint((one.name, f"{local}@{one.name}", f"{written}@{one.name}")))
        )

    def _language(
        self, found: Sequence[XmlAttribute], values: Mapping[str, str]
    ) -> tuple[tuple[XmlAttribute, ...], str | None]:
        places = tuple(one for one in found if one.name in self._rules.languages)
        for one in places:
            value = values[one.name].strip().replace("_", "-")
            primary = value.partition("-")[0].lower()
            if len(primary) in (2, 3) and is_well_formed(value) and primary not in ("und", "mul"):
                return places, value
        return (), None

    def _reason(self, resolved: Mapping[tuple[str, str], str], values: Mapping[str, str]) -> Reason | None:
        unless = self._rules.left_unless.items()
        if not any(values.get(name, "").strip() in listed for name, listed in unless):
            for name, reason in self._rules.left_with.items():
                if values.get(name):
                    return reason
        locales = resolved.get((ITS, "localeFilterList"))
        if locales is not None:
            excluding = resolved.get((ITS, "localeFilterType"), "include") == "exclude"
            if is_filtered(locales, self._languages.target, excluding=excluding):
                return Reason.LOCKED
        return None

    def _namespace(self, prefix: str, here: Mapping[str, str]) -> str:
        if prefix in here:
            return here[prefix]
        spaces = self._spaces.get(prefix)
        return spaces[-1] if spaces else ""

    def _resolve(self, written: str, here: Mapping[str, str]) -> tuple[str, str]:
        prefix, _, local = written.rpartition(":")
        return (self._namespace(prefix, here) if prefix else "", local)


def is_filtered(locales: str, target: str, *, excluding: bool) -> bool:
    """Whether a list of locales of ITS excludes a language (extended filtering of RFC 4647)."""
    fits = any(_fits(one.strip(), target) for one in locales.split(",") if one.strip())
    return fits if excluding else not fits


def _fits(pattern: str, language: str) -> bool:
    wanted, tags = pattern.lower().split("-"), language.lower().split("-")
    if wanted[0] not in ("*", tags[0]):
        return False
    rest = tags[1:]
    for one in wanted[1:]:
        if one == "*":
            continue
        while rest and rest[0] != one:
            if len(rest[0]) == 1:  # what follows is private
                return False
            rest = rest[1:]
        if not rest:
            return False
        rest = rest[1:]
    return True


def _note(resolved: Mapping[tuple[str, str], str], values: Mapping[str, str], namespace: str) -> str:
    """The localization note of ITS in a tag: its text, or its address."""
    notes = [resolved.get((ITS, name)) or (values.get(name) if namespace == ITS else None) for name in _NOTES]
    return join_notes(filter(None, notes)) if any(notes) else ""


def _flag(resolved: Mapping[tuple[str, str], str], values: Mapping[str, str], namespace: str) -> bool | None:
    """The translate flag of a tag: of ITS, or the attributes that many vocabularies share."""
    flag = resolved.get((ITS, "translate"))
    if flag is None and namespace == ITS:
        flag = values.get("translate")
    if flag is None:
        flag = values.get("translate", values.get("translatable"))
    return _FLAGS.get(flag.strip().lower()) if flag else None
