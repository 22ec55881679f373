"""One document of the corpus there and back: unchanged, pseudo-translated and back, and with its words moved.

Compared is what must be equal. What a format is free to choose (where lines are wrapped, which of several
looks is a paragraph's own, states of segments, declared languages) other programs may read, but not find
different: `scripts.structure` reads both versions as they do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.conversion.check import check_document
from dragoman.conversion.confined import Confined
from dragoman.conversion.options import check_options
from dragoman.formats.format import Document, Format, Languages, Source, WarningCode
from dragoman.languages import canonical
from dragoman.segments import Segment, codes
from dragoman.text_io.errors import ConversionFailed
from dragoman.translation.documents.translating import NothingTranslated
from scripts.corpus_checks import differences, same_cues, same_page
from scripts.corpus_results import missing_texts
from scripts.corpus_strings import has_free_notation, same_strings
from scripts.corpus_units import (
    have_same_codes,
    own_segments,
    own_targets,
    pseudo_segments,
    retranslated,
    with_codes_of,
)
from scripts.structure.checking import check_document as check_structure
from scripts.structure.checking import reads_alike
from scripts.structure.laws import Rules
from scripts.structure.moving import MovingEngine
from scripts.structure.translating import is_moved, translate_units

_LANGUAGE: Final = {  # of bilingual files
    "source": re.compile(rb"""\b(?:source-language|srcLang)\s*=\s*["']([\w-]{2,25})["']"""),
    "target": re.compile(rb"""\b(?:target-language|trgLang)\s*=\s*["']([\w-]{2,25})["']"""),
}
_FLOWING: Final = frozenset(
    {
        "text/html",
        "application/xhtml+xml",
        "text/markdown",
        "application/xml",
        "application/docbook+xml",
        "application/dita+xml",
        "image/svg+xml",
    }
)
_TIMED: Final = frozenset({"application/x-subrip", "text/vtt", "text/x-ssa", "application/ttml+xml"})
_MAX_WORDS: Final = 10_000_000


_SHOWN: Final = 5  # problems of a file

# What a file's line says before what is wrong.
WRITTEN_ANEW: Final = "written with its own texts"
PSEUDO: Final = "pseudo-translated and read again"
WAY_BACK: Final = "pseudo-translated and translated back"
MOVED: Final = "translated by an engine that moves words"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one file."""

    problems: tuple[str, ...] = ()
    note: str = ""
    units: int = 0
    codes: int = 0
    result: bytes | None = None  # a translation
    suffix: str = ""  # of the result, where it is not the file's

    def line(self, name: str) -> str:
        """The report's line."""
        if self.problems:
            return f"FAIL {name}: {'; '.join(self.problems)}"
        return f"ok   {name}: {self.note or f'{self.units} units, {self.codes} codes'}"


async def go_there_and_back(
    confined: Confined, format_: Format, suffix: str, data: bytes, *, hostile: bool = False
) -> Outcome:
    """Check one document. Raises `DocumentError` for one that its format refuses.

    A hostile one is not moved: it has to end well, and other programs' readers are not made for it.
    """
    trip = _Trip(confined, format_, suffix, check_options(format_.info, {}), _languages(data, format_))
    document = await trip.extract(data)
    check_document(document)
    if format_.info.result is not None:
        return await _there(trip, data, document)
    own = own_targets(document) if trip.bilingual else own_segments(document)
    problems = trip.changes(WRITTEN_ANEW, data, await trip.rebuild(data, own)) if own else []
    found, result = await _pseudo(trip, data, document)
    problems += found
    found, moved = ([], None) if hostile else await _moved(trip, data, document)
    problems += found
    return Outcome(
        problems=tuple(problems[:_SHOWN]),
        units=len(document.units),
        codes=sum(1 for unit in document.units for _ in codes(unit.segment)),
        result=(moved or result) if not problems else None,
    )


async def _pseudo(trip: _Trip, data: bytes, document: Document) -> tuple[list[str], bytes]:
    """What is wrong with the pseudo-translation and the way back from it; and the pseudo-translation."""
    pseudo = pseudo_segments(document)
    result = await trip.rebuild(data, pseudo)
    again = await trip.extract(result)
    problems = [
        f"{PSEUDO}: {found}" for found in retranslated(document, again, pseudo, bilingual=trip.bilingual)
    ]
    same = await trip.rebuild(data, own_segments(document))
    if pseudo and result == same:
        problems.append(f"{PSEUDO}: nothing changed")
    if problems or not have_same_codes(document, again):  # a longer text may be the one whose look is no code
        return problems, result
    back = await trip.rebuild(result, with_codes_of(own_segments(document), again))
    flows = trip.flowing and same_page(same, back, markdown=trip.markdown)
    spelt = has_free_notation(trip.format.info.name) and same_strings(document, await trip.extract(back))
    if not (flows or spelt or (trip.timed and same_cues(same, back))):
        problems += trip.changes(WAY_BACK, same, back)
    return problems, result


async def _moved(trip: _Trip, data: bytes, document: Document) -> tuple[list[str], bytes | None]:
    """What other programs find wrong with the translation by an engine that moves words; and that."""
    languages = Languages(source=trip.languages.source, target=_target_beside(trip.languages))
    try:
        done = await translate_units(document, MovingEngine(), languages)
    except NothingTranslated:
        return [], None
    result = await trip.rebuild(data, done.targets)
    rules = Rules(codes_are_certain=not is_moved(done))
    if any(warning.code is WarningCode.ENCODING_GUESSED for warning in document.warnings):
        return [], result  # others may guess otherwise
    found = check_structure(trip.format.info.name, data, result, rules)
    return [f"{MOVED}: {broken}" for broken in found], result


def _target_beside(languages: Languages) -> str:
    return languages.target if languages.target != languages.source else "en-XA"


async def _there(trip: _Trip, data: bytes, document: Document) -> Outcome:
    """A file whose result is of another type: there is no way back."""
    info = trip.format.info
    assert info.result is not None
    problems = []
    pseudo = pseudo_segments(document)
    for name, targets in ((WRITTEN_ANEW, own_segments(document)), (PSEUDO, pseudo)):
        result = await trip.rebuild(data, targets)
        found = missing_texts(info, document, targets, result, trip.languages)
        problems += [f"{name}: {problem}" for problem in found]
    return Outcome(
        problems=tuple(problems[:_SHOWN]),
        units=len(document.units),
        codes=sum(1 for unit in document.units for _ in codes(unit.segment)),
        result=await trip.rebuild(data, pseudo) if not problems else None,
        suffix=info.result.suffix,
    )


def _languages(data: bytes, format_: Format) -> Languages:
    """Those of the file if it names two; else twice the same, so that nothing but words has to change."""
    if format_.info.bilingual:
        named = {name: _LANGUAGE[name].search(data) for name in _LANGUAGE}
        source, target = named["source"], named["target"]
        return Languages(
            source=canonical(source.group(1).decode()) if source else "en",
            target=canonical(target.group(1).decode()) if target else "en-XA",
        )
    return Languages(source="en", target="en")


@dataclass(frozen=True, slots=True)
class _Trip:
    """The calls that one file needs."""

    confined: Confined
    format: Format
    suffix: str
    options: Mapping[str, object]
    languages: Languages

    @property
    def flowing(self) -> bool:
        """Whether white space and line ends are the writer's to choose."""
        return self.format.info.media_types.get(self.suffix) in _FLOWING

    @property
    def timed(self) -> bool:
        """Whether it is timed text, whose lines are broken anew to fit."""
        return self.format.info.media_types.get(self.suffix) in _TIMED

    @property
    def bilingual(self) -> bool:
        return self.format.info.bilingual

    @property
    def markdown(self) -> bool:
        return self.format.info.media_types.get(self.suffix) == "text/markdown"

    @property
    def xml(self) -> bool:
        return self.format.info.media_types.get(self.suffix, "").endswith("xml")

    def changes(self, check: str, before: bytes, after: bytes) -> list[str]:
        """Where two versions differ, if other programs see a difference."""
        found = [f"{check}: {difference}" for difference in differences(before, after, xml=self.xml)]
        return [] if found and reads_alike(self.format.info.name, before, after) else found

    async def extract(self, data: bytes) -> Document:
        source = Source(data=data, suffix=self.suffix, options=self.options)
        name = self.format.info.name
        return (await self.confined.extract(name, source, self.languages, max_words=_MAX_WORDS)).document

    async def rebuild(self, data: bytes, targets: Mapping[str, Segment]) -> bytes:
        source = Source(data=data, suffix=self.suffix, options=self.options)
        written = await self.confined.rebuild(self.format.info.name, source, targets, self.languages)
        if written.unwritten:
            raise ConversionFailed(f"The translations of {len(written.unwritten)} units cannot be written.")
        return written.data
