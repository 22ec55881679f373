"""English plurals, to find the number of a term in a source."""

from __future__ import annotations

import re
from typing import Final

from dragoman.termbases.morphology.rules import read_words

_TABLE: Final = (
    "man>men woman>women child>children person>people/persons foot>feet tooth>teeth goose>geese"
    " mouse>mice/mouses louse>lice ox>oxen die>dice/dies penny>pence/pennies index>indices/indexes"
    " appendix>appendices/appendixes matrix>matrices/matrixes vertex>vertices/vertexes"
    " vortex>vortices/vortexes axis>axes basis>bases crisis>crises analysis>analyses thesis>theses"
    " hypothesis>hypotheses synthesis>syntheses parenthesis>parentheses diagnosis>diagnoses"
    " emphasis>emphases oasis>oases ellipsis>ellipses criterion>criteria phenomenon>phenomena"
    " automaton>automata/automatons datum>data medium>media/mediums bacterium>bacteria"
    " curriculum>curricula/curriculums memorandum>memoranda/memorandums spectrum>spectra/spectrums"
    " stratum>strata symposium>symposia/symposiums forum>forums/fora addendum>addenda erratum>errata"
    " quantum>quanta maximum>maxima/maximums minimum>minima/minimums optimum>optima/optimums"
    " radius>radii/radiuses nucleus>nuclei focus>foci/focuses stimulus>stimuli cactus>cacti/cactuses"
    " fungus>fungi syllabus>syllabi/syllabuses alumnus>alumni locus>loci formula>formulas/formulae"
    " antenna>antennas/antennae vertebra>vertebrae larva>larvae alga>algae schema>schemas/schemata"
    " stigma>stigmata/stigmas corpus>corpora/corpuses genus>genera opus>opera/opuses leaf>leaves"
    " life>lives knife>knives wife>wives half>halves shelf>shelves self>selves wolf>wolves"
    " thief>thieves loaf>loaves calf>calves scarf>scarves/scarfs hoof>hooves/hoofs elf>elves"
    " hero>heroes potato>potatoes tomato>tomatoes echo>echoes veto>vetoes torpedo>torpedoes"
    " bureau>bureaus/bureaux plateau>plateaus/plateaux quiz>quizzes bus>buses/busses gas>gases/gasses"
    " lens>lenses codex>codices helix>helices/helixes virus>viruses"
)
_IRREGULAR: Final = {
    one: frozenset(many.split("/")) for one, _, many in (item.partition(">") for item in _TABLE.split())
}
_UNCHANGED: Final = read_words("sheep fish deer moose series species aircraft spacecraft means offspring")
_COMPOUND: Final = (
    "man",
    "woman",
    "child",
    "foot",
    "tooth",
    "mouse",
    "knife",
    "life",
    "shelf",
    "leaf",
    "index",
)
_FIRST: Final = {
    one: many.partition("/")[0] for one, _, many in (item.partition(">") for item in _TABLE.split())
}
_LINKS: Final = read_words("of for to in with at by on from")
_UNCERTAIN: Final = re.compile(r"(?:ing|ics|fe?|ware|[^su]s|[^aeiou]o)\Z")
_SHORTEST: Final = 3  # letters
_SINGULARS: Final = {
    form: frozenset(one for one, many in _IRREGULAR.items() if form in many)
    for many in _IRREGULAR.values()
    for form in many
}
_COMPOUND_PLURALS: Final = tuple((many, one) for one in _COMPOUND for many in _IRREGULAR[one])


def plurals(word: str) -> frozenset[str]:
    """The possible plurals of a word in lower case; none if singular and plural are the same."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word in _UNCHANGED or not word[-1:].isalpha():
        return frozenset()
    for end in _COMPOUND:
        if word.endswith(end) and len(word) > len(end) + 2:
            return frozenset(word[: -len(end)] + many for many in _IRREGULAR[end]) | {word + "s"}
    return _regular(word)


def find_other_numbers(word: str) -> frozenset[str]:
    """The irregular plurals of a word in lower case; of an irregular plural, its singulars."""
    if word in _SINGULARS:
        return _SINGULARS[word]
    for many, one in _COMPOUND_PLURALS:
        if word.endswith(many) and len(word) > len(many) + 2:
            return frozenset({word[: -len(many)] + one})
    if word in _IRREGULAR or word.endswith(_COMPOUND):
        return plurals(word)
    return frozenset()


def is_unchanged(word: str) -> bool:
    """Whether a word in lower case has the same form in the plural: series."""
    return word in _UNCHANGED


def looks_plural(word: str) -> bool:
    """Whether a word in lower case may be a plural."""
    return (
        word in _SINGULARS
        or bool(find_other_numbers(word) and not plurals(word))
        or (word.endswith("s") and not word.endswith(("ss", "us", "is")))
    )


def make_english_plural(text: str) -> str | None:
    """Make the plural of a term; None if uncertain. Its last word is inflected, or that before "of"."""
    words = text.split()
    links = (at for at, word in enumerate(words) if at and word.lower() in _LINKS)
    at = next(links, len(words)) - 1
    if at < 0 or not words[at].isalpha() or (words[at].isupper() and len(words[at]) > 1):
        return None
    small = words[at].lower()
    made = _make_plural(small)
    if made is None:
        return None
    words[at] = made[0].upper() + made[1:] if words[at][0].isupper() else made
    return " ".join(words)


def _make_plural(word: str) -> str | None:
    if word in _UNCHANGED or word in _FIRST:
        return _FIRST.get(word, word)
    for end in _COMPOUND:
        if word.endswith(end) and len(word) > len(end) + 2:
            return word[: -len(end)] + _FIRST[end]
    if word in _SINGULARS or _UNCERTAIN.search(word) or len(word) < _SHORTEST:
        return None
    if word.endswith(("arch", "poch", "mach", "o")):
        return word + "s"
    return word + "es" if word.endswith("ch") else next(iter(_regular(word)))


def _regular(word: str) -> frozenset[str]:
    if word.endswith("ch"):
        return frozenset({word + "s", word + "es"})
    if word.endswith(("s", "x", "z", "sh")):
        return frozenset({word + "es"})
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return frozenset({word[:-1] + "ies"})
    return frozenset({word + "s", word + "es"}) if word.endswith("o") else frozenset({word + "s"})
