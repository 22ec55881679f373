"""Read the paragraphs of TTML: their times, their style, and the pieces of their content.

https://www.w3.org/TR/ttml2/; the namespaces of its drafts, which are still in use, are read alike.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.cues.document import MOST_CUES
from dragoman.formats.families.cues.fragments import Cue, CuePiece, CuePieceKind, pieces_of_text
from dragoman.formats.format import Reason
from dragoman.languages import primary
from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.xml import tree as xml_tree
from dragoman.text_io.xml.tree import XmlNode

NAMESPACE: Final = re.compile(r"http://www\.w3\.org/(?:ns/ttml|2006/(?:04|10)/ttaf1)\Z")

_LANGUAGE: Final = "http://www.w3.org/XML/1998/namespace}lang"
_TRANSLATE: Final = "http://www.w3.org/2005/11/its}translate"
_RUBY: Final = re.compile(r"http://www\.w3\.org/(?:ns/ttml|2006/(?:04|10)/ttaf1)#styling}ruby\Z")
_PRONUNCIATION: Final = frozenset({"text", "textContainer", "delimiter"})
_UNSEEN: Final = re.compile(
    r"(?:begin|end|dur|http://www\.w3\.org/XML/1998/namespace}(?:id|lang)|\}?(?:begin|end|dur|id))\Z"
)
_CLOCK: Final = re.compile(r"(\d{2,6}):(\d{2}):(\d{2})(?:(\.\d{1,9})|:(\d{1,3})(?:\.\d{1,3})?)?", re.ASCII)
_OFFSET: Final = re.compile(r"(\d{1,12}(?:\.\d{1,9})?)(h|ms|m|s|f|t)", re.ASCII)
_UNITS: Final = {"h": 3_600_000, "m": 60_000, "s": 1000, "ms": 1}
_CDATA: Final = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_BLANKS: Final = re.compile(r"[ \t\r\n]+")


@dataclass(slots=True)
class TtmlReader:
    """All cues of a file, and the language tags that a translation changes."""

    body: bytes = field(repr=False)
    language: str  # of the job's source
    cues: list[Cue] = field(default_factory=list)
    left_alone: Counter[Reason] = field(default_factory=Counter)
    ends: dict[int, int] = field(default_factory=dict)  # number of a cue → end of its content
    root: XmlNode | None = None
    named: list[int] = field(default_factory=list)  # offsets of tags that name the source language
    is_other_language: bool = False  # the file names languages, but never that of the job
    frames: float = 30  # a second
    ticks: float = 1
    _others: list[int] = field(default_factory=list)  # numbers of cues in other languages
    _names: bool = False

    def run(self) -> None:
        """Read the file. Raises `DocumentCorrupt`."""
        xml_tree.scan_xml(self.body, opened=self._opened, closed=self._closed)
        self.is_other_language = self._names and not self.named
        if self._others and self.named:  # versions of the same text
            others = frozenset(self._others)
            self.cues = [cue for cue in self.cues if cue.number not in others]
            self.left_alone[Reason.TRANSLATED] += len(others)

    def _opened(self, node: XmlNode) -> bool:
        if self.root is None:
            self.root = node
            namespace, _, name = node.name.rpartition("}")
            if name != "tt" or not (NAMESPACE.match(namespace) or not namespace):
                raise DocumentCorrupt("The file is not timed text: its root element is not TTML's tt.")
            self.frames = _rate(node.attributes, "frameRate", 30)
            self.ticks = _rate(node.attributes, "tickRate", self.frames)
        if language := node.attributes.get(_LANGUAGE, "").strip():
            self._names = True
            if self._is_source(language):
                self.named.append(node.start)
        return node.name.removeprefix("}") == "p"

    def _is_source(self, language: str) -> bool:
        return language.replace("_", "-").partition("-")[0].lower() == primary(self.language)

    def _closed(self, node: XmlNode) -> None:
        if node.name.removeprefix("}") != "p" or node.children is None:
            return
        if _inherited(node, _TRANSLATE) == "no":
            self.left_alone[Reason.LOCKED] += 1
            return
        number = len(self.cues) + 1
        if number > MOST_CUES + 1:
            return  # it is refused
        begin, end = self._times(node.attributes)
        self.ends[number] = node.inner_end
        language = _inherited(node, _LANGUAGE).strip()
        if language and not self._is_source(language):
            self._others.append(number)
        self.cues.append(
            Cue(
                number=number,
                content=tuple(self._content(node)),
                begin=begin,
                end=end,
                style=_style(node),
                start=node.inner_start,
            )
        )

    # --- times --------------------------------------------------------------------------------------------

    def _times(self, attributes: Mapping[str, str]) -> tuple[int | None, int | None]:
        begin = self._time(_plain(attributes, "begin"))
        end = self._time(_plain(attributes, "end"))
        duration = self._time(_plain(attributes, "dur"))
        if end is None and begin is not None and duration is not None:
            end = begin + duration
        return begin, end

    def _time(self, value: str) -> int | None:
        """Parse a time to milliseconds; None: absent, or not of this standard."""
        value = value.strip()
        if clock := _CLOCK.fullmatch(value):
            hours, minutes, seconds, fraction, frames = clock.groups()
            whole = (int(hours) * 60 + int(minutes)) * 60 + int(seconds)
            return round((whole + float(fraction or 0) + int(frames or 0) / self.frames) * 1000)
        if offset := _OFFSET.fullmatch(value):
            number, unit = float(offset[1]), offset[2]
            if unit in _UNITS:
                return round(number * _UNITS[unit])
            return round(number * 1000 / (self.frames if unit == "f" else self.ticks))
        return None

    # --- content ------------------------------------------------------------------------------------------

    def _content(self, node: XmlNode) -> Iterator[CuePiece]:
        position = node.inner_start
        for child in node.children or ():
            if isinstance(child, str):
                continue
            yield from self._text(position, child.start)
            yield from self._element(child)
            position = child.end
        yield from self._text(position, node.inner_end)

    def _element(self, node: XmlNode) -> Iterator[CuePiece]:
        raw = self.body[node.start : node.end].decode()
        name = node.name.removeprefix("}")
        if name == "br":
            yield CuePiece(CuePieceKind.BREAK, raw)
        elif name != "span" or node.is_self_closed:
            yield CuePiece(CuePieceKind.ALONE, raw, type="object")
        elif node.attributes.get(_TRANSLATE) == "no":
            self.left_alone[Reason.LOCKED] += 1
            yield CuePiece(CuePieceKind.ALONE, raw, type="protected")
        elif any(_RUBY.match(key) and value in _PRONUNCIATION for key, value in node.attributes.items()):
            yield CuePiece(CuePieceKind.ALONE, raw, type="object")
        else:
            yield CuePiece(CuePieceKind.OPEN, self.body[node.start : node.inner_start].decode(), name="span")
            yield from self._content(node)
            yield CuePiece(CuePieceKind.CLOSE, self.body[node.inner_end : node.end].decode(), name="span")

    def _text(self, start: int, end: int) -> Iterator[CuePiece]:
        if start < end:
            yield from pieces_of_text(self.body[start:end].decode(), _decode)


def _decode(raw: str) -> str:
    """Unescape text: references and CDATA sections are read, white space collapses."""
    if "<![CDATA[" in raw:
        raw = _CDATA.sub(lambda match: html.escape(match[1]), raw)
    return _BLANKS.sub(" ", html.unescape(raw) if "&" in raw else raw)


def _plain(attributes: Mapping[str, str], name: str) -> str:
    return attributes.get(name, attributes.get("}" + name, ""))


def _rate(attributes: Mapping[str, str], name: str, usual: float) -> float:
    """A rate of the root, in any of the parameters' namespaces."""
    for key, value in attributes.items():
        if key.endswith("#parameter}" + name) and value.isascii() and value.isdigit() and int(value[:12]) > 0:
            return float(value[:12])
    return usual


def _inherited(node: XmlNode, name: str) -> str:
    """An attribute's value on an element or its nearest ancestor."""
    ancestor: XmlNode | None = node
    while ancestor is not None:
        if (value := ancestor.attributes.get(name)) is not None:
            return value
        ancestor = ancestor.parent
    return ""


def _style(node: XmlNode) -> str:
    """The region and style, which are the same in all cues of one text."""
    seen = sorted(f"{name}={value}" for name, value in node.attributes.items() if not _UNSEEN.match(name))
    return "\0".join([str(node.parent.start if node.parent else 0), *seen])
