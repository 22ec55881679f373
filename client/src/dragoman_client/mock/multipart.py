"""Forms: multipart/form-data (RFC 7578) and application/x-www-form-urlencoded."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from dragoman_client.mock.messages import RecordedRequest
from dragoman_client.mock.refusals import FieldProblem, invalid

_PARAMETER: Final = re.compile(r';\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))')
_QUOTED_PAIR: Final = re.compile(r"\\(.)|%22")  # browsers write a quotation mark as %22


@dataclass(frozen=True, slots=True, kw_only=True)
class FormPart:
    """One part of a form: a field, or a file where it has a file name."""

    name: str
    data: bytes
    file_name: str | None = None
    content_type: str = ""

    @property
    def text(self) -> str:
        """The value of a field."""
        return self.data.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Form:
    """The parts of a form, in order."""

    parts: Sequence[FormPart]

    @property
    def fields(self) -> Mapping[str, str]:
        """Fields that are no files; of a repeated one the last."""
        return {part.name: part.text for part in self.parts if part.file_name is None}

    def find_file(self, name: str | None = None) -> FormPart | None:
        """The first file, or the first of a name."""
        files = (one for one in self.parts if one.file_name is not None and name in (None, one.name))
        return next(files, None)

    def all_texts(self, name: str) -> list[str]:
        """Every value of a field."""
        return [part.text for part in self.parts if part.name == name and part.file_name is None]


def parse_form(request: RecordedRequest) -> Form:
    """Parse a request's multipart body; a refusal where it is none."""
    kind = request.headers.get("content-type", "")
    boundary = read_parameters(kind).get("boundary", "")
    if request.content_type != "multipart/form-data" or not boundary:
        text = "The body is not multipart/form-data. Send such a form, with the file in a part named file"
        raise invalid([FieldProblem(["body"], text, "multipart_invalid")])
    return Form(_parse_parts(request.body, b"--" + boundary.encode("latin-1")))


def read_parameters(value: str) -> dict[str, str]:
    """The parameters of a header's value, names in lower case."""
    return {
        name.lower(): _QUOTED_PAIR.sub(lambda found: found[1] or '"', quoted) if quoted else bare
        for name, quoted, bare in _PARAMETER.findall(value)
    }


def _parse_parts(body: bytes, delimiter: bytes) -> list[FormPart]:
    parts = []
    for piece in (b"\r\n" + body).split(b"\r\n" + delimiter)[1:]:
        if piece.startswith(b"--"):
            break
        head, blank, data = piece.partition(b"\r\n\r\n")
        if not blank:
            text = "The form is malformed: a part has no end of its head"
            raise invalid([FieldProblem(["body"], text, "multipart_invalid")])
        parts.append(_parse_part(head, data))
    if not parts:
        text = (
            "The body is not valid multipart/form-data: its parts cannot be found. The boundary named in "
            "Content-Type must begin each part and end the body"
        )
        raise invalid([FieldProblem(["body"], text, "multipart_invalid")])
    return parts


def _parse_part(head: bytes, data: bytes) -> FormPart:
    lines = head.decode("utf-8", "replace").split("\r\n")
    headers = {
        name.strip().lower(): value.strip() for name, _, value in (one.partition(":") for one in lines)
    }
    said = read_parameters(headers.get("content-disposition", ""))
    extended = said.get("filename*")  # RFC 8187
    file_name = unquote(extended.rpartition("'")[2]) if extended else said.get("filename")
    return FormPart(
        name=said.get("name", ""),
        data=data,
        file_name=file_name,
        content_type=headers.get("content-type", ""),
    )
