"""`python -m scripts.corpus DIR [--libreoffice]`: every document below a folder, there and back.

For each file: what the service would extract, an identity rebuild in which every unit is written anew, a
pseudo-translation, and what that gives when it is extracted and rebuilt again. Old Office documents are first
converted, as the service does. `MANIFEST.csv` in the folder (columns `file`, `expect`) says what is to be
expected; without it everything must go there and back. `corpus_trip` checks a document; this module finds
them. One line a file, and exit status 1 if one fails.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from dragoman.conversion.confined import Confined, open_confined
from dragoman.conversion.detection import TYPES, detect_type
from dragoman.conversion.errors import UnsupportedDocument
from dragoman.conversion.legacy import LegacyOffice, open_legacy
from dragoman.conversion.legacy_types import LegacyType
from dragoman.conversion.readable import open_converted
from dragoman.conversion.sampling import suffix_of
from dragoman.errors import Unavailable
from dragoman.formats.format import DocumentError
from dragoman.settings import Settings
from dragoman.telemetry import Metrics, configure_logging
from scripts.corpus_epub import find_epubcheck, new_errors
from scripts.corpus_office import find_unopened
from scripts.corpus_trip import Outcome, go_there_and_back

_OFFICE: Final = frozenset({"docx", "dotx", "html", "htm", "xhtml", "pptx", "xlsx", "odt", "ods", "odp"})
_SKIPPED: Final = frozenset({"import_export"})
_EXPECTED: Final = frozenset({"roundtrip", "roundtrip_if_supported", "reject", "safe", *_SKIPPED})


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
        settings, metrics = Settings(data=Path(data)), Metrics()
        async with open_confined(settings, metrics) as confined, open_legacy(settings, metrics) as legacy:
            programs = Programs(confined=confined, legacy=legacy)
            for name, expected in _expectations(folder).items():
                if expected in _SKIPPED:
                    outcomes[name] = Outcome(note="skipped: no document, but something to import")
                    continue
                content = await asyncio.to_thread((folder / name).read_bytes)
                outcomes[name] = await check_file(programs, name, content, expected)
    return outcomes


@dataclass(frozen=True, slots=True, kw_only=True)
class Programs:
    """What runs the formats, and what converts old documents for them."""

    confined: Confined
    legacy: LegacyOffice


async def check_file(programs: Programs, name: str, data: bytes, expected: str) -> Outcome:
    """One file, as far as it goes; what a file may end in depends on what is expected of it."""
    try:
        outcome = await _check(programs, name, data)
    except (UnsupportedDocument, DocumentError) as error:
        refusal = f"{error.code}: {error.message}"
        if expected in {"reject", "safe"}:
            return Outcome(note=refusal)
        supported = any(suffix_of(name) in entry.info.media_types for entry in TYPES)
        if isinstance(error, UnsupportedDocument) and not supported:
            return Outcome(note="skipped: no format takes it")
        return Outcome(problems=(refusal,))
    except Unavailable as error:
        return Outcome(problems=(error.message,))
    if expected == "reject":
        return Outcome(problems=("accepted, but must be refused",))
    return outcome


async def _check(programs: Programs, name: str, data: bytes) -> Outcome:
    """One file there and back. An old document is converted once: what comes of it must keep the laws."""
    found = detect_type(data, Path(name).name)
    if not isinstance(found, LegacyType):
        return await go_there_and_back(programs.confined, found, suffix_of(name), data)
    if found not in await programs.legacy.types():
        return Outcome(note="skipped: LibreOffice or bubblewrap, which convert it, are not installed here")
    converted = await programs.legacy.convert(found, data)
    readable = await open_converted(found, data, converted, options={})
    suffix = readable.source.suffix
    outcome = await go_there_and_back(programs.confined, found.sibling, suffix, converted)
    return replace(outcome, suffix=suffix)


def _expectations(folder: Path) -> dict[str, str]:
    """The files to check, relative to the folder, and what is expected of each."""
    manifest = folder / "MANIFEST.csv"
    if manifest.is_file():
        with manifest.open(encoding="utf-8", newline="") as lines:
            return {row["file"]: _expectation(row["expect"]) for row in csv.DictReader(lines)}
    known = {suffix for entry in TYPES for suffix in entry.info.media_types}
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
