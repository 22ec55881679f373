"""The front matter of a Markdown document: titles and descriptions in YAML or TOML between fences."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_FENCES: Final = re.compile(r"\A(?:---|\+\+\+)[ \t]*\n")
_VALUE: Final = re.compile(
    r"^(title|description|summary|subtitle)[ \t]*[:=][ \t]+"
    r"(\S[^\n]*)((?:\n(?:[ \t]+\S[^\n]*|[ \t]*(?=\n)))*)",  # its first line, and those of YAML that go on
    re.MULTILINE,
)
_QUOTED: Final = re.compile(r"\"((?>(?:[^\"\\]++|\\.)*))\"|'((?>(?:[^']++|'')*))'")
_BLOCK: Final = re.compile(r"[|>][+-]?")
_COMMENT: Final = re.compile(r"\s#")
# Texts that YAML would not read as a string, or not as this string.
_UNSAFE: Final = re.compile(
    r"\A[\s\-?:,\[\]{}#&*!|>'\"%@`=]|:(?:\s|\Z)|\s#|\s\Z|\A(?:true|false|yes|no|on|off|null|~|[\d.+-][\d_.,:eE+-]*)\Z|[\n\t]",
    re.IGNORECASE,
)
_ESCAPE: Final = re.compile(r"\\(?:[\"\\/ntr]|u[0-9A-Fa-f]{4})")


@dataclass(frozen=True, slots=True)
class FrontMatterValue:
    """source[start:end] is a value, quotes included."""

    key: str
    start: int
    end: int
    text: str
    quote: str  # or the sign of a block of lines
    indent: str = ""  # of such a block

    def written(self, text: str, *, toml: bool) -> str:
        """A text as such a value."""
        if self.indent:
            lines = [line.rstrip() for line in text.strip().splitlines()]
            if self.quote == ">":  # an empty line is a line end, a line end is a blank
                return "\n\n".join(self.indent + _folded(line) for line in lines if line)
            return "\n".join(self.indent + line if line else "" for line in lines)
        text = " ".join(text.split())
        if self.quote == "'" and not (toml and "'" in text):
            return f"'{text}'" if toml else "'" + text.replace("'", "''") + "'"
        if not self.quote and not _UNSAFE.search(text):
            return text
        return json.dumps(text, ensure_ascii=False)


def front_matter_end(source: str) -> int:
    """The offset after the closing fence of the front matter; 0 when there is none."""
    match = _FENCES.match(source)
    if match is None:
        return 0
    fence = source[:3]
    end = re.compile(rf"^{re.escape(fence)}[ \t]*(?:\n|\Z)", re.MULTILINE).search(source, match.end())
    return end.end() if end else 0


def find_values(source: str, end: int) -> Iterator[FrontMatterValue]:
    """The values in source[:end] that people read."""
    for match in _VALUE.finditer(source, 0, end):
        first, rest = match[2], match[3] if source[0] == "-" else ""  # of TOML, one line
        if rest.strip() and _BLOCK.fullmatch(first.rstrip()):
            value = _block(match[1], first[0], rest, match.start(3))
        else:
            value = _flow(match[1], (first + rest).rstrip(), match.start(2), toml=source[0] == "+")
        if value is not None:
            yield value


def _flow(key: str, written: str, start: int, *, toml: bool) -> FrontMatterValue | None:
    """A value in quotes or without, on one or several lines; None for one that is not translated."""
    several = "\n" in written
    if toml and written.startswith(('"""', "'''")):
        return None
    quoted = _QUOTED.fullmatch(written)
    if quoted is None:
        comment = _COMMENT.search(written)
        if comment and several:
            return None
        written = written[: comment.start()].rstrip() if comment else written
        text = _folded(written) if several else written
        return None if _UNSAFE.search(text) else FrontMatterValue(key, start, start + len(written), text, "")
    inner = written[1:-1]
    text = _folded(inner) if several else inner
    if written[0] == '"':
        if "\\" in _ESCAPE.sub("", inner):
            return None  # escapes that JSON does not have are rare: such values are not translated
        text = json.loads(f'"{text}"', strict=False)
    elif not toml:
        text = text.replace("''", "'")
    return FrontMatterValue(key, start, start + len(written), text, written[0])


def _block(key: str, sign: str, written: str, start: int) -> FrontMatterValue | None:
    """A block scalar, literal (`|`) or folded (`>`); `written` begins with the line end before it."""
    written = written.rstrip()
    place = written.rfind("\n", 0, len(written) - len(written.lstrip())) + 1
    lines = written[place:].split("\n")
    indent = lines[0][: len(lines[0]) - len(lines[0].lstrip(" "))]
    if not indent or not all(line.startswith(indent) for line in lines if line.strip()):
        return None
    lines = [line[len(indent) :].rstrip() for line in lines]
    if sign == ">":
        if any(line[:1] in (" ", "\t") for line in lines if line):
            return None  # these keep their line ends
        lines = [_folded(paragraph) for paragraph in "\n".join(lines).split("\n\n")]
        if not all(lines):
            return None
    return FrontMatterValue(key, start + place, start + len(written), "\n".join(lines), sign, indent)


def _folded(lines: str) -> str:
    return " ".join(lines.split())
