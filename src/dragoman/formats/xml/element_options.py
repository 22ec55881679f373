"""The options of a job for elements: translated, not translated, or part of the text around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from dragoman.formats.families.xml_rules.element_contexts import ElementOverride
from dragoman.formats.families.xml_rules.rules import ElementRole
from dragoman.formats.families.xml_rules.tokens import EMPTY, END, START, OpenedXml, tokenize

_DEEPEST: Final = 32  # names that a path is compared with


class ElementPaths:
    """Names of elements, or paths such as `menu/item` or `/book/title`; `*` is any element."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self._by_last: dict[str, list[tuple[tuple[str, ...], bool]]] = {}
        for pattern in patterns:
            at_root = pattern.startswith("/") and not pattern.startswith("//")
            names = tuple(name for name in pattern.split("/") if name)[-_DEEPEST:]
            if names:
                self._by_last.setdefault(names[-1], []).append((names, at_root))

    def __bool__(self) -> bool:
        return bool(self._by_last)

    def fit(self, path: Sequence[str]) -> bool:
        """Whether one of them matches the written names of an element and its ancestors, outermost first."""
        last = path[-1]
        local = last.rpartition(":")[2]
        return any(
            _fits(names, path, at_root=at_root)
            for key in {last, local, "*"}
            for names, at_root in self._by_last.get(key, ())
        )


def _fits(names: tuple[str, ...], path: Sequence[str], *, at_root: bool) -> bool:
    if len(names) > len(path) or (at_root and len(names) != len(path)):
        return False
    return all(
        name in ("*", written, written.rpartition(":")[2])
        for name, written in zip(names, path[-len(names) :], strict=True)
    )


def choose(opened: OpenedXml, options: Mapping[str, object]) -> dict[int, ElementOverride]:
    """The overrides that the options put on elements, by the elements' numbers."""
    chosen = {name: ElementPaths(_strings(options.get(name))) for name in ("translate", "skip", "inline")}
    if not any(chosen.values()):
        return {}
    marks: dict[int, ElementOverride] = {}
    path: list[str] = []
    number = -1
    for kind, _, _, name in tokenize(opened.text, opened.start):
        if kind == END:
            path.pop()
        elif kind in (START, EMPTY):
            number += 1
            path.append(name)
            translate = False if chosen["skip"].fit(path) else chosen["translate"].fit(path) or None
            within = ElementRole.INLINE if chosen["inline"].fit(path) else None
            if translate is not None or within is not None:
                marks[number] = ElementOverride(translate=translate, within=within)
            if kind == EMPTY:
                path.pop()
    return marks


def _strings(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple | list) else ()
