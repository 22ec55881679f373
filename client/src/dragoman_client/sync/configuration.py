"""`dragoman.toml`: which files of a repository are kept translated, and how."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, NamedTuple

from dragoman_client.errors import InvalidInputError

NAME: Final = "dragoman.toml"
LANGUAGE: Final = "{language}"


class FilePattern(NamedTuple):
    """Patterns of source files and of their translations: wildcards match the same parts in both."""

    source: str
    target: str

    def __str__(self) -> str:
        return self.source if self.source == self.target else f"{self.source} → {self.target}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncConfiguration:
    """What is kept translated, in a repository's folder."""

    folder: Path
    source: str
    targets: tuple[str, ...]
    files: tuple[FilePattern, ...]
    codes: Mapping[str, str] = field(default_factory=dict)  # language → how paths write it
    options: Mapping[str, Any] = field(default_factory=dict)  # extension without dot → options of the format
    memory: int | str | None = None  # numbers or names
    term_bases: tuple[int | str, ...] = ()
    style: int | str | None = None

    def code(self, language: str) -> str:
        """How a language is written in paths."""
        return self.codes.get(language, language)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_name(value: object) -> bool:
    return _is_text(value) or (isinstance(value, int) and not isinstance(value, bool))


def _is_list(value: object, is_right: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(map(is_right, value))


def _is_any_table(value: object) -> bool:
    return isinstance(value, dict)


def _is_table(value: object, is_right: Any) -> bool:
    return isinstance(value, dict) and all(map(is_right, value.values()))


_STRING: Final = "a string in quotes"
_STRINGS: Final = 'a list of strings, such as ["de", "es"]'
# What the section has → what it must be, for messages, and whether a value is that.
_FIELDS: Final[Mapping[str, tuple[str, Any]]] = {
    "source": (_STRING, _is_text),
    "targets": (_STRINGS, lambda value: bool(value) and _is_list(value, _is_text)),
    "files": ("a list of patterns", lambda value: bool(value) and isinstance(value, list)),
    "codes": ("a table of languages and how paths write them", lambda value: _is_table(value, _is_text)),
    "options": (
        "a table of types of files with their options",
        lambda value: _is_table(value, _is_any_table),
    ),
    "memory": ("a number or a name", _is_name),
    "term_bases": ("a list of numbers or names", lambda value: _is_list(value, _is_name)),
    "style": ("a number or a name", _is_name),
}
_REQUIRED: Final = ("source", "targets", "files")


def find_configuration(folder: Path) -> Path:
    """The `dragoman.toml` of a folder or of the nearest one above it. Raises `InvalidInputError`."""
    for one in (folder, *folder.resolve().parents):
        if (path := one / NAME).is_file():
            return path
    raise InvalidInputError(
        f"There is no {NAME} in {folder.resolve()} or above it. Write one: dragoman sync --init"
    )


def read_configuration(path: Path) -> SyncConfiguration:
    """Read a configuration. Raises `InvalidInputError` that names what is wrong in it."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidInputError(f"The file {path} cannot be read: {error.strerror or error}.") from None
    except ValueError as error:
        raise InvalidInputError(f"{path}: {error}.") from None
    section = content.get("sync")
    if not isinstance(section, dict):
        raise InvalidInputError(f"{path} has no section [sync].")
    for name, value in section.items():
        if name not in _FIELDS:
            near = get_close_matches(name, _FIELDS, n=1)
            hint = f"Did you mean {near[0]!r}?" if near else f"It has: {', '.join(_FIELDS)}."
            raise InvalidInputError(f"{path}: [sync] has no {name!r}. {hint}")
        needed, is_right = _FIELDS[name]
        if not is_right(value):
            raise InvalidInputError(f"{path}: {name!r} of [sync] must be {needed}.")
    if missing := [name for name in _REQUIRED if name not in section]:
        raise InvalidInputError(f"{path}: {missing[0]!r} is missing in [sync].")
    return _make(path, section)


def _make(path: Path, section: Mapping[str, Any]) -> SyncConfiguration:
    targets = tuple(dict.fromkeys(section["targets"]))
    if section["source"] in targets:
        raise InvalidInputError(f"{path}: {section['source']!r} is the source and one of the targets.")
    return SyncConfiguration(
        folder=path.parent,
        source=section["source"],
        targets=targets,
        files=tuple(_pattern(path, one) for one in section["files"]),
        codes=section.get("codes", {}),
        options=section.get("options", {}),
        memory=section.get("memory"),
        term_bases=tuple(section.get("term_bases", ())),
        style=section.get("style"),
    )


def _pattern(path: Path, value: Any) -> FilePattern:
    """A pattern: a string with `{language}`, or a table of `source` and `target`."""
    given = {"source": value, "target": value} if isinstance(value, str) else value
    if not isinstance(given, dict) or set(given) != {"source", "target"} or not _is_table(given, _is_text):
        raise InvalidInputError(
            f'{path}: {value!r} in files is neither a string such as "locales/{LANGUAGE}.json" '
            'nor a table { source = "…", target = "…" }.'
        )
    found = FilePattern(given["source"], given["target"])
    for one in found:
        if one.startswith(("/", "\\")) or ".." in Path(one).parts:
            raise InvalidInputError(f"{path}: {one!r} leaves the folder of the configuration.")
    if LANGUAGE not in found.target and not found.target.endswith(".xcstrings"):
        raise InvalidInputError(f"{path}: {found.target!r} needs {LANGUAGE}: where is each translation?")
    if found.source.count("*") != found.target.count("*"):
        raise InvalidInputError(f"{path}: {found.source!r} and {found.target!r} need the same number of *.")
    return found
