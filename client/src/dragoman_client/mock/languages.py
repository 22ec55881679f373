"""Languages: codes in any spelling, pairs, and a guess which language a text is in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from dragoman_client.mock.refusals import MockRefusal, detail


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split(" "))


# Frequent short words that tell languages apart.
_WORDS: Final[Mapping[str, frozenset[str]]] = {
    "en": _words("the is and of to in that this with for are was not you can have"),
    "de": _words("der die das und ist nicht ein eine mit für auf dem den von zu"),
    "fr": _words("le la les des est une et que pour dans qui pas sur avec vous"),
    "es": _words("el los las es una y que por con para del se no como esta"),
    "it": _words("il gli è che per con non una sono della nel questo anche più"),
    "pt": _words("o os as é uma que não com para do da em mais isto você"),
    "nl": _words("de het een en van is dat niet op voor met zijn ook aan"),
}
_LEAST: Final = 2  # words that must be met
_SCRIPT: Final = 4  # letters of its subtag
_USUAL_SCRIPT: Final[Mapping[str, str]] = {
    **dict.fromkeys(("ar", "fa", "ur"), "arab"),
    **dict.fromkeys(("be", "bg", "mk", "ru", "sr", "uk"), "cyrl"),
    "el": "grek",
    "he": "hebr",
    "hi": "deva",
    "ja": "jpan",
    "ko": "kore",
    "th": "thai",
}


def match_code(code: str, offered: Sequence[str]) -> str | None:
    """The offered code that a request's code means, by RFC 4647 look-up; None where there is none."""
    known = {one.lower(): one for one in offered}
    subtags = code.replace("_", "-").lower().split("-")
    if subtags[0] == "zh" and len(subtags) > 1 and subtags[1] not in {"hans", "hant"}:
        script = {"cn": "hans", "sg": "hans", "tw": "hant", "hk": "hant", "mo": "hant"}.get(subtags[1])
        subtags = ["zh", script] if script else subtags
    while subtags:
        if "-".join(subtags) in known:
            return known["-".join(subtags)]
        dropped = subtags.pop()
        if len(dropped) == _SCRIPT and _USUAL_SCRIPT.get(subtags[0], "latn") != dropped:
            return None  # another script is another text
    return known.get("zh-hans") if code.lower() == "zh" else None


def canonical(code: str) -> str:
    """A code as the service writes it: `en`, `pt-BR`, `zh-Hans`."""
    language, *others = code.replace("_", "-").lower().split("-")
    forms = {2: str.upper, 4: str.title}
    return "-".join([language, *(forms.get(len(one), str)(one) for one in others)])


def find_pair(source: str, target: str, offered: Sequence[str]) -> tuple[str, str] | None:
    """The pair that two codes mean; None where it is not supported."""
    pair = match_code(source, offered), match_code(target, offered)
    if pair[0] is None or pair[1] is None or pair[0] == pair[1]:
        return None
    return pair[0], pair[1]


def require_pair(source: str, target: str, offered: Sequence[str]) -> tuple[str, str]:
    """The pair that two codes mean; a refusal where it is not supported (T3)."""
    found = find_pair(source, target, offered)
    if found is None:
        raise unsupported(source, target)
    return found


def unsupported(source: str, target: str) -> MockRefusal:
    """The refusal of a pair."""
    return detail(422, f"Language pair ({source} -> {target}) is not supported")


def detect(text: str) -> str | None:
    """The language of a text, by its short words; None when unsure."""
    words = re.findall(r"[^\W\d_]+", text.lower())
    scores = sorted(
        ((sum(word in own for word in words), code) for code, own in _WORDS.items()), reverse=True
    )
    best, second = scores[0], scores[1]
    return best[1] if best[0] >= _LEAST and best[0] > second[0] else None
