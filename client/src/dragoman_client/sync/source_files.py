"""Which files are sources, and where their translations are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from dragoman_client.errors import InvalidInputError
from dragoman_client.sync.configuration import LANGUAGE, FilePattern, SyncConfiguration

_WILDCARD: Final = re.compile(r"\*\*/|\*\*|\*")


class FilePair(NamedTuple):
    """A source file and one of its translations, by their paths in the repository."""

    source: PurePosixPath
    target: PurePosixPath
    language: str


def find_pairs(configuration: SyncConfiguration) -> list[FilePair]:
    """Every source file with every language, in order. Raises `InvalidInputError` where there is none."""
    pairs: list[FilePair] = []
    for pattern in configuration.files:
        found = list(_pairs_of(configuration, pattern))
        if not found:
            looked_for = pattern.source.replace(LANGUAGE, configuration.code(configuration.source))
            raise InvalidInputError(
                f"There is no file {looked_for} in {configuration.folder.resolve()}. "
                "Correct `files` in the configuration."
            )
        pairs += found
    seen: dict[PurePosixPath, FilePair] = {}
    for one in pairs:
        if one.source != one.target and (other := seen.setdefault(one.target, one)) != one:
            raise InvalidInputError(
                f"{one.target} would be the translation of both {other.source} and {one.source}. "
                "Correct `files` in the configuration."
            )
    return list(dict.fromkeys(pairs))


def _pairs_of(configuration: SyncConfiguration, pattern: FilePattern) -> Iterator[FilePair]:
    looked_for = pattern.source.replace(LANGUAGE, configuration.code(configuration.source))
    sources = _find(configuration.folder, looked_for)
    parts = {source: _wildcards(looked_for, source) for source in sources}
    pairs = [
        FilePair(source, _fill(pattern.target, parts[source], configuration.code(language)), language)
        for source in sources
        for language in configuration.targets
    ]
    translations = {one.target for one in pairs if one.target != one.source}
    yield from (one for one in pairs if one.source not in translations)


def _find(folder: Path, pattern: str) -> list[PurePosixPath]:
    """Files by a pattern, without hidden ones, in order."""
    found = (path for path in folder.glob(pattern) if path.is_file())
    paths = sorted(PurePosixPath(path.relative_to(folder).as_posix()) for path in found)
    hidden = [part for part in PurePosixPath(pattern).parts if part.startswith(".")]
    return [path for path in paths if all(not part.startswith(".") or part in hidden for part in path.parts)]


def _wildcards(pattern: str, path: PurePosixPath) -> list[str]:
    """The parts of a path that the wildcards of a pattern match, in order."""
    made, place = "", 0
    for one in _WILDCARD.finditer(pattern):
        made += re.escape(pattern[place : one.start()])
        made += {"**/": "((?:[^/]+/)*)", "**": "(.*)", "*": "([^/]*)"}[one[0]]
        place = one.end()
    match = re.fullmatch(made + re.escape(pattern[place:]), str(path))
    return list(match.groups()) if match else []


def _fill(pattern: str, parts: list[str], code: str) -> PurePosixPath:
    rest = iter(parts)
    filled = _WILDCARD.sub(lambda _: next(rest, ""), pattern)
    return PurePosixPath(filled.replace(LANGUAGE, code))
