"""What the translated document of a job is called, and of which type it is.

Most have the name and type of what was sent; those of some formats are of another type (`FormatInfo.result`).
"""

from __future__ import annotations

from dragoman.conversion.detection import suffix_of
from dragoman.documents.model import LONGEST_NAME
from dragoman.formats.format import FormatInfo


def result_name(file_name: str, info: FormatInfo) -> str:
    """The name under which a translated document is downloaded; `file_name` is the name that was sent."""
    sent = suffix_of(file_name)
    if info.result is None or sent == info.result.suffix:
        return file_name
    stem = file_name.rstrip()[: -1 - len(sent)] if sent in info.media_types else file_name
    ending = f".{info.result.suffix}"
    room = LONGEST_NAME - len(ending)  # in bytes, which are never fewer than characters
    return stem.encode("utf-8")[:room].decode("utf-8", "ignore") + ending


def result_media_type(file_name: str, info: FormatInfo) -> str:
    """The MIME type of a translated document."""
    if info.result is not None:
        return info.result.media_type
    return info.media_types.get(suffix_of(file_name)) or next(iter(info.media_types.values()))
