"""Read uploads within limits (D1): a multipart body with a file, or a body that is the file itself.

A malformed one is refused (E2).
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Annotated, Any, Final

from fastapi import Request, Response
from fastapi import UploadFile as FastApiFile
from fastapi.routing import APIRoute
from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from dragoman.blobs.blob import PIECE
from dragoman.errors import FieldProblem, Malformed

MULTIPART: Final = "multipart/form-data"
_MOST_FIELDS: Final = 32
_FIELD_BYTES: Final = 64 * 1024
_IN_MEMORY: Final = 1024 * 1024  # bytes of a body; what is longer waits in an unnamed temporary file
_CUT_OFF: Final = "The closing boundary is missing."
# The first words of the parser's messages → the reason to give instead.
_REASONS: Final[Mapping[str, str]] = {
    "Too many files": "it has more than one file. Send one in each request",
    "Too many fields": f"it has more than {_MOST_FIELDS} fields. Leave the others out",
    "Missing boundary": "its Content-Type names no boundary. Send the boundary that parts the body",
    "Part exceeded": f"a field is longer than {_FIELD_BYTES} bytes. Shorten it; "
    "a file needs a file name in its Content-Disposition header",
    "The Content-Disposition": "a part has no name. Name it in its Content-Disposition header",
    _CUT_OFF: "the closing boundary is missing. Send the whole body",
}
_OTHER_REASON: Final = (
    "its parts cannot be found. The boundary named in Content-Type must begin each part and end the body"
)


def _expect_file(value: object) -> object:
    if not isinstance(value, UploadFile):
        raise PydanticCustomError(
            "file_expected",
            "This part is a text. Send it as a file: with a file name in its Content-Disposition header",
        )
    return value


# A part of a form that is a file. Generators of clients recognise a file by `format` (OpenAPI 3.0).
FormFile = Annotated[
    FastApiFile,
    BeforeValidator(_expect_file),
    Field(json_schema_extra={"format": "binary"}),
]


class FormRoute(APIRoute):
    """A route whose body is multipart/form-data; files over a megabyte wait in unnamed temporary files."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap FastAPI's handler so that it is given the form already read."""
        handler = super().get_route_handler()

        async def handle(request: Request) -> Response:
            form = await read_form(request)
            try:
                return await handler(_FormRequest(request, form))
            finally:
                await form.close()

        return handle


class _FormRequest(Request):
    """A request that gives FastAPI the form that was read."""

    def __init__(self, request: Request, form: FormData) -> None:
        super().__init__(request.scope, request.receive)
        self._form = form


class _Parser(MultiPartParser):
    """Starlette's parser accepts a body that breaks off, and leaves its file open. This one refuses it."""

    _ended = False
    keeps_files = True

    def on_part_data(self, data: bytes, start: int, end: int) -> None:
        """Note a piece of a part; of a file only where it is kept."""
        if self.keeps_files or self._current_part.file is None:
            super().on_part_data(data, start, end)

    def on_end(self) -> None:
        """Note that the closing boundary is there."""
        super().on_end()
        self._ended = True

    async def parse(self) -> FormData:
        """Read the whole body. Raises `MultiPartException`."""
        form = await super().parse()
        if not self._ended:
            for file in self._files_to_close_on_error:
                file.close()
            raise MultiPartException(_CUT_OFF)
        return form


async def read_form(
    request: Request, *, max_files: int = 1, max_fields: int = _MOST_FIELDS, keeps_files: bool = True
) -> FormData:
    """Read a multipart body. The caller closes the form. Raises `Malformed`.

    Files that are not kept have their names and no content, and take no space on the disk.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != MULTIPART:
        raise _malformed(
            "The body is not multipart/form-data. Send such a form, with the file in a part named file"
        )
    parser = _Parser(
        request.headers,
        request.stream(),
        max_files=max_files,
        max_fields=max_fields,
        max_part_size=_FIELD_BYTES,
    )
    parser.keeps_files = keeps_files
    try:
        return await parser.parse()
    except MultiPartException as error:
        reason = _reason(error.message)
        raise _malformed(f"The body is not valid multipart/form-data: {reason}") from None


def _reason(message: str) -> str:
    """The reason why a form cannot be read, for the parser's message, which is about single bytes."""
    found = (reason for begin, reason in _REASONS.items() if message.startswith(begin))
    return next(found, _OTHER_REASON)


def _malformed(message: str) -> Malformed:
    return Malformed([FieldProblem(location=("body",), message=message, kind="multipart_invalid")])


@asynccontextmanager
async def open_upload(request: Request) -> AsyncIterator[tuple[UploadFile, FormData]]:
    """Open the file of a multipart body and its form, or the body as a file without a form.

    Raises `Malformed`.
    """
    multipart = request.headers.get("content-type", "").strip().lower().startswith("multipart/")
    async with (_open_multipart if multipart else _open_raw)(request) as opened:
        yield opened


@asynccontextmanager
async def _open_multipart(request: Request) -> AsyncIterator[tuple[UploadFile, FormData]]:
    form = await read_form(request)
    try:
        found = next((value for _, value in form.multi_items() if isinstance(value, UploadFile)), None)
        if found is None:
            message = "Send the file in a part named file, with its file name"
            raise Malformed([FieldProblem(location=("body", "file"), message=message, kind="missing")])
        yield found, form
    finally:
        await form.close()


@asynccontextmanager
async def _open_raw(request: Request) -> AsyncIterator[tuple[UploadFile, FormData]]:
    with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY) as opened:
        file = UploadFile(file=opened, size=0)  # type: ignore[arg-type] # which Starlette makes its own of
        async for piece in request.stream():
            await file.write(piece)
        await file.seek(0)
        yield file, FormData()


async def read_pieces(file: UploadFile) -> AsyncIterator[bytes]:
    """The file in pieces, from its beginning."""
    await file.seek(0)
    while piece := await file.read(PIECE):
        yield piece


async def hash_file(file: UploadFile, *, before: bytes = b"") -> bytes:
    """Hash the bytes `before` and then the file, in pieces: it may be larger than memory."""
    digest = hashlib.sha256(before)
    async for piece in read_pieces(file):
        digest.update(piece)
    return digest.digest()


def hash_form(form: FormData, data: bytes) -> bytes:
    """Hash fields and file of a form for `Idempotency-Key` (E8). The boundary of its parts is left out."""
    digest = hashlib.sha256()
    for name, value in sorted(
        (name, (value.filename or "") if isinstance(value, UploadFile) else value)
        for name, value in form.multi_items()
    ):
        for text in (name, value):
            encoded = text.encode("utf-8", "surrogatepass")
            digest.update(len(encoded).to_bytes(8, "big") + encoded)
    digest.update(data)
    return digest.digest()
