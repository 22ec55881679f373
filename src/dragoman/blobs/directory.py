"""Blobs as files below one directory, each durable before it is visible.

A blob is written to a staging file, synced, and linked to its name, which fails if the name is taken; then
the directories on the way to it are synced. After a crash there may be staging files, never half a blob.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import uuid
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

from dragoman.blobs.blob import PIECE, BlobExists, BlobInfo, BlobMissing, check_key, check_prefix
from dragoman.blobs.threads import DiskThreads
from dragoman.errors import Misconfigured, Unavailable
from dragoman.telemetry import log

_T = TypeVar("_T")
_STAGING: Final = ".staging"  # no key begins with a dot
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_NOT_THERE: Final = (FileNotFoundError, NotADirectoryError, IsADirectoryError)
_PRIVATE_DIRECTORY: Final = 0o700
_PRIVATE_FILE: Final = 0o600
_LINK_TRIES: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class _Staged:
    """A file on its way to become a blob."""

    path: Path
    file: BinaryIO

    def discard(self) -> None:
        """Close and remove it: as the staging file it is, or because it is linked to its name by now."""
        with suppress(OSError):  # what could not be written fails again
            self.file.close()
        with suppress(OSError):
            self.path.unlink()


class DirectoryBlobs:
    """The store in a directory, which is made, with mode 0700, when it is not there.

    Raises `Misconfigured` for a directory that cannot be used.
    """

    def __init__(self, root: Path) -> None:
        self._root = root.absolute()
        self._threads = DiskThreads()
        _prepare(self._root)

    async def put(self, key: str, pieces: AsyncIterable[bytes]) -> None:
        """As `Blobs.put`. A short one takes a single task of a thread."""
        target = self._path(key)
        staged: _Staged | None = None
        waiting = bytearray()
        try:
            async for piece in pieces:
                waiting += piece
                if len(waiting) >= PIECE:
                    if staged is None:
                        staged = await self._write(partial(_stage, self._root), undo=_Staged.discard)
                    await self._write(partial(staged.file.write, bytes(waiting)))
                    waiting.clear()
            await self._write(partial(_finish, staged, bytes(waiting), target, self._root))
        except BaseException:
            if staged is not None:
                await self._threads.run(staged.discard)
            raise

    async def get(self, key: str) -> AsyncIterator[bytes]:
        """As `Blobs.get`. A short one takes a single task of a thread."""
        file, piece = await self._read(partial(_open, self._path(key)), undo=_close)
        try:
            while piece:
                yield piece
                if len(piece) < PIECE:
                    return
                piece = await self._read(partial(file.read, PIECE))
        finally:
            file.close()

    async def delete(self, key: str) -> None:
        """As `Blobs.delete`. Directories that are empty then go too."""
        await self._write(partial(_remove, self._path(key), self._root))

    async def list(self, prefix: str) -> AsyncIterator[BlobInfo]:
        """As `Blobs.list`."""
        waiting = [self._root / check_prefix(prefix)]
        while waiting:
            directories, blobs = await self._read(partial(_scan, waiting.pop(), self._root))
            waiting += directories
            for info in blobs:
                yield info

    async def remove_staged(self, *, before: datetime) -> int:
        """Remove staging files that a crash left before then; how many."""
        return await self._write(partial(_remove_staged, self._root / _STAGING, before.timestamp()))

    def close(self) -> None:
        """Let the threads end."""
        self._threads.close()

    def _path(self, key: str) -> Path:
        return self._root / check_key(key)

    async def _write(self, work: Callable[[], _T], *, undo: Callable[[_T], object] | None = None) -> _T:
        try:
            return await self._threads.run(work, undo=undo)
        except OSError as error:
            log().error("blobs.write_failed", exc_info=error)
            if error.errno in _FULL:
                raise Unavailable(
                    "The disk of the service is full. Try again later, when the operator has freed space.",
                    retry_after=60,
                ) from error
            raise Unavailable(
                "The service cannot store files now. Try again later.", retry_after=10
            ) from error

    async def _read(self, work: Callable[[], _T], *, undo: Callable[[_T], object] | None = None) -> _T:
        try:
            return await self._threads.run(work, undo=undo)
        except OSError as error:
            log().error("blobs.read_failed", exc_info=error)
            raise Unavailable(
                "The service cannot read files now. Try again later.", retry_after=10
            ) from error


def _prepare(root: Path) -> None:
    """Make what is missing and find out now whether files can be kept there."""
    try:
        root.mkdir(mode=_PRIVATE_DIRECTORY, parents=True, exist_ok=True)
        if stat.S_IMODE(root.stat().st_mode) != _PRIVATE_DIRECTORY:
            root.chmod(_PRIVATE_DIRECTORY)
        (root / _STAGING).mkdir(mode=_PRIVATE_DIRECTORY, exist_ok=True)
        _sync_directories(root / _STAGING, root.parent)
        probe = _stage(root)
        linked = probe.path.with_suffix(".probe")
        try:
            os.link(probe.path, linked)
            linked.unlink()
        finally:
            probe.discard()
    except OSError as error:
        raise Misconfigured(
            f"Files cannot be kept in {root}: {error.strerror}. The directory must be writable, on a file "
            "system with hard links; or name an object store in DRAGOMAN_BLOBS."
        ) from error


def _stage(root: Path) -> _Staged:
    path = root / _STAGING / uuid.uuid4().hex
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, _PRIVATE_FILE)
    return _Staged(path=path, file=os.fdopen(descriptor, "wb", buffering=PIECE))


def _finish(staged: _Staged | None, rest: bytes, target: Path, root: Path) -> None:
    """Write the rest, or all, and publish it."""
    staged = staged or _stage(root)
    try:
        staged.file.write(rest)
        _publish(staged, target, root)
    finally:
        staged.discard()


def _publish(staged: _Staged, target: Path, root: Path) -> None:
    staged.file.flush()
    _sync(staged.file.fileno())
    _link(staged.path, target, root)
    try:
        # All of them: another process may have made one and not have synced it yet.
        _sync_directories(target.parent, root)
    except OSError:
        target.unlink(missing_ok=True)
        raise


def _link(source: Path, target: Path, root: Path) -> None:
    for tries in range(1, _LINK_TRIES + 1):
        try:
            _make_directories(target.parent, root)
            os.link(source, target)
        except FileExistsError:
            raise BlobExists("There is a file under this key already.") from None
        except FileNotFoundError:  # a deletion has just taken an empty directory away
            if tries == _LINK_TRIES:
                raise
        else:
            return


def _make_directories(directory: Path, root: Path) -> None:
    for one in reversed([directory, *directory.parents]):
        if one.is_relative_to(root) and one != root:
            with suppress(FileExistsError):
                one.mkdir(mode=_PRIVATE_DIRECTORY)


def _sync_directories(directory: Path, last: Path) -> None:
    """Sync a directory and those above it, up to `last`."""
    for one in (directory, *directory.parents):
        descriptor = os.open(one, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            _sync(descriptor)
        finally:
            os.close(descriptor)
        if one == last:
            return


def _sync(descriptor: int) -> None:
    full_sync = getattr(fcntl, "F_FULLFSYNC", None)  # macOS flushes the drive's own cache only for this
    if full_sync is not None:
        with suppress(OSError):  # not on every file system
            fcntl.fcntl(descriptor, full_sync)
            return
    os.fsync(descriptor)


def _open(path: Path) -> tuple[BinaryIO, bytes]:
    """An open file and its first piece: that is shorter than `PIECE` only where the file ends."""
    try:
        file = path.open("rb")
    except _NOT_THERE:
        raise BlobMissing("The file does not exist, or exists no longer.") from None
    try:
        return file, file.read(PIECE)
    except BaseException:
        file.close()
        raise


def _close(opened: tuple[BinaryIO, bytes]) -> None:
    opened[0].close()


def _remove(path: Path, root: Path) -> None:
    with suppress(*_NOT_THERE):
        path.unlink()
    for directory in path.parents:
        if directory == root:
            return
        try:
            directory.rmdir()
        except OSError:  # not empty, or gone
            return


def _scan(directory: Path, root: Path) -> tuple[list[Path], list[BlobInfo]]:
    directories, blobs = [], []
    for entry in _entries(directory):
        if entry.is_dir(follow_symlinks=False):
            if not entry.name.startswith("."):
                directories.append(Path(entry.path))
        elif (info := _info(entry, root)) is not None:
            blobs.append(info)
    return directories, blobs


def _info(entry: os.DirEntry[str], root: Path) -> BlobInfo | None:
    key = Path(entry.path).relative_to(root).as_posix()
    try:
        check_key(key)
        status = entry.stat(follow_symlinks=False)
    except (ValueError, FileNotFoundError):  # not ours, or just removed
        return None
    return BlobInfo(key=key, size=status.st_size, modified=datetime.fromtimestamp(status.st_mtime, UTC))


def _remove_staged(staging: Path, before: float) -> int:
    removed = 0
    for entry in _entries(staging):
        with suppress(FileNotFoundError):
            if entry.stat(follow_symlinks=False).st_mtime < before:
                Path(entry.path).unlink()
                removed += 1
    return removed


def _entries(directory: Path) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(directory) as entries:
            yield from entries
    except _NOT_THERE:  # nothing was ever stored there, or all of it is removed
        return
