"""`python -m scripts.corpus DIR [--libreoffice]`: every document below a folder, there and back.

For each file: what the service would extract, an identity rebuild in which every unit is written anew, a
pseudo-translation, and what that gives when it is extracted and rebuilt again. `MANIFEST.csv` in the folder
(columns `file`, `expect`) says what is to be expected; without it everything must go there and back.
`corpus_checks` compares; this module runs. One line a file, and exit status 1 if one fails.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import re
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dragoman.conversion.check import check_document
from dragoman.conversion.confined import Confined, open_confined
from dragoman.conversion.detection import detect_format
from dragoman.conversion.errors import UnsupportedDocument
from dragoman.conversion.options import check_options
from dragoman.conversion.sampling import suffix_of
from dragoman.errors import Unavailable
from dragoman.formats import FORMATS
from dragoman.formats.format import Document, DocumentError, Format, Languages, Source
from dragoman.languages import canonical
from dragoman.segments import codes
from dragoman.settings import Settings
from dragoman.telemetry import Metrics, configure_logging
from scripts.corpus_checks import (
    differences,
    own_segments,
    own_targets,
    pseudo_segments,
    retranslated,
    same_cues,
    same_page,
    with_codes_of,
)
from scripts.corpus_epub import find_epubcheck, new_errors
from scripts.corpus_office import find_unopened
from scripts.corpus_results import missing_texts
from scripts.corpus_strings import is_spelt_freely, same_strings

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
_OFFICE: Final = frozenset({"docx", "dotx", "html", "htm", "xhtml", "pptx", "xlsx", "odt", "ods", "odp"})
_SKIPPED: Final = frozenset({"import_export"})
_EXPECTED: Final = frozenset({"roundtrip", "roundtrip_if_supported", "reject", "safe", *_SKIPPED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one file."""

    problems: tuple[str, ...] = ()
    note: str = ""
    units: int = 0
    codes: int = 0
    result: bytes | None = None  # the pseudo-translation
    suffix: str = ""  # of the result, where it is not the file's

    def line(self, name: str) -> str:
        """The report's line."""
        if self.problems:
            return f"FAIL {name}: {'; '.join(self.problems)}"
        return f"ok   {name}: {self.note or f'{self.units} units, {self.codes} codes'}"


def main() -> int:
    """Check the folder of the command line; 1 if a file fails."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--libreoffice", action="store_true", help="results must open in LibreOffice, too")
    arguments = parser.parse_args()
    configure_logging(level="error", style="console")
    outcomes = asyncio.run(check_folder(arguments.folder))
    if arguments.libreoffice:
        outcomes = _check_in_office(arguments.folder, outcomes)
    if find_epubcheck() is not None:
        outcomes = {name: _check_book(arguments.folder / name, found) for name, found in outcomes.items()}
    for name, outcome in outcomes.items():
        print(outcome.line(name))
    failed = sum(bool(outcome.problems) for outcome in outcomes.values())
    print(f"{len(outcomes)} files, {failed} failed")
    return 1 if failed or not outcomes else 0


async def check_folder(folder: Path) -> dict[str, Outcome]:
    """Every file below a folder that the manifest expects something of, or whose extension is known."""
    outcomes: dict[str, Outcome] = {}
    with tempfile.TemporaryDirectory(prefix="dragoman-corpus-") as data:
        async with open_confined(Settings(data=Path(data)), Metrics()) as confined:
            for name, expected in _expectations(folder).items():
                if expected in _SKIPPED:
                    outcomes[name] = Outcome(note="skipped: no document, but something to import")
                    continue
                content = await asyncio.to_thread((folder / name).read_bytes)
                outcomes[name] = await check_file(confined, name, content, expected)
    return outcomes


async def check_file(confined: Confined, name: str, data: bytes, expected: str) -> Outcome:
    """One file, as far as it goes; what a file may end in depends on what is expected of it."""
    try:
        format_ = detect_format(data, Path(name).name)
        outcome = await _there_and_back(confined, format_, name, data)
    except (UnsupportedDocument, DocumentError) as error:
        refusal = f"{error.code}: {error.message}"
        if expected in {"reject", "safe"}:
            return Outcome(note=refusal)
        supported = any(suffix_of(name) in entry.info.media_types for entry in FORMATS)
        if isinstance(error, UnsupportedDocument) and not supported:
            return Outcome(note="skipped: no format takes it")
        return Outcome(problems=(refusal,))
    except Unavailable as error:
        return Outcome(problems=(error.message,))
    if expected == "reject":
        return Outcome(problems=("accepted, but must be refused",))
    return outcome


async def _there_and_back(confined: Confined, format_: Format, name: str, data: bytes) -> Outcome:
    source = Source(data=data, suffix=suffix_of(name), options=check_options(format_.info, {}))
    trip = _Trip(confined, format_, source.suffix, source.options, _languages(data, format_))
    document = await trip.extract(data)
    check_document(document)
    if format_.info.result is not None:
        return await _there(trip, data, document)
    own = own_targets(document) if trip.bilingual else own_segments(document)
    problems = [
        f"identity: {found}" for found in differences(data, await trip.rebuild(data, own), xml=trip.xml)
    ]
    same = await trip.rebuild(data, own_segments(document))
    pseudo = pseudo_segments(document)
    result = await trip.rebuild(data, pseudo)
    again = await trip.extract(result)
    problems += [
        f"pseudo: {found}" for found in retranslated(document, again, pseudo, bilingual=trip.bilingual)
    ]
    back = await trip.rebuild(result, with_codes_of(own_segments(document), again))
    flows = trip.flowing and same_page(same, back, markdown=trip.markdown)
    spelt = is_spelt_freely(format_.info.name) and same_strings(document, await trip.extract(back))
    if not (flows or spelt or (trip.timed and same_cues(same, back))):
        problems += [f"back: {found}" for found in differences(same, back, xml=trip.xml)]
    if pseudo and result == same:
        problems.append("pseudo: nothing changed")
    return Outcome(
        problems=tuple(problems[:5]),
        units=len(document.units),
        codes=sum(1 for unit in document.units for _ in codes(unit.segment)),
        result=result if not problems else None,
    )


async def _there(trip: _Trip, data: bytes, document: Document) -> Outcome:
    """A file whose result is of another type: there is no way back."""
    info = trip.format.info
    assert info.result is not None
    problems = []
    pseudo = pseudo_segments(document)
    for name, targets in (("identity", own_segments(document)), ("pseudo", pseudo)):
        result = await trip.rebuild(data, targets)
        found = missing_texts(info, document, targets, result, trip.languages)
        problems += [f"{name}: {problem}" for problem in found]
    return Outcome(
        problems=tuple(problems[:5]),
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

    async def extract(self, data: bytes) -> Document:
        source = Source(data=data, suffix=self.suffix, options=self.options)
        name = self.format.info.name
        return (await self.confined.extract(name, source, self.languages, max_words=_MAX_WORDS)).document

    async def rebuild(self, data: bytes, targets: Mapping[str, tuple]) -> bytes:  # type: ignore[type-arg]
        source = Source(data=data, suffix=self.suffix, options=self.options)
        return await self.confined.rebuild(self.format.info.name, source, targets, self.languages)


def _expectations(folder: Path) -> dict[str, str]:
    """The files to check, relative to the folder, and what is expected of each."""
    manifest = folder / "MANIFEST.csv"
    if manifest.is_file():
        with manifest.open(encoding="utf-8", newline="") as lines:
            return {row["file"]: _expectation(row["expect"]) for row in csv.DictReader(lines)}
    known = {suffix for entry in FORMATS for suffix in entry.info.media_types}
    files: Iterable[Path] = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): "roundtrip" for path in files if suffix_of(path.name) in known}


def _expectation(value: str) -> str:
    if value not in _EXPECTED:
        raise SystemExit(
            f"MANIFEST.csv: {value!r} is no expectation; they are {', '.join(sorted(_EXPECTED))}"
        )
    return value


def _check_in_office(folder: Path, outcomes: Mapping[str, Outcome]) -> dict[str, Outcome]:
    """Fail the results that LibreOffice does not open."""
    names = {_result_name(name, outcome): name for name, outcome in outcomes.items()}
    results = {
        result: data
        for result, name in names.items()
        if (data := outcomes[name].result) is not None and suffix_of(result) in _OFFICE
    }
    sources = {result: (folder / names[result]).read_bytes() for result in results}
    failed = {names[result] for result in find_unopened(results, sources)}
    return {
        name: Outcome(problems=("LibreOffice does not open the result",)) if name in failed else outcome
        for name, outcome in outcomes.items()
    }


def _check_book(file: Path, outcome: Outcome) -> Outcome:
    """Fail a book that has errors which its source had not."""
    if outcome.result is None or suffix_of(file.name) != "epub":
        return outcome
    errors = new_errors(file.read_bytes(), outcome.result)
    return Outcome(problems=tuple(f"epubcheck: {error}" for error in errors[:5])) if errors else outcome


def _result_name(name: str, outcome: Outcome) -> str:
    return f"{name}.{outcome.suffix}" if outcome.suffix else name


if __name__ == "__main__":
    sys.exit(main())
