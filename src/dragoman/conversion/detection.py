"""Which format a file has: by its contents first, then by its name; what fits neither is refused.

`sampling` does the looking.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dragoman.conversion.errors import UnsupportedDocument
from dragoman.conversion.legacy.types import LEGACY_TYPES, LegacyType
from dragoman.conversion.sampling import ZIP_MAGIC, suffix_of, take_sample
from dragoman.errors import Call, Operation
from dragoman.formats import FORMATS, RegisteredFormat
from dragoman.formats.families.ooxml.content_types import (
    EXTENSIONS,
    PLAIN_EXTENSIONS,
    describe_macros,
    has_macros,
)
from dragoman.formats.format import Format, Recognition, Sample
from dragoman.text_io.zip.archive import OLE_MAGIC, is_encrypted_office

__all__ = ["detect_format", "detect_type", "suffix_of", "take_sample"]

_TYPES: Final = (Call(Operation.LIST_DOCUMENT_TYPES),)
_MACRO_SUFFIX: Final = (
    "Files of the type .{suffix}, which may hold macros, are not supported. "
    "Save it as .{plain} and send that."
)
_LEGACY: Final = (
    "The document is in an old binary Office format. Save it in the current format, as .{suffix}, "
    "and send that."
)

# What contents look like that no format here takes, for messages: how they begin, and their name.
_MAGIC: Final = (
    (b"\x89PNG\r\n", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"\x1f\x8b", "a compressed file"),
    (b"7z\xbc\xaf'\x1c", "a compressed file"),
    (b"Rar!", "a compressed file"),
    (b"\xfd7zXZ", "a compressed file"),
    (OLE_MAGIC, "an old binary Office document"),
)
_KINDS: Final = (  # parts of the types that archives declare
    ("wordprocessingml", "a Word document"),
    ("ms-word", "a Word document"),
    ("spreadsheetml", "an Excel workbook"),
    ("ms-excel", "an Excel workbook"),
    ("presentationml", "a PowerPoint presentation"),
    ("ms-powerpoint", "a PowerPoint presentation"),
    ("opendocument.text", "an OpenDocument text"),
    ("opendocument.spreadsheet", "an OpenDocument spreadsheet"),
    ("opendocument.presentation", "an OpenDocument presentation"),
    ("epub", "an EPUB book"),
    ("indesign", "an InDesign document"),
)


TYPES: Final[tuple[RegisteredFormat | LegacyType, ...]] = (*FORMATS, *LEGACY_TYPES)


def detect_format(data: bytes, file_name: str) -> Format:
    """Find the format of a file that is not converted. Raises `UnsupportedDocument` as `detect_type` does."""
    found = detect_type(data, file_name)
    if isinstance(found, LegacyType):
        raise UnsupportedDocument(_LEGACY.format(suffix=found.result.suffix))
    return found.load()


def detect_type(data: bytes, file_name: str) -> RegisteredFormat | LegacyType:
    """The type that takes a file. Raises `UnsupportedDocument`, which names what was sent and what to do.

    What is of a known type but empty, cut off or protected by a password is accepted: its job then fails.
    It does not check whether old documents can be converted here (see `legacy`). It loads formats, so call it
    from a thread.
    """
    sample = take_sample(data, file_name)
    _refuse_macros(sample)
    named = [entry for entry in TYPES if sample.suffix in entry.media_types]
    if named:
        return _choose(sample, named)
    if not sample.suffix:
        for entry in TYPES:
            if entry.recognise(sample) is Recognition.CERTAIN:
                return entry
        raise UnsupportedDocument(
            "The file's name has no extension, and its type cannot be detected by its contents. Add one, "
            "such as .docx. See the list of types that are supported.",
            calls=_TYPES,
        )
    raise UnsupportedDocument(
        f"Files of the type .{sample.suffix} are not supported. See the list of types that are supported.",
        calls=_TYPES,
    )


def _refuse_macros(sample: Sample) -> None:
    if has_macros(sample.members or ()):
        raise UnsupportedDocument(describe_macros(sample.kind))
    if (plain := PLAIN_EXTENSIONS.get(sample.suffix)) is not None:
        raise UnsupportedDocument(_MACRO_SUFFIX.format(suffix=sample.suffix, plain=plain))


def _choose(sample: Sample, named: Sequence[RegisteredFormat | LegacyType]) -> RegisteredFormat | LegacyType:
    """The one of several formats with the file's extension that fits best."""
    if not sample.data:
        return named[0]
    best = max(named, key=lambda entry: entry.recognise(sample))  # of equals the first
    if best.recognise(sample) is not Recognition.NO:
        return best
    packages = [entry for entry in named if entry.zipped]
    damaged = sample.members is None and sample.data.startswith(ZIP_MAGIC)
    if packages and (damaged or is_encrypted_office(sample.data)):
        return packages[0]  # hostile perhaps
    own = EXTENSIONS.get(sample.kind.casefold(), "")
    plain = PLAIN_EXTENSIONS.get(own)
    remedy = f"Save it as .{plain}" if plain else "Send it with the name and contents of one type"
    contents = _describe(sample, own)
    raise UnsupportedDocument(
        f"The file is named .{sample.suffix}, but its contents are {contents}. {remedy}. "
        "See the list of types that are supported.",
        calls=_TYPES,
    )


def _describe(sample: Sample, own: str) -> str:
    """What contents look like, for people; `own`: the extension that an Office package would have, or ""."""
    for entry in TYPES:
        if entry.recognise(sample) is Recognition.CERTAIN:
            suffix = own or next(iter(entry.media_types))
            return f"of another type ({entry.info.title}): of a .{suffix}"
    for beginning, name in _MAGIC:
        if sample.data.startswith(beginning):
            return name
    for part, name in _KINDS:
        if part in sample.kind:
            return f"{name}: of a .{own}" if own else name
    if sample.data.startswith(b"PK"):
        return "a zip archive of another kind"
    if sample.root is not None:
        return "other XML or HTML"
    return "binary data of another kind" if sample.text is None else "text of another kind"
