"""Xcode's string catalogs: all languages in one file."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Self

from dragoman_client.sync.formats.entry_file import Reading, Role, UnreadableFileError

_EMPTY: Final = re.compile(r'^( *)("(?:\\.|[^"\\])*" : )\{\}', re.MULTILINE)


@dataclass(frozen=True)
class CatalogFile:
    """A string catalog, read for one of its languages."""

    content: Mapping[str, Any]
    reading: Reading
    doubtful: Collection[str] = frozenset()

    @cached_property
    def entries(self) -> Mapping[str, str]:
        """Strings by their keys; a source without a localization is its key."""
        return {
            key: self._value(key, one)
            for key, one in self.content["strings"].items()
            if one.get("shouldTranslate", True)
        }

    def _value(self, key: str, string: Mapping[str, Any]) -> str:
        own = string.get("localizations", {}).get(self.reading.language)
        if own is None:
            return key if self.reading.role is Role.SOURCE else ""
        return json.dumps(own, sort_keys=True)

    def select(self, keys: Collection[str], *, beside: Self | None = None) -> bytes:  # noqa: ARG002
        """A catalog with these strings alone, in the file's own language alone."""
        strings = {key: copy.deepcopy(self.content["strings"][key]) for key in self.entries if key in keys}
        for one in strings.values():
            own = one.get("localizations", {})
            one["localizations"] = {
                language: its for language, its in own.items() if language == self.reading.language
            }
        return _dump({**self.content, "strings": strings})

    def merge(
        self,
        other: Self,
        *,
        put: Collection[str],
        drop: Collection[str],
        order: Sequence[str],  # noqa: ARG002 - strings stay where they are
    ) -> bytes:
        """The catalog with strings of another one in its language, without others."""
        content = copy.deepcopy(dict(self.content))
        language = self.reading.language
        for key in put:
            string = content["strings"].setdefault(key, {})
            own = dict(string.get("localizations", {}))
            own[language] = other.content["strings"][key]["localizations"][language]
            string["localizations"] = dict(sorted(own.items()))
        for key in drop:
            content["strings"].get(key, {}).get("localizations", {}).pop(language, None)
        return _dump(content)


def read_catalog(data: bytes, name: str, reading: Reading) -> CatalogFile:
    """A string catalog of Xcode."""
    try:
        content = json.loads(data)
        strings = content["strings"]
        if all(isinstance(one, dict) for one in strings.values()):
            return CatalogFile(content, reading)
    except (ValueError, KeyError, TypeError, AttributeError):
        pass
    raise UnreadableFileError(f"{name} is no string catalog of Xcode.")


def _dump(content: Mapping[str, Any]) -> bytes:
    """As Xcode writes it."""
    text = json.dumps(content, indent=2, ensure_ascii=False, separators=(",", " : "))
    return _EMPTY.sub(r"\1\2{\n\n\1}", text).encode()
