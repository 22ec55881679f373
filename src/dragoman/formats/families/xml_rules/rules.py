"""Rule files: how the elements of an XML vocabulary are translated, as data.

A rule file is TOML beside its format, read at import, because the confined process that reads documents
cannot open files. `load_rules` describes the file; `document` applies the rules.
"""

from __future__ import annotations

import enum
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Final, NamedTuple

from dragoman.formats.format import Reason
from dragoman.formats.units import html_elements as html


class ElementRole(enum.Enum):
    """How an element relates to the text around it."""

    BLOCK = enum.auto()  # a text of its own
    INLINE = enum.auto()  # part of the text around it: a pair of codes
    CODE = enum.auto()  # one code, with its whole content
    SUB = enum.auto()  # one code; its content are texts of their own, as of a footnote


class ElementKind(NamedTuple):
    """The entry for an element in a rule file."""

    role: ElementRole
    type: str = "fmt"  # of the codes it becomes
    left: Reason | None = None  # None: its content is translated


KINDS: Final[Mapping[str, ElementKind]] = {
    "block": ElementKind(ElementRole.BLOCK),
    "format": ElementKind(ElementRole.INLINE),  # formatting, at most emphasis
    "inline": ElementKind(ElementRole.INLINE, "tag"),
    "link": ElementKind(ElementRole.INLINE, "link"),
    "code": ElementKind(ElementRole.CODE, "variable", Reason.CODE),
    "object": ElementKind(ElementRole.SUB, "object"),
    "sub": ElementKind(ElementRole.SUB, "note"),
    "break": ElementKind(ElementRole.CODE, "break"),
    "aside": ElementKind(ElementRole.CODE, "comment", Reason.COMMENT),
    "computed": ElementKind(ElementRole.CODE, "field", Reason.FIELD),
    "program": ElementKind(ElementRole.BLOCK, left=Reason.CODE),
    "setting": ElementKind(ElementRole.BLOCK, left=Reason.KEY),
}

XHTML: Final = "http://www.w3.org/1999/xhtml"
ITS: Final = "http://www.w3.org/2005/11/its"

_HTML: Final = (
    ("break", frozenset({"br"})),
    ("link", frozenset({"a"})),
    ("program", html.RAW | html.LEFT_BLOCKS),
    ("code", html.PROTECTED),
    ("object", html.OBJECTS | {"img"}),
    ("block", html.BLOCK | html.EMBEDDED),
    ("format", html.INLINE),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class VocabularyRules:
    """The rules for one vocabulary."""

    kinds: Mapping[str, ElementKind]  # by local names
    namespaces: frozenset[str] = frozenset({""})  # the vocabulary's; "" for none
    foreign: ElementKind | None = None  # elements of other namespaces; None: by their use
    attributes: Mapping[str, frozenset[str]] = field(
        default_factory=dict
    )  # element or "*" → its attributes for people
    preserve: frozenset[str] = frozenset()  # elements with significant white space
    apart: frozenset[str] = frozenset()  # elements whose children are texts of their own, as keywords are
    languages: frozenset[str] = frozenset({"xml:lang"})  # attributes that name the language
    keys: tuple[str, ...] = ("xml:id", "id")  # attributes that identify elements, for contexts
    left_with: Mapping[str, Reason] = field(
        default_factory=dict
    )  # attribute → why its element is not translated
    left_unless: Mapping[str, frozenset[str]] = field(
        default_factory=dict
    )  # attribute → its values with which an element is translated in spite of an attribute of `left_with`
    lines: Mapping[str, tuple[frozenset[str], ...]] = field(
        default_factory=dict
    )  # inline element → sets of attributes with any of which it begins a new line
    classes: str = ""  # attribute that names the elements of which one is a special case, as DITA's `class`
    data: bool = False  # values may be for programs: those that look so are not translated

    def kind(self, namespace: str, name: str) -> ElementKind | None:
        """The entry for an element; None: there is none, so its kind is found by its use."""
        if namespace in self.namespaces:
            return self.kinds.get(name)
        if namespace == XHTML:
            return html_kind(name)
        if namespace == ITS:
            return KINDS["setting"] if name == "rules" else KINDS["inline"]
        return self.foreign


def html_kind(name: str) -> ElementKind | None:
    """The kind of an element of XHTML."""
    for word, names in _HTML:
        if name in names:
            return KINDS[word]
    return None


def load_rules(package: str, file: str) -> VocabularyRules:
    """Read a rule file that is part of a package.

    `[elements]` lists for each word of `KINDS` the names of elements; `preserve` those with significant white
    space, `apart` those whose children are texts of their own. `[attributes]` lists for an element, or "*"
    for all, the attributes for people. `left_with`, `left_unless`, `lines`, `languages`, `keys`,
    `namespaces`, `foreign`, `classes` and `data` are the fields of `VocabularyRules`.
    """
    return read_rules(tomllib.loads(files(package).joinpath(file).read_text(encoding="utf-8")))


def read_rules(table: Mapping[str, Any]) -> VocabularyRules:
    """The rules in a TOML table. Raises KeyError for unknown words."""
    names = dict(table.get("elements", {}))
    sets = {word: frozenset(str(names.pop(word, "")).split()) for word in ("preserve", "apart")}
    kinds = {name: KINDS[word] for word, listed in names.items() for name in listed.split()}
    given: dict[str, Any] = {}
    for word, value in table.items():
        if word in ("languages", "namespaces"):
            given[word] = frozenset(value)
        elif word == "keys":
            given[word] = tuple(value)
        elif word == "foreign":
            given[word] = KINDS[value]
        elif word == "left_with":
            given[word] = {name: Reason(reason) for name, reason in value.items()}
        elif word == "lines":
            given[word] = {
                name: tuple(frozenset(one.split()) for one in sets) for name, sets in value.items()
            }
        elif word in ("attributes", "left_unless"):
            given[word] = {name: frozenset(listed.split()) for name, listed in value.items()}
        elif word in ("classes", "data"):
            given[word] = value
        elif word != "elements":
            raise KeyError(word)
    return VocabularyRules(kinds=kinds, preserve=sets["preserve"], apart=sets["apart"], **given)
