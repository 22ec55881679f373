"""Parse XML- and HTML-like text into a segment. It never fails: everything that is not markup is text.

`placeholders` protects the placeholders in the text between the tags, character references included.

The rules: a start tag and the end tag that matches it are a pair. Any other well-formed tag (`<br>`,
`<img …>`, an end tag without a start, a start tag that is still open when one around it ends, as the
`<i>` of `<b><i></b></i>`) is a code standing alone, so that it is never lost or altered. An element whose
content is not language is one code with its content. Comments, CDATA sections, processing instructions,
document types and ICU messages (`{n, plural, …}` with all of their content) are codes. Everything else, such
as `a < b` or `<not closed`, is text.

`render(parse(text)) == text`, always, and in linear time: every scan moves on from where it stopped.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from dragoman.messages.icu import CHOICE_HEAD, choice_end
from dragoman.segments import Code, CodeKind, Part, Segment, Text

_VOID: Final = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
_RAW: Final = frozenset({"script", "style"})  # their content is never markup
_OPAQUE: Final = frozenset({"code", "kbd", "samp", "var", "svg", "math"})  # their content is not language

# Groups are atomic, `(?>…)`, never possessive: `re` gets those wrong up to Python 3.11.4 (gh-106052).
_NAME: Final = r"[^\W\d][\w.\-]*+(?>(?::[\w.\-]++)?)"
_ATTRIBUTE: Final = (
    r"(?:\s++|(?<=[\"']))"  # browsers forgive a missing blank after a quoted value
    r"[@:#*(\[]?[^\W\d][\w.:\-]*+[\])]?"  # frameworks' names such as @click, :href, (input), [value], #ref
    r"(?>(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'=<>`]++))?)"
)
# Matches as much of a start tag as there is; without its end (group 2) all up to where it stopped is text.
# Numbers alone are names to translators of interface strings: <0>click</0>.
_START: Final = re.compile(rf"<({_NAME}(?>(?:{_ATTRIBUTE})*)|\d{{1,4}})(\s*+/?>)?")
_END: Final = re.compile(rf"</({_NAME}|\d{{1,4}})\s*+>")
_DECLARATION: Final = re.compile(r"<![A-Za-z]++[^<>\[\]]*+(>)?")
_DOCTYPE: Final = re.compile(
    r"<!DOCTYPE\b[^<>\[\]]*+\[[^\]]*+\]\s*+(>)?", re.IGNORECASE
)  # with its own subset
_CANDIDATE: Final = re.compile(rf"<[\w/!?%]|{CHOICE_HEAD}")
_BRACE: Final = re.compile(r"'[{}][^']*+'|[{}]")  # of messages that are not well-formed
_RAW_END: Final = {name: re.compile(rf"</{name}\s*+>", re.IGNORECASE) for name in _RAW}
_NAME_END: Final = re.compile(r"[\s/]")
_NOT_TRANSLATED: Final = re.compile(
    r"""\stranslate\s*+=\s*+["']?no\b|\sclass\s*+=\s*+(?:notranslate\b|"[^"]*\bnotranslate\b|'[^']*\bnotranslate\b)""",
    re.IGNORECASE,
)

# Beginning, end and type of sections that are one code everywhere.
_SECTIONS: Final = (
    ("<!--", "-->", "comment"),
    ("<![CDATA[", "]]>", "cdata"),
    ("<?", "?>", "instruction"),
    ("<%", "%>", "template"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkupRules:
    """What elements mean, by their names in small letters. The default rules are those of HTML."""

    opaque: frozenset[str] = _OPAQUE  # whose content stays as it is
    void: frozenset[str] = _VOID  # that have no content and no end tag
    raw: frozenset[str] = _RAW  # of `script` and `style`: whose content is never markup
    attributes: bool = True  # whether `translate="no"` and the class `notranslate` protect an element
    blocks: frozenset[str] = frozenset()  # that part sentences, besides those of HTML
    inline: frozenset[str] | None = frozenset()  # that never do; None: all that are not among `blocks`

    def type_of(self, name: str) -> str:
        """The type of a code for a tag."""
        if name in self.blocks:
            return "block"
        return "inline" if self.inline is None or name in self.inline else "tag"


HTML_RULES: Final = MarkupRules()


@dataclass(slots=True, eq=False)
class _Token:
    """A piece of markup at text[start:end]; the tags of a pair refer to each other."""

    start: int
    end: int
    type: str = "tag"
    name: str = ""  # of a tag, lower case
    opens: bool = False
    closes: bool = False
    partner: _Token | None = None


def parse(text: str, rules: MarkupRules = HTML_RULES) -> Segment:
    """Parse a text; its codes are numbered "1", "2", … in order."""
    if "<" not in text and "{" not in text:
        return (Text(text=text),) if text else ()
    tokens = list(_Scanner(text, rules).tokens())
    _pair(tokens)
    return _build(text, tokens, rules)


def _pair(tokens: list[_Token]) -> None:
    """Match end tags with the nearest open start tag of their name; open tags between become standalone."""
    around: list[_Token] = []
    waiting: Counter[str] = Counter()
    for token in tokens:
        if token.opens:
            around.append(token)
            waiting[token.name] += 1
        elif token.closes and waiting[token.name]:
            while True:
                opening = around.pop()
                waiting[opening.name] -= 1
                if opening.name == token.name:
                    break
            opening.partner, token.partner = token, opening


def _build(text: str, tokens: list[_Token], rules: MarkupRules) -> Segment:
    parts: list[Part] = []
    ids: dict[int, str] = {}  # start of a pair's first tag → id
    position = number = 0
    for token in tokens:
        if token.start < position:
            continue  # inside an element that is one code
        if token.start > position:
            parts.append(Text(text=text[position : token.start]))
        position, kind, kind_of_code = token.end, CodeKind.STANDALONE, token.type
        if token.partner is not None and token.opens:
            if token.name in rules.opaque or (
                rules.attributes and _NOT_TRANSLATED.search(text, token.start, token.end)
            ):
                position, kind_of_code = token.partner.end, "protected"
            else:
                kind = CodeKind.OPEN
        elif token.partner is not None:
            kind = CodeKind.CLOSE
        if kind is CodeKind.CLOSE and token.partner is not None:
            identity = ids[token.partner.start]
        else:
            number += 1
            identity = ids[token.start] = str(number)
        parts.append(Code(id=identity, kind=kind, type=kind_of_code, data=text[token.start : position]))
    if position < len(text):
        parts.append(Text(text=text[position:]))
    return tuple(parts)


@dataclass(slots=True)
class _Scanner:
    """One pass over a text. It records strings that do not follow any more, and searches for none twice."""

    text: str
    rules: MarkupRules
    absent: set[str] = field(default_factory=set)
    braces: dict[int, int] | None = None  # position of an opening brace → behind its closing one

    def tokens(self) -> Iterator[_Token]:
        """The markup in its order, without overlaps."""
        position = 0
        while (candidate := _CANDIDATE.search(self.text, position)) is not None:
            start = candidate.start()
            token, position = self._read(start)
            if token is not None:
                yield token

    def _read(self, start: int) -> tuple[_Token | None, int]:
        """The markup that begins at `start`, or None, and where to continue."""
        if self.text[start] == "{":
            end = self._message_end(start)
            return (_Token(start, end, "message"), end) if end > 0 else (None, start + 1)
        following = self.text[start + 1]
        if following in "!?%":
            return self._read_section(start)
        if following == "/":
            return self._read_end_tag(start)
        match = _START.match(self.text, start)
        if match is None or match[2] is None:
            return None, match.end() if match else start + 2
        return self._read_element(match)

    def _read_end_tag(self, start: int) -> tuple[_Token | None, int]:
        match = _END.match(self.text, start)
        if match is None:
            return None, start + 2
        name = match[1].lower()
        return _Token(start, match.end(), self.rules.type_of(name), name, closes=True), match.end()

    def _read_section(self, start: int) -> tuple[_Token | None, int]:
        for beginning, end, kind in _SECTIONS:
            if self.text.startswith(beginning, start):
                behind = self._find(end, start + len(beginning))
                return (_Token(start, behind, kind), behind) if behind > 0 else (None, start + 2)
        match = _DOCTYPE.match(self.text, start) if self._find("]", start) > 0 else None
        match = match or _DECLARATION.match(self.text, start)
        if match is None:
            return None, start + 2
        return (_Token(start, match.end(), "doctype") if match[1] else None), match.end()

    def _read_element(self, match: re.Match[str]) -> tuple[_Token, int]:
        """A start tag; with its content if that is never markup."""
        start, end = match.span()
        name = _NAME_END.split(match[1], 1)[0].lower()
        kind = self.rules.type_of(name)
        if match[2].endswith("/>") or name in self.rules.void:
            return _Token(start, end, kind, name), end
        if name in self.rules.raw and name not in self.absent:
            closing = _RAW_END[name].search(self.text, end)
            if closing is not None:
                return _Token(start, closing.end(), "protected"), closing.end()
            self.absent.add(name)
        return _Token(start, end, kind, name, opens=True), end

    def _find(self, end: str, position: int) -> int:
        """The offset after the next `end`, or -1."""
        if end in self.absent:
            return -1
        found = self.text.find(end, position)
        if found < 0:
            self.absent.add(end)
            return -1
        return found + len(end)

    def _message_end(self, start: int) -> int:
        """The offset after the message that begins at `start`, well-formed or not; or -1."""
        end = choice_end(self.text, start)
        if end >= 0:
            return end
        if self.braces is None:
            self.braces = {}
            waiting: list[int] = []
            for match in _BRACE.finditer(self.text, start):
                if match[0] == "{":
                    waiting.append(match.start())
                elif match[0] == "}" and waiting:
                    self.braces[waiting.pop()] = match.end()
        return self.braces.get(start, -1)
