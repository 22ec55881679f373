"""The EPUB format: pages, contents and title of a book; all other files stay byte for byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from dragoman.formats import find_entry
from dragoman.formats.epub.labels import (
    LabelFile,
    changes_labels,
    read_contents,
    read_package,
    write_labels,
)
from dragoman.formats.epub.package import SIGNATURES, Book, open_book, read_file
from dragoman.formats.epub.pages import open_page, write_page
from dragoman.formats.families.html.page_head import is_language
from dragoman.formats.format import (
    Document,
    DocumentWarning,
    FormatInfo,
    Languages,
    Reason,
    Recognition,
    Sample,
    Source,
    Unit,
    WarningCode,
)
from dragoman.formats.units.limits import too_many
from dragoman.messages.placeholder_grammars import PROSE
from dragoman.segments import Segment
from dragoman.text_io.errors import DocumentError
from dragoman.text_io.xml.encoding import decode_xml
from dragoman.text_io.zip.archive import rewrite
from dragoman.text_io.zip.directory import shown

_TYPE: Final = "application/epub+zip"
_MOST_PARTS: Final = 400_000  # texts and codes; far above any limit of words, it bounds memory


class EpubFormat:
    """The `Format` of books of EPUB 2 and 3, with several renditions too."""

    info: ClassVar[FormatInfo] = FormatInfo(
        file_type=find_entry("epub"),
        title="EPUB book",
        translated=(
            "pages, in reading order, like web pages",
            "tables of contents, labels of chapters in NCX files, and titles of guides",
            "title and description of the book",
            "the language of the book in its metadata, and the direction of its pages",
        ),
        left_alone=(
            "scripts, styles, preformatted text, code and formulas",
            'what translate="no" or the class notranslate marks',
            "numbers of printed pages, names of authors, subjects and other data for shops",
            "drawings, also where they are whole pages; pictures, sound and fonts",
        ),
        placeholders=PROSE,
    )

    def recognise(self, sample: Sample) -> Recognition:
        """Recognise books by their `mimetype`; without it by their list of packages."""
        if sample.kind.strip().lower() == _TYPE:
            return Recognition.CERTAIN
        members = sample.members or ()
        likely = not sample.kind and "META-INF/container.xml" in members
        return (
            Recognition.POSSIBLE
            if likely and any(name.endswith(".opf") for name in members)
            else Recognition.NO
        )

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units: title and description first, then the pages, then contents files."""
        book = open_book(source.data)
        packages, contents, warnings = _read_labels(book, languages)
        left_alone: Counter[Reason] = Counter()
        units: list[Unit] = []
        parts = 0
        for unit in _units(book, (packages, contents), languages, left_alone):
            units.append(unit)
            parts += len(unit.segment)
            if parts > _MOST_PARTS:
                raise too_many("texts and codes", _MOST_PARTS, units)
        warnings += _warnings(book, packages, languages)
        return Document(units=tuple(units), left_alone=dict(+left_alone), warnings=tuple(warnings))

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the book with its translations; if none differs, return the source."""
        book = open_book(source.data)
        wanted = {identity.rpartition("#")[0] for identity in targets}
        written: dict[str, bytes | Iterable[bytes]] = {}
        for item in book.pages:
            if item.name in wanted:
                page = write_page(open_page(book.archive, item, languages), targets, languages)
                if page is not None:
                    written[item.name] = page
        packages, contents, _ = _read_labels(book, languages)
        found = packages + contents
        if not written and not any(changes_labels(labels, targets) for labels in found):
            return source.data
        for labels in found:
            data = read_file(book.archive, labels.name)
            written[labels.name] = write_labels(data, labels, targets, languages)
        return rewrite(book.archive, written, without={SIGNATURES} & book.archive.entries.keys())


def _read_labels(
    book: Book, languages: Languages
) -> tuple[list[LabelFile], list[LabelFile], list[DocumentWarning]]:
    """The labels of package and contents files; a contents file that cannot be read stays unchanged."""
    packages = [read_package(package.name, package.body, languages) for package in book.packages]
    contents: list[LabelFile] = []
    warnings: list[DocumentWarning] = []
    for item in book.contents:
        try:
            contents.append(read_contents(item.name, decode_xml(read_file(book.archive, item.name)).body))
        except DocumentError as error:
            message = f"The contents file {shown(item.name)} stays unchanged. {error.message}"
            warnings.append(DocumentWarning(code=WarningCode.PART_LEFT, message=message))
    return packages, contents, warnings


def _units(
    book: Book,
    labels: tuple[list[LabelFile], list[LabelFile]],
    languages: Languages,
    left_alone: Counter[Reason],
) -> Iterator[Unit]:
    packages, contents = labels
    for package in packages:
        yield from package.units()
    for item in book.pages:
        yield from open_page(book.archive, item, languages).units(left_alone)
    for file in contents:
        yield from file.units()


def _warnings(book: Book, packages: list[LabelFile], languages: Languages) -> Iterator[DocumentWarning]:
    if SIGNATURES in book.archive.entries:
        message = "The book was signed. The translation is not: sign it again if it needs to be."
        yield DocumentWarning(code=WarningCode.SIGNATURE_DROPPED, message=message)
    if book.unsupported:
        message = f"{book.unsupported} pages that are drawings or other files stay unchanged."
        yield DocumentWarning(code=WarningCode.PART_LEFT, message=message)
    declared = [language for package in packages for language in package.declared_languages()]
    if declared and not any(is_language(language, languages.source) for language in declared):
        message = f"The book declares another language than {languages.source}."
        yield DocumentWarning(code=WarningCode.LANGUAGE_DIFFERS, message=message)


FORMAT: Final = EpubFormat()
