"""A format for files of keys and texts, complete except for the syntax, which each format adds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from dragoman.formats.families.keyed.extraction import extract_units
from dragoman.formats.families.keyed.model import KeyedFile
from dragoman.formats.families.keyed.rebuilding import rebuild_file
from dragoman.formats.format import Document, FormatInfo, Languages, Option, Recognition, Sample, Source
from dragoman.formats.units.values import ContentKind
from dragoman.segments import Segment
from dragoman.text_io.charsets import DecodedText, decode
from dragoman.text_io.errors import DocumentEmpty

KEY_OPTIONS: Final = (
    Option(
        name="keys",
        default=(),
        description="Translate only texts whose key or path fits one of these: `label`, `menu.*`.",
    ),
    Option(
        name="skipKeys",
        default=(),
        description="Leave texts whose key or path fits one of these.",
    ),
)

TEXTS: Final = Option(
    name="texts",
    default="auto",
    choices=("auto", "all", "prose"),
    description=(
        "Which values are texts: `all`, even single words, as in a catalogue; only `prose`, as in a "
        "configuration, whose names, patterns and commands stay; `auto`: the file shows what it is."
    ),
)


def patterns(options: Mapping[str, object], name: str) -> tuple[str, ...]:
    """The patterns of an option."""
    value = options.get(name)
    return tuple(map(str, value)) if isinstance(value, list | tuple) else ()


def choose_content_kind(options: Mapping[str, object], found: ContentKind) -> ContentKind:
    """The kind of a file's content: by the client's option `texts`, else as detected."""
    return {"all": ContentKind.LABELS, "prose": ContentKind.CONFIGURATION}.get(
        str(options.get(TEXTS.name)), found
    )


def is_no_markup(sample: Sample) -> bool:
    """Whether contents do not begin as XML does."""
    return sample.root is None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyedFormat:
    """A format that reads its syntax into a `KeyedFile`."""

    info: FormatInfo
    read: Callable[[DecodedText, Languages], KeyedFile]
    accepts: Callable[[Sample], bool] = (
        is_no_markup  # of text with an extension of the format; broken files are refused later
    )
    declared: str | None = None  # the encoding of files that declare none
    letters_fit: bool = False  # there are escapes for letters that the encoding lacks

    def recognise(self, sample: Sample) -> Recognition:
        """Any text with an extension of the format that may be of the format."""
        named = sample.suffix in self.info.media_types and sample.text is not None
        return Recognition.POSSIBLE if named and self.accepts(sample) else Recognition.NO

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        return extract_units(self._open(source, languages), languages, letters_fit=self.letters_fit)

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the document with `targets` in it."""
        return rebuild_file(self._open(source, languages), source.data, targets)

    def _open(self, source: Source, languages: Languages) -> KeyedFile:
        decoded = decode(source.data, declared=self.declared, language=languages.source)
        if not decoded.text.strip():
            raise DocumentEmpty("The file is empty.")
        resource = self.read(decoded, languages)
        return replace(
            resource,
            content_kind=choose_content_kind(source.options, resource.content_kind),
            wanted=patterns(source.options, "keys"),
            unwanted=patterns(source.options, "skipKeys"),
        )
