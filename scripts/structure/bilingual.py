"""Reading files that hold source and target, XLIFF, Qt and others: each target against its source."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any, Final, TypeAlias

from scripts.structure.markup import XML
from scripts.structure.reading import Reading
from scripts.structure.tables import read_values
from scripts.structure.trees import Node, Vocabulary, local, parse_xml, read_tree

Pair: TypeAlias = tuple[Reading, Reading]

_SEGMENT: Final = Vocabulary(
    is_inline=lambda _: True,
    free=frozenset({"state", "state-qualifier", "space", "order"}),
    spoken=lambda _, text: text.replace("&", ""),  # it marks a letter as a key in interfaces
)
_UNITS: Final = frozenset({"trans-unit", "segment", "message"})
_TARGETS: Final = frozenset({"target", "translation"})
_STATES: Final = frozenset(
    {"state", "subState", "approved", "type", "status", "trans-origin", "confirmed", "score", "gross-score"}
)


def read_pairs(data: bytes, old: bytes) -> list[Pair]:
    """Each source of an XLIFF or Qt file with its target; without targets that were in it before."""
    before = list(_units(parse_xml(old)))
    after = list(_units(parse_xml(data)))
    known = [_written(target) for _, target in before] if len(before) == len(after) else [""] * len(after)
    return [
        (read_tree(_renamed(source), _SEGMENT), read_tree(_renamed(target), _SEGMENT))
        for (source, target), was in zip(after, known, strict=True)
        if target is not None and _written(target) not in {"", was}
    ]


def _written(node: Node | None) -> str:
    return "" if node is None else "".join(map(str, node.itertext())).strip()


def _units(root: Node) -> Iterator[tuple[Node, Node | None]]:
    """Sources and targets, segments of one unit and plural forms of one message each by itself."""
    for unit in root.iter():
        if local(unit) in _UNITS:
            parts = {local(child): child for child in unit}
            source = next((parts[name] for name in ("seg-source", "source") if name in parts), None)
            target = next((parts[name] for name in _TARGETS if name in parts), None)
            if source is not None:
                yield from _forms(source, target)


def _forms(source: Node, target: Node | None) -> Iterator[tuple[Node, Node | None]]:
    marks = {mark.get("mid"): mark for mark in source.iter("{*}mrk") if mark.get("mtype") == "seg"}
    if marks:
        made = {mark.get("mid"): mark for mark in target.iter("{*}mrk")} if target is not None else {}
        yield from ((mark, made.get(mid)) for mid, mark in marks.items())
        return
    forms = [child for child in target if local(child) == "numerusform"] if target is not None else []
    yield from ((source, form) for form in forms) if forms else [(source, target)]


def _renamed(node: Node) -> Node:
    """The element by another name, so that source and target compare."""
    copy = deepcopy(node)
    copy.tag, copy.tail = "text", None
    copy.attrib.clear()
    return copy


def without_targets(data: bytes) -> Reading:
    """What is around the targets of an XLIFF or Qt file: nothing of it may change."""
    root = parse_xml(data)
    for node in list(root.iter()):
        parent = node.getparent()
        if local(node) in _TARGETS and parent is not None and local(parent) in _UNITS:
            parent.remove(node)
        elif local(node) in {*_UNITS, "unit"}:
            for name in list(map(str, node.attrib)):
                if name.rpartition("}")[2] in _STATES:
                    del node.attrib[name]
        elif local(node) == "seg-defs" and parent is not None:
            parent.remove(node)
    return read_tree(root, XML)


def read_catalogue(data: bytes, old: bytes) -> Pair:
    """A catalogue of Xcode: the sources of strings, and those translations that were not in it before."""
    catalogue, before = json.loads(data), dict(_translations(json.loads(old)))
    sources, targets = {}, {}
    for place, text in _translations(catalogue):
        key, language, form = place
        if language == catalogue.get("sourceLanguage") or before.get(place) == text:
            continue
        own = dict(
            _values(catalogue["strings"][key].get("localizations", {}).get(catalogue["sourceLanguage"], {}))
        )
        other = next((value for name, value in own.items() if name.endswith("/other")), key)
        targets["/".join(place)] = text
        sources["/".join(place)] = own.get(form, own.get("/stringUnit", other))
    return read_values(sources), read_values(targets)


def _translations(catalogue: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str, str], str]]:
    """Each text of a catalogue: its key, its language, which form of it."""
    for key, entry in catalogue["strings"].items():
        for language, forms in entry.get("localizations", {}).items():
            yield from (((key, language, form), text) for form, text in _values(forms))


def _values(tree: Mapping[str, object], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        if key == "value" and isinstance(value, str):
            yield path, value
        elif isinstance(value, Mapping):
            yield from _values(value, f"{path}/{key}")
