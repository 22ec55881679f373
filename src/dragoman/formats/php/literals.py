"""PHP strings: what a literal says, and a text in the manner of the one that it replaces.

A text never becomes code: of what looks like a variable only those pass that the old literal has.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

_ESCAPE: Final = re.compile(r"\\(?:u\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{1,2})|([0-7]{1,3})|([\s\S]))")
_LETTERS: Final = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "e": "\x1b", "f": "\f", "\\": "\\", "$": "$"}
_SHORT: Final = {letter: name for name, letter in _LETTERS.items()}
# A variable in a string, in simple and in complex syntax. All that is not ASCII is a letter of names.
_NAME: Final = r"[A-Za-z_\u0080-\U0010ffff][\w\u0080-\U0010ffff]{0,99}"
VARIABLE: Final = (
    r"\$\{[^{}\n]{1,200}\}|\{\$[^{}\n]{1,200}\}"
    rf"|\${_NAME}(?:\[(?:-?\d{{1,18}}|\w{{1,99}}|\$\w{{1,99}})\]|->{_NAME})?"
)
_VARIABLE: Final = re.compile(VARIABLE)
_DOLLAR: Final = re.compile(r"\$(?=[A-Za-z_{\u0080-\U0010ffff])|\{(?=\$)")
_MUST_ESCAPE: Final = re.compile(r"[\\$\x00-\x08\x0b\x0c\x0e-\x1f]")
_DOC: Final = re.compile(r"<<<[ \t]*([\"']?)(\w+)\1(\r?\n)")


def unquote(raw: str) -> str | None:
    """What a literal says, variables as they are written; None when it cannot be told."""
    if raw[0] == "'":
        return re.sub(r"\\([\\'])", r"\1", raw[1:-1])
    if raw[0] == '"':
        return _unescape(raw[1:-1], '"')
    header = _DOC.match(raw)
    if header is None:
        return None
    lines = raw[header.end() :].replace("\r\n", "\n").split("\n")
    indent = lines[-1][: len(lines[-1]) - len(lines[-1].lstrip())]
    if not all(line.startswith(indent) or not line.strip() for line in lines):
        return None
    body = "\n".join(line[len(indent) :] for line in lines[:-1])
    return body if header[1] == "'" else _unescape(body, "")


def variables_in(text: str) -> frozenset[str]:
    """The variables in the text of a literal that may have some."""
    return frozenset(_VARIABLE.findall(text)) if "$" in text else frozenset()


def part_variables(text: str, variables: Collection[str]) -> str:
    """Put braces around those of `variables` that would go on with the letters behind them."""
    simple = sorted(name for name in variables if name[0] == "$" and name[1] != "{" and name[-1] != "]")
    if not simple:
        return text
    names = "|".join(map(re.escape, reversed(simple)))  # the longer of two that begin alike first
    return re.sub(rf"(?<!\{{)(?:{names})(?=[\w\u0080-\U0010ffff\[]|->)", r"{\g<0>}", text)


def may_have_variables(raw: str) -> bool:
    """Whether `$name` is a variable in a literal."""
    return raw[0] == '"' or (raw[0] == "<" and "'" not in raw.partition("\n")[0])


def quote_like(text: str, old: str, variables: Collection[str]) -> str:
    """A text as a literal with the quotes of `old`, `variables` of it as they are."""
    if old[0] == "'":
        special = r"\\" if "\\\\" in old else r"\\(?=[\\']|\Z)"
        return "'" + re.sub(special, r"\\\\", text).replace("'", "\\'") + "'"
    header = _DOC.match(old)
    if header is None:
        return f'"{_escaped(text, old, variables)}"'
    body = text if header[1] == "'" else _escaped(text, old, variables, quote="")
    last = old[old.rfind("\n") + 1 :]
    indent = last[: len(last) - len(last.lstrip())]
    lines = [f"{indent}{line}" if line else "" for line in body.split("\n")]
    return header[0] + header[3].join([*lines, last])


def double_quoted(text: str, variables: Collection[str]) -> str:
    """A text as a literal in which anything can be said, but for dollars that would be read as variables."""
    if not variables and _DOLLAR.search(text):
        return quote_like(text, "'\\\\'", ())
    return f'"{_escaped(text, "", variables)}"'


def _unescape(body: str, quote: str) -> str | None:
    if _DOLLAR.search(_VARIABLE.sub("", body)):
        return None
    pieces: list[str] = []
    position = 0
    for found in _ESCAPE.finditer(body):
        meant = _meant(found, quote)
        following = body[found.end() : found.end() + 1]
        if meant is None or (meant == "$" and (following.isalpha() or following in ("_", "{"))):
            return None  # half a letter, or what would be taken for a variable
        pieces += [body[position : found.start()], meant]
        position = found.end()
    return "".join([*pieces, body[position:]])


def _meant(found: re.Match[str], quote: str) -> str | None:
    if found[1]:
        number = int(found[1], 16)
        return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else None
    if found[2] or found[3]:
        number = int(found[2], 16) if found[2] else int(found[3], 8)
        return chr(number) if number < 0x80 else None
    return quote if quote and found[4] == quote else _LETTERS.get(found[4], found[0])


def _escaped(text: str, old: str, variables: Collection[str], *, quote: str = '"') -> str:
    pieces: list[str] = []
    position = 0
    for found in _VARIABLE.finditer(text) if variables else ():
        if found[0] in variables:
            pieces += [_body(text[position : found.start()], old, quote), found[0]]
            position = found.end()
    return "".join([*pieces, _body(text[position:], old, quote)])


def _body(text: str, old: str, quote: str) -> str:
    text = _MUST_ESCAPE.sub(_escape, text)
    if quote:
        text = text.replace(quote, f"\\{quote}")
        for letter in "\n\r\t":
            if letter not in old:
                text = text.replace(letter, f"\\{_SHORT[letter]}")
    return text


def _escape(found: re.Match[str]) -> str:
    name = _SHORT.get(found[0])
    return f"\\{name}" if name else f"\\x{ord(found[0]):02X}"
