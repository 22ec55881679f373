"""Which format a file has, by its name, and what the service is told about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import PurePath
from typing import Any, Final, NamedTuple, TypeAlias

from dragoman_client.sync.formats import catalogs, elements, lines, trees
from dragoman_client.sync.formats.entry_file import EntryFile, Reading

ReadFile: TypeAlias = Callable[[bytes, str, Reading], EntryFile]


class Kind(Enum):
    """How a file is kept translated."""

    ENTRIES = "entries"  # key by key
    IN_PLACE = "in place"  # another tool keeps its sources: the service fills what is missing
    WHOLE = "whole"  # as one


class FileFormat(NamedTuple):
    """How files of a name are read."""

    kind: Kind
    read: ReadFile | None = None
    # A few entries of a catalogue of texts do not show that it is one.
    options: Mapping[str, Any] = {}


_TEXTS: Final = {"texts": "all"}

_BY_EXTENSION: Final[Mapping[str, FileFormat]] = {
    ".json": FileFormat(Kind.ENTRIES, trees.read_json, _TEXTS),
    ".arb": FileFormat(Kind.ENTRIES, trees.read_arb),
    ".yaml": FileFormat(Kind.ENTRIES, trees.read_yaml, _TEXTS),
    ".yml": FileFormat(Kind.ENTRIES, trees.read_yaml, _TEXTS),
    ".properties": FileFormat(Kind.ENTRIES, lines.read_properties, _TEXTS),
    ".strings": FileFormat(Kind.ENTRIES, lines.read_strings),
    ".po": FileFormat(Kind.ENTRIES, lines.read_po),
    ".pot": FileFormat(Kind.ENTRIES, lines.read_po),
    ".ftl": FileFormat(Kind.ENTRIES, lines.read_fluent),
    ".resx": FileFormat(Kind.ENTRIES, elements.read_resx),
    ".resw": FileFormat(Kind.ENTRIES, elements.read_resx),
    ".xlf": FileFormat(Kind.ENTRIES, elements.read_xliff),
    ".xliff": FileFormat(Kind.ENTRIES, elements.read_xliff),
    ".xcstrings": FileFormat(Kind.ENTRIES, catalogs.read_catalog),
    ".ts": FileFormat(Kind.IN_PLACE),
}
_ANDROID: Final = FileFormat(Kind.ENTRIES, elements.read_android)
_WHOLE: Final = FileFormat(Kind.WHOLE)


def find_format(path: PurePath) -> FileFormat:
    """The format of a file. XML in a folder `values` or `values-…` is Android's."""
    if path.suffix == ".xml" and path.parent.name.partition("-")[0] == "values":
        return _ANDROID
    return _BY_EXTENSION.get(path.suffix.lower(), _WHOLE)
