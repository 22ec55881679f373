"""Content types of Office Open XML packages, their file extensions, and signs of macros.

A package of a macro-enabled type may have no macros: Excel keeps the type after they were deleted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

_OPEN: Final = "application/vnd.openxmlformats-officedocument"

# content type of the main part, in lower case → file extension
EXTENSIONS: Final[Mapping[str, str]] = {
    f"{_OPEN}.wordprocessingml.document.main+xml": "docx",
    f"{_OPEN}.wordprocessingml.template.main+xml": "dotx",
    "application/vnd.ms-word.document.macroenabled.main+xml": "docm",
    "application/vnd.ms-word.template.macroenabledtemplate.main+xml": "dotm",
    f"{_OPEN}.spreadsheetml.sheet.main+xml": "xlsx",
    f"{_OPEN}.spreadsheetml.template.main+xml": "xltx",
    "application/vnd.ms-excel.sheet.macroenabled.main+xml": "xlsm",
    "application/vnd.ms-excel.template.macroenabled.main+xml": "xltm",
    "application/vnd.ms-excel.addin.macroenabled.main+xml": "xlam",
    "application/vnd.ms-excel.sheet.binary.macroenabled.main": "xlsb",
    f"{_OPEN}.presentationml.presentation.main+xml": "pptx",
    f"{_OPEN}.presentationml.template.main+xml": "potx",
    f"{_OPEN}.presentationml.slideshow.main+xml": "ppsx",
    "application/vnd.ms-powerpoint.presentation.macroenabled.main+xml": "pptm",
    "application/vnd.ms-powerpoint.template.macroenabled.main+xml": "potm",
    "application/vnd.ms-powerpoint.slideshow.macroenabled.main+xml": "ppsm",
    "application/vnd.ms-powerpoint.addin.macroenabled.main+xml": "ppam",
}
# extension of a macro-enabled type → that of the type without macros
PLAIN_EXTENSIONS: Final[Mapping[str, str]] = {
    "docm": "docx",
    "dotm": "dotx",
    "xlsm": "xlsx",
    "xltm": "xltx",
    "xlam": "xlsx",
    "xlsb": "xlsx",
    "pptm": "pptx",
    "potm": "potx",
    "ppsm": "ppsx",
    "ppam": "pptx",
}
_WITH_MACROS: Final = {"docx": "docm", "dotx": "dotm", "xlsx": "xlsm", "xltx": "xltm"} | {
    "pptx": "pptm",
    "potx": "potm",
    "ppsx": "ppsm",
}
# VBA projects and Excel 4 macro sheets, by the names and types of parts
_MACRO_NAME: Final = re.compile(r"vbaproject\.bin\Z|(?:\A|/)(?:intl)?macrosheets/", re.IGNORECASE)
_MACRO_PART: Final = re.compile(r"vbaproject|macrosheet", re.IGNORECASE)


def main_types(*extensions: str) -> frozenset[str]:
    """The content types of the main parts of files with these extensions, in lower case."""
    return frozenset(kind for kind, extension in EXTENSIONS.items() if extension in extensions)


def has_macros(names: Iterable[str], types: Iterable[str] = ()) -> bool:
    """Whether the entries of a package, or their content types, include macros."""
    return any(map(_MACRO_NAME.search, names)) or any(map(_MACRO_PART.search, types))


def describe_macros(kind: str) -> str:
    """The error message for a package with macros whose main part has this content type."""
    own = EXTENSIONS.get(kind.casefold(), "")
    with_macros = own if own in PLAIN_EXTENSIONS else _WITH_MACROS.get(own, "")
    if not with_macros:
        return "The document holds macros, which are not supported. Save it without macros and send that."
    plain = PLAIN_EXTENSIONS[with_macros]
    return (
        f"The document contains macros, which are not supported: its contents are of a .{with_macros}. "
        f"Save it as .{plain}, without macros, and send that."
    )
