"""Document formats: the table of them. A new format is one folder here and one entry in the table.

The table holds what is needed of every format without importing its code, which is loaded on first use; a
format takes its name and file types from its entry. `dragoman.conversion` finds the format of a file and runs
it in a process that can do no harm.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Final

from dragoman.formats.format import (
    FileType,
    Format,
    FormatInfo,
    Recognition,
    ResultType,
    Sample,
)
from dragoman.text_io.errors import ConversionFailed

_WORD: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_PRESENTATION: Final = "application/vnd.openxmlformats-officedocument.presentationml"
_SPREADSHEET: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_OPEN_DOCUMENT: Final = "application/vnd.oasis.opendocument"


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisteredFormat(FileType):
    """An entry of the table: a format whose code need not be imported yet."""

    @property
    def module(self) -> str:
        """Where the format is, under the name FORMAT."""
        return f"{__name__}.{self.name}"

    def load(self) -> Format:
        """The format. The first time its code is imported, which takes up to a tenth of a second."""
        format_: Format = import_module(self.module).FORMAT
        return format_

    @property
    def info(self) -> FormatInfo:
        """The description for users. Reading it loads the format."""
        return self.load().info

    def recognise(self, sample: Sample) -> Recognition:
        """Whether these contents are of this format. It loads the format."""
        return self.load().recognise(sample)


# Where two formats claim a file alike, the earlier one has it.
FORMATS: Final[tuple[RegisteredFormat, ...]] = (
    RegisteredFormat(
        name="docx",
        media_types={"docx": f"{_WORD}.document", "dotx": f"{_WORD}.template"},
        zipped=True,
    ),
    RegisteredFormat(
        name="odt",
        media_types={
            "odt": f"{_OPEN_DOCUMENT}.text",
            "ott": f"{_OPEN_DOCUMENT}.text-template",
            "fodt": f"{_OPEN_DOCUMENT}.text-flat-xml",
        },
        zipped=True,
    ),
    RegisteredFormat(
        name="ods",
        media_types={
            "ods": f"{_OPEN_DOCUMENT}.spreadsheet",
            "ots": f"{_OPEN_DOCUMENT}.spreadsheet-template",
            "fods": f"{_OPEN_DOCUMENT}.spreadsheet-flat-xml",
        },
        zipped=True,
    ),
    RegisteredFormat(
        name="odp",
        media_types={
            "odp": f"{_OPEN_DOCUMENT}.presentation",
            "otp": f"{_OPEN_DOCUMENT}.presentation-template",
            "fodp": f"{_OPEN_DOCUMENT}.presentation-flat-xml",
        },
        zipped=True,
    ),
    RegisteredFormat(
        name="pptx",
        media_types={
            "pptx": f"{_PRESENTATION}.presentation",
            "potx": f"{_PRESENTATION}.template",
            "ppsx": f"{_PRESENTATION}.slideshow",
        },
        zipped=True,
    ),
    RegisteredFormat(
        name="xlsx",
        media_types={"xlsx": f"{_SPREADSHEET}.sheet", "xltx": f"{_SPREADSHEET}.template"},
        zipped=True,
    ),
    RegisteredFormat(
        name="pdf",
        media_types={"pdf": "application/pdf"},
        experimental=True,
        result=ResultType(suffix="docx", media_type=f"{_WORD}.document"),
    ),
    RegisteredFormat(name="epub", media_types={"epub": "application/epub+zip"}, zipped=True),
    RegisteredFormat(
        name="idml",
        media_types={"idml": "application/vnd.adobe.indesign-idml-package"},
        zipped=True,
    ),
    RegisteredFormat(name="icml", media_types={"icml": "application/x-incopy+xml"}),
    RegisteredFormat(
        name="html",
        media_types={
            "html": "text/html",
            "htm": "text/html",
            "shtml": "text/html",
            "xhtml": "application/xhtml+xml",
            "xht": "application/xhtml+xml",
        },
    ),
    RegisteredFormat(
        name="xliff",
        media_types=dict.fromkeys(
            ("xlf", "xliff", "sdlxliff", "mqxliff", "mxliff", "txlf"), "application/xliff+xml"
        ),
    ),
    RegisteredFormat(name="android", media_types={"xml": "application/xml"}),
    RegisteredFormat(
        name="resx",
        media_types=dict.fromkeys(("resx", "resw"), "text/microsoft-resx"),
    ),
    RegisteredFormat(name="qt", media_types={"ts": "text/vnd.trolltech.linguist"}),
    RegisteredFormat(name="strings", media_types={"strings": "text/plain"}),
    RegisteredFormat(
        name="stringsdict",
        media_types={"stringsdict": "application/x-plist"},
    ),
    RegisteredFormat(name="xcstrings", media_types={"xcstrings": "application/json"}),
    RegisteredFormat(name="arb", media_types={"arb": "application/json"}),
    RegisteredFormat(
        name="dita",
        media_types=dict.fromkeys(("dita", "ditamap", "bookmap", "ditaval", "xml"), "application/dita+xml"),
    ),
    RegisteredFormat(name="svg", media_types={"svg": "image/svg+xml"}),
    RegisteredFormat(
        name="xml",
        media_types={
            "xml": "application/xml",
            "dbk": "application/docbook+xml",
            "docbook": "application/docbook+xml",
        },
    ),
    RegisteredFormat(name="json", media_types={"json": "application/json"}),
    RegisteredFormat(
        name="po",
        media_types={"po": "text/x-gettext-translation", "pot": "text/x-gettext-translation-template"},
    ),
    RegisteredFormat(name="srt", media_types={"srt": "application/x-subrip"}),
    RegisteredFormat(name="vtt", media_types={"vtt": "text/vtt"}),
    RegisteredFormat(
        name="ttml",
        media_types=dict.fromkeys(("ttml", "dfxp"), "application/ttml+xml"),
    ),
    RegisteredFormat(name="ass", media_types=dict.fromkeys(("ass", "ssa"), "text/x-ssa")),
    RegisteredFormat(
        name="yaml",
        media_types=dict.fromkeys(("yaml", "yml"), "application/yaml"),
    ),
    RegisteredFormat(name="toml", media_types={"toml": "application/toml"}),
    RegisteredFormat(
        name="properties",
        media_types={"properties": "text/x-java-properties"},
    ),
    RegisteredFormat(name="fluent", media_types={"ftl": "text/plain"}),
    RegisteredFormat(name="php", media_types={"php": "application/x-php"}),
    RegisteredFormat(name="ini", media_types={"ini": "text/plain"}),
    RegisteredFormat(
        name="csv",
        media_types={
            "csv": "text/csv",
            "tsv": "text/tab-separated-values",
            "tab": "text/tab-separated-values",
        },
    ),
    RegisteredFormat(
        name="markdown",
        media_types=dict.fromkeys(("md", "markdown"), "text/markdown"),
    ),
    RegisteredFormat(name="text", media_types=dict.fromkeys(("txt", "text"), "text/plain")),
)


def find_entry(name: str) -> RegisteredFormat:
    """Look up the entry of a format by name.

    Raises `ConversionFailed`: a job may come from an installation that has more formats.
    """
    for entry in FORMATS:
        if entry.name == name:
            return entry
    raise ConversionFailed("This installation does not have the document's format.")


def find_format(name: str) -> Format:
    """The format of a name, loaded. Raises `ConversionFailed` as `find_entry` does."""
    return find_entry(name).load()


def load_formats() -> tuple[Format, ...]:
    """All formats, in the table's order."""
    return tuple(entry.load() for entry in FORMATS)
