"""T4, T10, and T5 to T6: what survives a translation, and where it came from."""

from __future__ import annotations

import re
from collections import Counter

from dragoman_client.conformance.expectations import (
    expect,
    expect_equal,
    expect_fields,
    expect_invalid,
    expect_json,
    fail,
)
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.server import CheckedServer

_TAG = re.compile(r"</?[a-z][^<>]*>")


@check("T4")
def white_space(server: CheckedServer) -> None:
    """White space before, after and between lines survives."""
    first, second = server.texts.first, server.texts.second
    texts = [f"  {first}  ", f"\n\t{first}", f"{first}\n\n{second}", f"\u00a0{first}\u00a0"]
    answer = server.translate(*texts)
    for text, item in zip(texts, expect_json(answer)["translations"], strict=True):
        found = item["translation"]
        for pattern in (r"\A\s*", r"\s*\Z"):
            wanted = re.findall(pattern, text)[0]
            expect_equal(answer, "white space", re.findall(pattern, found)[0], wanted)
        expect_equal(answer, "line breaks", found.count("\n"), text.count("\n"))


@check("T4")
def wordless_segments(server: CheckedServer) -> None:
    """Segments without words come back unchanged."""
    texts = ["", " ", "\n\t ", "123", "\N{GRINNING FACE}", "—"]
    answer = server.translate(*texts)
    found = [item["translation"] for item in expect_json(answer)["translations"]]
    expect_equal(answer, "translations", found, texts)


@check("T4")
def unusual_characters(server: CheckedServer) -> None:
    """Emoji, control characters and right-to-left text survive."""
    kept = ["\N{GRINNING FACE}", "\u0007", "\u202b", "\u202c"]
    text = f"{server.texts.first} {kept[0]} {kept[1]} {kept[2]}שלום{kept[3]} {server.texts.second}"
    answer = server.translate(text)
    found = expect_json(answer)["translations"][0]["translation"]
    expect_equal(answer, "characters", [found.count(one) for one in kept], [text.count(one) for one in kept])


@check("T4")
def inline_tags(server: CheckedServer) -> None:
    """The tags of the translation are those of the source, properly nested."""
    noun, first, second = server.texts.noun, server.texts.first, server.texts.second
    marked = first.replace(noun, f"<b>{noun}</b>")
    texts = [
        marked,
        f"<p>{second}</p>",
        f'<a href="x?a=1">{marked}</a><br/>{second}',
        f"<b><i>{first}</i></b>",
        f"{first}<g id='1'/>",
    ]
    answer = server.translate(*texts)
    for text, item in zip(texts, expect_json(answer)["translations"], strict=True):
        found = _TAG.findall(item["translation"])
        expect_equal(answer, "tags", sorted(found), sorted(_TAG.findall(text)))
        if not _is_nested(found):
            raise fail(answer, "tags that are properly nested", item["translation"])


@check("T10")
def words_in_elements(server: CheckedServer) -> None:
    """An element with words has words in the translation, inside the same parents."""
    noun, first, second = server.texts.noun, server.texts.first, server.texts.second
    text = f"<p>{first.replace(noun, f'<b>{noun}</b>')}</p><p><i>{second}</i></p>"
    answer = server.translate(text)
    found = expect_json(answer)["translations"][0]["translation"]
    shape = re.fullmatch(
        r"<p>([^<>]*)<b>([^<>]*\w[^<>]*)</b>([^<>]*)</p><p><i>([^<>]*\w[^<>]*)</i></p>", found
    )
    expect(answer, shape, "<p>…<b>words</b>…</p><p><i>words</i></p>", found)
    assert shape is not None
    outside = shape[1] + shape[3]
    expect(answer, re.search(r"\w", outside), "words beside the <b>", found)


@check("T4")
def placeholders(server: CheckedServer) -> None:
    """Placeholders, addresses and URLs come back unchanged."""
    kept = ["%s", "{name}", "{{user}}", "%1$d", "https://example.com/a?b=1&c=2", "info@example.com"]
    texts = [f"{server.texts.first} {one} {server.texts.second}" for one in kept]
    answer = server.translate(*texts)
    for one, item in zip(kept, expect_json(answer)["translations"], strict=True):
        count = item["translation"].count(one)
        expect(answer, count == 1, f"{one} once", item["translation"])


@check("T4")
def less_than_signs(server: CheckedServer) -> None:
    """Signs that look like tags are text: 5 < 6 and a<b && c>d survive."""
    texts = ["5 < 6 > 3", "1<2 && 4>3"]
    answer = server.translate(*texts)
    for text, item in zip(texts, expect_json(answer)["translations"], strict=True):
        wanted, found = (Counter(re.findall("[<>&]", one)) for one in (text, item["translation"]))
        expect_equal(answer, "signs", dict(found), dict(wanted))


@check("T4", "E2")
def impossible_characters(server: CheckedServer) -> None:
    """U+0000 and a lone surrogate are 422."""
    start = f'{{"source":"{server.target.source}","target":"{server.target.target}","segments":[{{"text":"'
    for escaped in ("\\u0000", "\\ud800"):
        expect_invalid(server.customer.post("/v2/translate", content=f'{start}{escaped}"}}]}}'.encode()))


@check("T6")
def explained(server: CheckedServer) -> None:
    """The parameter explain=true adds origin, engine, memory, terms and issues."""
    answer = server.translate(server.texts.first, "123", query={"explain": "true"})
    first, second = expect_json(answer)["translations"]
    for item in (first, second):
        expect_fields(answer, item, ("translation", "origin", "engine", "memory", "terms", "issues"))
        lists = isinstance(item["terms"], list) and isinstance(item["issues"], list)
        expect(answer, lists, "terms and issues: arrays", item)
    expect(answer, first["origin"] in {"engine", "memory"}, "origin: engine or memory", first)
    expect(answer, (first["origin"] == "engine") == bool(first["engine"]), "an engine named", first)
    expect_equal(answer, "origin of 123", second["origin"], "unchanged")


@check("T6")
def explained_alike(server: CheckedServer) -> None:
    """The translation itself is the same with and without explain."""
    plain = expect_json(server.translate(server.texts.second))["translations"]
    answer = server.translate(server.texts.second, query={"explain": "true"})
    found = [{"translation": item["translation"]} for item in expect_json(answer)["translations"]]
    expect_equal(answer, "translations", found, plain)
    off = server.translate(server.texts.second, query={"explain": "false"})
    expect_equal(off, "translations", expect_json(off)["translations"], plain)


def _is_nested(tags: list[str]) -> bool:
    """Whether closing tags close what was opened last."""
    opened: list[str] = []
    for tag in tags:
        name = re.split(r"[\s/>]", tag.strip("</>"))[0]
        if tag.startswith("</"):
            if not opened or opened.pop() != name:
                return False
        elif not tag.endswith("/>"):
            opened.append(name)
    return not opened
