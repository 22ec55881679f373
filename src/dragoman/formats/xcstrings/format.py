"""The xcstrings format: strings become units, and the target language's localizations are filled in.

Everything else is unchanged byte for byte: other languages, comments, order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from dragoman import languages as tags
from dragoman.formats import find_entry
from dragoman.formats.format import (
    Document,
    DocumentWarning,
    FormatInfo,
    Languages,
    Option,
    Reason,
    Recognition,
    Sample,
    Source,
    Unit,
    WarningCode,
)
from dragoman.formats.units.coded_text import APPLE, align_codes, read_coded, write_coded
from dragoman.formats.units.encoding_warnings import warnings_for
from dragoman.formats.units.existing_translations import EXISTING, keeps_existing
from dragoman.formats.units.limits import too_many
from dragoman.formats.units.locales import is_same_language
from dragoman.formats.units.notes import join_notes
from dragoman.formats.units.values import ContentKind, is_prose, judge
from dragoman.formats.xcstrings.catalog import CatalogEntry, StringCatalog
from dragoman.formats.xcstrings.localizations import Localization, LocalizedText, localize, name_of, source_of
from dragoman.formats.xcstrings.writing import read_layout
from dragoman.segments import Segment, plain_text
from dragoman.text_io.charsets import DecodedText, decode, encode, show_text
from dragoman.text_io.errors import ConversionFailed, DocumentEmpty
from dragoman.text_io.json.literals import read_string_style
from dragoman.text_io.splice import TextSplicer

MOST_TEXTS: Final = 250_000
_LONGEST_CONTEXT: Final = 300
_MARK: Final = "markNeedsReview"
_NAMES: Final = {"zh": "zh-Hans", "zh-CN": "zh-Hans", "zh-SG": "zh-Hans", "zh-TW": "zh-Hant"}  # Apple's

INFO: Final = FormatInfo(
    file_type=find_entry("xcstrings"),
    title="Xcode string catalog",
    translated=(
        "strings that the target language lacks, by their source localization or key",
        "variations by device and width, substitutions, plurals with the target language's forms",
    ),
    left_alone=(
        "existing translations, reviewed or not (unless the option says replace)",
        "strings that are not to be translated (shouldTranslate)",
        "keys, comments, every other language, and phrases of App Shortcuts",
    ),
    placeholders=("default", "printf"),
    notes="comments",
    options=(
        EXISTING,
        Option(
            name=_MARK,
            default=True,
            description="Mark the new translations for review in Xcode, which uses them all the same.",
        ),
    ),
    bilingual=True,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _String:
    """A string of the catalog that may be translated."""

    number: int
    entry: CatalogEntry
    localization: Localization
    keep: bool

    def units(self) -> Iterator[tuple[LocalizedText, Unit]]:
        """Its texts as units."""
        comment = self.entry.values.get("comment")
        note = join_notes([comment]) if isinstance(comment, str) else ""
        for leaf in self.localization.leaves:
            segment = read_coded(leaf.source, APPLE)
            kept = self.keep and leaf.finished
            target = align_codes(read_coded(leaf.existing or "", APPLE), segment) if kept else None
            reason = Reason.TRANSLATED if kept else judge("", plain_text(segment), ContentKind.LABELS)
            name, key = show_text(name_of(leaf.path), _LONGEST_CONTEXT), self.entry.place.key
            unit = Unit(
                id=f"{self.number}/{name}" if name else str(self.number),
                segment=segment,
                target=target,
                reason=reason,
                prose=is_prose(leaf.source),
                context=show_text(f"{key} ({name})" if name else key, _LONGEST_CONTEXT),
                note=note,
            )
            yield leaf, unit


@dataclass(slots=True, kw_only=True)
class _Plan:
    """The catalog as extraction and rebuilding both need it."""

    decoded: DecodedText
    catalog: StringCatalog
    language: str  # the target's, as the catalog names it
    languages: Languages
    keep: bool
    left: Counter[Reason] = field(default_factory=Counter)

    def strings(self) -> Iterator[_String]:
        """The strings that may be translated, numbered."""
        for number, entry in enumerate(self.catalog.entries(), start=1):
            if entry.values.get("shouldTranslate") is False:
                self.left[Reason.LOCKED] += 1
                continue
            found = {member.key: member for member in entry.languages}
            own, existing = found.get(self.catalog.language), found.get(self.language)
            source = source_of(entry.place.key, self.catalog.value(own) if own else None)
            if source is None:
                self.left[Reason.KEY] += 1
                continue
            there = self.catalog.value(existing) if existing else None
            localization = localize(source, there, self.languages.target)
            yield _String(number=number, entry=entry, localization=localization, keep=self.keep)


class XcstringsFormat:
    """String catalogs."""

    @property
    def info(self) -> FormatInfo:
        """The description for users."""
        return INFO

    def recognise(self, sample: Sample) -> Recognition:
        """Recognise a catalog by its extension, and its source language at the beginning."""
        text = sample.text
        if text is None or sample.members is not None or sample.suffix not in INFO.media_types:
            return Recognition.NO
        if not text.lstrip().startswith("{"):
            return Recognition.NO
        return Recognition.CERTAIN if '"sourceLanguage"' in text else Recognition.POSSIBLE

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        plan = _plan(source, languages)
        units: list[Unit] = []
        for string in plan.strings():
            units += (unit for _, unit in string.units())
            if len(units) > MOST_TEXTS:
                raise too_many("texts", MOST_TEXTS, units)
        return Document(
            units=tuple(units), left_alone=dict(plan.left), warnings=tuple(_warnings(plan, languages))
        )

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the catalog with `targets` in it."""
        plan = _plan(source, languages)
        layout = read_layout(plan.catalog, read_string_style(plan.decoded))
        state = "needs_review" if source.options.get(_MARK, True) else "translated"
        splicer, changed = TextSplicer(plan.decoded.text), False
        for string in plan.strings():
            texts = {
                leaf.path: write_coded(targets[unit.id], leaf.source, APPLE)
                for leaf, unit in string.units()
                if unit.id in targets and targets[unit.id] != unit.target
            }
            if texts:
                value = string.localization.with_texts(texts, state)
                splicer.put([layout.localization(string.entry, plan.language, value)])
                changed = True
        return encode(splicer.finish(), plan.decoded)[0] if changed else source.data


def _plan(source: Source, languages: Languages) -> _Plan:
    decoded = decode(source.data)
    if not decoded.text.strip():
        raise DocumentEmpty("The file is empty.")
    catalog = StringCatalog(decoded.text)
    return _Plan(
        decoded=decoded,
        catalog=catalog,
        language=_language(catalog, languages.target),
        languages=languages,
        keep=keeps_existing(source),
    )


def _language(catalog: StringCatalog, target: str) -> str:
    """The name of the target language in the catalog."""
    found = {member.key for entry in catalog.entries() for member in entry.languages} - {catalog.language}
    name = _NAMES.get(target, target)
    if name in found:
        return name
    if name.casefold() == catalog.language.replace("_", "-").casefold():
        raise ConversionFailed(
            "The catalog's source language is the target language of the job: there is nothing to add to it."
        )
    exact = [
        key for key in found if tags.is_well_formed(key) and tags.canonical(key) == tags.canonical(target)
    ]
    return min(exact or (key for key in found if is_same_language(key, target)), default=name)


def _warnings(plan: _Plan, languages: Languages) -> Iterator[DocumentWarning]:
    found = warnings_for(plan.decoded, languages.target)
    # what the encoding lacks is written as escapes
    yield from (warning for warning in found if warning.code is not WarningCode.ENCODING_CHANGED)
    if not is_same_language(plan.catalog.language, languages.source):
        message = "The file declares another language than the source language of the job."
        yield DocumentWarning(code=WarningCode.LANGUAGE_DIFFERS, message=message)


FORMAT: Final = XcstringsFormat()
