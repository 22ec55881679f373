"""Formats of XML whose elements are entries: Android strings, .NET resources, XLIFF."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias
from xml.parsers import expat

from dragoman_client.sync.formats.blocks import Block, BlockFile, check_keys
from dragoman_client.sync.formats.entry_file import Reading, Role, UnreadableFileError

_TAG: Final = re.compile(rb"""<(?:[^<>"']|"[^"]*"|'[^']*')*>""")
_COMMENTS_AT_END: Final = re.compile(r"(?:\s|<!--.*?-->)*\Z", re.DOTALL)
_RESX_VALUE: Final = re.compile(r"<value\b[^>]*>(.*?)</value>", re.DOTALL)
_VALUE: Final = {
    Role.SOURCE: re.compile(r"<source\b[^>]*>(.*?)</source>", re.DOTALL),
    Role.TARGET: re.compile(r"<target\b[^>]*>(.*?)</target>", re.DOTALL),
}

Attributes: TypeAlias = Mapping[str, str]
# The names and attributes of an element's ancestors and of itself, outermost first → its key.
FindKey: TypeAlias = Callable[[Sequence[tuple[str, Attributes]]], str | None]
# What is in an element, and the role of its file → what is compared.
ReadValue: TypeAlias = Callable[[str, Role], str]


@dataclass(frozen=True, slots=True)
class _Span:
    """Where an element is, in bytes."""

    key: str
    start: int
    end: int
    inner: bytes
    is_for_translation: bool


def read_android(data: bytes, name: str, reading: Reading) -> BlockFile:
    """String resources of Android."""
    return _read(data, name, reading.role, _android_key, lambda inner, _: inner.strip())


def read_resx(data: bytes, name: str, reading: Reading) -> BlockFile:
    """Resources of .NET."""
    return _read(data, name, reading.role, _resx_key, lambda inner, _: "\n".join(_RESX_VALUE.findall(inner)))


def read_xliff(data: bytes, name: str, reading: Reading) -> BlockFile:
    """XLIFF 1.x and 2.x: units."""
    return _read(
        data, name, reading.role, _xliff_key, lambda inner, of: "\n".join(_VALUE[of].findall(inner)).strip()
    )


def _is_for_translation(own: Attributes) -> bool:
    """Whether an element of these attributes is text that may be translated."""
    return own.get("translatable") != "false" and not own.keys() & {"type", "mimetype"}


def _android_key(path: Sequence[tuple[str, Attributes]]) -> str | None:
    if len(path) != 2 or path[0][0] != "resources":
        return None
    kind, attributes = path[1]
    if kind not in {"string", "string-array", "plurals", "array"} or "name" not in attributes:
        return None
    product = attributes.get("product")
    return attributes["name"] if product is None else f"{attributes['name']} ({product})"


def _resx_key(path: Sequence[tuple[str, Attributes]]) -> str | None:
    return path[1][1].get("name") if len(path) == 2 and path[1][0] == "data" else None


def _xliff_key(path: Sequence[tuple[str, Attributes]]) -> str | None:
    if path[-1][0] not in {"trans-unit", "unit"} or "id" not in path[-1][1]:
        return None
    files = sum(name == "file" for name, _ in path)
    place = [own.get("original") or own.get("id", "") for name, own in path if name == "file"]
    return f"{place[0]}#{path[-1][1]['id']}" if files and place[0] else path[-1][1]["id"]


def _read(data: bytes, name: str, role: Role, find_key: FindKey, read_value: ReadValue) -> BlockFile:
    spans = _find_spans(data, name, find_key)
    blocks: list[Block] = []
    place = 0
    for one in spans:
        between = data[place : one.start].decode()
        lead = _COMMENTS_AT_END.search(between)
        assert lead is not None
        if lead.start():
            blocks.append(Block(lead="", body=between[: lead.start()]))
        place = one.end
        if role is Role.SOURCE and not one.is_for_translation:
            continue  # translated files do without it
        value = read_value(one.inner.decode(), role)
        body = data[one.start : one.end].decode()
        blocks.append(Block(lead=lead[0], body=body, key=one.key, value=value))
    check_keys(blocks, name)
    return BlockFile(blocks, data[place:].decode())


def _find_spans(data: bytes, name: str, find_key: FindKey) -> list[_Span]:
    """The elements that are entries. An entry in an entry belongs to the outer one."""
    parser = expat.ParserCreate()
    path: list[tuple[str, Attributes]] = []
    found: list[_Span] = []
    opened: tuple[int, str, int] | None = None  # depth, key and first byte of the entry

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal opened
        path.append((tag, attributes))
        if opened is None and (key := find_key(path)) is not None:
            opened = (len(path), key, parser.CurrentByteIndex)

    def end(_: str) -> None:
        nonlocal opened
        if opened is not None and opened[0] == len(path):
            first = _tag_at(data, opened[2], name)
            last = _tag_at(data, parser.CurrentByteIndex, name)
            found.append(
                _Span(
                    key=opened[1],
                    start=first.start(),
                    end=max(first.end(), last.end()),
                    inner=data[first.end() : max(last.start(), first.end())],
                    is_for_translation=_is_for_translation(path[-1][1]),
                )
            )
            opened = None
        path.pop()

    parser.StartElementHandler, parser.EndElementHandler = start, end
    try:
        data.decode()
        parser.Parse(data, True)
    except UnicodeDecodeError as error:
        raise UnreadableFileError(f"{name} is not UTF-8 (byte {error.start}). Save it as UTF-8.") from None
    except expat.ExpatError as error:
        raise UnreadableFileError(f"{name}, line {error.lineno}: {expat.ErrorString(error.code)}.") from None
    return found


def _tag_at(data: bytes, place: int, name: str) -> re.Match[bytes]:
    found = _TAG.match(data, place)
    if found is None:  # it is of an entity
        line = data.count(b"\n", 0, place) + 1
        raise UnreadableFileError(f"{name}, line {line}: elements in entities are not read. Write them out.")
    return found
