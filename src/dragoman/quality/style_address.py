"""How readers are addressed, where words tell: `du` and `Sie`, `tu` and `vous`.

Words that also mean something else are left out, and so is what is quoted: it speaks to somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from dragoman.quality.model import Check, Finding, Severity
from dragoman.quality.view import PairView
from dragoman.styles import Formality

STYLE_ADDRESS: Final = Check(
    code="STYLE_ADDRESS",
    severity=Severity.WARNING,
    fixable=False,
    description="A word addresses the reader formally where the style guide is informal, or the other way "
    "round. Checked in Catalan, Dutch, French, German, Italian, Portuguese, Russian and Spanish.",
    message="The style guide addresses readers in the other way.",
)


class _Words(NamedTuple):
    """What is wrong in a language, by the style that is asked for."""

    in_formal: re.Pattern[str]
    in_informal: re.Pattern[str]


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w\\/.-])(?:{pattern})(?![\w-])")


# A capital within a sentence: not after its end, an opening quotation mark or bracket, or a dash.
_WITHIN: Final = r"(?<=[\w,] )"
_RULES: Final[Mapping[str, _Words]] = {
    "de": _Words(
        # Not `du` before a name: Café du Monde, Tour du Mont Blanc.
        in_formal=_words(r"[Dd]u(?! [A-ZÉÎ])|[Dd]ich|[Dd]ein(?:e[rsmn]?)?|[Ee]uch"),
        in_informal=_words(rf"{_WITHIN}(?:Sie|Ihnen|Ihr(?:e[rsmn]?)?)"),
    ),
    "fr": _Words(
        in_formal=_words(r"(?<!est )(?<!était )(?<!suis )(?<!sont )[Tt]u|[Tt]oi|[Tt]es|tiens?-toi"),
        in_informal=re.compile(
            r"(?<![\w])(?<![Rr]endez-)[Vv]ous(?![\w-])|(?<![\w-])(?:[Vv]otre|[Vv]os|vôtres?)(?![\w-])"
        ),
    ),
    "es": _Words(
        in_formal=_words(r"[Tt]ú|[Cc]ontigo|[Tt]us?|[Tt]uy[oa]s?"),
        in_informal=_words(r"[Uu]sted|Uds?\.|Vds?\."),
    ),
    "ca": _Words(
        in_formal=_words(r"[Tt]u|[Tt]eu(?:s|)|[Tt]ev[ae]s?"),
        in_informal=_words(r"[Vv]ostè"),
    ),
    "it": _Words(
        in_formal=_words(r"[Tt]u|[Tt]u[oae]|[Tt]uoi"),
        in_informal=_words(rf"{_WITHIN}(?:Lei|Suo|Sua|Suoi|Sue)"),
    ),
    "pt": _Words(
        in_formal=_words(r"[Tt]u|[Tt]eus?|[Tt]uas?|[Cc]ontigo"),
        in_informal=_words(r"V\. ?Ex\.?ª|Vossa (?:Excelência|Senhoria)"),
    ),
    "nl": _Words(
        in_formal=_words(r"[Jj]e|[Jj]ij|[Jj]ouw?|[Jj]ullie"),
        in_informal=_words(r"(?<!\d )[Uu]w?(?![.'’])|[Uu]zelf"),
    ),
    "ru": _Words(
        in_formal=_words(r"[Тт]ы|[Тт]ебя|[Тт]ебе|[Тт]обой|[Тт]во(?:й|я|ё|и|его|ей|ему|им|их|ю)"),
        in_informal=_words(rf"{_WITHIN}(?:Вы|Вас|Вам|Вами|Ваш(?:а|е|и|его|ей|ему|им|их|у)?)"),
    ),
}
_QUOTED: Final = re.compile(r"„[^“”]*[“”]|“[^”]*”|«[^»]*»|»[^«]*«|\"[^\"]*\"")


def check_style_address(pair_view: PairView) -> Iterator[Finding]:
    """`STYLE_ADDRESS`."""
    style = pair_view.pair.style
    if style is None or style.formality is None or pair_view.same:
        return
    words = _RULES.get(pair_view.target_language.language)
    if words is None:
        return
    wrong = words.in_formal if style.formality is Formality.FORMAL else words.in_informal
    text = _QUOTED.sub(lambda match: " " * len(match[0]), pair_view.target.bare)
    for match in wrong.finditer(text):
        yield STYLE_ADDRESS.found(target=pair_view.target.span(*match.span()))
