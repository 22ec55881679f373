"""Reading files of strings: trees of keys, tables, subtitles. Each string is read for tags in it."""

from __future__ import annotations

import configparser
import csv
import io
import json
import re
import tomllib
import warnings
from collections.abc import Iterator, Mapping
from typing import Final

import polib
from ruamel.yaml import YAML

from scripts.structure.markup import decode_text, read_plain, read_text, unescape
from scripts.structure.reading import Reading, Stretch, flowing_together
from scripts.structure.words import skeletons

_TIMES: Final = re.compile(r"\s*\d[\d:.,]+\s*-+>\s*\d.*")
_TAG: Final = re.compile(r"</?[\w.:]+[^<>]*>")
_COMMENT: Final = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_ATTRIBUTE: Final = re.compile(r"\s+\.[\w-]+\s*=")
_ASS_CODE: Final = re.compile(r"\{[^}]*\}")
_PROPERTY: Final = re.compile(r"\s*((?:\\.|[^\\\s=:])+)\s*[=:\s]\s*(.*)", re.DOTALL)
_MESSAGE: Final = re.compile(r"\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,")
_FORM: Final = re.compile(r"[/_.](?:zero|two|few|many)$")  # forms of numbers, which not every language has
_LOCALE: Final = re.compile(r"(/\d+)/[a-z]{2,3}(?:[-_]\w+)?(?=/)")
_QUOTED: Final = r'("(?:\\.|[^"\\])*"|[\w.$:/-]+)'
_APPLE: Final = re.compile(rf"{_QUOTED}\s*=\s*{_QUOTED}\s*;", re.DOTALL)


def read_values(values: Mapping[str, str]) -> Reading:
    """Named strings, each read as a text with tags, or as plain text where its tags do not match."""
    stretches: list[Stretch] = []
    outline: list[str] = []
    for name, written in values.items():
        value = written.replace("''", "'")
        if _MESSAGE.search(value):  # a text beside forms may come to be in each of them
            value = " ".join(sorted(set(skeletons(value))))
        reading = (read_text(value) if "<" in value else None) or read_plain(value)
        outline += [name, *reading.outline]
        for stretch in reading.stretches:
            stretch.place = f"{name}{stretch.place}"
            stretches.append(stretch)
    return Reading(tuple(stretches), tuple(outline))


def flattened(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """The strings of a tree of keys, by their paths; other values are part of the path."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from flattened(inner, f"{path}/{key}")
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from flattened(inner, f"{path}/{number}")
    elif isinstance(value, str):
        yield path, value
    else:
        yield f"{path} = {value!r}", ""


def read_json(data: bytes) -> Reading:
    """JSON, and what is kept in it."""
    try:
        tree = json.loads(decode_text(data))
    except json.JSONDecodeError:  # with comments, as editors keep their settings
        text = _COMMENT.sub(lambda found: found[1] or "", decode_text(data))
        tree = json.loads(re.sub(r",(\s*[}\]])", r"\1", text))
    strings = ((path, text) for path, text in flattened(tree) if not _FORM.search(path))
    return read_values({path: text for path, text in strings if not path.endswith("/@@locale")})


def read_toml(data: bytes) -> Reading:
    """TOML."""
    return read_values(dict(flattened(tomllib.loads(decode_text(data)))))


def read_yaml(data: bytes) -> Reading:
    """YAML of one or several documents, without anything but plain values."""
    loader = YAML(typ="safe", pure=True)
    loader.allow_duplicate_keys = True
    loader.constructor.add_constructor("tag:yaml.org,2002:binary", lambda _, node: str(node.value))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        documents = list(loader.load_all(decode_text(data)))
    strings = ((path, text) for path, text in flattened(documents) if not _FORM.search(path))
    return read_values({_LOCALE.sub(r"\1/the language", path): text for path, text in strings})


def read_ini(data: bytes) -> Reading:
    """INI, with `=` or `:` between keys and values."""
    parser = configparser.RawConfigParser(
        strict=False,
        allow_no_value=True,
        default_section="",
        delimiters=("=", ":"),
        empty_lines_in_values=False,
    )
    parser.optionxform = str  # type: ignore[assignment,method-assign] # keys keep their case
    parser.read_string("[before the first section]\n" + decode_text(data))
    return read_values(
        {
            f"{section}/{key}": value or ""
            for section in parser.sections()
            for key, value in parser.items(section)
        }
    )


def read_properties(data: bytes) -> Reading:
    """Java properties, which are UTF-8 or Latin-1 where no mark says otherwise."""
    text = decode_text(data, otherwise="latin-1")
    text = re.sub(r"(?<!\\)((?:\\\\)*)\\\r?\n[ \t]*", r"\1", text)
    values = {}
    for line in text.splitlines():
        found = _PROPERTY.match(line)
        if found and not line.lstrip().startswith(("#", "!")):
            values[found[1]] = unescape(found[2])
    return read_values(values)


def read_apple(data: bytes) -> Reading:
    """Apple's .strings files."""
    text = decode_text(data)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return read_values({found[0].strip('"'): unescape(found[1].strip('"')) for found in _APPLE.findall(text)})


def read_rows(data: bytes) -> list[list[str]]:
    """The cells of a table."""
    text = decode_text(data)
    first = text.split("\n", 1)[0]
    border = first[4:5] if first.startswith("sep=") else max(",;\t|", key=first.count)
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=border))


def read_cues(data: bytes) -> Reading:
    """SubRip and WebVTT: each cue keeps its words, however its lines are broken."""
    text = decode_text(data).replace("\r\n", "\n").replace("\r", "\n")
    values = {}
    for number, block in enumerate(re.split(r"\n\n+", text)):
        lines = block.strip("\n").split("\n")
        at = next((index for index, line in enumerate(lines) if _TIMES.match(line)), -1)
        name = "|".join(lines[: at + 1]) if at >= 0 else f"block {number}"
        values[f"{number} {name}"] = _TAG.sub(" ", " ".join(lines[at + 1 :])).replace("<", " ")
    return flowing_together(read_values(values))


def read_ass(data: bytes) -> Reading:
    """SubStation Alpha: the text of each event."""
    values = {}
    for number, line in enumerate(decode_text(data).splitlines()):
        head, mark, fields = line.partition(": ")
        if mark and head in {"Dialogue", "Comment"}:
            *_, text = fields.split(",", 9)
            values[f"line {number}"] = _ASS_CODE.sub(" ", text.replace("\\N", " ").replace("\\n", " "))
        else:
            values[f"{number} {line}"] = ""
    return flowing_together(read_values(values))


def read_fluent(data: bytes) -> Reading:
    """Fluent: each message or attribute, its lines joined; forms depend on the language."""
    messages: list[str] = []
    for line in decode_text(data).splitlines():
        if line[:1] in {" ", "\t", "}", ""} and messages and not _ATTRIBUTE.match(line):
            messages[-1] += f" {line.strip()}"
        else:
            messages.append(line)
    names = (message.partition("=")[0] for message in messages)
    return read_values(
        {
            f"{number} {name}": "" if "->" in message else message
            for number, (name, message) in enumerate(zip(names, messages, strict=True))
            if not message.startswith("#")
        }
    )


def read_po(data: bytes, old: bytes) -> tuple[Reading, Reading]:
    """The sources of a catalogue and its translations; without those that were in it before."""
    before = {
        _entry_key(entry): (entry.msgstr, entry.msgstr_plural) for entry in polib.pofile(decode_text(old))
    }
    sources, targets = {}, {}
    for number, entry in enumerate(polib.pofile(decode_text(data))):
        if entry.obsolete:
            continue
        old_text, old_forms = before.get(_entry_key(entry), ("", {}))
        forms = entry.msgstr_plural if entry.msgid_plural else {0: entry.msgstr}
        for form, text in forms.items():
            if text and text != (old_forms.get(form) if entry.msgid_plural else old_text):
                sources[f"{number}/{form}"] = unescape(entry.msgid_plural if form else entry.msgid)
                targets[f"{number}/{form}"] = unescape(text)
    return read_values(sources), read_values(targets)


def _entry_key(entry: polib.POEntry) -> tuple[str | None, str]:
    return entry.msgctxt, entry.msgid
