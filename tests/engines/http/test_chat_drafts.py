"""Language models that rewrite a draft: what they are sent beside its source, and what is taken of it."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from dragoman.engines.engine import Guidance, Hints
from dragoman.segments import Segment, Text, codes, keeps_codes, plain_text
from tests.engines.http.model_server import Model, as_asked, chat_server
from tests.engines.http.opened import marked, opened, pair_of

_SOURCE = marked("Please write to the <b>customer</b> before the end of the month.")
_OPEN, _CLOSE = codes(_SOURCE)
_DRAFT: Segment = (
    Text(text="Bitte schreiben Sie dem "),
    _OPEN,
    Text(text="Kunden"),
    _CLOSE,
    Text(text=" vor dem Ende des Monats."),
)
_WISH = "Make it clearly shorter."


async def rewritten(
    model: Model, draft: Segment = _DRAFT, source: Segment = _SOURCE
) -> tuple[Segment, list[tuple[str, dict[str, Any]]]]:
    """The answer, and the task and the data of each call."""
    guidance = Guidance(wishes=(_WISH,), hints=(Hints(draft=draft),))
    async with opened("chat", chat_server(model)) as (engine, server):
        (answer,) = await engine.translate([source], pair_of(engine, "en", "de"), guidance)
        sent = [request.json["messages"] for request in server.of("/chat/completions")]
    return answer, [(task["content"], orjson.loads(user["content"])) for task, user in sent]


async def test_the_draft_has_the_tags_of_its_source_and_the_wishes_are_data() -> None:
    answer, ((task, data),) = await rewritten(
        as_asked(lambda _: "Bitte dem <g1>Kunden</g1> bis Monatsende schreiben.")
    )
    assert keeps_codes(_SOURCE, answer)
    assert data["wishes"] == [_WISH]
    assert data["segments"][0]["draft"] == (
        "Bitte schreiben Sie dem <g1>Kunden</g1> vor dem Ende des Monats."
    )
    assert _WISH not in task


async def test_a_task_without_drafts_names_none() -> None:
    model = as_asked(lambda _: "Bitte schreiben Sie dem <g1>Kunden</g1> bis zum Ende des Monats.")
    async with opened("chat", chat_server(model)) as (engine, server):
        await engine.translate([_SOURCE], pair_of(engine, "en", "de"))
        (request,) = server.of("/chat/completions")
    task, user = request.json["messages"]
    assert "draft" not in task["content"]
    assert "wishes" not in task["content"]
    assert list(orjson.loads(user["content"])) == ["segments"]


async def test_tags_have_letters_that_the_draft_has_not_either() -> None:
    draft = (*_DRAFT, Text(text=" Siehe <g1>."))
    answer, ((_, data),) = await rewritten(
        as_asked(lambda _: "Bitte dem <t1>Kunden</t1> bis Monatsende schreiben. Siehe <g1>."), draft
    )
    assert data["segments"][0]["source"].startswith("Please write to the <t1>customer</t1>")
    assert keeps_codes(_SOURCE, answer)
    assert "<g1>" in plain_text(answer)


async def test_codes_that_are_not_nested_have_the_same_tags_in_the_draft() -> None:
    source = (Text(text="The old "), _CLOSE, Text(text="house of the "), _OPEN, Text(text="customer"))
    draft = (Text(text="Das alte "), _CLOSE, Text(text="Haus des "), _OPEN, Text(text="Kunden"))
    answer, ((_, data),) = await rewritten(
        as_asked(lambda one: one["draft"].replace("alte ", "")), draft, source
    )
    assert data["segments"][0]["draft"] == "Das alte <g1/>Haus des <g2/>Kunden"
    assert keeps_codes(source, answer)


@pytest.mark.parametrize(
    "added",
    ["See https://acme.example/de (or ask).", "Or:\nask.", "(Note: ask)"],
    ids=["an address", "a line", "a note"],
)
async def test_what_the_draft_has_beside_its_source_may_stay_and_nothing_else(added: str) -> None:
    answer, _ = await rewritten(as_asked(lambda one: one["draft"]), (*_DRAFT, Text(text=f" {added}")))
    assert added in plain_text(answer)
    answer, _ = await rewritten(as_asked(lambda one: f"{one['draft']} {added}"))
    assert not answer


async def test_a_draft_in_another_language_is_not_an_answer() -> None:
    french = (
        Text(text="Veuillez écrire au "), _OPEN, Text(text="client"), _CLOSE,
        Text(text=" avant la fin du mois, naturellement, et toujours avec beaucoup de patience."),
    )  # fmt: skip
    answer, calls = await rewritten(as_asked(lambda one: one["draft"]), french)
    assert not answer
    assert "was not in de" in calls[1][1]["segments"][0]["problem"]


async def test_marks_behind_an_address_are_not_of_it() -> None:
    source = (Text(text="Read https://acme.example/manual before you write to the customer."),)
    text = "Bevor Sie dem Kunden schreiben, lesen Sie das Handbuch (https://acme.example/manual)."
    async with opened("chat", chat_server(as_asked(lambda _: text))) as (engine, server):
        (answer,) = await engine.translate([source], pair_of(engine, "en", "de"))
        assert plain_text(answer) == text
        assert len(server.of("/chat/completions")) == 1
