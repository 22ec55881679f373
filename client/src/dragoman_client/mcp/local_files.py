"""Files of this machine that tools may read and write: below the folders that are allowed, nothing else.

Paths are judged by where they lead, after `..` and symbolic links. Hidden files, which steer programs or hold
secrets, are neither read nor written. No file is ever replaced.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dragoman_client.errors import InvalidInputError

_HOW_TO_ALLOW: Final = "Whoever runs this program can allow a folder: dragoman mcp --allow-folder FOLDER."


@dataclass(frozen=True, slots=True)
class LocalFiles:
    """The folders that are allowed, as they are without symbolic links."""

    folders: tuple[Path, ...]

    def find(self, path: str) -> Path:
        """An existing file. Raises `InvalidInputError`."""
        found = self._allowed(path)
        if not found.is_file():
            raise InvalidInputError(f"There is no file {path!r}. Paths are relative to {self.folders[0]}.")
        return found

    def free(self, path: str | Path) -> Path:
        """A file that is not there yet, in a folder that is. Raises `InvalidInputError`."""
        given = Path(os.fspath(path))
        parent = self._allowed(str(given.parent))
        if given.name in {"", ".", ".."}:
            raise InvalidInputError(f"{os.fspath(path)!r} is not the name of a file.")
        if given.name.startswith("."):
            raise InvalidInputError(
                f"{os.fspath(path)!r} would be hidden. Choose a name without a dot before."
            )
        if not parent.is_dir():
            raise InvalidInputError(f"There is no folder {os.fspath(given.parent)!r}. Make it first.")
        found = parent / given.name
        if os.path.lexists(found):
            raise InvalidInputError(
                f"{os.fspath(path)!r} exists already and is not replaced. Choose another output."
            )
        return found

    def folder(self, path: str) -> Path:
        """A folder that is there, or can be made in one that is. Raises `InvalidInputError`."""
        found = self._allowed(path)
        if not found.is_dir() and (os.path.lexists(found) or not found.parent.is_dir()):
            raise InvalidInputError(f"{path!r} is not a folder, and cannot be made.")
        return found

    def write(self, path: Path, content: bytes) -> None:
        """Write a new file: it appears when it is whole, and not where another one has appeared meanwhile."""
        self._allowed(str(path.parent))
        partial = path.with_name(f".{path.name}.{os.urandom(4).hex()}.part")
        try:
            partial.write_bytes(content)
            _rename_to_new(partial, path)
        except FileExistsError:
            raise InvalidInputError(f"{str(path)!r} exists already and is not replaced.") from None
        except OSError as error:
            raise InvalidInputError(f"{str(path)!r} cannot be written: {error.strerror or error}.") from None
        finally:
            with suppress(OSError):
                partial.unlink()

    def shown(self, path: Path) -> str:
        """A path as results show it: relative to the first folder where it is below it."""
        return str(path.relative_to(self.folders[0])) if path.is_relative_to(self.folders[0]) else str(path)

    def _allowed(self, path: str) -> Path:
        if "\0" in path:
            raise InvalidInputError("A path contains no null character.")
        if not self.folders:
            raise InvalidInputError(f"No folder is allowed. {_HOW_TO_ALLOW}")
        try:
            found = (self.folders[0] / path).resolve()
        except (OSError, RuntimeError):  # a loop of links
            found = None
        folder = next((one for one in self.folders if found is not None and found.is_relative_to(one)), None)
        if found is None or folder is None:
            names = ", ".join(map(str, self.folders))
            raise InvalidInputError(
                f"{path!r} is outside of the folders that this program may use ({names}). {_HOW_TO_ALLOW}"
            )
        if any(part.startswith(".") for part in found.relative_to(folder).parts):
            raise InvalidInputError(f"{path!r} is hidden. Files and folders with a dot before are not used.")
        return found


def open_folders(folders: tuple[str, ...]) -> LocalFiles:
    """The folders of a command line; none: the current one. Raises `InvalidInputError`.

    Some programs start commands in the root of the file system: that is allowed only when it is named.
    """
    found = [Path(folder).resolve() for folder in folders or (".",)]
    if not folders and found[0].parent == found[0]:
        return LocalFiles(())
    missing = next((folder for folder in found if not folder.is_dir()), None)
    if missing is not None:
        raise InvalidInputError(f"There is no folder {missing}.")
    return LocalFiles(tuple(found))


def _rename_to_new(partial: Path, path: Path) -> None:
    """Give a file its name. Unlike a rename, it replaces nothing: raises `FileExistsError`."""
    try:
        os.link(partial, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        path.touch(exist_ok=False)
        partial.replace(path)
