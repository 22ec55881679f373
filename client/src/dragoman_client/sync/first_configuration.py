"""A first `dragoman.toml`, by the files that a repository has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Final

from dragoman_client.errors import InvalidInputError
from dragoman_client.sync.configuration import LANGUAGE, NAME, FilePattern
from dragoman_client.sync.formats.choosing import Kind, find_format

_LEFT_OUT: Final = frozenset({"node_modules", "dist", "build", "target", "vendor", "venv", "__pycache__"})
_DEEPEST: Final = 8  # folders
_ANDROID: Final = ("values", "strings.xml")
_LANGUAGE_AT_END: Final = re.compile(r"\.[a-z]{2,3}(-\w+)*$")


def write_first_configuration(
    folder: Path, source: str, targets: Sequence[str]
) -> tuple[Path, list[FilePattern]]:
    """Write `dragoman.toml`; its path, and its patterns. Raises `InvalidInputError`, and writes nothing."""
    path = folder / NAME
    if path.exists():
        raise InvalidInputError(f"There is a {path} already. Edit it, or remove it first.")
    patterns = find_patterns(folder, source)
    if not patterns:
        raise InvalidInputError(
            f"No file below {folder.resolve()} looks like texts in {source!r}, "
            f"such as locales/{source}.json. Write {NAME} by hand; the guide has an example."
        )
    listed = "".join(f"  {_to_toml(one)},\n" for one in patterns)
    languages = ", ".join(_quoted(one) for one in targets)
    text = f"[sync]\nsource = {_quoted(source)}\ntargets = [{languages}]\nfiles = [\n{listed}]\n"
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise InvalidInputError(f"The file {path} cannot be written: {error.strerror or error}.") from None
    return path, patterns


def find_patterns(folder: Path, source: str) -> list[FilePattern]:
    """Patterns of the files with texts in a language; several files of a language's folder become one."""
    found: dict[str, FilePattern] = {}
    for path in _files(folder, 0):
        relative = PurePosixPath(path.relative_to(folder).as_posix())
        if find_format(relative).kind is Kind.WHOLE or (pattern := _pattern(relative, source)) is None:
            continue
        every = str(PurePosixPath(pattern.source).with_name(f"*{relative.suffix}"))
        if LANGUAGE in every:
            found[every] = FilePattern(every, every) if every in found else pattern
        else:
            found[pattern.source] = pattern
    return sorted(found.values())


def _pattern(path: PurePosixPath, source: str) -> FilePattern | None:
    """The pattern of one source file; None where nothing shows its language."""
    own = str(path)
    match path.suffix:
        case ".xcstrings":
            return FilePattern(own, own)
        case ".xml":
            target = str(path.parent.with_name(f"values-{LANGUAGE}") / path.name)
            return FilePattern(own, target) if (path.parent.name, path.name) == _ANDROID else None
        case ".pot":
            return FilePattern(own, str(path.with_name(f"{LANGUAGE}.po")))
        case ".resx" | ".resw" if not _LANGUAGE_AT_END.search(path.stem):
            return FilePattern(own, str(path.with_name(f"{path.stem}.{LANGUAGE}{path.suffix}")))
    places = list(re.finditer(rf"(?<![^/._-]){re.escape(source)}(?![^/._-])", own))
    if not places:
        return None
    pattern = f"{own[: places[-1].start()]}{LANGUAGE}{own[places[-1].end() :]}"
    return FilePattern(pattern, pattern)


def _to_toml(pattern: FilePattern) -> str:
    if pattern.source == pattern.target:
        return _quoted(pattern.source)
    return f"{{ source = {_quoted(pattern.source)}, target = {_quoted(pattern.target)} }}"


def _files(folder: Path, depth: int) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.is_symlink():
            continue
        if path.is_dir():
            if path.name not in _LEFT_OUT and depth < _DEEPEST:
                yield from _files(path, depth + 1)
        else:
            yield path


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
