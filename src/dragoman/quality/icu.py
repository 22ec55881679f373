"""Reading ICU messages: which arguments they have, and which forms.

`messages` compares those of a source and its translation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

_COMPLEX: Final = re.compile(r"\{\s*+[\w.\-]++\s*+,\s*+(?:plural|select|selectordinal)\s*+,")
_HEAD: Final = re.compile(r"\{\s*+([\w.\-]++)\s*+(?:,\s*+(\w++)\s*+)?")
_KEY: Final = re.compile(r"\s*+(?:offset:\s*+\d++\s*+)?(=\d++|[^\s{}#=]++)\s*+\{")
_NOTABLE: Final = re.compile(r"[{}]|'(?=[{}])")
_DEEPEST: Final = 20


@dataclass(frozen=True, slots=True)
class Forms:
    """The forms of one argument: text[start:end] is the argument."""

    name: str
    kind: str  # "plural", "selectordinal" or "select"
    keys: frozenset[str]
    start: int
    end: int


@dataclass(slots=True)
class Message:
    """What a message is made of."""

    arguments: dict[str, int] = field(default_factory=dict)  # name → where it stands first
    forms: list[Forms] = field(default_factory=list)  # inner before outer
    said: list[str] = field(default_factory=list)  # what is text in it


class _NoMessage(Exception):
    """The text is not written as a message has to be."""


def has_message(text: str) -> bool:
    """Whether a text holds a plural or a choice."""
    return "{" in text and _COMPLEX.search(text) is not None


def what_is_said(text: str) -> str | None:
    """The text of all forms of a message, or None when it is none."""
    message = parse_message(text) if has_message(text) else None
    return None if message is None else " ".join(message.said)


def parse_message(text: str) -> Message | None:
    """The arguments and forms of a message, or None when it is none."""
    message = Message()
    try:
        _read_text(text, 0, message, 0)
    except _NoMessage:
        return None
    return message


def _read_text(text: str, position: int, message: Message, depth: int) -> int:
    """Read up to the brace that closes this text, or the end; give back where that is."""
    while (match := _NOTABLE.search(text, position)) is not None:
        message.said.append(text[position : match.start()])
        position = match.start()
        if match[0] == "{":
            position = _read_argument(text, position, message, depth)
        elif match[0] == "}":
            if depth == 0:
                raise _NoMessage
            return position
        else:  # an apostrophe before a brace quotes up to the next one
            closing = text.find("'", position + 2)
            position = closing + 1 if closing > 0 else len(text)
    if depth:
        raise _NoMessage
    message.said.append(text[position:])
    return len(text)


def _read_argument(text: str, start: int, message: Message, depth: int) -> int:
    """Read an argument from its opening brace; give back where it ends."""
    head = _HEAD.match(text, start)
    if head is None or depth >= _DEEPEST:
        raise _NoMessage
    name, kind, position = head[1], head[2], head.end()
    message.arguments.setdefault(name, start)
    if kind not in ("plural", "select", "selectordinal"):
        closing = text.find("}", position)
        if closing < 0 or text.find("{", position, closing) >= 0:
            raise _NoMessage
        return closing + 1
    keys = set()
    if text[position : position + 1] != ",":
        raise _NoMessage
    position += 1
    while (key := _KEY.match(text, position)) is not None:
        keys.add(key[1])
        position = _read_text(text, key.end(), message, depth + 1) + 1
    closing = len(text) - len(text[position:].lstrip())
    if text[closing : closing + 1] != "}" or "other" not in keys:
        raise _NoMessage
    message.forms.append(Forms(name, kind, frozenset(keys), start, closing + 1))
    return closing + 1
