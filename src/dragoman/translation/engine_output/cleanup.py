"""Clean up texts before and after an engine.

Pure functions, described for users in `docs/concepts/text.md`. They change texts only, never codes, and
return their input where the engine was right. A test that compares us with an engine's own command line
applies `prepare` and `clean` to that command's input and output.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from dragoman.segments import Segment, Text, normalise, plain_text
from dragoman.translation.engine_output.capitals import mend_capitals
from dragoman.translation.engine_output.spacing import mend_blanks
from dragoman.translation.engine_output.unwanted_capitals import lower_unwanted
from dragoman.translation.model import LanguagePair
from dragoman.translation.protection.placeholders import CONTENT_TYPES

_STRAIGHT: Final = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"'})
_CURLY: Final = re.compile("[‘’“”„]")


def prepare(source: Segment, languages: LanguagePair) -> Segment:
    """Prepare a source: English gets straight quotes (curly apostrophes break rules for contractions)."""
    if (
        languages.fluent
        or languages.source.partition("-")[0] != "en"
        or _CURLY.search(plain_text(source)) is None
    ):
        return source
    return _map_texts(source, lambda text: text.translate(_STRAIGHT))


def clean(source: Segment, target: Segment, languages: LanguagePair) -> Segment:
    """Correct the blanks, capitals and end mark of an engine's answer by its source.

    Of a fluent engine only the blanks.
    """
    if not target:
        return target
    mends = _MENDS[:2] if languages.fluent else _MENDS
    for mend in mends:
        target = mend(source, target, languages)
    return target


def _map_texts(segment: Segment, change: Callable[[str], str]) -> Segment:
    return normalise(Text(text=change(part.text)) if isinstance(part, Text) else part for part in segment)


# --- the ends -----------------------------------------------------------------------------------------------


def _mend_ends(source: Segment, target: Segment, _languages: LanguagePair) -> Segment:
    """Drop blanks at the beginning and the end, ignoring formatting, where the source has none."""
    place = _outermost_text(target, range(len(target)))
    first = _outermost_text(source, range(len(source)))
    if not _text(source, first)[:1].isspace() and _text(target, place).startswith(" "):
        target = _with_text(target, place, _text(target, place).lstrip(" "))
    place = _outermost_text(target, range(len(target) - 1, -1, -1))
    last = _outermost_text(source, range(len(source) - 1, -1, -1))
    if not _text(source, last)[-1:].isspace() and _text(target, place).endswith(" "):
        target = _with_text(target, place, _text(target, place).rstrip(" "))
    return target


def _outermost_text(segment: Segment, order: Iterable[int]) -> int:
    """Index of the first text in an order with only formatting before it, or -1."""
    for index in order:
        part = segment[index]
        if isinstance(part, Text):
            return index
        if part.type in CONTENT_TYPES:
            break
    return -1


def _text(segment: Segment, index: int) -> str:
    part = segment[index] if index >= 0 else None
    return part.text if isinstance(part, Text) else ""


def _with_text(segment: Segment, index: int, text: str) -> Segment:
    return normalise((*segment[:index], Text(text=text), *segment[index + 1 :]))


# --- the end mark -----------------------------------------------------------------------------------------

_END_MARK: Final = re.compile(r"(\.\.\.|[.!?…])[\"')\]»”’]*\Z")
_SENTENCE_WORDS: Final = 3  # less than so many words with a full stop may be an abbreviation
_NATIVE_MARKS: Final[Mapping[str, Mapping[str, str]]] = {
    language: marks
    for languages, marks in (
        ("ja zh", {".": "。", "!": "！", "?": "？"}),
        ("hi mr ne bn sa as or pa", {".": "।"}),
        ("th lo km my bo", {".": ""}),
        ("ar fa ps ckb", {"?": "؟"}),
        ("ur", {".": "۔", "?": "؟"}),
        ("el", {"?": ";"}),
        ("hy", {".": "։"}),
    )
    for language in languages.split()
}


def _mend_end_mark(source: Segment, target: Segment, languages: LanguagePair) -> Segment:
    """Add the source's full stop, question or exclamation mark, if the translation ends without any mark."""
    if isinstance(ending := target[-1], Text) and ending.text.endswith((".", "!", "?", "…")):
        return target
    end = _last_visible(source)
    last = source[end] if end >= 0 else None
    mark = _END_MARK.search(last.text.rstrip()) if isinstance(last, Text) else None
    if mark is None or (mark[1] == "." and len(plain_text(source).split()) < _SENTENCE_WORDS):
        return target
    end = _last_visible(target)
    if end < 0:
        return target
    part = target[end]
    if isinstance(part, Text) and unicodedata.category(part.text.rstrip()[-1])[0] not in "LMN":
        return target
    native = _NATIVE_MARKS.get(languages.target.partition("-")[0], {}).get(mark[1], mark[1])
    if isinstance(part, Text):
        text = part.text.rstrip()
        part = Text(text=text + native + part.text[len(text) :])
        return (*target[:end], part, *target[end + 1 :])
    return normalise((*target[: end + 1], Text(text=native), *target[end + 1 :]))


def _last_visible(segment: Segment) -> int:
    """Index of the last part that is a code with content or a text with more than blanks, or -1."""
    for index in range(len(segment) - 1, -1, -1):
        part = segment[index]
        if part.text.strip() if isinstance(part, Text) else part.type in CONTENT_TYPES:
            return index
    return -1


_MENDS: Final = (mend_blanks, _mend_ends, lower_unwanted, mend_capitals, _mend_end_mark)
