"""Marks of footnotes in the text: raised numbers, letters and stars, and exceptions to them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.formats.pdf.lines import PdfLine, PdfRun, is_unbroken

_SIGNS: Final = "*†‡§¶‖#∥"
MARK: Final = rf"(?:[0-9]{{1,3}}|[{_SIGNS}]{{1,4}}|[a-zA-Z])"
_MARKS: Final = re.compile(rf"(?<![^\W_])[(\[]?({MARK})[)\]]?(?![^\W_])")
_RAISED_DIGITS: Final = re.compile("[⁰¹²³⁴-⁹]{1,3}")
_DIGITS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_ALIKE: Final = str.maketrans("∗⁎＊∥", "***‖")
_YEAR: Final = re.compile(r"(?<!\d)\d{4}$")
_WORD_END: Final = re.compile(r"[^\W\d_]+$")
_MEASURE: Final = re.compile(r"\d\s?[a-zA-Zµμ]{1,3}$")  # 12 km²
_LONGEST: Final = 24  # length of a raised run that may be marks: "1, 2, 3"


@dataclass(slots=True, eq=False)
class NoteReference:
    """A position in the text that may refer to a note."""

    line: PdfLine
    run: int
    start: int  # offset in the run
    end: int
    likely: int  # 0: probably an exponent


def plain_reference(text: str) -> str:
    """A mark without parentheses, in normal digits and letters."""
    stripped = unblanked = text.translate(_ALIKE).translate(_DIGITS).strip()
    if unblanked[:1] in "([" or unblanked[-1:] in ")].":
        stripped = unblanked.lstrip("([").rstrip(")].")
    return stripped


def find_note_references(lines: Sequence[PdfLine]) -> Mapping[str, list[NoteReference]]:
    """All possible marks, in the order of the lines."""
    found: dict[str, list[NoteReference]] = defaultdict(list)
    for line in lines:
        before = ""
        for index, run in enumerate(line.runs):
            for match in _in_run(run):
                text = match[1] if match.re is _MARKS else match[0]
                likely = _likelihood(before + run.text[: match.start()], line.runs[max(0, index - 1)])
                if before.strip() or run.text[: match.start()].strip():
                    reference = NoteReference(line, index, match.start(), match.end(), likely)
                    found[plain_reference(text)].append(reference)
            before += run.text
    return found


def _in_run(run: PdfRun) -> Iterator[re.Match[str]]:
    if run.raised == 1:
        if len(run.text) <= _LONGEST:
            text = run.text.translate(_ALIKE)
            if not _MARKS.sub("", text).strip(" ,;*"):
                yield from _MARKS.finditer(text)
    elif not run.raised:
        yield from _RAISED_DIGITS.finditer(run.text)


def _likelihood(before: str, run: PdfRun) -> int:
    """The likelihood that a raised text is a mark: high after a word, low after "x" or "10"."""
    before = before.rstrip()
    word = _WORD_END.search(before)
    if word is None:
        return int(bool(_YEAR.search(before))) if before[-1:].isdigit() else 2
    if _MEASURE.search(before):
        return 0
    if len(word[0]) > 2 or is_unbroken(before[-1]):
        return 2
    return int(not run.italic and (len(word[0]) > 1 or word[0].isupper()))


def set_notes(notes: Mapping[int, NoteReference]) -> None:
    """Split runs at marks; `notes`: number of a note → its mark."""
    by_run: dict[tuple[int, int], list[tuple[NoteReference, int]]] = defaultdict(list)
    for number, reference in notes.items():
        by_run[id(reference.line), reference.run].append((reference, number))
    lines = {id(reference.line): reference.line for reference in notes.values()}
    for key, line in lines.items():
        runs: list[PdfRun] = []
        for index, run in enumerate(line.runs):
            position = 0
            for reference, number in sorted(by_run.get((key, index), ()), key=lambda pair: pair[0].start):
                runs.append(run._replace(text=run.text[position : reference.start]))
                shown = run.text[reference.start : reference.end].translate(_DIGITS)
                runs.append(run._replace(text=shown, raised=1, note=number))
                position = reference.end
            runs.append(run._replace(text=run.text[position:]))
        line.runs = [run for run in runs if run.text]
        line.read_runs()
