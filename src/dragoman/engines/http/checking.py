"""Try a service for an operator: whether it answers, what it offers, and a translation of one sentence."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman import languages
from dragoman.engines.engine import EnginePair, EngineRejected, EngineUnavailable
from dragoman.engines.http.engine import ServiceEngine
from dragoman.engines.http.failures import ServiceFailed
from dragoman.segments import Code, CodeKind, Segment, Text, keeps_codes, plain_text

_LONGEST_REASON: Final = 300
# Of each language, a sentence with a word that is marked.
_SENTENCES: Final[Mapping[str, tuple[str, str, str]]] = {
    "en": ("The ", "red house", " is on the other side of the street."),
    "de": ("Das ", "rote Haus", " steht auf der anderen Seite der Straße."),
    "fr": ("La ", "maison rouge", " est de l’autre côté de la rue."),
    "es": ("La ", "casa roja", " está al otro lado de la calle."),
    "it": ("La ", "casa rossa", " è dall’altra parte della strada."),
    "pt": ("A ", "casa vermelha", " fica do outro lado da rua."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport:
    """What was found out."""

    problem: str = ""  # empty: it works
    advice: str = ""  # the service's own words on the problem, without the secret
    pairs: int = 0
    pair: EnginePair | None = None  # of the sentence
    sentence: str = ""
    translation: str = ""
    seconds: float = 0.0
    keeps_tags: bool = True


async def check_service(engine: ServiceEngine, *, secret: str | None = None) -> CheckReport:
    """Ask a service for its pairs, and for a translation. `secret` is kept out of the report."""
    try:
        pairs = await engine.load_pairs()
    except EngineUnavailable as error:
        return _report_problem(error, secret)
    pair = _choose(pairs)
    if pair is None:
        return CheckReport(pairs=len(pairs))
    sentence = _sentence(pair)
    began = time.perf_counter()
    try:
        (answer,) = await engine.translate([sentence], pair)
    except (EngineUnavailable, EngineRejected) as error:
        return _report_problem(error, secret, pairs=len(pairs))
    seconds = time.perf_counter() - began
    if not answer:
        problem = "The service answered, but with no translation that can be used."
        return CheckReport(pairs=len(pairs), pair=pair, problem=problem)
    return CheckReport(
        pairs=len(pairs),
        pair=pair,
        sentence=plain_text(sentence),
        translation=plain_text(answer),
        seconds=seconds,
        keeps_tags=keeps_codes(sentence, answer),
    )


def _report_problem(
    error: EngineUnavailable | EngineRejected, secret: str | None, *, pairs: int = 0
) -> CheckReport:
    advice = " ".join(error.reason.split()) if isinstance(error, ServiceFailed) else ""
    if secret and (secret in advice or secret[:8] in advice):  # services quote keys that they refuse
        advice = ""
    shown = "".join(c for c in advice if c.isprintable())[:_LONGEST_REASON]
    return CheckReport(problem=error.message, advice=shown, pairs=pairs)


def _choose(pairs: Sequence[EnginePair]) -> EnginePair | None:
    """A pair from a language with a sentence, into German, English or any."""
    known = [pair for pair in pairs if languages.primary(pair.source) in _SENTENCES]
    wanted = ("de", "en", "fr", "es")
    return min(
        known,
        key=lambda pair: (
            pair.source != "en",
            wanted.index(languages.primary(pair.target)) if languages.primary(pair.target) in wanted else 9,
        ),
        default=None,
    )


def _sentence(pair: EnginePair) -> Segment:
    before, marked, after = _SENTENCES[languages.primary(pair.source)]
    opening = Code(id="1", kind=CodeKind.OPEN, type="tag", data="<b>")
    closing = Code(id="1", kind=CodeKind.CLOSE, type="tag", data="</b>")
    return Text(text=before), opening, Text(text=marked), closing, Text(text=after)
