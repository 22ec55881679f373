"""The JSON format: strings become units, and their translations are written into the file.

Everything but translated strings is unchanged byte for byte: order, indentation, comments, numbers, keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.families.keyed.format import KEY_OPTIONS, TEXTS
from dragoman.formats.families.keyed.json_strings import scan_strings
from dragoman.formats.families.keyed.plural_families import AddedMember, PluralFamily
from dragoman.formats.format import (
    Document,
    FormatInfo,
    Languages,
    Reason,
    Recognition,
    Sample,
    Source,
    Unit,
    WarningCode,
)
from dragoman.formats.json.dialect import DESCRIPTIONS, JsonDialect, JsonFileKind, find_dialect
from dragoman.formats.json.plural_families import find_families
from dragoman.formats.json.strings import read_text
from dragoman.formats.units.encoding_warnings import warnings_for
from dragoman.formats.units.limits import too_many
from dragoman.formats.units.notes import join_notes
from dragoman.formats.units.string_segments import Reading, segments_of, write_text
from dragoman.formats.units.values import has_letters, is_prose
from dragoman.segments import Segment, plain_text
from dragoman.text_io.charsets import DecodedText, decode, encode, show_text
from dragoman.text_io.errors import ConversionFailed, DocumentEmpty
from dragoman.text_io.json.literals import JsonStringStyle, read_string_style, write_json_string
from dragoman.text_io.json.scanner import JsonString, JsonStrings, NotJson, path_of
from dragoman.text_io.splice import Replacement, splice

MOST_TEXTS: Final = 250_000
_LONGEST_CONTEXT: Final = 300  # characters shown
_SAMPLED: Final = 64 * 1024  # bytes; a sample's text is cut off there
_LONGEST_TOKEN: Final = 8  # characters: a cut text may be invalid this near its end

INFO: Final = FormatInfo(
    file_type=find_entry("json"),
    title="JSON file",
    translated=(
        "texts of i18next, FormatJS, vue-i18n, go-i18n, Angular, browser extensions",
        "strings of plain data that are language",
        "ICU messages branch by branch, with the plural forms that the target language has",
        "plural families of keys, completed for the target language",
    ),
    left_alone=(
        "keys, numbers, order, indentation and comments",
        "identifiers, addresses, paths, colours, dates and codes",
        "of configurations everything but phrases and descriptions",
        "descriptions for translators",
    ),
    notes="descriptions beside messages, in the dialects that have them",
    options=(*KEY_OPTIONS, TEXTS),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spot:
    """A string to translate: one of the file, or one to add."""

    identity: str
    value: JsonString  # of the file; of an addition: the member that it is inserted before
    reading: Reading
    path: str
    note: str
    addition: AddedMember | None = None


@dataclass(slots=True, kw_only=True)
class _Plan:
    """The document as extraction and rebuilding both need it."""

    decoded: DecodedText
    scanned: JsonStrings
    dialect: JsonDialect
    families: list[PluralFamily]
    languages: Languages
    left: Counter[Reason] = field(default_factory=Counter)

    def spots(self) -> Iterator[_Spot]:
        """Every string to translate, additions before the member that follows them."""
        fed_by = {index: source for family in self.families for index, source in family.fed_by.items()}
        before = {family.before: family for family in self.families}
        self.left.clear()
        descriptions = self._descriptions()
        for index, value in enumerate(self.scanned.strings):
            reason = self.dialect.reason(value)
            if reason is not None:
                self.left[reason] += 1
                continue
            if index in before:
                yield from self._additions(index, before[index], descriptions.get(value.owner, ""))
            text = self.scanned.strings[fed_by.get(index, index)].text
            yield _Spot(
                identity=str(index + 1),
                value=value,
                reading=read_text(text, self.languages, self.dialect.style),
                path=path_of(self.scanned, value),
                note=descriptions.get(value.owner, ""),
            )

    def _descriptions(self) -> dict[int, str]:
        """Descriptions for translators of the strings of an object, by its number."""
        return {
            value.owner: join_notes([value.text])
            for value in self.scanned.strings
            if value.key in DESCRIPTIONS and value.place < 0 and self.dialect.reason(value) is Reason.COMMENT
        }

    def _additions(self, index: int, family: PluralFamily, note: str) -> Iterator[_Spot]:
        value = self.scanned.strings[index]
        for addition in family.additions:
            source = self.scanned.strings[addition.fed_by]
            if self.dialect.reason(source) is None:
                yield _Spot(
                    identity=show_text(f"{index + 1}+{addition.key}", 100),
                    value=value,
                    reading=read_text(source.text, self.languages, self.dialect.style),
                    path=path_of(self.scanned, value._replace(key=addition.key)),
                    note=note,
                    addition=addition,
                )


class JsonFormat:
    """JSON files (RFC 8259), with comments too."""

    @property
    def info(self) -> FormatInfo:
        """The description for users."""
        return INFO

    def recognise(self, sample: Sample) -> Recognition:
        """JSON when its beginning is; a broken file with the extension fails later, with a line number."""
        text = sample.text
        if text is None or sample.members is not None or not text.strip():
            return Recognition.NO
        named = Recognition.POSSIBLE if sample.suffix in INFO.media_types else Recognition.NO
        if text.lstrip()[:1] not in ("{", "[", "/") and not named:
            return Recognition.NO
        try:
            scan_strings(text)
        except NotJson as problem:
            cut = len(sample.data) > _SAMPLED and problem.offset >= len(text) - _LONGEST_TOKEN
            return Recognition.CERTAIN if cut else named
        except ConversionFailed:
            pass
        return Recognition.CERTAIN

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        plan = _plan(source, languages)
        units: list[Unit] = []
        for spot in plan.spots():
            units += _units(spot, plan)
            if len(units) > MOST_TEXTS:
                raise too_many("texts", MOST_TEXTS, units)
        found = warnings_for(plan.decoded, languages.target)
        return Document(
            units=tuple(units),
            left_alone=dict(plan.left),
            # what the encoding lacks is written as escapes
            warnings=tuple(warning for warning in found if warning.code is not WarningCode.ENCODING_CHANGED),
        )

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the document with `targets` in it."""
        plan = _plan(source, languages)
        replacements = _replacements(plan, targets)
        if not replacements:
            return source.data
        return encode(splice(plan.decoded.text, replacements), plan.decoded)[0]


def _plan(source: Source, languages: Languages) -> _Plan:
    decoded = decode(source.data, language=languages.source)
    if not decoded.text.strip():
        raise DocumentEmpty("The file is empty.")
    scanned = scan_strings(decoded.text)
    families = find_families(scanned, languages.target)
    dialect = find_dialect(scanned, families, languages, source.options)
    return _Plan(decoded=decoded, scanned=scanned, dialect=dialect, families=families, languages=languages)


def _unit_id(spot: _Spot, name: str) -> str:
    return f"{spot.identity}/{name}" if name else spot.identity


def _units(spot: _Spot, plan: _Plan) -> Iterator[Unit]:
    prose = is_prose(spot.reading.text, plan.dialect.content_kind)
    for name, segment in segments_of(spot.reading).items():
        yield Unit(
            id=_unit_id(spot, name),
            segment=segment,
            reason=None if has_letters(plain_text(segment)) else Reason.NO_TEXT,
            prose=prose,
            context=show_text(f"{spot.path} ({name})" if name else spot.path, _LONGEST_CONTEXT),
            note=spot.note,
        )


def _replacements(plan: _Plan, targets: Mapping[str, Segment]) -> list[Replacement]:
    """The replacements; none when nothing changed."""
    style = read_string_style(plan.decoded)
    text = plan.decoded.text
    replacements: list[Replacement] = []
    added: dict[int, list[Replacement]] = {}
    changed: set[int] = set()
    for spot in plan.spots():
        own = segments_of(spot.reading)
        given = {name: targets[key] for name in own if (key := _unit_id(spot, name)) in targets}
        differs = any(given[name] != own[name] for name in given)
        if differs:
            changed.add(spot.value.start)
        if spot.addition is not None:
            new = _member(spot, write_text(spot.reading, given), text, style)
            at = spot.value.key_start
            added.setdefault(spot.value.start, []).append(Replacement(at, at, new))
        elif differs:
            like = text[spot.value.start : spot.value.end]
            literal = write_json_string(write_text(spot.reading, given), style, like=like)
            replacements.append(Replacement(spot.value.start, spot.value.end, literal))
    for family in plan.families:
        members = [plan.scanned.strings[index] for index in family.members.values()]
        if any(member.start in changed for member in members):
            replacements += added.get(plan.scanned.strings[family.before].start, ())
    if replacements and plan.dialect.shape is JsonFileKind.ANGULAR:
        replacements.append(_locale(plan, style))
    return replacements


def _member(spot: _Spot, value: str, text: str, style: JsonStringStyle) -> str:
    """A new member to insert before another one, formatted like that one."""
    assert spot.addition is not None
    at = spot.value
    blank = at.key_start
    while blank and text[blank - 1] in " \t\r\n":
        blank -= 1
    key = write_json_string(spot.addition.key, style, like=text[at.key_start : at.key_end])
    literal = write_json_string(value, style, like=text[at.start : at.end])
    return f"{key}{text[at.key_end : at.start]}{literal},{text[blank : at.key_start]}"


def _locale(plan: _Plan, style: JsonStringStyle) -> Replacement:
    """The member by which Angular names the language."""
    value = next(value for value in plan.scanned.strings if value.owner == 0)
    like = plan.decoded.text[value.start : value.end]
    return Replacement(value.start, value.end, write_json_string(plan.languages.target, style, like=like))


FORMAT: Final = JsonFormat()
