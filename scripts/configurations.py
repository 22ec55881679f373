"""`python -m scripts.configurations DIR [--label FILE]`: what of configurations is translated.

Below the folder, `configurations/` and `catalogues/` hold files. Of each one: how many values are translated
and how many stay. `--label FILE` writes a CSV of every value that is translated, or reads as language and
stays (columns `file,path,text,translated,language`), with a guess in the last column. After a person has
corrected that column, `--labelled FILE` computes precision and recall from it.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from dragoman.formats import load_formats
from dragoman.formats.format import Document, Format, Languages, Source
from dragoman.formats.units.value_shapes import is_phrase
from dragoman.segments import plain_text
from dragoman.text_io.errors import DocumentError

_KINDS: Final = ("configurations", "catalogues")
_NAMES: Final = frozenset({"json", "yaml", "toml", "ini", "properties", "php"})
_PAIR: Final = Languages(source="en", target="ca")
_YES, _NO = "yes", "no"
_COLUMNS: Final = ("file", "path", "text", "translated", "language")


class Row(NamedTuple):
    """A value of a file."""

    file: str
    path: str
    text: str
    translated: bool


def main() -> int:
    """Measure the folder of the command line, or a file of labels."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--label", type=Path, help="write values to be labelled")
    parser.add_argument("--labelled", type=Path, help="read labels and print precision and recall")
    arguments = parser.parse_args()
    if arguments.labelled:
        print(measure(arguments.labelled))
    elif arguments.folder is None:
        parser.error("Name a folder, or a file of labels.")
    else:
        rows = [row for kind in _KINDS for row in print_folder(arguments.folder / kind)]
        if arguments.label:
            write_labels(arguments.label, rows)
    return 0


def print_folder(folder: Path) -> Iterator[Row]:
    """Read every file below a folder; a line for each, and one for all."""
    total = translated = files = 0
    for path in sorted(folder.rglob("*")):
        rows = list(read_values(path)) if path.is_file() else []
        if rows:
            count = sum(row.translated for row in rows)
            print(f"{count:6} of {len(rows):6} translated: {path.relative_to(folder.parent)}")
            files, total, translated = files + 1, total + len(rows), translated + count
            yield from rows
    print(f"{folder.name}: {files} files, {translated} of {total} values with letters translated")


def read_values(path: Path) -> Iterator[Row]:
    """Every value with letters of a file; none of a file that is not of these types."""
    entry = _format_of(path)
    if entry is None:
        return
    try:
        everything = _extract(entry, path, "all")
        found = {unit.id for unit in _extract(entry, path, "auto").units if unit.reason is None}
    except DocumentError:
        return
    for unit in everything.units:
        if unit.reason is None:
            yield Row(path.name, unit.context, plain_text(unit.segment), unit.id in found)


def _format_of(path: Path) -> Format | None:
    suffix = path.suffix.lower().lstrip(".")
    return next((e for e in load_formats() if e.info.name in _NAMES and suffix in e.info.media_types), None)


def _extract(entry: Format, path: Path, texts: str) -> Document:
    options = {option.name: option.default for option in entry.info.options}
    source = Source(
        data=path.read_bytes(), suffix=path.suffix.lower().lstrip("."), options={**options, "texts": texts}
    )
    return entry.extract(source, _PAIR)


def write_labels(path: Path, rows: list[Row]) -> None:
    """Write the values for a person to review, with a guess whether each is language."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(_COLUMNS)
        for row in rows:
            if row.translated or is_phrase(row.text):
                guess = _YES if is_phrase(row.text) else _NO
                done = _YES if row.translated else _NO
                writer.writerow((row.file, row.path, row.text, done, guess))


def measure(path: Path) -> str:
    """Precision and recall by a file of labels."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = [(row["translated"] == _YES, row["language"] == _YES) for row in csv.DictReader(file)]
    right = sum(translated and language for translated, language in rows)
    translated = sum(translated for translated, _ in rows)
    language = sum(language for _, language in rows)
    return (
        f"{right} of {translated} translated values are language, precision {right / (translated or 1):.1%}\n"
        f"{right} of {language} values of language are translated, recall {right / max(language, 1):.1%}"
    )


if __name__ == "__main__":
    sys.exit(main())
