"""The Fluent format: values and attributes of messages become units; the rest is unchanged."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.families.keyed.extraction import MOST_TEXTS
from dragoman.formats.families.keyed.format import KEY_OPTIONS, patterns
from dragoman.formats.families.keyed.key_paths import matches
from dragoman.formats.fluent.patterns import ParsedPattern, PatternText, all_texts, read_pattern
from dragoman.formats.fluent.reading import Element, FluentResource, parse
from dragoman.formats.fluent.writing import FluentSource, replacements
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
    TranslationsRefused,
    Unit,
    WarningCode,
)
from dragoman.formats.units.encoding_warnings import warnings_for
from dragoman.formats.units.limits import too_many
from dragoman.formats.units.notes import lines_above
from dragoman.formats.units.string_segments import has_halves
from dragoman.formats.units.values import has_letters, is_prose
from dragoman.segments import Segment, Text, normalise, plain_text
from dragoman.text_io.charsets import DecodedText, decode, encode
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEmpty
from dragoman.text_io.splice import Replacement, splice

INFO: Final = FormatInfo(
    file_type=find_entry("fluent"),
    title="Fluent file",
    translated=(
        "values and attributes of messages",
        "terms, but for those with `brand` in their names",
        "variants of choices as whole texts, with the plural forms that the target language has",
    ),
    left_alone=(
        "names, comments, placeables, selectors and layout",
        "attributes for access keys, shortcuts and styles",
        "lines that are not Fluent syntax",
    ),
    placeholders=("default", "fluent"),
    notes="comments directly above a message or term",
    options=(
        *KEY_OPTIONS,
        Option(
            name="brandTerms", default=False, description="Translate terms with `brand` in their names, too."
        ),
    ),
)
_FOR_PROGRAMS: Final = re.compile(
    r".*[.\-_](?:access-?key|command-?key|key-?code|modifiers|shortcut|short-?cut-?key|style|href|url|src|key)",
    re.IGNORECASE | re.DOTALL,
)
_STRING_ALONE: Final = re.compile(r"\{\s*\"([^\"\\\n]*)\"\s*\}")
_UNWRITABLE: Final = (
    "A translation cannot be written without changing the structure of the file. "
    "Translate it differently, or exclude its key."
)
_BREAKS: Final = re.compile(r" *\n[ \n]*")


class FluentFormat:
    """Fluent translation lists."""

    @property
    def info(self) -> FormatInfo:
        """The description for users."""
        return INFO

    def recognise(self, sample: Sample) -> Recognition:
        """Recognise any text with an extension of the format."""
        named = sample.suffix in INFO.media_types and sample.text is not None and sample.root is None
        return Recognition.POSSIBLE if named else Recognition.NO

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        plan = _read(source, languages)
        units: list[Unit] = []
        for spot in plan.spots():
            units += _units(spot, plan.decoded.text)
            if len(units) > MOST_TEXTS:
                raise too_many("texts", MOST_TEXTS, units)
        warnings = warnings_for(plan.decoded, languages.target)
        if plan.resource.junk:
            message = f"{plan.resource.junk} entries are not valid Fluent syntax; they are unchanged."
            warnings = (*warnings, DocumentWarning(code=WarningCode.PART_LEFT, message=message))
        return Document(units=tuple(units), left_alone=dict(plan.left), warnings=warnings)

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the document with `targets` in it."""
        plan = _read(source, languages)
        text = plan.decoded.text
        page = FluentSource(text, "\r\n" if "\r\n" in text else "\n")
        found: list[Replacement] = []
        for spot in plan.spots():
            given = {
                text.path: normalise(targets[key])
                for text in all_texts(spot.reading)
                if (key := _unit_id(spot, text)) in targets
            }
            found += replacements(spot.reading, page, given)
        if not found:
            return source.data
        data = encode(splice(text, found), plan.decoded)[0]
        _check(plan, data, targets, languages)
        return data


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spot:
    """A pattern to translate."""

    identity: str
    name: str
    reading: ParsedPattern
    above: tuple[int, int]


@dataclass(slots=True, kw_only=True)
class _Plan:
    """The file as extraction and rebuilding both need it."""

    decoded: DecodedText
    resource: FluentResource
    options: Mapping[str, object]
    languages: Languages
    left: Counter[Reason] = field(default_factory=Counter)

    def spots(self) -> Iterator[_Spot]:
        """Every pattern to translate; counts the others."""
        self.left.clear()
        for number, found in enumerate(self.resource.found, start=1):
            reading = read_pattern(found.pattern, self.languages)
            texts = "".join(e for text in all_texts(reading) for e in text.elements if isinstance(e, str))
            reason = _reason(found.name, texts, self.options)
            if reason is not None:
                self.left[reason] += 1
            else:
                yield _Spot(identity=str(number), name=found.name, reading=reading, above=found.above)


def _read(source: Source, languages: Languages) -> _Plan:
    decoded = decode(source.data, language=languages.source)
    if not decoded.text.strip():
        raise DocumentEmpty("The file is empty.")
    resource = parse(decoded.text)
    if resource.junk and not resource.found and not resource.comments:
        raise DocumentCorrupt("This is not a Fluent file: it has no message that can be read.")
    return _Plan(decoded=decoded, resource=resource, options=source.options, languages=languages)


def _reason(name: str, texts: str, options: Mapping[str, object]) -> Reason | None:
    wanted, unwanted = patterns(options, "keys"), patterns(options, "skipKeys")
    if matches(unwanted, name) or (wanted and not matches(wanted, name)):
        return Reason.KEY
    if not has_letters(texts):
        return Reason.NO_TEXT
    if has_halves(texts):
        return Reason.CODE
    if wanted:
        return None
    if name.startswith("-") and "brand" in name.lower() and not options.get("brandTerms"):
        return Reason.LOCKED
    of_term = name.startswith("-") and "." in name  # these characters are special in messages only
    return Reason.KEY if of_term or _FOR_PROGRAMS.fullmatch(name) else None


def _unit_id(spot: _Spot, text: PatternText) -> str:
    return f"{spot.identity}/{text.path}" if text.path else spot.identity


def _units(spot: _Spot, source: str) -> Iterator[Unit]:
    note = lines_above(source, spot.above[1], after=spot.above[0], marks="#")
    for text in all_texts(spot.reading):
        segment = text.segment()
        plain = plain_text(segment)
        yield Unit(
            id=_unit_id(spot, text),
            segment=segment,
            reason=None if has_letters(plain) else Reason.NO_TEXT,
            prose=is_prose(plain),
            context=f"{spot.name} ({text.path})" if text.path else spot.name,
            note=note,
        )


def _check(plan: _Plan, data: bytes, targets: Mapping[str, Segment], languages: Languages) -> None:
    """Parse a result again. Raises ConversionFailed unless it has exactly the expected texts."""
    again = parse(decode(data).text)
    if again.junk != plan.resource.junk or [found.name for found in again.found] != [
        found.name for found in plan.resource.found
    ]:
        raise ConversionFailed(_UNWRITABLE)
    refused: list[str] = []
    for spot in plan.spots():
        pattern = again.found[int(spot.identity) - 1].pattern
        read = {
            text.path: _plain(map(_comparable, text.elements))
            for text in all_texts(read_pattern(pattern, languages))
        }
        for text in all_texts(spot.reading):
            codes = text.codes()
            parts = targets.get(_unit_id(spot, text), text.segment())
            wanted = _plain(p.text if isinstance(p, Text) else _comparable(codes[p.id]) for p in parts)
            if read.get(text.path) != wanted:
                refused += (_unit_id(spot, other) for other in all_texts(spot.reading))
                break
    if refused:
        raise TranslationsRefused(_UNWRITABLE, unit_ids=refused)


def _comparable(element: Element) -> str:
    """An element in the form that is compared: strings in braces are text."""
    if isinstance(element, str):
        return element
    if element.variants:
        return f"{{{element.selector}}}"
    string = _STRING_ALONE.fullmatch(element.raw)
    return string[1] if string else element.raw


def _plain(parts: Iterable[str]) -> str:
    """Texts with the white space that Fluent is sure to keep."""
    return _BREAKS.sub("\n", "".join(parts).replace("\0", "").replace("\r", "\n")).strip(" \n")


FORMAT: Final = FluentFormat()
