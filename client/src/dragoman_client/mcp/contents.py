"""Files in the messages themselves, where tools see no files of the machine: text, or bytes in base64."""

from __future__ import annotations

import base64
import binascii
import mimetypes
from pathlib import PurePath
from typing import Annotated, Any, Final

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel, Field

from dragoman_client.mcp.host import Host

_TEXTUAL: Final = frozenset(
    {
        *(".txt", ".md", ".markdown", ".html", ".htm", ".xml", ".xhtml", ".json", ".jsonl", ".yaml", ".yml"),
        *(".csv", ".tsv", ".po", ".pot", ".properties", ".xlf", ".xliff", ".strings", ".srt", ".vtt", ".ini"),
        *(".toml", ".tex", ".rst", ".adoc", ".tmx", ".resx", ".arb", ".svg", ".dita", ".sub"),
    }
)


class SentFile(BaseModel):
    """A file in a call: its name with the extension, and its content as text or in base64."""

    name: Annotated[str, Field(description='Name with its extension, which tells the format: "guide.md"')]
    text: Annotated[
        str | None, Field(description="The content of a text file (UTF-8). Either this or content_base64")
    ] = None
    content_base64: Annotated[
        str | None, Field(description="The content of any other file, such as .docx, in base64")
    ] = None

    def content(self) -> bytes:
        """Its bytes. Raises `ToolError`."""
        if (self.text is None) == (self.content_base64 is None):
            raise ToolError(f"Give the content of {self.name!r} either in text or in content_base64.")
        if self.text is not None:
            try:
                return self.text.encode()
            except UnicodeEncodeError:
                raise ToolError(f"The text of {self.name!r} has half a surrogate pair. Remove it.") from None
        try:
            return base64.b64decode("".join((self.content_base64 or "").split()), validate=True)
        except (binascii.Error, ValueError):
            raise ToolError(f"content_base64 of {self.name!r} is not base64.") from None


class ReceivedFile(BaseModel):
    """A file of a result: where it was written, or its content."""

    name: str
    size: Annotated[int, Field(description="Bytes")]
    path: Annotated[str | None, Field(description="Where it was written")] = None
    media_type: str | None = None
    text: Annotated[str | None, Field(description="The content of a text file")] = None
    content_base64: Annotated[str | None, Field(description="The content of any other file")] = None


def inline_file(host: Host, name: str, content: bytes, *, elsewhere: str) -> ReceivedFile:
    """A file in a result. Raises `ToolError` where it is too large; `elsewhere` says how it is got then."""
    if len(content) > host.inline_bytes:
        raise ToolError(
            f"{name!r} has {len(content)} bytes: more than the {host.inline_bytes} of a result. {elsewhere}"
        )
    file: dict[str, Any] = {"name": name, "size": len(content), "media_type": mimetypes.guess_type(name)[0]}
    if PurePath(name).suffix.lower() in _TEXTUAL:
        try:
            return ReceivedFile(**file, text=content.decode())
        except UnicodeDecodeError:
            pass
    return ReceivedFile(**file, content_base64=base64.b64encode(content).decode())
