"""Formats of lines: Java properties, Apple string tables, gettext catalogues, Fluent."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from typing import Final

from dragoman_client.sync.formats.blocks import Block, BlockFile, check_keys
from dragoman_client.sync.formats.entry_file import Reading, Role, UnreadableFileError

_NATURAL_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_LOGICAL_LINE: Final = re.compile(r"(?:\\(?:\r\n|.)|[^\\\r\n])*(?:\r\n|\r|\n|\Z)", re.DOTALL)
_PROPERTY: Final = re.compile(r"\s*((?:\\.|[^\\=:\s])+)\s*[=:]?\s*(.*)", re.DOTALL)
_STRINGS_PART: Final = re.compile(
    r"(?P<comment>/\*.*?\*/|//[^\r\n]*)"
    r'|(?:"(?P<quoted>(?:\\.|[^"\\])*)"|(?P<plain>[\w.$/-]+))\s*=\s*'
    r'(?P<value>"(?:\\.|[^"\\])*"|[\w.$/-]+)\s*;'
    r"|(?P<blank>\s+)",
    re.DOTALL,
)
_MESSAGE: Final = re.compile(r"(-?[A-Za-z][\w-]*) *=")
_PO_FIELD: Final = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)?\s*"(.*)"\s*$')
_CONTEXT_END: Final = "\x04"  # between context and message, as gettext has it


def read_properties(data: bytes, name: str, _: Reading) -> BlockFile:
    """Java properties (java.util.Properties): UTF-8, or ISO 8859-1 where it is no UTF-8."""
    text, encode = _decode(data, name, fallback="iso-8859-1")
    blocks, lead, place = [], "", 0
    while place < len(text):
        line = _match(_NATURAL_LINE, text, place)
        if not line.strip() or line.lstrip()[:1] in {"#", "!"}:
            lead, place = lead + line, place + len(line)
            continue
        line = _match(_LOGICAL_LINE, text, place)
        found = _PROPERTY.match(line)
        key, value = (found[1], found[2].rstrip("\r\n")) if found else (line.strip(), "")
        blocks.append(Block(lead=lead, body=line, key=key, value=value))
        lead, place = "", place + len(line)
    check_keys(blocks, name)
    return BlockFile(blocks, lead, encode)


def read_strings(data: bytes, name: str, _: Reading) -> BlockFile:
    """An Apple string table: UTF-8 or UTF-16."""
    text, encode = _decode(data, name)
    blocks, lead, place = [], "", 0
    while place < len(text):
        found = _STRINGS_PART.match(text, place)
        if found is None:
            line = text.count("\n", 0, place) + 1
            raise UnreadableFileError(f'{name}, line {line}: neither "key" = "value"; nor a comment.')
        if found["value"] is not None:
            key = found["quoted"] if found["quoted"] is not None else found["plain"]
            value = found["value"].removeprefix('"').removesuffix('"')
            blocks.append(Block(lead=lead, body=found[0], key=key, value=value))
            lead = ""
        else:
            lead += found[0]
        place = found.end()
    check_keys(blocks, name)
    return BlockFile(blocks, lead, encode)


def read_po(data: bytes, name: str, reading: Reading) -> BlockFile:
    """A gettext catalogue. A key is the message, with its context."""
    text, encode = _decode(data, name)
    blocks, lead = [], ""
    for chunk in _po_chunks(text):
        lines = _split_lines(chunk)
        fields = [index for index, line in enumerate(lines) if line.strip() and not line.startswith("#")]
        if not fields:  # a comment alone, an obsolete message
            lead += chunk
            continue
        lead += "".join(lines[: fields[0]])
        blocks.append(_po_block(lead, "".join(lines[fields[0] : fields[-1] + 1]), name, reading.role))
        lead = "".join(lines[fields[-1] + 1 :])
    check_keys(blocks, name)
    return BlockFile(blocks, lead, encode, is_catalogue=True)


def read_fluent(data: bytes, name: str, _: Reading) -> BlockFile:
    """Fluent: messages and terms with their attributes."""
    text, encode = _decode(data, name)
    blocks: list[Block] = []
    lead = body = ""
    key: str | None = None

    def close() -> None:
        nonlocal lead, body, key
        if key is not None:
            kept = body.rstrip()
            kept += _match(_NATURAL_LINE, body, len(kept))
            blocks.append(Block(lead=lead, body=kept, key=key, value=kept.partition("=")[2].strip()))
            lead = body[len(kept) :]
        body, key = "", None

    for line in _split_lines(text):
        if found := _MESSAGE.match(line):
            close()
            key, body = found[1], line
        elif key is not None and (line[:1] in {" ", "\t", "}"} or not line.strip()):
            body += line
        else:
            close()
            lead += line
    close()
    check_keys(blocks, name)
    return BlockFile(blocks, lead, encode)


def _po_chunks(text: str) -> Iterator[str]:
    """Messages with their comments and what follows them up to the next one."""
    chunk, is_over = "", False
    for line in _split_lines(text):
        begins = line.startswith(("#", "msgctxt", "msgid ", 'msgid"'))
        if chunk and is_over and (begins or not line.strip()):
            if not line.strip():
                chunk += line
                continue
            yield chunk
            chunk, is_over = "", False
        chunk += line
        is_over = is_over or line.startswith("msgstr") or not line.strip()
        if line.startswith(("msgid", "msgctxt")):
            is_over = False
    if chunk:
        yield chunk


def _po_block(lead: str, body: str, name: str, role: Role) -> Block:
    fields: dict[str, str] = {}
    now = ""
    for line in _split_lines(body):
        if line.startswith("#") or not line.strip():
            continue
        found = _PO_FIELD.match(line)
        if found is None or not (found[1] or now):
            raise UnreadableFileError(f"{name}: this line is none of a gettext catalogue: {line[:60]!r}")
        now = found[1] or now
        fields[now] = fields.get(now, "") + found[2]
    message, context = fields.get("msgid", ""), fields.get("msgctxt")
    if not message and context is None:
        return Block(lead=lead, body=body)  # the header
    values = [value for field, value in fields.items() if field.startswith("msgstr")]
    translation = "\n".join(values) if any(values) else ""
    text = "\n".join((message, fields.get("msgid_plural", "")))
    return Block(
        lead=lead,
        body=body,
        key=message if context is None else f"{context}{_CONTEXT_END}{message}",
        value=text if role is Role.SOURCE else translation,
        is_doubtful=any(line.startswith("#,") and "fuzzy" in line for line in _split_lines(lead)),
    )


def _decode(data: bytes, name: str, *, fallback: str | None = None) -> tuple[str, Callable[[str], bytes]]:
    """The characters of a file, and how such a file is written."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        little = data.startswith(codecs.BOM_UTF16_LE)
        encoding = "utf-16-le" if little else "utf-16-be"
        mark = data[:2]
        return data[2:].decode(encoding), lambda text: mark + text.encode(encoding)
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    try:
        return data[len(mark) :].decode(), lambda text: mark + text.encode()
    except UnicodeDecodeError as error:
        if fallback is None:
            raise UnreadableFileError(
                f"{name} is not UTF-8 (byte {error.start}). Save it as UTF-8."
            ) from None
    own = fallback
    return data.decode(own), lambda text: text.encode(own, "backslashreplace")


def _split_lines(text: str) -> list[str]:
    """Lines with their ends. Other characters that part lines for Python, such as U+2028, are text."""
    return [line for line in _NATURAL_LINE.findall(text) if line]


def _match(pattern: re.Pattern[str], text: str, place: int) -> str:
    found = pattern.match(text, place)
    assert found is not None
    return found[0]
