"""T11: auto, several targets, chosen memories and term bases, context."""

from __future__ import annotations

from dragoman_client.conformance.expectations import (
    expect,
    expect_detail,
    expect_equal,
    expect_invalid,
    expect_json,
)
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.server import CheckedServer


@check("T11")
def auto(server: CheckedServer) -> None:
    """The source auto is detected over all segments, and reported."""
    plain = expect_json(server.translate(server.texts.long, "OK"))
    answer = server.translate(server.texts.long, "OK", source="auto", query={"explain": "true"})
    found = expect_json(answer)
    code = str(found["detectedSource"]).partition("-")[0]
    expect_equal(answer, "detectedSource", code, server.target.source.partition("-")[0])
    texts = [item["translation"] for item in found["translations"]]
    expect_equal(answer, "translations", texts, [item["translation"] for item in plain["translations"]])
    expect(answer, "detectedSource" not in plain, "no detectedSource without auto", plain)


@check("T11")
def auto_unsure(server: CheckedServer) -> None:
    """A language that is not sure is 422 with candidates."""
    expect_detail(server.translate("123 456", source="auto"), 422, "source", server.target.source)


@check("T11")
def context_helps(server: CheckedServer) -> None:
    """The context helps to detect the language and is not translated."""
    answer = server.translate("OK", source="auto", context=server.texts.long)
    expect_equal(answer, "number of translations", len(expect_json(answer)["translations"]), 1)


@check("T11")
def several_targets(server: CheckedServer) -> None:
    """Several targets answer each segment by the codes that were sent."""
    codes = [server.target.target, f"{server.target.target.partition('-')[0]}-AQ"]
    plain = expect_json(server.translate(server.texts.first))["translations"][0]["translation"]
    answer = server.translate(server.texts.first, "123", target=None, targets=codes)
    first, second = expect_json(answer)["translations"]
    expect_equal(answer, "first item", first, {"translations": dict.fromkeys(codes, plain)})
    expect_equal(answer, "second item", second, {"translations": dict.fromkeys(codes, "123")})


@check("T11", "E2")
def contradicting_targets(server: CheckedServer) -> None:
    """Both target and targets, none, or one twice are validation errors."""
    code = server.target.target
    expect_invalid(server.translate("a", target=code, targets=[code]), ["body", "target"])
    expect_invalid(server.translate("a", target=None, targets=[]), ["body", "targets"])
    expect_invalid(server.translate("a", target=None, targets=[code, code.upper()]), ["body", "targets"])
    expect_invalid(server.translate("a", target=None), ["body", "target"])


@check("T2", "T11")
def too_many_targets(server: CheckedServer) -> None:
    """More than 20 targets are 422 with the limit."""
    codes = [f"{server.target.target.partition('-')[0]}-x-{number:02}" for number in range(21)]
    expect_detail(server.translate("a", target=None, targets=codes), 422, "20", "21")


@check("T11", "T3")
def unsupported_target(server: CheckedServer) -> None:
    """One unsupported target of several is named."""
    answer = server.translate("a", target=None, targets=[server.target.target, "xx"])
    wanted = f"Language pair ({server.target.source} -> xx) is not supported"
    expect_equal(answer, "detail", expect_detail(answer, 422), wanted)


@check("T11", "E2")
def malformed_choices(server: CheckedServer) -> None:
    """At most 5 term bases, and ids that are numbers."""
    expect_invalid(server.translate("a", termBaseIds=[1, 2, 3, 4, 5, 6]), ["body", "termBaseIds"])
    expect_invalid(server.translate("a", translationMemoryId="1"), ["body", "translationMemoryId"])


@check("T11")
def unknown_choices(server: CheckedServer) -> None:
    """An unknown term base or memory is refused."""
    for fields in ({"termBaseIds": [2_000_000_000]}, {"translationMemoryId": 2_000_000_000}):
        expect_detail(server.translate("a", **fields), 422, "2000000000")


@check("T11", "T5")
def chosen_term_base(server: CheckedServer) -> None:
    """A chosen term base's term is used, and one of an empty list is not."""
    word = "Zorblatt"
    body = {
        "name": server.name,
        "useForTranslation": False,
        "sourceLanguage": server.target.source,
        "targetLanguage": server.target.target,
        "entries": [{"source": server.texts.noun, "target": word}],
    }
    made = server.customer.post("/project/v1/term-bases", json=body)
    base = expect_json(made, 201)["id"]
    server.defer(lambda: server.customer.delete(f"/project/v1/term-bases/{base}"))
    answer = server.translate(server.texts.first, termBaseIds=[base], query={"explain": "true"})
    item = expect_json(answer)["translations"][0]
    expect(answer, word.lower() in item["translation"].lower(), f"{word} in the translation", item)
    applied = [one["applied"] for one in item["terms"] if one["source"].lower() == server.texts.noun.lower()]
    expect_equal(answer, "the term applied", applied, [True])
    free = server.translate(server.texts.first, termBaseIds=[])
    expect(free, word.lower() not in free.text.lower(), "no term of a base that was not chosen")


@check("T11", "T5")
def chosen_memory(server: CheckedServer) -> None:
    """A chosen memory's unit is the translation, with its score."""
    made = server.customer.post("/project/v1/translation-memories", json={"name": server.name})
    memory = expect_json(made, 201)["id"]
    path = f"/project/v1/translation-memories/{memory}"
    server.defer(lambda: server.customer.delete(path))
    unit = {
        "sourceLanguage": server.target.source,
        "targetLanguage": server.target.target,
        "source": server.texts.first,
        "target": "Zorblatt remembers.",
    }
    expect_json(server.customer.post(f"{path}/units", json=unit), 201)
    answer = server.translate(server.texts.first, translationMemoryId=memory, query={"explain": "true"})
    item = expect_json(answer)["translations"][0]
    expect_equal(answer, "translation", item["translation"], unit["target"])
    expect_equal(answer, "origin", item["origin"], "memory")
    expect(answer, item["memory"]["score"] >= 100, "a score of 100 or more", item["memory"])
