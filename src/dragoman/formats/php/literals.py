r"""PHP string literals: unquote them, and write a text in the quotes of the one that it replaces.

A text never becomes code: only those variables are kept that the old literal has. In the text of a literal
that may contain variables, `TEXT_DOLLAR` represents a dollar that is text (`"\$name"`) wherever a plain
dollar would begin a variable.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

_ESCAPE: Final = (
    r"\\(?:u\{(?P<point>[0-9A-Fa-f]{1,6})\}|x(?P<hex>[0-9A-Fa-f]{1,2})|(?P<octal>[0-7]{1,3})"
    r"|(?P<letter>[\s\S]))"
)
_LETTERS: Final = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "e": "\x1b", "f": "\f", "\\": "\\", "$": "$"}
_SHORT: Final = {letter: name for name, letter in _LETTERS.items()}
TEXT_DOLLAR: Final = "$\u2060"  # a word joiner: it is invisible, and no variable begins with it
# A variable in a string, in simple and in complex syntax. All that is not ASCII is a letter of names.
_FIRST: Final = r"[A-Za-z_\u0080-\u205f\u2061-\U0010ffff]"
_NAME: Final = rf"{_FIRST}[\w\u0080-\U0010ffff]{{0,99}}"
VARIABLE: Final = (
    r"\$\{[^{}\n]{1,200}\}|\{\$(?!\u2060)[^{}\n]{1,200}\}"
    rf"|\${_NAME}(?:\[(?:-?\d{{1,18}}|\w{{1,99}}|\$\w{{1,99}})\]|->{_NAME})?"
)
# Escaped text that is not a variable, as in texts for other programs.
ESCAPED_VARIABLE: Final = (
    rf"\{{\$\u2060[^{{}}\n]{{1,200}}\}}|\$\u2060(?:\{{[^{{}}\n$]{{1,200}}\}}|{VARIABLE}|{_NAME})?"
)
_VARIABLE: Final = re.compile(VARIABLE)
_DOLLAR: Final = re.compile(rf"\$(?={_FIRST}|\{{)|\{{(?=\$(?!\u2060))")
_IN_DOUBLE_QUOTES: Final = re.compile(
    rf"(?P<escape>{_ESCAPE})|(?P<variable>{VARIABLE})|(?P<broken>{_DOLLAR.pattern})|\$"
)
_MARKED_OR_VARIABLE: Final = re.compile(rf"\$\u2060|{VARIABLE}|\$")
_NEEDLESS_MARK: Final = re.compile(rf"(?<!\{{)\$\u2060(?!{_FIRST}|\{{)")
_MUST_ESCAPE: Final = re.compile(r"[\\$\x00-\x08\x0b\x0c\x0e-\x1f]")
_DOC: Final = re.compile(r"<<<[ \t]*([\"']?)(\w+)\1(\r?\n)")


def unquote(raw: str) -> str | None:
    """The text of a literal, with variables as written; None when it cannot be determined.

    Each dollar that is text is marked where the literal may contain variables.
    """
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
    """The variables in the text of a literal that may contain some."""
    return frozenset(_VARIABLE.findall(text)) if "$" in text else frozenset()


def mark_dollars(text: str, variables: Collection[str]) -> str:
    """Mark the dollars that are text but would be read as variables, except those of `variables`."""
    if "$" not in text:
        return text
    pieces: list[str] = []
    position = 0
    while (found := _MARKED_OR_VARIABLE.search(text, position)) is not None:
        start, end, sign = found.start(), found.end(), found[0]
        if found[0] not in variables:
            start = text.index("$", start)
            end, sign = start + len(TEXT_DOLLAR if found[0] == TEXT_DOLLAR else "$"), TEXT_DOLLAR
        pieces += [text[position:start], sign]
        position = end
    return drop_needless_marks("".join([*pieces, text[position:]]))


def drop_needless_marks(text: str) -> str:
    """Keep only those marks without which a dollar would be read as a variable."""
    return _NEEDLESS_MARK.sub("$", text)


def unmark_dollars(text: str) -> str:
    """A text without marks, for people."""
    return text.replace(TEXT_DOLLAR, "$")


def part_variables(text: str, variables: Collection[str]) -> str:
    """Put braces around `variables` that would be read together with the letters or brace beside them."""
    simple = [name for name in variables if name[0] == "$" and name[1] != "{" and name[-1] != "]"]
    if not simple:
        return text
    others = (re.escape(name) for name in sorted(set(variables).difference(simple), reverse=True))
    names = "|".join(map(re.escape, sorted(simple, reverse=True)))  # the longer of two that begin alike first
    before, behind = r"(?P<before>\{)?", r"(?P<behind>(?=[\w\u0080-\U0010ffff\[]|->))?"
    pattern = "|".join([*others, rf"{before}(?P<name>{names}){behind}"])
    return re.sub(pattern, _in_braces, text)


def _in_braces(found: re.Match[str]) -> str:
    if found["before"] is None and found["behind"] is None:
        return found[0]
    return f"{found['before'] or ''}{{{found['name']}}}"


def with_braces(variables: frozenset[str]) -> frozenset[str]:
    """Both spellings in which `part_variables` writes variables."""
    return variables | {f"{{{name}}}" for name in variables}


def may_have_variables(raw: str) -> bool:
    """Whether `$name` is a variable in a literal."""
    return raw[0] == '"' or (raw[0] == "<" and "'" not in raw.partition("\n")[0])


def quote_like(text: str, old: str, variables: Collection[str]) -> str:
    """Write a text as a literal with the quotes of `old`; `variables` are kept as written."""
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
    """Write a text as a double-quoted literal, which can hold any text; dollars must be marked before."""
    if not variables and _DOLLAR.search(text):
        return quote_like(text, "'\\\\'", ())
    return f'"{_escaped(text, "", variables)}"'


def _unescape(body: str, quote: str) -> str | None:
    """The text between double quotes; None for a part of a letter, or an unknown variable."""
    if TEXT_DOLLAR in body:
        return None
    pieces: list[str] = []
    position = 0
    for found in _IN_DOUBLE_QUOTES.finditer(body):
        if found["broken"]:
            return None
        written = found[0] if found["variable"] else TEXT_DOLLAR
        if found["escape"]:
            character = _meant(found, quote)
            if character is None:
                return None
            written = TEXT_DOLLAR if character == "$" else character
        pieces += [body[position : found.start()], written]
        position = found.end()
    return "".join([*pieces, body[position:]])


def _meant(found: re.Match[str], quote: str) -> str | None:
    if found["point"]:
        number = int(found["point"], 16)
        return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else None
    if found["hex"] or found["octal"]:
        number = int(found["hex"], 16) if found["hex"] else int(found["octal"], 8)
        return chr(number) if number < 0x80 else None
    return quote if quote and found["letter"] == quote else _LETTERS.get(found["letter"], found[0])


def _escaped(text: str, old: str, variables: Collection[str], *, quote: str = '"') -> str:
    pieces: list[str] = []
    position = 0
    for found in _VARIABLE.finditer(text) if variables else ():
        if found[0] in variables:
            pieces += [_body(text[position : found.start()], old, quote), found[0]]
            position = found.end()
    return "".join([*pieces, _body(text[position:], old, quote)])


def _body(text: str, old: str, quote: str) -> str:
    text = _MUST_ESCAPE.sub(_escape, unmark_dollars(text))
    if quote:
        text = text.replace(quote, f"\\{quote}")
        for letter in "\n\r\t":
            if letter not in old:
                text = text.replace(letter, f"\\{_SHORT[letter]}")
    return text


def _escape(found: re.Match[str]) -> str:
    name = _SHORT.get(found[0])
    return f"\\{name}" if name else f"\\x{ord(found[0]):02X}"
