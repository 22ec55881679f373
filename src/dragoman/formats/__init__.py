"""Document formats: the table of them. A new format is one folder here and one line in the table.

`dragoman.conversion` finds the format of a file and runs it in a process that can do no harm.
"""

from __future__ import annotations

from typing import Final

from dragoman.formats.android import FORMAT as ANDROID
from dragoman.formats.arb import FORMAT as ARB
from dragoman.formats.ass import FORMAT as ASS
from dragoman.formats.csv import FORMAT as CSV
from dragoman.formats.dita import FORMAT as DITA
from dragoman.formats.docx import FORMAT as DOCX
from dragoman.formats.epub import FORMAT as EPUB
from dragoman.formats.fluent import FORMAT as FLUENT
from dragoman.formats.format import Format
from dragoman.formats.html import FORMAT as HTML
from dragoman.formats.icml import FORMAT as ICML
from dragoman.formats.idml import FORMAT as IDML
from dragoman.formats.ini import FORMAT as INI
from dragoman.formats.json import FORMAT as JSON
from dragoman.formats.markdown import FORMAT as MARKDOWN
from dragoman.formats.odp import FORMAT as ODP
from dragoman.formats.ods import FORMAT as ODS
from dragoman.formats.odt import FORMAT as ODT
from dragoman.formats.pdf import FORMAT as PDF
from dragoman.formats.php import FORMAT as PHP
from dragoman.formats.po import FORMAT as PO
from dragoman.formats.pptx import FORMAT as PPTX
from dragoman.formats.properties import FORMAT as PROPERTIES
from dragoman.formats.qt import FORMAT as QT
from dragoman.formats.resx import FORMAT as RESX
from dragoman.formats.srt import FORMAT as SRT
from dragoman.formats.strings import FORMAT as STRINGS
from dragoman.formats.stringsdict import FORMAT as STRINGSDICT
from dragoman.formats.svg import FORMAT as SVG
from dragoman.formats.text import FORMAT as TEXT
from dragoman.formats.toml import FORMAT as TOML
from dragoman.formats.ttml import FORMAT as TTML
from dragoman.formats.vtt import FORMAT as VTT
from dragoman.formats.xcstrings import FORMAT as XCSTRINGS
from dragoman.formats.xliff import FORMAT as XLIFF
from dragoman.formats.xlsx import FORMAT as XLSX
from dragoman.formats.xml import FORMAT as XML
from dragoman.formats.yaml import FORMAT as YAML
from dragoman.text_io.errors import ConversionFailed

# Where two formats claim a file alike, the earlier one has it.
FORMATS: Final[tuple[Format, ...]] = (
    DOCX,
    ODT,
    ODS,
    ODP,
    PPTX,
    XLSX,
    PDF,
    EPUB,
    IDML,
    ICML,
    HTML,
    XLIFF,
    ANDROID,
    RESX,
    QT,
    STRINGS,
    STRINGSDICT,
    XCSTRINGS,
    ARB,
    DITA,
    SVG,
    XML,
    JSON,
    PO,
    SRT,
    VTT,
    TTML,
    ASS,
    YAML,
    TOML,
    PROPERTIES,
    FLUENT,
    PHP,
    INI,
    CSV,
    MARKDOWN,
    TEXT,
)


def find_format(name: str) -> Format:
    """The format of a name. Raises `ConversionFailed`: a job may come from an installation that has more."""
    for entry in FORMATS:
        if entry.info.name == name:
            return entry
    raise ConversionFailed("This installation does not have the document's format.")
