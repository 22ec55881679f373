"""Word lists of a language, as exceptions to the rules for the full stop.

A list is a text file of words without their last full stop, in sections:

`[always]`: a sentence never ends here (`Dr`, `z.B`).
`[number]`: not before a number (`No`, `Fig`).
`[end]`: a sentence may end here (`etc`, `Inc`, `U.S`), and does when one of `[starters]` follows; `#`
is a number of one or two digits, for languages that write ordinals with a full stop.

White space may follow an inner full stop (`z.B` is `z. B.` too), a small first letter may be a capital.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

import regex

from dragoman import languages
from dragoman.segmentation.srx import SrxRule

# Languages that share a list. "Norwegian" without more is Bokmål.
_SAME_LIST: Final = {"no": "nb", "bs": "hr"}

_FREE: Final = r"(?<![\p{L}\p{N}])(?<!\p{Ll}-)"
_WHOLE: Final = _FREE + r"(?<!(?<!\p{L})\p{L}{1,2}\.)"  # not the last part of p.st
_BOUND: Final = r"(?![\p{L}\p{N}])"
_SPACES: Final = r"(?:[^\S\n]|\n(?![^\S\n]*\n)){1,20}"  # but no empty line
_OPENING: Final = r"[\"'“”„‘’‚«»‹›(\[¿¡–—-]{0,3}[ \xa0\u202f]?"
_NUMBER: Final = r"[(\[#№]?(?:\p{Nd}|(?:[IVXLCDM]{2,7}|[VX])" + _BOUND + ")"
_CAPITAL: Final = r"\p{Lu}"  # an initial, or the last letter of U.S.
_ORDINAL: Final = r"\p{Nd}{1,2}"


@functools.lru_cache(maxsize=1024)
def find_list(language: str) -> str:
    """The name of a language's list; empty when it has none, or for an invalid code."""
    tag = languages.canonical(language) if languages.is_well_formed(language) else ""
    primary = tag.partition("-")[0]
    if primary == "sr" and languages.script(tag) == "Latn":
        primary = "hr"
    name = _SAME_LIST.get(primary, primary)
    return name if name and _file(name).is_file() else ""


def list_rules(name: str) -> tuple[SrxRule, ...]:
    """The exceptions that a list makes; without a name, those for initials alone."""
    words = _read(name)
    starters = "|".join(map(_starter, words["starters"])) or "(?!)"
    after_end = rf"{_SPACES}(?!{_OPENING}(?:{starters}))"
    ends = [_CAPITAL, *(_ORDINAL if word == "#" else _word(word) for word in words["end"])]
    found = [_exception("|".join(ends), after_end)]
    if words["always"]:
        found.append(_exception("|".join(map(_word, words["always"])), r"\s", start=_WHOLE))
    if words["number"]:
        numbered = "|".join(map(_word, words["number"]))
        found.append(_exception(numbered, _SPACES + _NUMBER))
        found.insert(0, _end_after_number(numbered))
    inner = [
        tail for section in ("always", "number", "end") for word in words[section] for tail in _inside(word)
    ]
    return (*found, *(_exception(before, _SPACES + after) for before, after in inner))


def _end_after_number(words: str) -> SrxRule:
    """`See fig. 5. The rest…`: a number that looks like an ordinal ends the sentence here."""
    before = rf"{_FREE}(?:{words})\.{_SPACES}\p{{Nd}}{{1,5}}\."
    return SrxRule(before=before, after=rf"{_SPACES}{_OPENING}\p{{Lu}}", breaks=True)


def _exception(words: str, after: str, *, start: str = _FREE) -> SrxRule:
    return SrxRule(before=rf"{start}(?:{words})\.", after=after, breaks=False)


def _word(word: str) -> str:
    r"""`z.B` as an expression: `[zZ]\.\s?B`."""
    first, rest = word[0], word[1:]
    small = first.islower() and len(first.upper()) == 1
    head = f"[{first}{first.upper()}]" if small else regex.escape(first)
    return head + r"\.\s?".join(map(regex.escape, rest.split(".")))


def _starter(word: str) -> str:
    """The pattern of a word that begins sentences; after an apostrophe (`L'`) it needs no blank."""
    text: str = regex.escape(word).replace("'", "['’]")
    return text if word.endswith("'") else text + _BOUND


def _inside(word: str) -> Iterator[tuple[str, str]]:
    """The positions after the inner full stops of a word, which white space may follow."""
    parts = word.split(".")
    for place in range(1, len(parts)):
        rest = r"\.\s?".join(map(regex.escape, parts[place:]))
        yield _word(".".join(parts[:place])), rest + rf"(?:\.|{_BOUND})"


def _file(name: str) -> Traversable:
    return resources.files("dragoman.segmentation") / "data" / "abbreviations" / f"{name}.txt"


def _read(name: str) -> Mapping[str, tuple[str, ...]]:
    """The words of a list by section; empty without a name."""
    sections: dict[str, list[str]] = {"always": [], "number": [], "end": [], "starters": []}
    current: list[str] = []
    for line in _file(name).read_text(encoding="utf-8").splitlines() if name else ():
        text = line.partition("//")[0].strip()
        if text.startswith("["):
            current = sections[text.strip("[]")]
        else:
            current.extend(text.split())
    return {section: tuple(dict.fromkeys(words)) for section, words in sections.items()}
