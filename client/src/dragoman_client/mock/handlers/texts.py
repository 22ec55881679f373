"""Texts: translate, detect, pairs (T)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from dragoman_client.mock import pseudo
from dragoman_client.mock.document_files import LARGEST_DOCUMENT
from dragoman_client.mock.document_jobs import MOST_WORDS
from dragoman_client.mock.inputs import LARGEST_JSON, MOST_SEGMENTS, SPLIT_ADVICE
from dragoman_client.mock.languages import detect, require_pair
from dragoman_client.mock.messages import MockAnswer, json_answer
from dragoman_client.mock.records import find_own, list_own
from dragoman_client.mock.refusals import FieldProblem, MockRefusal, detail, invalid
from dragoman_client.mock.routing import MockCall, handles
from dragoman_client.mock.state import Record
from dragoman_client.mock.usage_counts import note_usage

LONGEST_SEGMENT: Final = 10_000
LONGEST_REQUEST: Final = 100_000
MOST_TARGETS: Final = 20
ENGINE: Final = "pseudo 1"
_GRAMMARS: Final = (
    "default", "printf", "python", "python-brace", "braces", "dotnet", "java", "icu", "fluent", "qt", "ruby",
    "hash", "shell", "template", "i18next", "vue", "laravel", "brackets", "double-brackets", "percent",
    "underscore", "merge-tags", "drupal", "escape", "accelerator", "accelerator-underscore",
    "accelerator-tilde", "none",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Assets:
    """The account's own words that a request uses."""

    memories: Sequence[int]
    term_bases: Sequence[int]
    style: int | None = None


@handles("translate_text")
def translate(call: MockCall) -> MockAnswer:
    """Translate a batch of segments into one target or several (T1, T6, T11)."""
    body = call.body
    targets = _read_targets(body)
    texts = [one["text"] for one in body["segments"]]
    _check_limits(texts)
    _check_grammars(body.get("placeholders") or [])
    assets = find_assets(call, body)
    source = body["source"]
    detected = _detect_source(call, texts, body.get("context")) if source.lower() == "auto" else None
    offered = call.state.seeds["pairs"]
    pairs = {target: require_pair(detected or source, target, offered) for target in targets}
    made = {
        target: [translate_one(call, text, pair, assets) for text in texts] for target, pair in pairs.items()
    }
    call.state.texts_paid += texts * len(targets)
    note_usage(call, texts * len(targets))
    reply: Record = {"translations": _write(call, made, several=body.get("targets") is not None)}
    if detected:
        reply["detectedSource"] = detected
    return json_answer(reply)


@handles("get_limits")
def get_limits(_: MockCall) -> MockAnswer:
    """Tell what one request may hold (T2, D2)."""
    return json_answer(
        {
            "segments": MOST_SEGMENTS,
            "segmentCharacters": LONGEST_SEGMENT,
            "characters": LONGEST_REQUEST,
            "targets": MOST_TARGETS,
            "bodyBytes": LARGEST_JSON,
            "documentBytes": LARGEST_DOCUMENT,
            "documentWords": MOST_WORDS,
        }
    )


@handles("detect_language")
def detect_language(call: MockCall) -> MockAnswer:
    """Guess the language of a text (T8)."""
    return json_answer({"code": detect(call.body["text"])})


@handles("list_text_pairs", "list_document_pairs")
def list_pairs(call: MockCall) -> MockAnswer:
    """The pairs that can be translated (T7)."""
    codes = sorted(call.state.seeds["pairs"])
    pairs = [(source, target) for source in codes for target in codes if source != target]
    if not call.query["details"]:
        return json_answer([{"source": source, "target": target} for source, target in pairs])
    more = {"engine": ENGINE, "quality": "test"}
    return json_answer(
        [
            {"source": a, "target": b, "engine": more["engine"], "path": [a, b], "quality": "test"}
            for a, b in pairs
        ]
    )


def find_assets(call: MockCall, said: Mapping[str, Any]) -> Assets:
    """The memories and term bases of a request; a refusal for one that the account does not have."""
    state, account = call.state, call.account
    bases = said.get("termBaseIds")
    for one in bases or []:
        if find_own(state, "term-bases", account, one) is None:
            raise detail(422, f"There is no term base {one}.")
    memory, style = said.get("translationMemoryId"), said.get("styleId")
    if memory is not None and find_own(state, "translation-memories", account, memory) is None:
        raise detail(422, f"There is no translation memory {memory}.")
    if style is not None and find_own(state, "style-guides", account, style) is None:
        raise detail(422, f"There is no style guide {style}.")
    return Assets([memory] if memory is not None else _used(call, "translation-memories"),
                  bases if bases is not None else _used(call, "term-bases"), style)  # fmt: skip


def _used(call: MockCall, path: str) -> list[int]:
    rows = list_own(call.state, path, call.account)
    return [row["id"] for row in rows if row["useForTranslation"] and not row["disabled"]]


def translate_one(call: MockCall, text: str, pair: tuple[str, str], assets: Assets) -> Record:
    """One translation with all that is known about it (T6)."""
    codes = pseudo.translate(text, pair[1]).codes
    unit = _find_unit(call, text, pair, assets)
    told: Record = {"translation": text, "origin": "unchanged", "engine": None, "memory": None, "terms": []}
    if unit is not None:
        memory, found = unit
        found["used"] += 1
        match = {"id": memory, "unit": found["id"], "score": 100}
        told |= {"translation": found["target"], "origin": "memory", "memory": match}
    else:
        made = pseudo.translate(text, pair[1], _terms(call, pair, assets))
        if made.is_changed:
            terms = [
                {"source": one.source, "target": one.target, "applied": True, "method": "replaced"}
                for one in made.terms
            ]
            told |= {"translation": made.text, "origin": "engine", "engine": ENGINE, "terms": terms}
    told |= {"codes": codes, "issues": []}
    if assets.style is not None:
        told["style"] = {"id": assets.style, "rules": []}
    return told


def _find_unit(call: MockCall, text: str, pair: tuple[str, str], assets: Assets) -> tuple[int, Record] | None:
    if not text.strip():
        return None
    for memory in assets.memories:
        for unit in call.state.table(f"units-{memory}"):
            languages = (unit["sourceLanguage"].lower(), unit["targetLanguage"].lower())
            if unit["source"] == text and languages == (pair[0].lower(), pair[1].lower()):
                return memory, unit
    return None


def _terms(call: MockCall, pair: tuple[str, str], assets: Assets) -> dict[str, str]:
    found: dict[str, str] = {}
    for base in assets.term_bases:
        for concept in call.state.table(f"concepts-{base}"):
            sources = [one["text"] for one in concept["terms"] if one["language"] == pair[0]]
            targets = [
                one["text"]
                for one in concept["terms"]
                if one["language"] == pair[1] and one["status"] != "forbidden"
            ]
            for source in sources if targets else []:
                found.setdefault(source, targets[0])
    return found


def _read_targets(body: Mapping[str, Any]) -> list[str]:
    target, targets = body.get("target"), body.get("targets")
    if targets is not None:
        problem = None
        if not targets:
            problem = ("Name at least one target language", "targets_empty")
        elif len({one.lower().replace("_", "-") for one in targets}) < len(targets):
            problem = ("A target language is named twice; name each once", "targets_repeated")
        elif len(targets) > MOST_TARGETS:
            raise detail(422, f"A request has at most {MOST_TARGETS} targets; this one has {len(targets)}.")
        if problem:
            raise invalid([FieldProblem(["body", "targets"], *problem)])
        if target is not None:
            text = "Send either target or targets, not both"
            raise invalid([FieldProblem(["body", "target"], text, "target_or_targets")])
        return list(targets)
    return [str(target)]


def _check_limits(texts: Sequence[str]) -> None:
    if not texts:
        raise detail(422, f"A request has 1 to {MOST_SEGMENTS} segments; this one has none.")
    for number, text in enumerate(texts):
        if len(text) > LONGEST_SEGMENT:
            raise _too_much(
                f"A segment has at most {LONGEST_SEGMENT} characters; segments[{number}] has {len(text)}."
            )
    total = sum(map(len, texts))
    if total > LONGEST_REQUEST:
        raise _too_much(
            f"All segments together have at most {LONGEST_REQUEST} characters; these have {total}."
        )


def _too_much(text: str) -> MockRefusal:
    return detail(422, f"{text} {SPLIT_ADVICE}")


def _check_grammars(names: Sequence[str]) -> None:
    for name in names:
        if name.removeprefix("no-") not in _GRAMMARS:
            known = ", ".join(_GRAMMARS)
            raise detail(
                422,
                f'placeholders: there is no grammar "{name}". Known are: {known}; each with no- before it, '
                "to take it out.",
            )


def _detect_source(call: MockCall, texts: Sequence[str], context: str | None) -> str:
    found = detect(" ".join([*texts, context or ""]))
    if found is None:
        candidates = ", ".join(sorted(call.state.seeds["pairs"])[:20])
        raise detail(
            422,
            "The language of the text cannot be detected reliably: there is too little text, or it is in "
            "several languages. Name it in `source`, or send more text in `context`. "
            f"Candidates: {candidates}",
        )
    return found


def _write(call: MockCall, made: Mapping[str, Sequence[Record]], *, several: bool) -> list[Record]:
    explain = call.query["explain"]
    if not several:
        rows = next(iter(made.values()))
        return [dict(row) if explain else {"translation": row["translation"]} for row in rows]
    written = []
    for number in range(len(next(iter(made.values())))):
        by_target = {target: rows[number] for target, rows in made.items()}
        item: Record = {"translations": {target: row["translation"] for target, row in by_target.items()}}
        if explain:
            item["details"] = by_target
        written.append(item)
    return written
