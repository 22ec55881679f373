"""Parse SRX 2.0 files of segmentation rules.

The handling of inline codes (`formathandle`) is ignored: the texts that are segmented here have no codes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import regex

from dragoman.errors import Misconfigured
from dragoman.segmentation.patterns import InvalidPattern, translate
from dragoman.text_io.errors import DocumentError
from dragoman.text_io.xml.expat_parser import SEPARATOR, ExpatParser

MOST_BYTES: Final = 4 * 1024 * 1024
MOST_RULES: Final = 20_000
MOST_CHARACTERS: Final = 20_000  # of one expression
DEEPEST: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class SrxRule:
    """A rule: a break, or no break, between a text that matches `before` and one that matches `after`."""

    before: str  # expressions of the `regex` module
    after: str
    breaks: bool


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RuleSet:
    """One SRX file. Compared by identity, so that what is compiled from it can be cached."""

    cascade: bool  # all maps that match a language count, not only the first
    maps: tuple[tuple[regex.Pattern[str], str], ...]  # language pattern, name of rules; in order
    rules: Mapping[str, tuple[SrxRule, ...]]

    def names_for(self, language: str) -> tuple[str, ...]:
        """Names of the rules for a language, in order; none if the file has none for it."""
        names = tuple(name for pattern, name in self.maps if pattern.fullmatch(language))
        return names if self.cascade else names[:1]


def load_rules(path: Path) -> RuleSet:
    """Read an SRX 2.0 file. Raises `Misconfigured` naming the file, the rule and the line."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise Misconfigured(f"The segmentation rules {path} cannot be read: {error.strerror}.") from None
    return read_srx(data, origin=str(path))


def read_srx(data: bytes, *, origin: str) -> RuleSet:
    """Read the bytes of an SRX 2.0 file; `origin` names it in errors. Raises `Misconfigured`."""
    if len(data) > MOST_BYTES:
        raise Misconfigured(
            f"The segmentation rules {origin} are larger than {MOST_BYTES // 1024 // 1024} MB."
        )
    reader = _Reader(origin)
    try:
        return reader.read(data)
    except DocumentError as error:
        raise Misconfigured(error.message) from None


@dataclass(slots=True)
class _Reader:
    """Build a rule set from Expat's events. Elements are matched by local name, so extensions are ignored."""

    origin: str
    parser: ExpatParser = field(init=False)
    path: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    cascade: bool = False
    maps: list[tuple[regex.Pattern[str], str]] = field(default_factory=list)
    rules: dict[str, list[SrxRule]] = field(default_factory=dict)
    count: int = 0
    name: str = ""  # of the rules that are open
    breaks: bool = True
    before: str = ""
    after: str = ""

    def __post_init__(self) -> None:
        self.parser = ExpatParser(self.origin)
        handlers = self.parser.handlers
        handlers.StartDoctypeDeclHandler = self._doctype
        handlers.StartElementHandler = self._start
        handlers.EndElementHandler = self._end
        handlers.CharacterDataHandler = self.text.append

    def read(self, data: bytes) -> RuleSet:
        self.parser.finish(data)
        if not self.maps:
            raise self._wrong("there is no language map, so no language has rules")
        missing = next((name for _, name in self.maps if name not in self.rules), None)
        if missing is not None:
            raise self._wrong(f"a language map names the rules '{missing}', which are not there")
        rules = {name: tuple(found) for name, found in self.rules.items()}
        return RuleSet(cascade=self.cascade, maps=tuple(self.maps), rules=rules)

    def _wrong(self, problem: str) -> Misconfigured:
        return Misconfigured(f"{self.origin}, line {self.parser.handlers.CurrentLineNumber}: {problem}.")

    def _doctype(self, *_: object) -> None:
        raise self._wrong("a DOCTYPE is not accepted; remove it")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(SEPARATOR)[2]
        if not self.path and name != "srx":
            raise self._wrong(f"this is not an SRX file: its root is '{name}'")
        if len(self.path) >= DEEPEST:
            raise self._wrong("elements are nested too deeply")
        self.path.append(name)
        self.text.clear()
        if name == "srx" and attributes.get("version") != "2.0":
            raise self._wrong(f"SRX version '{attributes.get('version', '')}' cannot be read, only 2.0")
        if name == "header":
            self.cascade = attributes.get("cascade") == "yes"
        elif name == "languagerule":
            self.name = attributes.get("languagerulename", "")
            self.rules.setdefault(self.name, [])
        elif name == "rule" and "languagerule" in self.path:
            self.breaks = attributes.get("break", "yes") != "no"
            self.before = self.after = ""
        elif name == "languagemap":
            self._map(attributes)

    def _end(self, _: str) -> None:
        name = self.path.pop()
        if name == "beforebreak":
            self.before = "".join(self.text)
        elif name == "afterbreak":
            self.after = "".join(self.text)
        elif name == "rule" and "languagerule" in self.path:
            self._rule()
        self.text.clear()

    def _rule(self) -> None:
        self.count += 1
        number = len(self.rules[self.name]) + 1
        where = f"rule {number} of '{self.name}'"
        if self.count > MOST_RULES:
            raise self._wrong(f"there are more than {MOST_RULES} rules")
        found = []
        for part, icu in (("beforebreak", self.before), ("afterbreak", self.after)):
            if len(icu) > MOST_CHARACTERS:
                raise self._wrong(f"{where}: its {part} is longer than {MOST_CHARACTERS} characters")
            try:
                found.append(translate(icu))
            except InvalidPattern as error:
                raise self._wrong(f"{where}: its {part} is not a regular expression ({error})") from None
        self.rules[self.name].append(SrxRule(before=found[0], after=found[1], breaks=self.breaks))

    def _map(self, attributes: dict[str, str]) -> None:
        icu = attributes.get("languagepattern", "")
        try:
            text = translate(icu)
        except InvalidPattern as error:
            raise self._wrong(f"the language pattern '{icu}' is not a regular expression ({error})") from None
        pattern = regex.compile(text, regex.VERSION1 | regex.IGNORECASE)
        self.maps.append((pattern, attributes.get("languagerulename", "")))
