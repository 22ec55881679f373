"""T1, T2, T3: translations in order, limits, language codes."""

from __future__ import annotations

from typing import Any

from dragoman_client.conformance.expectations import (
    expect,
    expect_detail,
    expect_equal,
    expect_fields,
    expect_invalid,
    expect_json,
    expect_status,
)
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.server import CheckedServer


@check("T1")
def shape(server: CheckedServer) -> None:
    """The answer is translations with one {translation} for each segment, nothing else."""
    answer = server.translate(server.texts.first, server.texts.second)
    body = expect_json(answer)
    expect_fields(answer, body, ("translations",), no_more=True)
    expect_equal(answer, "number of translations", len(body["translations"]), 2)
    for item in body["translations"]:
        expect_fields(answer, item, ("translation",), no_more=True)
        expect(answer, isinstance(item["translation"], str), "translation: a text", item)


@check("T1")
def in_order(server: CheckedServer) -> None:
    """Translations come in the order of the segments."""
    first, second = server.texts.first, server.texts.second
    alone = [_translations(server, text)[0] for text in (first, second)]
    answer = server.translate(first, second, first, "<b>1</b>")
    found = [item["translation"] for item in expect_json(answer)["translations"]]
    expect_equal(answer, "translations", found, [*alone, alone[0], "<b>1</b>"])


@check("T1")
def is_translated(server: CheckedServer) -> None:
    """A sentence is translated: the translation differs from the source."""
    answer = server.translate(server.texts.first)
    found = expect_json(answer)["translations"][0]["translation"]
    expect(answer, found not in {"", server.texts.first}, "a translation", found)


@check("T2")
def no_segments(server: CheckedServer) -> None:
    """A request with no segments is 422."""
    expect_detail(server.translate(), 422, "100")


@check("T2")
def too_many_segments(server: CheckedServer) -> None:
    """More than 100 segments are 422, with limit, number and advice."""
    limit = _limit(server, "segments", 100)
    answer = server.translate(*["a"] * (limit + 1))
    expect_detail(answer, 422, str(limit), str(limit + 1), "batches")


@check("T2")
def too_long_segment(server: CheckedServer) -> None:
    """A segment over its limit is 422, with limit, length and advice."""
    limit = _limit(server, "segmentCharacters", 10_000)
    expect_detail(server.translate("a" * (limit + 1)), 422, str(limit), str(limit + 1), "sentences")


@check("T2")
def too_long_together(server: CheckedServer) -> None:
    """Segments that together are over the limit are 422, with limit, length and advice."""
    one, together = _limit(server, "segmentCharacters", 10_000), _limit(server, "characters", 100_000)
    texts = ["a" * one] * (together // one + 1)
    expect_detail(server.translate(*texts), 422, str(together), str(one * len(texts)), "batches")


@check("T2")
def at_the_limit(server: CheckedServer) -> None:
    """A request with as many segments as allowed is translated."""
    limit = _limit(server, "segments", 100)
    answer = server.translate(*["1"] * limit)
    expect_equal(answer, "number of translations", len(expect_json(answer)["translations"]), limit)


@check("T2", "T4")
def code_points(server: CheckedServer) -> None:
    """Lengths count code points: an emoji is one character."""
    limit = _limit(server, "segmentCharacters", 10_000)
    expect_status(server.translate("\N{GRINNING FACE}" * limit), 200)
    expect_detail(server.translate("\N{GRINNING FACE}" * (limit + 1)), 422, str(limit + 1))


@check("T3")
def codes_in_any_case(server: CheckedServer) -> None:
    """Language codes match in any case."""
    source, target = server.target.source.upper(), server.target.target.title()
    _same_as_plain(server, source=source, target=target)


@check("T3")
def codes_looked_up(server: CheckedServer) -> None:
    """A regional code is looked up (en-GB gives en)."""
    source, target = (f"{code.partition('-')[0]}-AQ" for code in (server.target.source, server.target.target))
    _same_as_plain(server, source=source, target=target)


@check("T3", "T11")
def low_lines(server: CheckedServer) -> None:
    """A code with a low line is read as one with a hyphen."""
    _same_as_plain(server, source=f"{server.target.source.partition('-')[0]}_AQ")


@check("T3")
def unsupported_pair(server: CheckedServer) -> None:
    """An unsupported pair is 422: Language pair (en -> xx) is not supported."""
    source, target = server.target.source, server.target.target
    for pair in ((source, "xx"), ("zz", target)):
        answer = server.translate("a", source=pair[0], target=pair[1])
        detail = expect_detail(answer, 422)
        expect_equal(answer, "detail", detail, f"Language pair ({pair[0]} -> {pair[1]}) is not supported")


@check("T3")
def equal_codes(server: CheckedServer) -> None:
    """Codes that are equal after the look-up are no pair."""
    source = server.target.source
    for target in (source, f"{source.partition('-')[0]}-AQ"):
        answer = server.translate("a", target=target)
        wanted = f"Language pair ({source} -> {target}) is not supported"
        expect_equal(answer, "detail", expect_detail(answer, 422), wanted)


@check("T3")
def scripts_differ(server: CheckedServer) -> None:
    """A look-up does not cross scripts."""
    target = f"{server.target.target.partition('-')[0]}-Dsrt"
    expect_detail(server.translate("a", target=target), 422, "is not supported")


@check("T3", "E2")
def malformed_codes(server: CheckedServer) -> None:
    """A malformed code is a validation error at body.target."""
    for code in ("", "e", "a" * 26, "e n", "en--GB"):
        expect_invalid(server.translate("a", target=code), ["body", "target"])


def _translations(server: CheckedServer, *texts: str) -> list[str]:
    return [item["translation"] for item in expect_json(server.translate(*texts))["translations"]]


def _same_as_plain(server: CheckedServer, **codes: Any) -> None:
    plain = _translations(server, server.texts.first)
    answer = server.translate(server.texts.first, **codes)
    found = [item["translation"] for item in expect_json(answer)["translations"]]
    expect_equal(answer, "translations as with plain codes", found, plain)


def _limit(server: CheckedServer, name: str, default: int) -> int:
    """A limit of text requests: as the server tells it, else the interface's."""

    def read() -> dict[str, object]:
        answer = server.customer.get("/v2/limits")
        found = answer.json() if answer.status_code == 200 else {}
        return found if isinstance(found, dict) else {}

    value = server.share("the limits", read).get(name)
    return value if isinstance(value, int) else default
