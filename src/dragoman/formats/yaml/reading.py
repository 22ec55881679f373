"""Find the strings of a YAML text from the events of libyaml: no tree is built, no alias resolved.

Keys, tagged values and values that are not strings are never found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from sys import intern
from typing import Final

import yaml

from dragoman.formats.families.keyed.plural_families import KeyedEntry, check_entries, join_path
from dragoman.formats.format import Reason
from dragoman.formats.units.values import is_settings
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt

MOST_DEPTH: Final = 500
MOST_NODES: Final = 1_500_000
_MOST_ROOTS: Final = 200  # of a file that holds several languages
_LONGEST_SCALAR: Final = 100  # characters of a number, a date or the like
_STRING: Final = "tag:yaml.org,2002:str"
# Tags and anchors before a value, and the text between them: the parser's mark is at the first of them.
_PROPERTIES: Final = re.compile(r"(?:[&!][^\s]*+(?>(?:[ \t\r\n]|#[^\n]*+\n)*))+")
_NO_CHARACTER: Final = re.compile("[\ud800-\udfff]")
_STAND_IN: Final = "\ufffd"
# Ruby's symbols in brackets, which the parser rejects: `[:year, :month]`.
_SYMBOL: Final = re.compile(r"([\[,][ \t]*+):(?=[A-Za-z_])")
_COLON: Final = "\ue03a"  # replaces theirs
# Numbers and booleans of other parsers, which this one reads as strings.
_NO_STRING: Final = re.compile(
    r"[yYnN]|[-+]?(?:0o[0-7_]+|0b[01_]+|0x[0-9a-fA-F_]+|[0-9][0-9_.,:]*(?:[eE][-+]?[0-9]+)?|\.[0-9_]+(?:[eE][-+]?[0-9]+)?)"
    r"|true|false|yes|no|on|off|null|~|=|<<|:[A-Za-z_]\w*[?!]?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RootKey:
    """A key of the outermost mapping of the first document."""

    key: str
    start: int
    end: int
    is_mapping: bool


@dataclass(slots=True, kw_only=True)
class YamlStrings:
    """All strings of a text in order, and their collections."""

    entries: list[KeyedEntry] = field(default_factory=list)
    roots: list[RootKey] = field(default_factory=list)  # the first of them
    root_of: list[int] = field(default_factory=list)  # for each entry: which root it is in; -1: none
    branching: set[int] = field(default_factory=set)  # mappings with values that are not strings
    quotes: dict[str, int] = field(default_factory=dict)  # how often each style occurs
    is_data: bool = False  # there are values that are not strings, or mappings in lists


def is_string(text: str) -> bool:
    """Whether a plain scalar is a string, for readers of YAML 1.1 and 1.2 alike."""
    if not text:
        return False
    if len(text) > _LONGEST_SCALAR:
        return True
    if _NO_STRING.fullmatch(text):
        return False
    resolvers = yaml.CLoader.yaml_implicit_resolvers
    found = (*resolvers.get(text[0], ()), *resolvers.get(None, ()))
    return not any(pattern.match(text) for _, pattern in found)


def read_strings(text: str) -> YamlStrings:
    """Find every string. Raises DocumentCorrupt, naming the line, and ConversionFailed."""
    scanner = _Scanner(text)
    try:
        for event in _events(text):
            scanner.take(event)
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark or problem.context_mark
        place = f"at line {mark.line + 1}, column {mark.column + 1}" if mark is not None else "somewhere"
        raise DocumentCorrupt(f"This is not a YAML document: it is broken {place}.") from None
    except yaml.reader.ReaderError as problem:
        message = f"This is not a YAML document: character {problem.position} is one that YAML forbids."
        raise DocumentCorrupt(message) from None
    except (yaml.YAMLError, ValueError):
        raise DocumentCorrupt("This is not a YAML document.") from None
    return scanner.found


def _events(text: str) -> Iterator[yaml.Event]:
    """The parser's events; characters that it cannot read are replaced by another one at the same offset."""
    if not text.isascii():
        text = _NO_CHARACTER.sub(_STAND_IN, text)
    if _COLON not in text:
        text = _SYMBOL.sub(rf"\1{_COLON}", text)
    for count, event in enumerate(yaml.parse(text, Loader=yaml.CLoader)):
        if count > MOST_NODES:
            raise ConversionFailed(
                f"The document has more than {MOST_NODES} values; split it into several files."
            )
        yield event


@dataclass(slots=True)
class _Level:
    """An open collection."""

    is_map: bool
    flow: bool
    number: int  # of a mapping
    path: str
    key: str = ""  # of the member that is being read; of a list: its own
    key_start: int = -1
    key_end: int = -1
    has_key: bool = False
    in_key: bool = False  # it is part of a key
    left: bool = False  # nothing in it is translated
    root: int = -1
    count: int = 0


class _Scanner:
    """Handles events one after the other."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._has_symbols = _COLON not in text
        self._levels: list[_Level] = []
        self._mappings = 0
        self._documents = 0
        self.found = YamlStrings()

    def take(self, event: yaml.Event) -> None:
        """Handle an event."""
        if isinstance(event, yaml.ScalarEvent):
            if not event.value.isascii() and self._has_symbols:
                event.value = event.value.replace(_COLON, ":")
            self._scalar(event)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            self._open(event)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            self._levels.pop()
            self._finish()
        elif isinstance(event, yaml.AliasEvent):
            self._not_text()
            self._finish()
        elif isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1

    def _finish(self) -> None:
        """A value or key has been read."""
        if self._levels:
            level = self._levels[-1]
            level.has_key = level.is_map and not level.has_key
            level.count += 1

    def _not_text(self) -> None:
        """Note a value that is not a string."""
        level = self._levels[-1] if self._levels else None
        if level is not None and level.is_map and level.has_key:
            self.found.branching.add(level.number)

    def _open(self, event: yaml.MappingStartEvent | yaml.SequenceStartEvent) -> None:
        if len(self._levels) >= MOST_DEPTH:
            raise DocumentCorrupt(f"The document is nested more than {MOST_DEPTH} levels deep.")
        is_map = isinstance(event, yaml.MappingStartEvent)
        above = self._levels[-1] if self._levels else None
        flow = bool(event.flow_style)
        if above is None:
            self._levels.append(_Level(is_map, flow, self._mappings, ""))
        else:
            in_key = above.in_key or (above.is_map and not above.has_key)
            if in_key and above.is_map and not above.in_key:
                above.key, above.key_start, above.key_end = "?", -1, -1
            self._not_text()
            self.found.is_data |= is_map and not above.is_map
            self._root_is_mapping(is_map)
            path = join_path(above.path, above.key if above.is_map else str(above.count))
            level = _Level(is_map, flow, self._mappings, path, in_key=in_key)
            level.key = "" if is_map else above.key
            level.left = above.left or is_settings(above.key) or event.tag is not None
            level.root = len(self.found.roots) - 1 if self._in_root() else above.root
            self._levels.append(level)
        self._mappings += is_map

    def _in_root(self) -> bool:
        return len(self._levels) == 1 and self._levels[0].is_map and self._documents == 1

    def _root_is_mapping(self, is_map: bool) -> None:
        if self._in_root() and self._levels[0].has_key and self.found.roots and is_map:
            last = self.found.roots[-1]
            self.found.roots[-1] = RootKey(key=last.key, start=last.start, end=last.end, is_mapping=True)

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        level = self._levels[-1] if self._levels else None
        if level is not None and level.is_map and not level.has_key:
            self._key(level, event)
        elif level is None or not level.in_key:
            self._value(level, event)
        self._finish()

    def _key(self, level: _Level, event: yaml.ScalarEvent) -> None:
        start, end = self._extent(event)
        level.key, level.key_start, level.key_end = event.value, start, end
        if self._in_root() and len(self.found.roots) <= _MOST_ROOTS:
            self.found.roots.append(RootKey(key=event.value, start=start, end=end, is_mapping=False))

    def _extent(self, event: yaml.ScalarEvent) -> tuple[int, int]:
        """The offsets of a scalar itself, without its tag and anchor."""
        assert event.start_mark is not None
        assert event.end_mark is not None
        start, end = event.start_mark.index, event.end_mark.index
        if (event.anchor or event.tag) and (found := _PROPERTIES.match(self._text, start, end)):
            start = found.end()
        if event.style in ("|", ">"):  # trailing line ends are not part of the text
            end = start + len(self._text[start:end].rstrip("\r\n \t"))
        return start, end

    def _value(self, level: _Level | None, event: yaml.ScalarEvent) -> None:
        style = event.style or "p"
        tagged = event.tag not in (None, _STRING, "!")
        if tagged or (style == "p" and event.tag is None and not is_string(event.value)):
            self.found.is_data |= bool(event.value)
            self._not_text()
            return
        self.found.quotes[style] = self.found.quotes.get(style, 0) + 1
        check_entries(self.found.entries)
        start, end = self._extent(event)
        text = event.value.rstrip("\n")
        flow = level is not None and level.flow
        self.found.entries.append(
            KeyedEntry(
                text=text,
                start=start,
                end=end,
                key=level.key if level else "",
                above=level.path if level else "",
                place=level.count if level and not level.is_map else -1,
                owner=level.number if level and level.is_map else -1,
                style=intern(f"{style}{'f' if flow else 'b'}{len(event.value) - len(text)}"),
                key_start=level.key_start if level and level.is_map else -1,
                key_end=level.key_end if level and level.is_map else -1,
                reason=self._reason(level, start, end),
            )
        )
        root = -1 if level is None else len(self.found.roots) - 1 if self._in_root() else level.root
        self.found.root_of.append(root)

    def _reason(self, level: _Level | None, start: int, end: int) -> Reason | None:
        if _STAND_IN in (raw := self._text[start:end]) or (
            not raw.isascii() and _NO_CHARACTER.search(raw) is not None
        ):
            return Reason.CODE
        return Reason.KEY if level is not None and level.left else None
