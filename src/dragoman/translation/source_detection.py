"""Detect the common language of the segments of a request (`source: "auto"`, T11).

`detection` detects the language of one text. Everything here blocks: call it in a thread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from dragoman.errors import RuleBroken
from dragoman.language_detection import LONGEST, count_letters, detect_language, find_candidates
from dragoman.languages import primary

AUTO: Final = "auto"  # value of a request's `source`, in capital or small letters
ADVICE: Final = "Name it in `source`, or send more text in `context`."

_LEAST_LETTERS: Final = 20  # of a segment whose language is detected separately
_AGREED: Final = 0.8  # share of such letters that one language must have
_SHORTEST_SAMPLE: Final = 100  # characters of each segment that are looked at, however many there are
_MOST_CANDIDATES: Final = 5
_MOST_LISTED: Final = 20  # source languages in a message


class SourceUnsure(RuleBroken):
    """The language of a request is uncertain; the message lists candidates."""

    code = "SOURCE_UNSURE"


def detect_source(
    texts: Sequence[str],
    *,
    context: str,
    is_source: Callable[[str], bool],
    sources: Iterable[str],
    advice: str = ADVICE,
) -> str:
    """The canonical code of the language that all texts are in. Raises `SourceUnsure`.

    Nearly all texts that are long enough to be detected separately must agree; `context` is added where no
    text is. `is_source` checks whether there is a route from a language, `sources` lists all such languages:
    only these are candidates. `advice` says in the error what to do.
    """
    length = max(_SHORTEST_SAMPLE, LONGEST // max(len(texts), 1))
    samples = [text[:length] for text in texts]
    votes = _vote(samples) if len(samples) > 1 else Counter()
    joined = "\n".join(samples)
    found = _decide(votes, joined)
    if found is None and not votes and context:
        found = detect_language(f"{joined[: LONGEST // 2]}\n{context}")
    if found is not None:
        return found
    guesses = [*(code for code, _ in votes.most_common()), *_guess(joined, context)]
    candidates = [code for code in dict.fromkeys(guesses) if is_source(code)][:_MOST_CANDIDATES]
    listed = candidates or sorted(sources)[:_MOST_LISTED]
    raise SourceUnsure(
        "The language of the text cannot be detected reliably: there is too little text, or it is in several "
        f"languages. {advice} Candidates: {', '.join(listed)}",
        data={"candidates": listed},
    )


def _guess(text: str, context: str) -> list[str]:
    return find_candidates(f"{text}\n{context}", most=_MOST_CANDIDATES)


def _vote(texts: Iterable[str]) -> Counter[str]:
    """Count letters by language, for the texts whose language can be detected separately."""
    votes: Counter[str] = Counter()
    for text in texts:
        letters = count_letters(text)
        if letters >= _LEAST_LETTERS and (code := detect_language(text)) is not None:
            votes[code] += letters
    return votes


def _decide(votes: Counter[str], joined: str) -> str | None:
    """The language that nearly all texts agree on; without such texts, that of all texts together."""
    whole = detect_language(joined)
    if not votes:
        return whole
    best, weight = votes.most_common(1)[0]
    if weight < _AGREED * votes.total():
        return None
    # All texts together may show a variety that one text does not, such as a script of Chinese.
    return whole if whole is not None and primary(whole) == primary(best) else best
