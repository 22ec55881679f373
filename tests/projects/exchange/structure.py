"""The structure that the standards give XLIFF, as far as our packages use it: a table for each version.

Of XLIFF 1.2 (OASIS, 1 February 2008) sections 2.2 to 2.5 and its strict schema, of XLIFF 2.1 (OASIS, 13
February 2018) sections 4.2 to 4.7, 5.1 and 5.2. An element has its attributes, with their allowed values,
and the order of its children; what is in neither table is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from xml.etree import ElementTree

_NMTOKEN: Final = r"[\w.:-]+"
_LANGUAGE: Final = r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*"
_YES: Final = "yes|no"
_ANY: Final = r"[\s\S]*"
_STATES1: Final = (
    "new|translated|final|signed-off|needs-(adaptation|l10n|translation)|"
    r"needs-review-(adaptation|l10n|translation)|x-\S+"
)
_QUALIFIERS1: Final = (
    "exact-match|fuzzy-match|id-match|mt-suggestion|tm-suggestion|"
    r"leveraged-(glossary|inherited|mt|repository|tm)|rejected-(grammar|inaccurate|length|spelling)|x-\S+"
)
_CTYPES1: Final = r"bold|italic|underlined|link|image|pb|lb|x-\S+"


@dataclass(frozen=True, kw_only=True)
class Rule:
    """What one element may be."""

    children: str | None  # a pattern of their names, each with a blank behind; None: only text
    required: Mapping[str, str]
    optional: Mapping[str, str]
    open: bool = False  # to attributes of other namespaces
    text: bool = False  # is allowed between the children


def _rule(
    children: str | None,
    required: dict[str, str] | None = None,
    *,
    text: bool = False,
    is_open: bool = False,
    **optional: str,
) -> Rule:
    named = {name.replace("__", ":").replace("_", "-"): pattern for name, pattern in optional.items()}
    return Rule(children=children, required=required or {}, optional=named, open=is_open, text=text)


_INLINE1: Final = "((g|x|bx|ex) )*"
VERSION_1: Final = {
    "xliff": _rule("(file )+", {"version": r"1\.2"}, is_open=True),
    "file": _rule(
        "(header )?body ",
        {"original": _ANY, "source-language": _LANGUAGE, "datatype": r"plaintext|x-\S+"},
        target_language=_LANGUAGE,
        is_open=True,
    ),
    "header": _rule("(note )*"),
    "body": _rule("((group|trans-unit) )*"),
    "group": _rule("(note )*((group|trans-unit) )*", id=_ANY, resname=_ANY, is_open=True),
    "trans-unit": _rule(
        "source (target )?((note|alt-trans) )*",
        {"id": r"\S+"},
        approved=_YES,
        maxwidth=r"\d+",
        resname=_ANY,
        size_unit="char",
        xml__space="default|preserve",
        is_open=True,
    ),
    "source": _rule(_INLINE1, text=True),
    "target": _rule(_INLINE1, state=_STATES1, state_qualifier=_QUALIFIERS1, text=True),
    "alt-trans": _rule("(source )?(target )+(note )*", match_quality=r"\d{1,3}", origin=_ANY, is_open=True),
    "note": _rule(None, **{"from": _ANY}, annotates="source|target|general", priority="[1-9]|10"),
    "g": _rule(_INLINE1, {"id": r"\S+"}, ctype=_CTYPES1, equiv_text=_ANY, text=True),
    "x": _rule("", {"id": r"\S+"}, ctype=_CTYPES1, equiv_text=_ANY),
    "bx": _rule("", {"id": r"\S+"}, rid=r"\S+", ctype=_CTYPES1, equiv_text=_ANY),
    "ex": _rule("", {"id": r"\S+"}, rid=r"\S+"),
}

_INLINE2: Final = "((cp|ph|pc|sc|ec|mrk|sm|em) )*"
_OF_CODE: Final = {"type": "fmt|ui|quote|link|image|other", "subType": r"[^\s:]+:[^\s:]+"}
_SHOWN: Final = {"disp": _ANY, "equiv": _ANY, "dataRef": _NMTOKEN}
_ENTRIES: Final = "((gls:translation) )*(gls:definition )?"
VERSION_2: Final = {
    "xliff": _rule(
        "(file )+", {"version": r"2\.[01]", "srcLang": _LANGUAGE}, trgLang=_LANGUAGE, is_open=True
    ),
    "file": _rule(
        "(skeleton )?(notes )?((unit|group) )+",
        {"id": _NMTOKEN},
        original=_ANY,
        xml__space="default|preserve",
        is_open=True,
    ),
    "unit": _rule(
        "((mtc:matches|gls:glossary) )*(notes )?(originalData )?(ignorable )*segment ((segment|ignorable) )*",
        {"id": _NMTOKEN},
        name=_ANY,
        is_open=True,
    ),
    "segment": _rule(
        "source (target )?",
        id=_NMTOKEN,
        state="initial|translated|reviewed|final",
        subState=r"[^\s:]+:[^\s:]+",
    ),
    "ignorable": _rule("source (target )?", id=_NMTOKEN),
    "source": _rule(_INLINE2, text=True),
    "target": _rule(_INLINE2, order=r"[1-9]\d*", text=True),
    "notes": _rule("(note )+"),
    "note": _rule(None, id=_NMTOKEN, category=_ANY, appliesTo="source|target", priority="[1-9]|10"),
    "originalData": _rule("(data )+"),
    "data": _rule("(cp )*", {"id": _NMTOKEN}, text=True),
    "cp": _rule("", {"hex": "[0-9A-F]{4,6}"}),
    "ph": _rule("", {"id": _NMTOKEN}, **_OF_CODE, **_SHOWN),
    "pc": _rule(
        _INLINE2,
        {"id": _NMTOKEN},
        **_OF_CODE,
        dispStart=_ANY,
        dispEnd=_ANY,
        dataRefStart=_NMTOKEN,
        dataRefEnd=_NMTOKEN,
        text=True,
    ),
    "sc": _rule("", {"id": _NMTOKEN}, **_OF_CODE, **_SHOWN, isolated=_YES),
    "ec": _rule("", **_OF_CODE, **_SHOWN, id=_NMTOKEN, startRef=_NMTOKEN, isolated=_YES),
    "mtc:matches": _rule("(mtc:match )+"),
    "mtc:match": _rule(
        "(originalData )?source target ",
        {"ref": r"#\S+"},
        id=_NMTOKEN,
        similarity=r"\d{1,2}|100",
        matchQuality=r"\d{1,2}|100",
        matchSuitability=r"\d{1,2}|100",
        origin=_ANY,
        type="am|icm|idm|mt|tb|tm|other",
        subType=r"[^\s:]+:[^\s:]+",
        is_open=True,
    ),
    "gls:glossary": _rule("(gls:glossEntry )+"),
    "gls:glossEntry": _rule(f"gls:term (?!$){_ENTRIES}", id=_NMTOKEN, ref=r"#\S+", is_open=True),
    "gls:term": _rule(None, source=_ANY),
    "gls:translation": _rule(None, id=_NMTOKEN, ref=r"#\S+", source=_ANY),
    "gls:definition": _rule(None, source=_ANY),
}
_PREFIXES: Final = {
    "urn:oasis:names:tc:xliff:document:1.2": "",
    "urn:oasis:names:tc:xliff:document:2.0": "",
    "urn:oasis:names:tc:xliff:matches:2.0": "mtc:",
    "urn:oasis:names:tc:xliff:glossary:2.0": "gls:",
    "http://www.w3.org/XML/1998/namespace": "xml:",
}


def find_faults(file: bytes) -> list[str]:
    """All that is not as the standard has it; nothing for a file that is."""
    root = ElementTree.fromstring(file)
    first = root.tag.startswith("{urn:oasis:names:tc:xliff:document:1.2}")
    rules = VERSION_1 if first else VERSION_2
    return [*_faults(root, rules), *(_doubled1(root) if first else _doubled2(root))]


def _name(written: str) -> str:
    namespace, _, local = written.rpartition("}")
    return _PREFIXES.get(namespace[1:], "foreign:" if namespace else "") + local


def _faults(element: ElementTree.Element, rules: Mapping[str, Rule]) -> Iterator[str]:
    name = _name(element.tag)
    rule = rules.get(name)
    if rule is None:
        yield f"<{name}> is unknown"
        return
    attributes = {_name(key): value for key, value in element.attrib.items()}
    yield from (f"<{name}> lacks {one}" for one in rule.required.keys() - attributes.keys())
    for key, value in attributes.items():
        pattern = {**rule.required, **rule.optional}.get(key)
        if pattern is None and not (rule.open and key.startswith("foreign:")):
            yield f"<{name}> has {key}"
        elif pattern is not None and not re.fullmatch(pattern, value):
            yield f"<{name}> has {key}={value!r}"
    children = "".join(f"{_name(child.tag)} " for child in element)
    if not re.fullmatch(rule.children or "", children):
        yield f"<{name}> holds {children}"
    between = [element.text, *(child.tail for child in element)]
    if not rule.text and rule.children is not None and any((text or "").strip() for text in between):
        yield f"<{name}> holds text"
    for child in element:
        yield from _faults(child, rules)


def _doubled1(root: ElementTree.Element) -> Iterator[str]:
    """Ids are unique: of trans-units and groups in a file, of inline elements in a source or target."""
    for kind in ("trans-unit", "group"):
        yield from _twice(kind, [one.get("id") for one in root.iter() if _name(one.tag) == kind])
    for holder in (one for one in root.iter() if _name(one.tag) in ("source", "target")):
        yield from _twice("code", [one.get("id") for one in holder.iter() if one is not holder])


def _doubled2(root: ElementTree.Element) -> Iterator[str]:
    """Ids are unique: of units in a file; of segments and codes in a unit's sources, and in its targets."""
    units = [one for one in root.iter() if _name(one.tag) == "unit"]
    yield from _twice("unit", [unit.get("id") for unit in units])
    for unit in units:
        cut = [one for one in unit if _name(one.tag) in ("segment", "ignorable")]
        own = [one.get("id") for one in cut]
        for side in ("source", "target"):
            holders = [one for part in cut for one in part if _name(one.tag) == side]
            codes = [one.get("id") for holder in holders for one in holder.iter() if one is not holder]
            yield from _twice(f"{side} of unit {unit.get('id')}", [*own, *codes])
        data = {one.get("id") for one in unit.iter() if _name(one.tag) == "data"}
        for one in (one for part in cut for one in part.iter()):
            wanted = {one.get(key) for key in ("dataRef", "dataRefStart", "dataRefEnd")} - {None}
            yield from (f"<{_name(one.tag)}> refers to no data: {ref}" for ref in wanted - data)


def _twice(what: str, ids: list[str | None]) -> Iterator[str]:
    given = [one for one in ids if one is not None]
    yield from (f"{what} id twice: {one}" for one in sorted({one for one in given if given.count(one) > 1}))
