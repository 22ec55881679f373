"""Clauses T1, T2, T3, T4, T6, T7 and T8 over HTTP, on real Apertium for a production account."""

from __future__ import annotations

import re
from collections import Counter

import httpx2
import pytest

from tests.contract.conftest import Customer


def translate(
    client: httpx2.Client, *texts: str, source: str = "en", target: str = "es", **query: str
) -> httpx2.Response:
    body = {"source": source, "target": target, "segments": [{"text": text} for text in texts]}
    return client.post("/v2/translate", json=body, params=query)


def translated(client: httpx2.Client, *texts: str, source: str = "en", target: str = "es") -> list[str]:
    answer = translate(client, *texts, source=source, target=target)
    assert answer.status_code == 200, answer.text
    return [item["translation"] for item in answer.json()["translations"]]


def test_t1_one_translation_for_each_segment_in_order(production: Customer) -> None:
    answer = translate(production.client, "The house is red.", "The dog eats.", "The house is red.")
    assert answer.status_code == 200
    assert answer.json() == {
        "translations": [
            {"translation": "La casa es roja."},
            {"translation": "El perro come."},
            {"translation": "La casa es roja."},
        ]
    }


@pytest.mark.parametrize(
    ("texts", "wanted"),
    [
        ([], "1 to 100 segments; this one has none"),
        (["a"] * 101, "at most 100 segments; this one has 101"),
        (["a" * 10_001], "at most 10000 characters; segments[0] has 10001"),
        (["a" * 10_000] * 11, "together have at most 100000 characters; these have 110000"),
    ],
)
def test_t2_limits_are_refused_with_what_was_sent_and_advice(
    production: Customer, texts: list[str], wanted: str
) -> None:
    answer = translate(production.client, *texts)
    assert answer.status_code == 422
    assert wanted in answer.json()["detail"]
    assert not texts or "batches of up to 100 segments" in answer.json()["detail"]


@pytest.mark.parametrize("item", ['{"text":"a"}', "1", "[[]]"])
def test_t2_too_many_segments_are_counted_before_they_are_looked_at(sandbox: Customer, item: str) -> None:
    number = 2_000_000 // (len(item) + 1)
    body = f'{{"source":"en","target":"es","segments":[{",".join([item] * number)}]}}'
    answer = sandbox.client.post("/v2/translate", content=body)
    assert answer.status_code == 422
    assert f"at most 100 segments; this one has {number}" in answer.json()["detail"]


def test_t2_a_request_at_its_limits_is_translated(sandbox: Customer) -> None:
    assert len(translated(sandbox.client, *["a b " * 250] * 100)) == 100
    assert len(translated(sandbox.client, "a" * 10_000)) == 1


def test_t2_the_limits_are_told(sandbox: Customer) -> None:
    assert sandbox.client.get("/v2/limits").json() == {
        "segments": 100,
        "segmentCharacters": 10_000,
        "characters": 100_000,
        "targets": 20,
        "bodyBytes": 2 * 1024 * 1024,
        "documentBytes": 20 * 1024 * 1024,
        "documentWords": 50_000,
    }


def test_t2_lengths_are_code_points(sandbox: Customer) -> None:
    assert translate(sandbox.client, "\N{GRINNING FACE}" * 10_000).status_code == 200


@pytest.mark.parametrize(("source", "target"), [("en-GB", "es-MX"), ("EN", "Es"), ("en-us", "es-419")])
def test_t3_codes_match_in_any_case_and_by_look_up(production: Customer, source: str, target: str) -> None:
    assert translated(production.client, "The house is red.", source=source, target=target) == [
        "La casa es roja."
    ]


@pytest.mark.parametrize(
    ("source", "target"),
    [("en-GB", "xx"), ("en", "en"), ("en-GB", "en-US"), ("zz", "es"), ("en", "es-Cyrl"), ("en", "zh-TW")],
)
def test_t3_an_unsupported_or_equal_pair_is_named(production: Customer, source: str, target: str) -> None:
    answer = translate(production.client, "a", source=source, target=target)
    assert (answer.status_code, answer.json()) == (
        422,
        {"detail": f"Language pair ({source} -> {target}) is not supported"},
    )


@pytest.mark.parametrize("code", ["", "e", "a" * 26, "en_", "e n", "en--GB", "日本"])
def test_t3_a_code_of_the_wrong_shape_is_a_validation_error(production: Customer, code: str) -> None:
    answer = translate(production.client, "a", target=code)
    assert answer.status_code == 422
    (item,) = answer.json()["detail"]
    assert set(item) == {"loc", "msg", "type"}
    assert item["loc"] == ["body", "target"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n\t ",
        "  The house.  ",
        "The house.\n\nThe  dog\teats.",
        "\u00a0The house\u00a0",
        "The house \N{GRINNING FACE}\N{FAMILY} is red.",
        "a\u0007b\u001bc",
        "\u202bשלום the house\u202c",
        "مرحبا the house",
        "5 < 6 and 7 > 3",
        "if (a<b && c>d) { return; }",
        "I <3 you",
        "100% of {count} files: %s, %1$d, {{user}}, ${path}, $x$",
        "Write to info@example.com or see https://example.com/a?b=1&c=2#d.",
    ],
)
def test_t4_white_space_symbols_and_placeholders_survive(production: Customer, text: str) -> None:
    (translation,) = translated(production.client, text)
    assert re.match(r"\s*", translation)[0] == re.match(r"\s*", text)[0]  # type: ignore[index]
    assert re.search(r"\s*\Z", translation)[0] == re.search(r"\s*\Z", text)[0]  # type: ignore[index]
    kept = r"[^\w\s.,:;!?'\"()]|https?://\S+[^.]|\S+@\S+\w|%\w|%1\$d|\{\w*\}|\s{2,}|[\n\t\u00a0]"
    assert Counter(re.findall(kept, translation)) == Counter(re.findall(kept, text))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The <b>house</b> is red.", "La <b>casa</b> es roja."),
        ("<p>The dog eats.</p>", "<p>El perro come.</p>"),
        ("The dog<br/>eats", None),
        ("<a href=\"x?a=1&b='>'\">The <i>red</i> house</a>", None),
        ("<b><i>The dog</b></i> eats", None),
        ("Press <kbd>Ctrl</kbd> and the <b>blue button</b>.", None),
        ("<b></b>The house<g id='1'/>", None),
    ],
)
def test_t4_tags_keep_their_number_and_their_words(
    production: Customer, text: str, wanted: str | None
) -> None:
    (translation,) = translated(production.client, text)
    tags = r"</?[a-z][^<>]*(?:'>'[^<>]*)?>"
    assert Counter(re.findall(tags, translation)) == Counter(re.findall(tags, text))
    assert wanted is None or translation == wanted


def test_t6_explain_tells_where_a_translation_came_from(production: Customer) -> None:
    items = translate(production.client, "The <b>dog</b> eats.", "123 %s", explain="true").json()[
        "translations"
    ]
    assert items[0]["translation"] == "El <b>perro</b> come."
    assert items[0]["origin"] == "engine"
    assert items[0]["engine"].startswith("apertium ")
    assert items[0]["codes"] == "engine"
    assert items[0]["memory"] is None
    assert items[0]["terms"] == items[0]["issues"] == []
    assert (items[1]["translation"], items[1]["origin"], items[1]["engine"]) == ("123 %s", "unchanged", None)


def test_t7_pairs_are_listed_and_all_work(production: Customer) -> None:
    pairs = production.client.get("/v2/languages/text-translation").json()
    assert {"source": "en", "target": "es"} in pairs
    assert {"source": "fr", "target": "en"} in pairs
    assert all(set(pair) == {"source", "target"} for pair in pairs)
    assert len({tuple(pair.values()) for pair in pairs}) == len(pairs)


def test_t7_details_tell_engine_path_and_quality(production: Customer) -> None:
    pairs = production.client.get("/v2/languages/text-translation", params={"details": "true"}).json()
    found = {(pair["source"], pair["target"]): pair for pair in pairs}
    assert found["fr", "en"]["path"] == ["fr", "es", "en"]
    assert found["en", "es"]["path"] == ["en", "es"]
    assert found["en", "es"]["engine"].startswith("apertium ")
    assert found["es", "ca"]["quality"] == "high"
    assert all(len(pair["path"]) <= 3 for pair in pairs)


def test_t7_a_pivot_translates(production: Customer) -> None:
    assert translated(production.client, "La maison est rouge.", source="fr", target="en") == [
        "The house is red."
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The weather in the mountains changes quickly in spring.", "en"),
        ("El tiempo en las montañas cambia rápidamente.", "es"),
        ("", None),
        ("12345", None),
    ],
)
def test_t8_the_language_is_reported_or_null(production: Customer, text: str, code: str | None) -> None:
    answer = production.client.post("/v2/languages/detect", json={"text": text})
    assert (answer.status_code, answer.json()) == (200, {"code": code})


def test_a9_a_sandbox_account_gets_pseudo_translation(sandbox: Customer) -> None:
    (item,) = translate(sandbox.client, "The <b>house</b> {x}", explain="true").json()["translations"]
    assert item["engine"].startswith("pseudo ")
    assert item["translation"] != "The <b>house</b> {x}"
    assert re.findall(r"</?b>|\{x\}", item["translation"]) == ["<b>", "</b>", "{x}"]
