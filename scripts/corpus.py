"""`python -m scripts.corpus DIR [--libreoffice]`: every document below a folder, there and back.

For each file: what the service would extract, a rebuild in which every unit is written anew with its own
text, a pseudo-translation, what that gives when it is extracted and rebuilt again, and a translation by an
engine that moves words, which independent readers judge (`scripts.structure`). Old Office documents are first
converted, as the service does. `MANIFEST.csv` in the folder (columns `file`, `expect`) says what is to be
expected; without it everything must go there and back. `corpus_trip` checks a document, `corpus_files` finds
them and checks several at once. One line a file, as soon as it is done, and exit status 1 if one fails.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from dragoman.conversion.sampling import suffix_of
from scripts.corpus_epub import find_epubcheck, new_errors
from scripts.corpus_files import check_files, find_files
from scripts.corpus_office import find_unopened
from scripts.corpus_trip import Outcome

_OFFICE: Final = frozenset({"docx", "dotx", "html", "htm", "xhtml", "pptx", "xlsx", "odt", "ods", "odp"})


def main() -> int:
    """Check the folder of the command line; 1 if a file fails."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--libreoffice", action="store_true", help="results must open in LibreOffice, too")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    expected = find_files(arguments.folder)
    outcomes: dict[str, Outcome] = {}
    for name, outcome in check_files(arguments.folder, expected, processes=arguments.processes):
        outcomes[name] = outcome
        print(f"{len(outcomes)}/{len(expected)} {outcome.line(name)}", flush=True)
    if arguments.libreoffice:
        print("Opening the results in LibreOffice …", flush=True)
        outcomes |= _print_lines(_check_in_office(arguments.folder, outcomes))
    if find_epubcheck() is not None:
        books = {name: _check_book(arguments.folder / name, found) for name, found in outcomes.items()}
        outcomes |= _print_lines(
            {name: found for name, found in books.items() if found is not outcomes[name]}
        )
    failed = [name for name, outcome in outcomes.items() if outcome.problems]
    print(f"{len(outcomes)} files, {len(failed)} failed{': ' if failed else ''}{', '.join(failed)}")
    return 1 if failed or not outcomes else 0


def _print_lines(outcomes: dict[str, Outcome]) -> dict[str, Outcome]:
    for name, outcome in outcomes.items():
        print(outcome.line(name), flush=True)
    return outcomes


def _check_in_office(folder: Path, outcomes: Mapping[str, Outcome]) -> dict[str, Outcome]:
    """Those whose results LibreOffice does not open, as failed."""
    names = {_result_name(name, outcome): name for name, outcome in outcomes.items()}
    results = {
        result: data
        for result, name in names.items()
        if (data := outcomes[name].result) is not None and suffix_of(result) in _OFFICE
    }
    sources = {result: (folder / names[result]).read_bytes() for result in results}
    failed = {names[result] for result in find_unopened(results, sources)}
    return {name: Outcome(problems=("LibreOffice does not open the result",)) for name in sorted(failed)}


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
