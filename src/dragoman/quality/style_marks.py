"""Quotation marks, final full stops, and white space before marks, as a style guide says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from dragoman.quality.end_marks import ABBREVIATION
from dragoman.quality.model import Check, Finding, Severity
from dragoman.quality.view import MARK, PairView
from dragoman.styles import FinalStop, MarkSpacing, QuotationMarks

STYLE_QUOTES: Final = Check(
    code="STYLE_QUOTES",
    severity=Severity.WARNING,
    fixable=True,
    description="The outer quotation marks are not those of the style guide. Apostrophes, single marks and "
    "marks within a quotation do not count.",
    message="The style guide has other quotation marks.",
)
STYLE_FINAL_STOP: Final = Check(
    code="STYLE_FINAL_STOP",
    severity=Severity.NOTICE,
    fixable=True,
    description="A short string ends with a full stop, or without one, against the style guide. Several "
    "sentences, long ones and abbreviations do not count.",
    message="The style guide says otherwise about the full stop of short strings.",
)
STYLE_MARK_SPACE: Final = Check(
    code="STYLE_MARK_SPACE",
    severity=Severity.WARNING,
    fixable=True,
    description="Before `:`, `;`, `!` or `?` there is white space where the style guide has none, or none "
    "where it has some, as in French.",
    message="The style guide says otherwise about white space before this mark.",
)

_MARKS: Final = '"“”„‟«»「」『』〝〞〟＂'
_QUOTE: Final = re.compile(f"[{_MARKS}]")
# Inches, seconds and the gershayim of Hebrew abbreviations.
_NO_QUOTE: Final = re.compile(r"(?<=\d)[\"”“](?!\w)|(?<=[\u05d0-\u05ea])[\"”](?=[\u05d0-\u05ea])")
_STYLES: Final[Mapping[QuotationMarks, str]] = {
    QuotationMarks.STRAIGHT: '"',
    QuotationMarks.CURLY: "“”",
    QuotationMarks.LOW: "„“”",
    QuotationMarks.GUILLEMETS: "«»",
}
# The marks that are in use as outer ones, by language; the first two open and close. Others: not judged.
_OF_LANGUAGE: Final[Mapping[str, str]] = {
    language: marks
    for languages, marks in (
        ("de cs sk sl bg is lt et", "„“»«"),
        ("hr sr bs mk ka hu pl ro", "„”“»«"),
        ("en nl tr vi id ms af cy ga", "“”„"),
        ("fr es it pt ca gl oc eu el no nb nn", "«»“”„"),
        ("ru uk be hy fa", "«»„“”"),
        ("sv fi", "””»«"),
        ("da", "»«“”„"),
        ("zh ja", "「」『』“”«»"),
    )
    for language in languages.split()
}
_GUILLEMETS_IN: Final = frozenset({"fr", "oc"})  # with white space within them
_CLOSED: Final[Mapping[str, str]] = {
    "“": "“”", "„": "“”", "”": "”", "«": "»", "»": "«»", '"': '"', "「": "」", "『": "』",
}  # fmt: skip

_STOPPED: Final = re.compile(r"(?<![.…])\.(?P<after>[\"'”“»’)\]\s" + MARK + r"]*)\Z")
_INNER_END: Final = re.compile(r"[.!?…:;。！？]\s+\S|\n")
_LONGEST_STRING: Final = 60  # characters of what counts as a label, a button or a short message

# A mark that ends something: neither in a time, a ratio or a face, nor an operator between variables.
_SPACED: Final = re.compile(r"(?<=\w[\w)\]»”\"%])[ \u00a0\u202f](?P<mark>[:;!?])(?=[\s\"”»]|\Z)")
_UNSPACED: Final = re.compile(r"(?<=[^\W\d_])(?P<mark>[:;!?])(?=[\s\u00a0»]|\Z)")
_NO_SPACE_SCRIPTS: Final = frozenset({"Latn", "Cyrl", "Grek"})


def replaces_end_mark(pair_view: PairView) -> bool:
    """Whether a full stop of the source is missing because the style guide wants none."""
    style, target = pair_view.pair.style, pair_view.target.text.rstrip()
    if style is None or style.final_stop is not FinalStop.OMIT or not _is_short(target):
        return False
    return _STOPPED.search(pair_view.source.text) is not None and target[-1] not in ".!?…:"


def check_style_marks(pair_view: PairView) -> Iterator[Finding]:
    """`STYLE_QUOTES`, `STYLE_FINAL_STOP` and `STYLE_MARK_SPACE`."""
    style = pair_view.pair.style
    if style is None or pair_view.same:
        return
    if style.quotation_marks is not None:
        yield from _check_quotes(pair_view, style.quotation_marks)
    if style.final_stop is not None:
        yield from _check_stop(pair_view, style.final_stop)
    if style.space_before_marks is not None:
        yield from _check_spaces(pair_view, style.space_before_marks)


def _check_quotes(pair_view: PairView, wanted: QuotationMarks) -> Iterator[Finding]:
    language = pair_view.target_language.language
    right = _OF_LANGUAGE.get(language) if wanted is QuotationMarks.LANGUAGE else _STYLES[wanted]
    if right is None:
        return
    target = pair_view.target
    text = _NO_QUOTE.sub(" ", target.bare)
    wrong = [place for place in _outer(text, right) if text[place] not in right]
    if [text[place] for place in wrong] == ['"', '"']:
        first, last = wrong
        opening, closing = _pair_of(right, spaced=language in _GUILLEMETS_IN)
        edits = target.replace(first, first + 1, opening), target.replace(last, last + 1, closing)
        both = (*edits[0], *edits[1]) if all(edits) else ()
        yield STYLE_QUOTES.found(target=target.span(first, last + 1), edits=both)
        return
    for place in wrong:  # which one opens, people have to see
        yield STYLE_QUOTES.found(target=target.span(place, place + 1))


def _outer(text: str, right: str) -> list[int]:
    """The places of quotation marks that are not within a quotation by marks that are right."""
    places: list[int] = []
    within: list[int] = []
    closing = ""
    for match in _QUOTE.finditer(text):
        place, mark = match.start(), match[0]
        if closing and mark not in closing:
            within.append(place)
            continue
        places.append(place)
        closing = "" if closing or mark not in right else _CLOSED.get(mark, "")
        within = []
    return [*places, *within]  # those behind a mark that nothing closes


def _pair_of(right: str, *, spaced: bool) -> tuple[str, str]:
    """The marks that open and close."""
    opening, closing = (right[0], right[1]) if len(right) > 1 else (right, right)
    if spaced and opening == "«":
        return "«\u00a0", "\u00a0»"
    return opening, closing


def _check_stop(pair_view: PairView, wanted: FinalStop) -> Iterator[Finding]:
    source, target = pair_view.source.text, pair_view.target.text
    if not _is_short(target):
        return
    match, before = _STOPPED.search(target), _STOPPED.search(source)
    stands = match is not None and _ends_sentence(target[: match.start()])
    if wanted is FinalStop.OMIT:
        if match is not None and stands:
            yield _stop(pair_view, match.start())
    elif match is not None and stands and before is None and source[-1:].isalnum():
        yield _stop(pair_view, match.start())


def _ends_sentence(text: str) -> bool:
    """Whether a full stop behind a text ends a sentence: no abbreviation, and no ordinal number."""
    return not text[-1:].isdigit() and ABBREVIATION.search(f"{text}.") is None


def _stop(pair_view: PairView, place: int) -> Finding:
    target = pair_view.target
    return STYLE_FINAL_STOP.found(
        target=target.span(place, place + 1), edits=target.replace(place, place + 1, "")
    )


def _is_short(text: str) -> bool:
    """Whether a text is one short string: no paragraph, and not several sentences."""
    return bool(text.strip()) and len(text) <= _LONGEST_STRING and _INNER_END.search(text.strip()) is None


def _check_spaces(pair_view: PairView, wanted: MarkSpacing) -> Iterator[Finding]:
    target, text = pair_view.target, pair_view.target.bare
    spaced = _marks_with_space(pair_view.pair.target_language, pair_view.target_language.language)
    if wanted is MarkSpacing.NONE:
        spaced = ""
    elif pair_view.target_language.script not in _NO_SPACE_SCRIPTS:
        return
    kept = _kept(pair_view)
    for match in _SPACED.finditer(text):
        if match["mark"] not in spaced + kept:
            start, end = match.span()
            edits = target.replace(start, end, match["mark"])
            yield STYLE_MARK_SPACE.found(target=target.span(start, end), edits=edits)
    for match in _UNSPACED.finditer(text) if spaced else ():
        if match["mark"] in spaced:
            blank = "\u00a0" if match["mark"] == ":" else "\u202f"
            edits = target.replace(match.start(), match.end(), blank + match["mark"])
            yield STYLE_MARK_SPACE.found(target=target.span(*match.span()), edits=edits)


def _kept(pair_view: PairView) -> str:
    """The marks with white space before them in the source too, where no rule of its language puts it."""
    if _marks_with_space(pair_view.pair.source_language, pair_view.source_language.language):
        return ""
    return "".join(match["mark"] for match in _SPACED.finditer(pair_view.source.bare))


def _marks_with_space(code: str, language: str) -> str:
    """The marks with white space before them in a language."""
    if language != "fr":
        return ""
    return {"fr-CA": ":", "fr-CH": ""}.get(code, ":;!?")
