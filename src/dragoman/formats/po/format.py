"""The PO format: messages become units, and their translations are written into the catalogue.

Everything else is unchanged: comments, order, line ends, obsolete messages. A file in which nothing changed
is returned as sent; in all others the header is updated.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

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
from dragoman.formats.po.flags import read_grammars, read_header_grammars
from dragoman.formats.po.header import HeaderFindings, check_header, declared_charset, update_header
from dragoman.formats.po.reading import PoCatalogue, PoEntry
from dragoman.formats.po.writing import PoWriter, changed, with_line_ends
from dragoman.formats.units.encoding_warnings import warnings_for
from dragoman.formats.units.lengths import read_max_length, write_limit
from dragoman.formats.units.limits import too_many
from dragoman.formats.units.notes import join_notes
from dragoman.formats.units.values import has_letters, is_prose
from dragoman.messages.placeholders import keeps_placeholders
from dragoman.messages.plurals import takes_singular
from dragoman.segments import Code, CodeKind, Part, Segment, Text, codes, plain_text
from dragoman.text_io.charsets import DecodedText, decode, encode, split_undecodable
from dragoman.text_io.errors import ConversionFailed, DocumentEmpty
from dragoman.text_io.splice import Replacement, TextSplicer, splice

MOST_MESSAGES: Final = 300_000
_SEEN_FOR_LAYOUT: Final = 3_000  # messages that show how the file breaks lines
_CREDITS: Final = frozenset({"translator-credits", "translator_credits", "translators-credits"})
_MARK_FUZZY: Final = "markFuzzy"
_LONGEST_CONTEXT: Final = 300  # characters shown
_BEGINS: Final = re.compile(
    r"\ufeff?(?>(?:[ \t]*+(?:#[^\r\n]*+)?(?:\r\n|\r|\n))*)[ \t]*+(?:msgid|msgctxt|domain)[ \t\r\n]*+\""
)

INFO: Final = FormatInfo(
    file_type=find_entry("po"),
    title="gettext catalogue",
    translated=(
        "messages without a translation, or with one marked fuzzy",
        "every plural form of the target language",
        "all messages anew when the file's translations are in another language",
    ),
    left_alone=(
        "existing translations that are not fuzzy",
        "comments, references, contexts, flags and obsolete messages",
    ),
    notes="comments of programmers (`#.`) and of translators (`#`); of a plural form, which it is; "
    "the flag `max-length`",
    options=(
        Option(
            name=_MARK_FUZZY,
            default=False,
            description="Mark the new translations fuzzy, so that gettext does not use them before a review.",
        ),
    ),
    bilingual=True,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form:
    """One translation of a message, present or missing."""

    identity: str
    source: str
    existing: str  # the translation in the file
    kept: bool  # and it is kept
    about: str = ""  # of a plural form: which it is


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """The catalogue as extraction and rebuilding both need it."""

    decoded: DecodedText
    catalogue: PoCatalogue
    header: PoEntry | None
    findings: HeaderFindings
    placeholders: tuple[str, ...]  # grammars that the header names

    def messages(self) -> Iterator[tuple[int, PoEntry]]:
        """The messages, numbered; without headers and messages that gettext never uses."""
        number = 0  # headers have no number: one may be added
        for entry in self.catalogue:
            if entry.source:
                number += 1
                yield number, entry


class PoFormat:
    """gettext's PO and POT files."""

    @property
    def info(self) -> FormatInfo:
        """The description for users."""
        return INFO

    def recognise(self, sample: Sample) -> Recognition:
        """PO when a message comes first, or after comments; presentations are called pot too."""
        if sample.text is None or sample.members is not None:
            return Recognition.NO
        if _BEGINS.match(sample.text):
            return Recognition.CERTAIN
        named = sample.suffix in INFO.media_types and sample.root is None and sample.text.strip()
        return Recognition.POSSIBLE if named else Recognition.NO

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        plan = _plan(source, languages)
        units: list[Unit] = []
        replaced = 0
        for number, entry in plan.messages():
            if number > MOST_MESSAGES:
                raise too_many("messages", MOST_MESSAGES, units)
            for form in _forms(number, entry, plan.findings):
                units.append(_unit(form, entry, plan.placeholders))
                replaced += bool(form.existing) and not plan.findings.kept
        warnings = [*warnings_for(plan.decoded, languages.target)]
        if replaced:
            message = f"{replaced} translations into another language in the file are replaced."
            warnings.append(DocumentWarning(code=WarningCode.TRANSLATIONS_REPLACED, message=message))
        obsolete = plan.catalogue.obsolete
        return Document(
            units=tuple(units),
            left_alone={Reason.LOCKED: obsolete} if obsolete else {},
            warnings=tuple(warnings),
        )

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the catalogue with `targets` in it."""
        plan = _plan(source, languages)
        for _ in itertools.islice(plan.catalogue, _SEEN_FOR_LAYOUT):
            pass
        fuzzy = bool(source.options.get(_MARK_FUZZY))
        writer = PoWriter(text=plan.decoded.text, layout=plan.catalogue.layout(), fuzzy=fuzzy)
        body = max((field.end for field, _ in plan.header.translations), default=0) if plan.header else 0
        splicer = TextSplicer(writer.text, start=body)
        changes = plurals = False
        for number, entry in plan.messages():
            plurals = plurals or entry.plural is not None
            splices = list(_message_splices(writer, entry, _forms(number, entry, plan.findings), targets))
            changes = changes or bool(splices)
            splicer.put(splices)
        if not changes:
            return source.data
        declared = declared_charset(source.data) if not plan.decoded.guessed else None

        def header(charset: str) -> str:
            found = _header_splices(writer, plan, languages, charset=charset, plurals=plurals)
            return splice(writer.text, found, end=body)

        before = header(declared or plan.decoded.encoding.upper())
        text = splicer.finish(before)
        data, different = encode(text, plan.decoded)
        if different:
            data, _ = encode(header("UTF-8") + text[len(before) :], plan.decoded)
        return data


def _plan(source: Source, languages: Languages) -> _Plan:
    decoded = decode(source.data, declared=declared_charset(source.data), language=languages.source)
    catalogue = PoCatalogue(decoded.text, decoded.encoding)
    first = next(iter(catalogue), None)
    if first is None:
        raise DocumentEmpty("The file has no messages.")
    header = first if first.is_header else None
    header_text = header.translations[0][1] if header is not None else None
    return _Plan(
        decoded=decoded,
        catalogue=catalogue,
        header=header,
        findings=check_header(header_text, languages.target),
        placeholders=read_header_grammars(header_text),
    )


def _forms(number: int, entry: PoEntry, findings: HeaderFindings) -> list[_Form]:
    """The translations that a message needs."""
    assert entry.source is not None
    there = {max(field.number, 0): value for field, value in entry.translations}
    usable = findings.kept and not entry.fuzzy
    if entry.plural is None:
        value = there.get(0, "")
        return [_Form(identity=str(number), source=entry.source, existing=value, kept=usable and bool(value))]
    silent = not keeps_placeholders(entry.source, entry.plural)
    usable = usable and len(there) == findings.forms.count
    return [
        _Form(
            identity=f"{number}[{at}]",
            source=entry.source if takes_singular(findings.forms, at, silent=silent) else entry.plural,
            existing=there.get(at, ""),
            kept=usable and bool(there.get(at)),
            about=findings.forms.describe(at) if findings.forms.count > 1 else "",
        )
        for at in range(findings.forms.count)
    ]


def _unit(form: _Form, entry: PoEntry, placeholders: tuple[str, ...]) -> Unit:
    segment = _segment(form.source)
    reason = None
    if form.kept:
        reason = Reason.TRANSLATED
    elif not has_letters(plain_text(segment)):
        reason = Reason.NO_TEXT
    elif form.source in _CREDITS:
        reason = Reason.KEY
    max_length = _read_max_length(entry.flags)
    above = [*([write_limit(max_length)] if max_length is not None else []), *filter(None, [form.about])]
    return Unit(
        id=form.identity,
        segment=segment,
        target=_segment(form.existing) if form.kept else None,
        reason=reason,
        prose=is_prose(form.source),
        context=(entry.context or "")[:_LONGEST_CONTEXT],
        note=join_notes([*above, entry.note]) if above else entry.note,
        placeholders=read_grammars(entry.flags, form.source, placeholders),
        max_length=max_length,
    )


def _read_max_length(flags: Sequence[str]) -> int | None:
    """Read the flag `max-length:30`, which Weblate knows."""
    values = (flag.partition(":")[2] for flag in flags if flag.startswith("max-length:"))
    return next(map(read_max_length, values), None)


def _segment(text: str) -> Segment:
    """A text as a segment; undecodable bytes in it are codes."""
    if text.isascii():
        return (Text(text=text),) if text else ()
    parts: list[Part] = []
    for number, (piece, strange) in enumerate(split_undecodable(text)):
        if strange:
            data = "".join(f"\\x{ord(character) & 0xFF:02x}" for character in piece[:40])
            parts.append(Code(id=str(number), kind=CodeKind.STANDALONE, type="variable", data=data))
        else:
            parts.append(Text(text=piece))
    return tuple(parts)


def _text(target: Segment, source: str) -> str:
    """A target as text, with the line ends of its source."""
    strange = {str(number): piece for number, (piece, odd) in enumerate(split_undecodable(source)) if odd}
    if sorted(code.id for code in codes(target)) != sorted(strange):
        raise ConversionFailed("The translation of a message does not have the codes of its source.")
    text = "".join(part.text if isinstance(part, Text) else strange[part.id] for part in target)
    return with_line_ends(text, source)


def _message_splices(
    writer: PoWriter, entry: PoEntry, forms: list[_Form], targets: Mapping[str, Segment]
) -> Iterator[Replacement]:
    given = {
        at: _text(targets[form.identity], form.existing if form.kept else form.source)
        for at, form in enumerate(forms)
        if form.identity in targets
    }
    values = [given.get(at, form.existing) for at, form in enumerate(forms)]
    if given and changed(entry, values, given):
        yield from writer.translate(entry, values)


def _header_splices(
    writer: PoWriter, plan: _Plan, languages: Languages, *, charset: str, plurals: bool
) -> list[Replacement]:
    old = plan.header.translations[0][1] if plan.header is not None else None
    new = update_header(old, plan.findings, target=languages.target, charset=charset, with_plurals=plurals)
    return [writer.new_header(new)] if plan.header is None else list(writer.header(plan.header, new))


FORMAT: Final = PoFormat()
