"""What files are called: names that are accepted, and the names and types of what is made of them.

Most results have the name and type of what was sent; those of some formats are of another type
(`FormatInfo.result`).
"""

from __future__ import annotations

import re
from typing import Final

from dragoman.conversion.sampling import suffix_of
from dragoman.errors import RuleBroken
from dragoman.formats.format import FileType
from dragoman.text_io.file_names import MISLEADING
from dragoman.unicode_normalization import normalize

LONGEST_NAME: Final = (
    255  # characters; files are stored under ids of ours, so that no file system counts bytes
)
_FORBIDDEN: Final = re.compile(f"[{MISLEADING}]")


def check_file_name(name: str) -> str:
    """The name to keep, in Unicode's composed form. Raises `RuleBroken` for an invalid one (D2)."""
    name = normalize("NFC", name)
    if not name.strip() or name.strip(". ") == "":
        raise RuleBroken("Invalid file name: it is empty. Send the file part with its file name.")
    if len(name) > LONGEST_NAME:
        raise RuleBroken(f"Invalid file name: it is longer than {LONGEST_NAME} characters. Shorten it.")
    if "/" in name or "\\" in name:
        raise RuleBroken("Invalid file name: it holds a path separator. Send the bare name.")
    if _FORBIDDEN.search(name):
        raise RuleBroken("Invalid file name: it holds control characters. Rename the file.")
    return name


def result_name(file_name: str, kind: FileType) -> str:
    """The name under which a translated document is downloaded; `file_name` is the name that was sent."""
    sent = suffix_of(file_name)
    if kind.result is None or sent == kind.result.suffix:
        return file_name
    stem = file_name.rstrip()[: -1 - len(sent)] if sent in kind.media_types else file_name
    ending = f".{kind.result.suffix}"
    return stem[: LONGEST_NAME - len(ending)] + ending


def result_media_type(file_name: str, kind: FileType) -> str:
    """The MIME type of a translated document."""
    if kind.result is not None:
        return kind.result.media_type
    return kind.media_types.get(suffix_of(file_name)) or next(iter(kind.media_types.values()))
