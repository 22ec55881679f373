"""One request and its answer, as values; files that are sent, and files that an answer becomes."""

from __future__ import annotations

import io
import json
import mimetypes
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, BinaryIO, TypeAlias, cast

from dragoman_client.errors import InvalidInputError

Progress: TypeAlias = Callable[[int, int | None], None]  # bytes so far, of how many where that is known
FileSource: TypeAlias = "str | os.PathLike[str] | bytes | BinaryIO"

_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A file to be sent. It is opened anew for each try, so that a retry sends all of it."""

    name: str
    source: Path | bytes | BinaryIO = field(repr=False)
    media_type: str
    progress: Progress | None = field(default=None, repr=False)

    @contextmanager
    def open(self) -> Iterator[IO[bytes]]:
        """Its bytes from the beginning. Raises `InvalidInputError` when the file cannot be read."""
        if isinstance(self.source, Path):
            try:
                file: BinaryIO = self.source.open("rb")
            except OSError as error:
                raise InvalidInputError(
                    f"The file {self.name} cannot be read: {error.strerror or error}."
                ) from None
        else:
            file = io.BytesIO(self.source) if isinstance(self.source, bytes) else self.source
            file.seek(0)
        try:
            yield file if self.progress is None else cast("IO[bytes]", _watched(file, self.progress))
        finally:
            if file is not self.source:
                file.close()


def make_upload(
    file: FileSource,
    *,
    name: str | None = None,
    media_type: str | None = None,
    progress: Progress | None = None,
) -> Upload:
    """A file to be sent: a path, its bytes, or an open binary file. The latter two need a name."""
    if isinstance(file, str | os.PathLike):
        source: Path | bytes | BinaryIO = Path(file)
        found = name or Path(file).name
        if not Path(file).is_file():
            raise InvalidInputError(f"There is no file {os.fspath(file)!r}.")
    else:
        source = file if isinstance(file, bytes) else _seekable(file)
        found = name or (Path(own).name if isinstance(own := getattr(file, "name", None), str) else "")
        if not found:
            raise InvalidInputError("A file that is not a path needs a name: name='manual.docx'.")
    guessed = media_type or mimetypes.guess_type(found)[0] or "application/octet-stream"
    # A name of other bytes than UTF-8 cannot be sent; only the sign in its place can.
    sent = found.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return Upload(name=sent, source=source, media_type=guessed, progress=progress)


class FileSink:
    """Where a download goes: a file that appears only when it is whole, or memory.

    `path` is the file, or a function that chooses it by the headers of the answer; None: memory.
    """

    def __init__(
        self,
        path: Path | Callable[[Mapping[str, str]], Path] | None,
        progress: Progress | None = None,
    ) -> None:
        self._choose = path
        self._progress = progress
        self._memory = io.BytesIO()
        self.path: Path | None = None  # where the file is, once it is there

    @contextmanager
    def open(self, headers: Mapping[str, str], size: int | None) -> Iterator[Callable[[bytes], None]]:
        """A function that takes the parts. When the block ends without an exception, the file is there."""
        path = self._choose(headers) if callable(self._choose) else self._choose
        done = 0

        def write(part: bytes) -> None:
            nonlocal done
            file.write(part)
            done += len(part)
            if self._progress is not None:
                self._progress(done, size)

        if path is None:
            file: IO[bytes] = io.BytesIO()
            self._memory = cast("io.BytesIO", file)
            yield write
            return
        partial = path.with_name(f".{path.name}.{os.urandom(4).hex()}.part")
        try:
            with _named_errors(path), partial.open("wb") as file:
                yield write
            with _named_errors(path):
                partial.replace(path)
        except BaseException:
            with suppress(OSError):
                partial.unlink()
            raise
        self.path = path

    def content(self) -> bytes:
        """What went to memory."""
        return self._memory.getvalue()


@contextmanager
def _named_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InvalidInputError(f"The file {path} cannot be written: {error.strerror or error}.") from None


def file_name(headers: Mapping[str, str]) -> str | None:
    """The name of a download by its `Content-Disposition` (RFC 6266), without folders; None: it has none."""
    from email.message import Message  # noqa: PLC0415 - of downloads alone

    message = Message()
    message["content-disposition"] = headers.get("content-disposition", "")
    name = message.get_filename()
    return Path(name.replace("\\", "/")).name or None if name else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request as it is sent once."""

    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    content: bytes | None = field(default=None, repr=False)
    form: Mapping[str, Any] | None = field(default=None, repr=False)  # with `upload`: multipart/form-data
    upload: Upload | None = None
    sink: FileSink | None = None
    timeout: float | None = None  # seconds without a sign of life


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer. Names of headers are in lower case; the body is empty where it went to a sink."""

    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(default=b"", repr=False)

    @property
    def is_success(self) -> bool:
        """Whether the status is 2xx."""
        return 200 <= self.status < 300

    def json(self) -> Any:
        """The body as JSON. Raises ValueError where it is none."""
        return json.loads(self.body)


def _seekable(file: Any) -> BinaryIO:
    """A file that can be sent again: a pipe is read into memory."""
    with suppress(OSError, AttributeError):
        if file.seekable():
            return cast("BinaryIO", file)
    return io.BytesIO(file.read())


class _watched(io.RawIOBase):  # noqa: N801 - used like a function
    """A file that reports how much of it has been read."""

    def __init__(self, file: BinaryIO, progress: Progress) -> None:
        self._file = file
        self._progress = progress
        self._size = file.seek(0, io.SEEK_END)
        file.seek(0)

    def read(self, size: int = -1) -> bytes:
        part = self._file.read(_CHUNK if size < 0 else size)
        self._progress(self._file.tell(), self._size)
        return part

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()
