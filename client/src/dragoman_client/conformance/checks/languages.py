"""T7, T8, T9, D9: pairs, detection, usage, document types."""

from __future__ import annotations

import re

from dragoman_client.conformance.expectations import (
    expect,
    expect_equal,
    expect_fields,
    expect_invalid,
    expect_json,
)
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.server import CheckedServer

TEXTS = "/v2/languages/text-translation"
DOCUMENTS = "/v2/languages/document-translation"


@check("T7")
def text_pairs(server: CheckedServer) -> None:
    """Text pairs are a bare array of {source, target}, each once."""
    _expect_pairs(server, TEXTS)


@check("D9")
def document_pairs(server: CheckedServer) -> None:
    """Document pairs are a bare array of {source, target}, each once."""
    _expect_pairs(server, DOCUMENTS)


@check("T7")
def listed_pairs_work(server: CheckedServer) -> None:
    """Each pair of a sample of the list translates."""
    pairs = expect_json(server.customer.get(TEXTS))
    for pair in pairs[:: max(1, len(pairs) // 5)][:5]:
        answer = server.translate("1", source=pair["source"], target=pair["target"])
        expect_equal(answer, "translations", expect_json(answer)["translations"], [{"translation": "1"}])


@check("T7")
def pair_details(server: CheckedServer) -> None:
    """The parameter details=true adds the engine and the path of each pair."""
    plain = server.customer.get(TEXTS).json()
    answer = server.customer.get(TEXTS, params={"details": "true"})
    pairs = expect_json(answer)
    named = [{"source": one["source"], "target": one["target"]} for one in pairs]
    expect(answer, _sorted(named) == _sorted(plain), "the same pairs as without details", named[:5])
    for one in pairs:
        expect_fields(answer, one, ("engine", "path"))
        path = one["path"]
        expect(
            answer, [path[0], path[-1]] == [one["source"], one["target"]], "a path from source to target", one
        )


@check("T8")
def detected(server: CheckedServer) -> None:
    """A text's language is detected: {code}."""
    english = "The weather in the mountains changes quickly in spring."
    spanish = "El tiempo en las montañas cambia rápidamente."
    for text, code in ((english, "en"), (spanish, "es")):
        answer = server.customer.post("/v2/languages/detect", json={"text": text})
        expect_equal(answer, "body", expect_json(answer), {"code": code})


@check("T8")
def not_detected(server: CheckedServer) -> None:
    """A text without a language is {code: null}."""
    for text in ("", "12345"):
        answer = server.customer.post("/v2/languages/detect", json={"text": text})
        expect_equal(answer, "body", expect_json(answer), {"code": None})


@check("T8", "E2")
def detect_without_text(server: CheckedServer) -> None:
    """Detection without a text is a validation error."""
    expect_invalid(server.customer.post("/v2/languages/detect", json={}), ["body", "text"])


@check("T9")
def usage_grows(server: CheckedServer) -> None:
    """Usage counts the characters and segments of a request."""

    def counts() -> tuple[int, int]:
        total = expect_json(server.customer.get("/v2/usage"))["total"]
        return total["characters"], total["segments"]

    characters, segments = counts()
    expect_json(server.translate(server.texts.first, server.texts.second))
    wanted = (characters + len(server.texts.first + server.texts.second), segments + 2)
    server.poll(counts, lambda found: found[0] >= wanted[0] and found[1] >= wanted[1], f"usage of {wanted}")


@check("T9")
def usage_by_day(server: CheckedServer) -> None:
    """Usage has days, and from and to choose among them."""
    answer = server.customer.get("/v2/usage")
    days = expect_json(answer)["days"]
    expect(answer, isinstance(days, list), "days: an array", days)
    for day in days:
        expect_fields(answer, day, ("characters", "words", "segments", "documents"))
    past = server.customer.get("/v2/usage", params={"from": "2001-01-01", "to": "2001-01-31"})
    expect_equal(past, "characters of 2001", expect_json(past)["total"]["characters"], 0)
    expect_invalid(server.customer.get("/v2/usage", params={"from": "yesterday"}), ["query", "from"])


@check("D9")
def document_types(server: CheckedServer) -> None:
    """Document types have a format, extensions and content types."""
    answer = server.customer.get("/v2/documents/types")
    types = expect_json(answer)
    expect(answer, isinstance(types, list) and types, "an array of types", types)
    for one in types:
        expect_fields(answer, one, ("format", "fileExtensions", "contentTypes"))
        plain = all(re.fullmatch(r"[a-z0-9][a-z0-9_.+-]*", extension) for extension in one["fileExtensions"])
        expect(answer, one["fileExtensions"] and plain, "extensions without a dot", one)
        expect(answer, all("/" in kind for kind in one["contentTypes"]), "content types", one)
    names = [one["format"] for one in types]
    expect_equal(answer, "formats", len(set(names)), len(names))


def _expect_pairs(server: CheckedServer, path: str) -> None:
    answer = server.customer.get(path)
    pairs = expect_json(answer)
    expect(answer, isinstance(pairs, list), "a bare array", pairs)
    for pair in pairs:
        expect_fields(answer, pair, ("source", "target"), no_more=True)
    own = {"source": server.target.source, "target": server.target.target}
    expect(answer, own in pairs, f"the pair {own['source']} -> {own['target']}", pairs[:3])
    expect_equal(
        answer, "pairs that differ", len({(one["source"], one["target"]) for one in pairs}), len(pairs)
    )


def _sorted(pairs: list[dict[str, str]]) -> list[tuple[str, str]]:
    return sorted((one["source"], one["target"]) for one in pairs)
