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
    r"(?:\"((?>(?:[^\"\\\n]++|\\.)*))\"|'((?>(?:[^'\n]++|'')*))'|([^\s\"'\[{|>&*!%#@`,?][^\n]*+))[ \t]*$",
    re.MULTILINE,
)
_COMMENT: Final = re.compile(r"\s#")
# What YAML would not read as a string, or not as this string.
_UNSAFE: Final = re.compile(
    r"\A[\s\-?:,\[\]{}#&*!|>'\"%@`=]|:(?:\s|\Z)|\s#|\s\Z|\A(?:true|false|yes|no|on|off|null|~|[\d.+-][\d_.,:eE+-]*)\Z|[\n\t]",
    re.IGNORECASE,
)
_ESCAPE: Final = re.compile(r"\\(?:[\"\\/ntr]|u[0-9A-Fa-f]{4})")


@dataclass(frozen=True, slots=True)
class Value:
    """source[start:end] is a value, quotes included."""

    key: str
    start: int
    end: int
    text: str
    quote: str

    def written(self, text: str, *, toml: bool) -> str:
        """A text as such a value."""
        text = " ".join(text.split())
        if self.quote == "'" and not (toml and "'" in text):
            return f"'{text}'" if toml else "'" + text.replace("'", "''") + "'"
        if not self.quote and not _UNSAFE.search(text):
            return text
        return json.dumps(text, ensure_ascii=False)


def front_matter_end(source: str) -> int:
    """Where the front matter ends, behind its closing fence; 0 when there is none."""
    match = _FENCES.match(source)
    if match is None:
        return 0
    fence = source[:3]
    end = re.compile(rf"^{re.escape(fence)}[ \t]*(?:\n|\Z)", re.MULTILINE).search(source, match.end())
    return end.end() if end else 0


def values(source: str, end: int) -> Iterator[Value]:
    """The values in source[:end] that people read."""
    for match in _VALUE.finditer(source, 0, end):
        quote = '"' if match[2] is not None else "'" if match[3] is not None else ""
        text = match[2] if quote == '"' else match[3] if quote else match[4]
        start, behind = match.span(2 if quote == '"' else 3 if quote else 4)
        if quote == '"':
            if "\\" in _ESCAPE.sub("", text):
                continue  # what JSON does not know is rare, and stays
            text = json.loads(f'"{text}"')
        elif quote:
            text = text.replace("''", "'") if source[0] == "-" else text
        else:
            comment = _COMMENT.search(text)
            text = (text[: comment.start()] if comment else text).rstrip()
            behind = start + len(text)
            if _UNSAFE.search(text):
                continue
        wide = len(quote)
        yield Value(match[1], start - wide, behind + wide, text, quote)
