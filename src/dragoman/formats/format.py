"""The protocol of document formats: bytes to a document and back, or a refusal; never a loss.

A format is a folder beside this file and one entry in the table of `dragoman.formats`. It uses no paths,
engines or clocks, and runs in a confined child process (`dragoman.conversion`). The law: rebuilding with each
unit's own segment gives the source back, as equal as the format allows. Where results are of another type
(`FormatInfo.result`), the result is a document of that type which holds the text of every unit.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from dragoman.messages.placeholder_grammars import DEFAULT, NAMES, WITHOUT
from dragoman.segments import Segment
from dragoman.text_io.errors import ConversionFailed

LARGEST_LENGTH: Final = 1_000_000  # characters of a unit's limit; a larger one is none
LONGEST_NOTE: Final = 2_000  # characters of a unit's note
MOST_NOTES: Final = 10_000_000  # characters of a document's notes in all, each counted for every unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A choice that a client can make for one job, in the `options` field of D1."""

    name: str  # camelCase, as in the request
    default: bool | str | tuple[str, ...]  # its type is the type of values; tuple: a list of strings
    description: str  # one sentence for the documentation
    choices: tuple[str, ...] = ()  # for strings: all that are allowed; empty: any


# Every format has this option beside its own.
PLACEHOLDERS: Final = Option(
    name="placeholders",
    default=(),
    description="Grammars of the placeholders in the texts, instead of those that the format chooses.",
    choices=(*NAMES, *(WITHOUT + name for name in NAMES[1:-1])),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultType:
    """The file type of results, where it differs from the type of the source."""

    suffix: str  # the file extension in lower case, without its dot: "docx"
    media_type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileType:
    """The file types of a format, and of its results."""

    name: str  # short and stable, shown by D9: "docx"
    media_types: Mapping[str, str]  # file extension in lower case, without its dot → MIME type; first: usual
    experimental: bool = False
    zipped: bool = False  # files are zip archives: a damaged one is accepted and fails when it is read
    result: ResultType | None = None  # None: results have the type of the source


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatInfo:
    """The description of a format for users."""

    file_type: FileType  # its entry in the table of formats
    title: str  # "Word document"
    translated: tuple[str, ...]  # the texts that are translated, phrases for the documentation
    left_alone: tuple[str, ...]  # the parts that are not translated
    options: tuple[Option, ...] = ()
    placeholders: tuple[str, ...] = (DEFAULT,)  # names of the grammars that its texts are written in
    notes: str = ""  # the parts of a file that become notes for linguists: a phrase for the documentation
    bilingual: bool = False  # files hold source and target; the source text stays in the result

    @property
    def name(self) -> str:
        """The name of the format."""
        return self.file_type.name

    @property
    def media_types(self) -> Mapping[str, str]:
        """Its file extensions with their MIME types."""
        return self.file_type.media_types

    @property
    def result(self) -> ResultType | None:
        """The file type of results, where it is another one."""
        return self.file_type.result


@dataclass(frozen=True, slots=True, kw_only=True)
class Languages:
    """The job's languages, canonical BCP 47."""

    source: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A document as the client sent it."""

    data: bytes = field(repr=False)
    suffix: str  # its file extension in lower case, without the dot; "" when it has none
    options: Mapping[str, object] = field(default_factory=dict)  # complete: defaults filled in


class Recognition(enum.IntEnum):
    """Whether contents are of a format."""

    NO = 0
    POSSIBLE = 1  # it cannot be ruled out: any text may be plain text
    CERTAIN = 2


class Reason(enum.StrEnum):
    """Why a text is not translated. Stable; shown in the fidelity report."""

    HIDDEN = "hidden"  # hidden text, unless an option includes it
    DELETED = "deleted"  # tracked deletions
    FIELD = "field"  # computed by the program: page numbers, references, indexes, field codes
    CONTENTS = "contents"  # entries of tables of contents and indexes that repeat no text of the document
    LOCKED = "locked"  # marked in the document: translate="no", a locked segment
    TRANSLATED = "translated"  # it has a translation already
    CODE = "code"  # program code, scripts, styles, formulas
    COMMENT = "comment"  # comments and annotations, unless an option includes them
    KEY = "key"  # keys, identifiers and settings
    NO_TEXT = "no_text"  # nothing but numbers, signs and white space


class WarningCode(enum.StrEnum):
    """The kind of a warning to the owner of a document. Stable; shown in the fidelity report."""

    ENCODING_GUESSED = "ENCODING_GUESSED"
    ENCODING_CHANGED = "ENCODING_CHANGED"  # the target's letters do not fit the source's encoding
    SIGNATURE_DROPPED = "SIGNATURE_DROPPED"  # a digital signature would no longer be valid
    LANGUAGE_DIFFERS = "LANGUAGE_DIFFERS"  # the document declares other languages than the job
    TRANSLATIONS_REPLACED = "TRANSLATIONS_REPLACED"  # the file had translations into another language
    PART_LEFT = "PART_LEFT"  # a part could not be read and is unchanged
    CONTENTS_LEFT = (
        "CONTENTS_LEFT"  # entries of tables of contents or indexes are not translated: update them
    )
    MACROS_DROPPED = "MACROS_DROPPED"  # the result is of a type that holds none
    LAYOUT_APPROXIMATE = (
        "LAYOUT_APPROXIMATE"  # the result is built anew and looks only roughly like the source
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentWarning:
    """One warning. Its message is for people and quotes no text of the document."""

    code: WarningCode
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A text translated as one: a paragraph, a cell, a string, a segment of a bilingual file.

    Codes have ids that are unique in their unit. Their `data` is a short display of the original for people
    (`<w:b/>`); `rebuild` finds the original by unit id and code id. Leading and trailing white space may be
    part of the segment, and so may codes at its ends.
    """

    id: str  # unique in the document, the same at every extraction
    segment: Segment
    target: Segment | None = None  # of bilingual formats: the translation in the file
    reason: Reason | None = None  # None: it is to be translated
    prose: bool = True  # may be split into sentences; False: it is a segment already, or a software string
    context: str = ""  # key or path in the file, for people and for context matches
    note: str = ""  # for translators, from the file, at most LONGEST_NOTE characters; never written back
    # Names of placeholder grammars that flags in the file give to this text, beside its format's. Behind
    # `dragoman.conversion`: all that are looked for; none: the default.
    placeholders: tuple[str, ...] = ()
    max_length: int | None = None  # characters of the translation that fit its place; None: not said


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """The units of a document in reading order, and counts and warnings for the fidelity report."""

    units: tuple[Unit, ...]
    left_alone: Mapping[Reason, int] = field(default_factory=dict)  # texts that are not units
    warnings: tuple[DocumentWarning, ...] = ()


class TranslationsRefused(ConversionFailed):
    """Some translations cannot be written. The format names their units; the others may be fine."""

    def __init__(self, message: str, *, unit_ids: Collection[str]) -> None:
        super().__init__(message)
        self.unit_ids = frozenset(unit_ids)


class Format(Protocol):
    """A plug-in for one family of files. Its functions are pure; hostile input ends in a `DocumentError`."""

    @property
    def info(self) -> FormatInfo:
        """The description for users."""

    def recognise(self, sample: Sample) -> Recognition:
        """Whether these contents are of this format. Cheap and safe: it runs in the serving process."""

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units. Deterministic: the same bytes give the same document."""

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the document with `targets` (unit id → translation) in it; other units are unchanged.

        Every target has exactly the codes of its unit's segment, in any order that nests properly. Raises
        ConversionFailed where a target cannot be written; `conversion.writing` then leaves it out.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class XmlRoot:
    """The root element of an XML file, read from the beginning of the file."""

    namespace: str
    name: str  # local name
    attributes: Mapping[str, str]  # by their written names, with prefixes


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """The properties of contents that are visible without parsing them; made by `conversion.sampling`."""

    data: bytes = field(repr=False)  # all of it
    suffix: str
    text: str | None  # the first 64 KiB decoded; None: they are not text
    root: XmlRoot | None  # None: not XML
    members: tuple[str, ...] | None  # names of the entries of a zip archive; None: not one that can be read
    kind: str = ""  # the type that the archive declares: an OPC package's main content type, or `mimetype`
