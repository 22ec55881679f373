"""The ARB format: messages become units, and their translations are written into the bundle.

Everything else is unchanged byte for byte: descriptions, placeholders, order, indentation.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.families.keyed.json_strings import scan_strings
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
from dragoman.formats.units.coded_text import PLAIN, read_coded, write_coded
from dragoman.formats.units.encoding_warnings import warnings_for
from dragoman.formats.units.icu_segments import MessageText, read_message, write_message
from dragoman.formats.units.limits import too_many
from dragoman.formats.units.locales import is_same_language
from dragoman.formats.units.notes import join_notes
from dragoman.formats.units.values import ContentKind, has_letters, is_prose, judge
from dragoman.messages.icu import Apostrophes
from dragoman.segments import Segment, plain_text
from dragoman.text_io.charsets import DecodedText, decode, encode, show_text
from dragoman.text_io.errors import DocumentCorrupt, DocumentEmpty
from dragoman.text_io.json.literals import JsonStringStyle, read_string_style, write_json_string
from dragoman.text_io.json.scanner import JsonString, JsonStrings
from dragoman.text_io.splice import Replacement, splice

MOST_TEXTS: Final = 250_000
_LOCALE: Final = "@@locale"
_LONGEST_CONTEXT: Final = 300
_ESCAPING: Final = "useEscaping"
_AUTO: Final = "auto"
_YES: Final = "yes"
_BEGINS: Final = re.compile(r"\s*+\{\s*+\"(?:@@?[\w\-]{1,100}|[A-Za-z_]\w{0,100})\"\s*+:")

INFO: Final = FormatInfo(
    file_type=find_entry("arb"),
    title="Application resource bundle (Flutter)",
    translated=(
        "messages, ICU messages branch by branch, with the plural forms that the target language has",
        "@@locale, which names the target language if it named the source language",
    ),
    left_alone=(
        "keys, order and indentation",
        "everything under a key with @: descriptions, placeholders, dates",
    ),
    placeholders=("default", "icu"),
    notes="descriptions under `@key`",
    options=(
        Option(
            name=_ESCAPING,
            default=_AUTO,
            choices=(_AUTO, _YES, "no"),
            description="Whether apostrophes quote, as with Flutter's use-escaping; auto: if any is doubled.",
        ),
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spot:
    """A message to translate."""

    id: str
    value: JsonString
    message: MessageText | None  # None: ordinary text
    note: str

    def segments(self) -> dict[str, Segment]:
        """Its segments by the ids of their units."""
        if self.message is None:
            return {self.id: read_coded(self.value.text)}
        return {
            f"{self.id}/{variant.path}" if variant.path else self.id: variant.segment
            for variant in self.message.variants
        }

    def write(self, targets: Mapping[str, Segment]) -> str:
        """The message with `targets` (by unit id) in it."""
        if self.message is None:
            return write_coded(targets[self.id], self.value.text) if targets else self.value.text
        names = {
            f"{self.id}/{variant.path}" if variant.path else self.id: variant.path
            for variant in self.message.variants
        }
        return write_message(self.message, {names[key]: target for key, target in targets.items()})


@dataclass(slots=True, kw_only=True)
class _Bundle:
    """The bundle as extraction and rebuilding both need it."""

    decoded: DecodedText
    scanned: JsonStrings
    languages: Languages
    escaping: object
    left: Counter[Reason] = field(default_factory=Counter)

    def spots(self) -> Iterator[_Spot]:
        """Every message to translate."""
        values = self.scanned.strings
        escapes = self.escaping == _YES or (
            self.escaping == _AUTO and any("''" in value.text for value in values)
        )
        apostrophes = Apostrophes.REQUIRED if escapes else Apostrophes.NONE
        descriptions = self._descriptions()
        for number, value in enumerate(values, start=1):
            message = None
            reason: Reason | None = Reason.COMMENT if value.key == "description" else Reason.KEY
            if value.owner == 0 and not value.key.startswith("@"):
                if PLAIN.search(value.text) is None:
                    message = read_message(value.text, self.languages, apostrophes=apostrophes, always=True)
                reason = None if message is not None else judge(value.key, value.text, ContentKind.LABELS)
                if message is not None and not any(
                    has_letters(plain_text(w.segment)) for w in message.variants
                ):
                    reason = Reason.NO_TEXT
            if reason is None:
                note = join_notes([descriptions.get(f"@{value.key}", "")])
                yield _Spot(id=str(number), value=value, message=message, note=note)
            else:
                self.left[reason] += 1

    def _descriptions(self) -> dict[str, str]:
        """Descriptions for translators, by the keys of their metadata: `@greeting`."""
        within = self.scanned.containers
        return {
            within[value.owner].key: value.text
            for value in self.scanned.strings
            if value.key == "description" and value.place < 0 and within[value.owner].parent == 0
        }

    def locale(self) -> JsonString | None:
        """The member that names the language of the bundle."""
        return next((v for v in self.scanned.strings if v.owner == 0 and v.key == _LOCALE), None)


class ArbFormat:
    """`.arb` files."""

    @property
    def info(self) -> FormatInfo:
        """The description for users."""
        return INFO

    def recognise(self, sample: Sample) -> Recognition:
        """Recognise a bundle by its extension; `@@locale` at its beginning makes it certain."""
        text = sample.text
        if text is None or sample.members is not None or not text.strip():
            return Recognition.NO
        if sample.suffix not in INFO.media_types:
            return Recognition.NO
        return Recognition.CERTAIN if _BEGINS.match(text) else Recognition.POSSIBLE

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        bundle = _read(source, languages)
        units: list[Unit] = []
        for spot in bundle.spots():
            units += _units(spot)
            if len(units) > MOST_TEXTS:
                raise too_many("texts", MOST_TEXTS, units)
        return Document(
            units=tuple(units), left_alone=dict(bundle.left), warnings=tuple(_warnings(bundle, languages))
        )

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the bundle with `targets` in it."""
        bundle = _read(source, languages)
        style = read_string_style(bundle.decoded)
        text = bundle.decoded.text
        replacements = []
        for spot in bundle.spots():
            own = spot.segments()
            given = {key: targets[key] for key in own if key in targets}
            if any(given[key] != own[key] for key in given):
                replacements.append(_replacement(text, spot.value, spot.write(given), style))
        locale = bundle.locale()
        if not replacements:
            return source.data
        if locale is not None and is_same_language(locale.text, languages.source):
            dash = "-" if "-" in locale.text else "_"
            name = languages.target.replace("-", dash)
            replacements.append(_replacement(text, locale, name, style))
        return encode(splice(text, replacements), bundle.decoded)[0]


def _read(source: Source, languages: Languages) -> _Bundle:
    decoded = decode(source.data, language=languages.source)
    if not decoded.text.strip():
        raise DocumentEmpty("The file is empty.")
    scanned = scan_strings(decoded.text)
    if scanned.containers and scanned.containers[0].is_array:
        raise DocumentCorrupt("This is not a resource bundle: it is a list, not an object.")
    return _Bundle(
        decoded=decoded,
        scanned=scanned,
        languages=languages,
        escaping=source.options.get(_ESCAPING, _AUTO),
    )


def _units(spot: _Spot) -> Iterator[Unit]:
    for identity, segment in spot.segments().items():
        path = identity.partition("/")[2]
        context = f"{spot.value.key} ({path})" if path else spot.value.key
        yield Unit(
            id=identity,
            segment=segment,
            reason=None if has_letters(plain_text(segment)) else Reason.NO_TEXT,
            prose=is_prose(spot.value.text),
            context=show_text(context, _LONGEST_CONTEXT),
            note=spot.note,
        )


def _replacement(text: str, value: JsonString, new: str, style: JsonStringStyle) -> Replacement:
    literal = write_json_string(new, style, like=text[value.start : value.end])
    return Replacement(value.start, value.end, literal)


def _warnings(bundle: _Bundle, languages: Languages) -> Iterator[DocumentWarning]:
    found = warnings_for(bundle.decoded, languages.target)
    # what the encoding lacks is written as escapes
    yield from (warning for warning in found if warning.code is not WarningCode.ENCODING_CHANGED)
    locale = bundle.locale()
    if locale is not None and locale.text and not is_same_language(locale.text, languages.source):
        message = "The file declares another language than the source language of the job."
        yield DocumentWarning(code=WarningCode.LANGUAGE_DIFFERS, message=message)


FORMAT: Final = ArbFormat()
