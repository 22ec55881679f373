"""The mark at the end of a sentence: of the source's kind, as the target language writes it.

Full stops of short texts are left alone, as they may belong to abbreviations. Thai and Lao end sentences
without a mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from dragoman.quality.model import Check, Edit, Finding, Severity
from dragoman.quality.view import MARK, PairView

END_MARK: Final = Check(
    code="END_MARK",
    severity=Severity.WARNING,
    fixable=True,
    description="The translation ends with another kind of mark than the source (full stop, question mark, "
    "exclamation mark, colon, ellipsis), or only one of them ends with one.",
    message="The mark at the end is not of the source's kind; end the translation as the source ends.",
)
END_MARK_STYLE: Final = Check(
    code="END_MARK_STYLE",
    severity=Severity.NOTICE,
    fixable=True,
    description="The mark at the end is of the right kind, but not as the target language writes it: `。` in "
    "Chinese and Japanese, `؟` in Arabic, Persian and Urdu, `;` in Greek.",
    message="The target language writes this mark in another way.",
)
OPENING_MARK: Final = Check(
    code="OPENING_MARK",
    severity=Severity.WARNING,
    fixable=True,
    description="A question or exclamation in Spanish or Asturian lacks its opening `¿` or `¡`.",
    message="A question or exclamation lacks the mark that opens it; put it where the question or "
    "exclamation "
    "begins.",
)

_KINDS: Final[Mapping[str, str]] = {
    mark: kind
    for kind, marks in {
        ".": ".。．｡।॥۔։።။។៕᠃꓿",
        "?": "?？؟⸮՞፧❓",
        "!": "!！՜❗",
        ":": ":：፦",
        "…": "…⋯",
    }.items()
    for mark in marks
}
_CLOSERS: Final = "\"'’‘”“»«›‹)]}）］｝」』】〉》〕*_\u200b\u200e\u200f\u202c\u2069\u061c" + MARK
_NO_MARKS: Final = frozenset({"th", "lo", "km", "my", "bo", "dz", "shn"})
_INSIDE_MARKS: Final = frozenset({"hy"})  # its question and exclamation marks are within words
_NATIVE: Final[Mapping[str, Mapping[str, str]]] = {
    language: marks
    for languages, marks in (
        ("ja zh yue", {".": "。", "?": "？", "!": "！", ":": "："}),
        ("ar fa ckb ps sd ug", {"?": "؟"}),
        ("ur", {".": "۔", "?": "؟"}),
        ("el", {"?": ";"}),
        ("hi mr ne bn sa as or pa mai", {".": "।"}),
        ("hy", {".": "։"}),
        ("am ti", {".": "።"}),
    )
    for language in languages.split()
}
# Where both are in use, only the native one is suggested when a mark has to be inserted.
_STRICT: Final = {"ja": ".", "zh": ".", "ar": "?", "fa": "?", "ur": "?", "el": "?"}
_SENTENCE_WORDS: Final = 3
_SENTENCE_LETTERS: Final = 8  # in writing without blanks
# What ends with a full stop and no sentence: inner full stops, no vowels, figures, and a few by name.
ABBREVIATION: Final = re.compile(
    r"(?:^|[\s(\[\u00a0])(?:[^\W\d_]|(?:[^\W\d_]{1,4}\.\s?)+[^\W\d_]{1,4}"
    r"|[bcdfghjklmnpqrstvwxzбвгджзклмнпрстфхцчшщ]{2,5}"
    r"|etc|inc|co|ltd|corp|al|usw|uvm|ggf|evtl|inkl|exkl|max|min|tel|fig|vol|eds?|dept|est|ext|approx|misc|cet"
    r"|ecc|jne|osv|itd|itp|atd|apod|stb|др|пр|гг|руб|тыс|млн)\.?$",
    re.IGNORECASE,
)
_FIGURE: Final = re.compile(r"\d\.?$")
_ORDINAL_STOPS: Final = frozenset(  # languages that write "5th" as "5."
    (
        "bs",
        "cs",
        "da",
        "de",
        "et",
        "fi",
        "hr",
        "hu",
        "is",
        "lv",
        "nb",
        "nn",
        "no",
        "pl",
        "sk",
        "sl",
        "sr",
        "tr",
    )
)
# Japanese and Korean end noun phrases without a full stop: only a verb at the end shows that one is missing.
_VERB_ENDS: Final = {"ja": re.compile(r"[\u3040-\u309f]\W*\Z"), "ko": re.compile(r"[다요오]\W*\Z")}
_ASKING: Final[Mapping[str, str]] = {"ja": "か", "ko": "까"}  # last letters that are question marks enough
_DENSE: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_INVERTED: Final[Mapping[str, str]] = {"?": "¿", "!": "¡"}
_SENTENCE_END: Final = re.compile(r"[.!?…:;]\s")


class _Ending(NamedTuple):
    kind: str  # "": no mark
    start: int  # of the mark; without one, its expected offset
    end: int
    inner: str = ""  # the kind of one before closing quotes and brackets: `!` of `!".`


def check_end_marks(pair_view: PairView) -> Iterator[Finding]:
    """`END_MARK` and `END_MARK_STYLE`."""
    source, target = pair_view.source.text, pair_view.target.text
    language = pair_view.target_language.language
    if pair_view.same or not source or not target or language in _NO_MARKS:
        return
    before, after = _ending(source, pair_view.source_language.language), _ending(target, language)
    same_inside = (before.kind and before.kind == after.inner) or (after.kind and after.kind == before.inner)
    if before.kind == after.kind or same_inside:
        yield from _style(pair_view, after)
    elif _is_certain(pair_view, before, after):
        edits = _edits(pair_view, before, after)
        yield END_MARK.found(target=pair_view.target.span(after.start, after.end), edits=edits)


def check_opening_marks(pair_view: PairView) -> Iterator[Finding]:
    """`OPENING_MARK`."""
    text = pair_view.target.bare
    if pair_view.same or pair_view.target_language.language not in ("es", "ast"):
        return
    for mark, opening in _INVERTED.items():
        place = text.rfind(mark)
        if place < 0 or opening in text or not text[:place].strip() or text[place - 1] in "(¿¡ ":
            continue
        start = len(text) - len(text.lstrip())
        lonely = _SENTENCE_END.search(text, 0, place) is None and text[start].isalpha()
        edits = pair_view.target.replace(start, start, opening) if lonely and start == 0 else ()
        yield OPENING_MARK.found(target=pair_view.target.span(place, place + 1), edits=edits)


def _ending(text: str, language: str) -> _Ending:
    """The last mark that is followed only by closing quotes and brackets."""
    end = _before_closers(text, len(text))
    if language == "el" and text[end - 1 : end] in (";", "\u037e"):
        return _Ending("?", end - 1, end)
    start = _before_marks(text, end)
    if start == end:
        end = len(text.rstrip())
        return _Ending("", end, end)
    inner_end = _before_closers(text, start)
    inner_start = _before_marks(text, inner_end)
    inner = _kind(text[inner_start:inner_end]) if inner_start < inner_end < start else ""
    return _Ending(_kind(text[start:end]), start, end, inner)


def _before_closers(text: str, end: int) -> int:
    while end and (text[end - 1].isspace() or text[end - 1] in _CLOSERS):
        end -= 1
    return end


def _before_marks(text: str, end: int) -> int:
    while end and text[end - 1] in _KINDS:
        end -= 1
    return end


def _kind(marks: str) -> str:
    """The kind of a run of marks: `...` is an ellipsis, `?!` a question."""
    kinds = {_KINDS[mark] for mark in marks}
    if "?" in kinds:
        return "?"
    if "!" in kinds:
        return "!"
    if "…" in kinds or len(marks) > 1:
        return "…" if ":" not in kinds else ":"
    return _KINDS[marks]


def _is_certain(pair_view: PairView, before: _Ending, after: _Ending) -> bool:
    """Whether a different kind of mark at the end is an error, not due to the language or a short text."""
    kinds = {before.kind, after.kind}
    languages = pair_view.source_language.language, pair_view.target_language.language
    if languages[0] in _NO_MARKS or (languages[1] in _INSIDE_MARKS and kinds & {"?", "!"}):
        return False
    if not kinds <= {"", ".", "…"}:
        asks = (
            (after.kind == "?" and _asks(pair_view.source.text, before, languages[0]))
            or (before.kind == "?" and _asks(pair_view.target.text, after, languages[1]))
        )  # fmt: skip
        return not asks
    if not (_is_sentence(pair_view.source.bare) and _is_sentence(pair_view.target.bare)):
        return False
    verb_end = _VERB_ENDS.get(languages[1])
    if not after.kind and verb_end is not None and verb_end.search(pair_view.target.bare) is None:
        return False
    if after.kind == ".":
        return not _is_abbreviated(pair_view.target.bare, after, languages[1])
    return before.kind != "." or not _is_abbreviated(pair_view.source.bare, before, languages[0])


def _asks(text: str, ending: _Ending, language: str) -> bool:
    """Whether the last letter makes a question of a sentence that ends without its mark."""
    return ending.kind in ("", ".") and text[ending.start - 1 : ending.start] == _ASKING.get(language)


def _is_abbreviated(text: str, ending: _Ending, language: str) -> bool:
    """Whether a full stop may belong to the last word alone."""
    if text[ending.end : ending.end + 1] in (")", "]", "）"):
        return True
    last = text[max(0, ending.end - 40) : ending.end]
    return ABBREVIATION.search(last) is not None or (
        language in _ORDINAL_STOPS and _FIGURE.search(last) is not None
    )


def _is_sentence(text: str) -> bool:
    return len(text.split()) >= _SENTENCE_WORDS or len(_DENSE.findall(text)) >= _SENTENCE_LETTERS


def _edits(pair_view: PairView, before: _Ending, after: _Ending) -> tuple[Edit, ...]:
    """The source's mark in the target's writing, in the place of the target's."""
    if before.kind == "?" and pair_view.target_language.language in ("es", "ast", "hy"):
        return ()  # a question has to be opened too
    if before.kind == "!" and pair_view.target_language.language in ("es", "ast", "hy"):
        return ()
    mark = _native(pair_view, before.kind)
    if before.kind == "…":
        mark = pair_view.source.text[before.start : before.end]
    if not after.kind and pair_view.target.text[after.start - 1 : after.start] in (
        ",",
        "،",
        "、",
        "，",
        ";",
        "；",
    ):
        return ()
    return pair_view.target.replace(after.start, after.end, mark)


def _native(pair_view: PairView, kind: str) -> str:
    return _NATIVE.get(pair_view.target_language.language, {}).get(kind, kind)


def _style(pair_view: PairView, after: _Ending) -> Iterator[Finding]:
    """The right mark in the source's writing."""
    text, language = pair_view.target.text, pair_view.target_language.language
    written = text[after.start : after.end]
    strict = _STRICT.get(language)
    if strict is None or written != strict or after.start == 0:
        return
    if strict == "." and _DENSE.match(text, after.start - 1) is None:
        return
    edits = pair_view.target.replace(after.start, after.end, _native(pair_view, after.kind))
    yield END_MARK_STYLE.found(target=pair_view.target.span(after.start, after.end), edits=edits)
