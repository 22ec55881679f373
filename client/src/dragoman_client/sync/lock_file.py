"""`dragoman.lock`: which translations the machine wrote, from which texts. It has no text, only hashes."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from dragoman_client.errors import InvalidInputError
from dragoman_client.sync.whole_files import replace_file

NAME: Final = "dragoman.lock"
_VERSION: Final = 1
_DIGITS: Final = 16  # of 64: two texts under one key never have the same


@dataclass(frozen=True, slots=True, kw_only=True)
class LockedEntry:
    """What is known of a translation."""

    source: str  # hash of the text that it is a translation of
    targets: tuple[str, ...]  # hashes of the translation; two while its file is being written
    is_by_person: bool

    def __str__(self) -> str:
        return " ".join(("person" if self.is_by_person else "machine", self.source, *self.targets))


LockedFile = Mapping[str, LockedEntry]  # key → what is known of its translation


class LockFile:
    """The lock of a repository. Each file's part is replaced as a whole, and written at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._files = _load(path)
        self._writing = threading.Lock()

    def __getitem__(self, target: str) -> LockedFile:
        """What is known of the entries of a translated file, by its path in the repository."""
        return self._files.get(target, {})

    def __setitem__(self, target: str, entries: LockedFile) -> None:
        with self._writing:
            if self._files.get(target, {}) == entries:
                return
            self._files[target] = dict(entries)
            files = {
                name: {key: str(entry) for key, entry in known.items()}
                for name, known in sorted(self._files.items())
                if known
            }
            text = json.dumps({"version": _VERSION, "files": files}, indent=1, ensure_ascii=False)
            replace_file(self._path, f"{text}\n".encode())


def hash_of(value: str | bytes) -> str:
    """The hash of a text or of a file."""
    data = value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()[:_DIGITS]


def while_writing(before: LockedFile, after: LockedFile) -> LockedFile:
    """What is known of a file while it is being replaced: true of the old file and of the new one.

    A translation of the machine is known by either of its texts, as one of the source that it had: at the
    worst it is translated once more. What a person wrote stays a person's.
    """
    found = {**before, **after}
    for key, old in before.items():
        new = found[key]
        if old.is_by_person:
            found[key] = new if new.is_by_person else old
        elif not new.is_by_person:
            found[key] = replace(old, targets=tuple(dict.fromkeys((*old.targets, *new.targets))))
    return found


def _load(path: Path) -> dict[str, LockedFile]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        version = content["version"]
        files: dict[str, LockedFile] = {
            name: {key: _parse(entry) for key, entry in known.items()}
            for name, known in content["files"].items()
        }
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InvalidInputError(
            f"{path} cannot be read: {error}. After a conflict of branches take either side; "
            "translations that it does not know count as written by people."
        ) from None
    if version != _VERSION:
        raise InvalidInputError(f"{path} is of a newer version of dragoman ({version}). Update dragoman.")
    return files


def _parse(entry: str) -> LockedEntry:
    writer, source, *targets = entry.split()
    return LockedEntry(source=source, targets=tuple(targets), is_by_person=writer == "person")
