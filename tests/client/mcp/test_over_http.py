"""`/mcp`: every tool over HTTP, with the service's tokens; who may do what."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import pytest

from tests.client.mcp.conftest import Customer, call, over_http, refusal
from tests.live import Application, LiveService
from tests.waiting import until

TOOLS = {
    *("translate_text", "translate_document", "document_status", "download_document", "list_languages"),
    *("detect_language", "look_up_terms", "search_memories", "list_term_bases", "list_memories"),
    *("list_style_guides", "list_services", "quote_translation", "order_translation", "follow_project"),
    *("list_projects", "download_project"),
}
BOOK = "The red book is big.\n"


def token(live: LiveService, application: Application) -> str:
    return str(live.fetch_token(application)["access_token"])


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_tools_are_listed_with_what_an_agent_needs(
    live: LiveService, acme: Customer, mode: str
) -> None:
    async with over_http(live, token(live, acme.application), mode=mode) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert set(tools) == TOOLS
    for tool in tools.values():
        assert all((tool.description, tool.title, tool.output_schema)), tool.name
        assert tool.input_schema["type"] == "object"
        for name, field in tool.input_schema["properties"].items():
            assert field.get("description") or "$ref" in field or "items" in field, (tool.name, name)
    writes = {name for name, tool in tools.items() if not tool.annotations.read_only_hint}  # type: ignore[union-attr]
    assert writes == {"quote_translation", "order_translation", "translate_document"}
    destructive = {name for name, tool in tools.items() if tool.annotations.destructive_hint}  # type: ignore[union-attr]
    assert destructive == {"order_translation"}


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_texts(live: LiveService, acme: Customer, mode: str) -> None:
    async with over_http(live, token(live, acme.application), mode=mode) as client:
        one = await call(
            client, "translate_text", texts=["The red book."], target_languages=["es"], source_language="en"
        )
        assert one["translations"] == [
            {
                "index": 0,
                "target_language": "es",
                "source_language": "en",
                "text": "El libro rojo.",
                "explanation": None,
            }
        ]
        several = await call(
            client,
            "translate_text",
            texts=["The red book.", "<b>The book</b> of {name}."],
            target_languages=["es", "fr"],
            source_language="en",
        )
        shown = {(one["index"], one["target_language"]): one["text"] for one in several["translations"]}
        assert set(shown) == {(0, "es"), (0, "fr"), (1, "es"), (1, "fr")}
        assert "{name}" in shown[1, "fr"]
        assert "<b>" in shown[1, "fr"]
        explained = await call(
            client,
            "translate_text",
            texts=[acme.earlier, f"The {acme.term} is red."],
            target_languages=["es"],
            source_language="en",
            memory_id=acme.memory,
            explain=True,
        )
        memory, term = explained["translations"]
        assert memory["text"] == "Acme vende lámparas."
        assert memory["explanation"]["origin"] == "memory"
        assert [one["target"] for one in term["explanation"]["terms"]] == [f"{acme.term}o"]
        assert await call(client, "detect_language", text="Where is the railway station of this town?") == {
            "language": "en"
        }
        pairs = await call(client, "list_languages", source_language="en", target_language="es")
        assert [(pair["source"], pair["target"]) for pair in pairs["pairs"]] == [("en", "es")]


async def test_words_of_ones_own(live: LiveService, acme: Customer, other: Customer) -> None:
    """Two accounts never see each other's."""
    for own, foreign in ((acme, other), (other, acme)):
        async with over_http(live, token(live, own.application)) as client:
            found = await call(client, "look_up_terms", query=own.term)
            (concept,) = found["concepts"]
            assert concept["term_base_id"] == own.term_base
            assert {term["text"] for term in concept["concept"]["terms"]} == {own.term, f"{own.term}o"}
            assert (await call(client, "look_up_terms", query=foreign.term))["concepts"] == []
            assert (await call(client, "look_up_terms", query=foreign.term, term_base_id=foreign.term_base))[
                "concepts"
            ] == []
            units = await call(client, "search_memories", query="lamps")
            assert [unit["unit"]["source"] for unit in units["units"]] == [own.earlier]
            bases = await call(client, "list_term_bases")
            assert own.term_base in {one["id"] for one in bases["term_bases"]}
            assert foreign.term_base not in {one["id"] for one in bases["term_bases"]}
            memories = await call(client, "list_memories")
            assert foreign.memory not in {one["id"] for one in memories["memories"]}
            assert (await call(client, "list_style_guides"))["style_guides"] == []
            refused = await refusal(
                client,
                "translate_text",
                texts=["The red book."],
                source_language="en",
                target_languages=["es"],
                memory_id=foreign.memory,
            )
            assert f"There is no translation memory {foreign.memory}." in refused


async def test_documents_are_in_the_messages(live: LiveService, acme: Customer) -> None:
    told: list[float] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        assert (total, message) == (1.0, "translated")
        told.append(progress)

    async with over_http(live, token(live, acme.application)) as client:
        done = await client.call_tool(
            "translate_document",
            {
                "document": {"name": "book.txt", "text": BOOK},
                "target_language": "es",
                "source_language": "en",
            },
            progress_callback=note,
        )
        assert not done.is_error, done.content
        found = done.structured_content
        assert found is not None
        assert (found["status"], found["file"]["text"]) == ("SUCCESS", "El libro rojo es grande.\n")
        assert told[-1] == 1.0
        assert told == sorted(told)
        status = await call(client, "document_status", job_id=found["job_id"])
        assert (status["status"], status["progress"], status["next_step"]) == (
            "SUCCESS",
            1.0,
            "Call download_document.",
        )
        again = await call(client, "download_document", job_id=found["job_id"])
        assert again["file"] == found["file"]
        later = await call(
            client,
            "translate_document",
            document={"name": "a.md", "content_base64": base64.b64encode(b"# The red book\n").decode()},
            target_language="es",
            source_language="en",
            wait_seconds=0,
        )
        finished = await call(client, "document_status", job_id=later["job_id"], wait_seconds=60)
        assert finished["status"] == "SUCCESS"
        got = await call(client, "download_document", job_id=later["job_id"])
        assert got["file"]["text"] == "# El libro rojo\n"


async def test_projects(live: LiveService, acme: Customer) -> None:
    """Quoted, ordered, followed, downloaded; a quote that is not kept leaves nothing."""
    async with over_http(live, token(live, acme.application)) as client:
        services = await call(client, "list_services")
        assert acme.service in {one["id"] for one in services["services"]}
        wanted: dict[str, Any] = {
            "files": [{"name": "book.txt", "text": BOOK}],
            "target_languages": ["es"],
            "source_language": "en",
            "service_id": acme.service,
        }
        quote = await call(client, "quote_translation", **wanted, title="Not kept")
        assert (quote["project_id"], quote["words"]) == (None, 5)
        assert quote["price"] == {"amount": 2.5, "currency": "EUR"}
        assert (await call(client, "list_projects", title="Not kept"))["projects"] == []
        kept = await call(client, "quote_translation", **wanted, title="Kept", keep=True)
        project = kept["project_id"]
        draft = await call(client, "follow_project", project_id=project)
        assert (draft["status"], draft["title"]) == ("Draft", "Kept")
        too_dear = await refusal(client, "order_translation", project_id=project, max_price=2.49)
        assert "2.50 EUR" in too_dear
        ordered = await call(client, "order_translation", project_id=project, max_price=2.5)
        assert ordered["status"] in {"Active", "Finished", "Draft"}  # a draft where it waits for its analysis
        finished = await call(client, "follow_project", project_id=project, wait_seconds=100)
        assert (finished["status"], finished["progress"]) == ("Finished", 1.0)
        again = await call(client, "order_translation", project_id=project)
        assert again["status"] == "Finished"
        got = await call(client, "download_project", project_id=project)
        assert [(one["target_language"], one["text"]) for one in got["files"]] == [
            ("es", "El libro rojo es grande.\n")
        ]
        assert got["unfinished"] == 0
        listed = await call(client, "list_projects", title="Kept", status="Finished")
        assert [one["id"] for one in listed["projects"]] == [project]


async def test_a_kept_quote_does_not_start_by_itself(live: LiveService, acme: Customer) -> None:
    """The service would start each project at once: a quote is no order all the same."""
    async with over_http(live, token(live, acme.application)) as client:
        wanted = {"target_languages": ["es"], "source_language": "en", "service_id": acme.service}
        kept = await call(
            client, "quote_translation", files=[{"name": "a.txt", "text": BOOK}], keep=True, **wanted
        )
        ordinary = acme.http.post("/project/v1/projects", json={"title": "Usual", "serviceId": acme.service})
        acme.http.post(
            f"/project/v1/projects/{ordinary.json()['id']}/files",
            files={"file": ("a.txt", BOOK.encode())},
            data={"sourceLanguage": "en", "targetLanguages": "es"},
        )
        await until(  # one that was sent later in the usual way has started and is finished
            lambda: acme.http.get(f"/project/v1/projects/{ordinary.json()['id']}").json()["status"],
            lambda status: status == "Finished",
        )
        draft = await call(client, "follow_project", project_id=kept["project_id"])
    assert draft["status"] == "Draft"


async def test_errors_say_what_to_do(live: LiveService, acme: Customer) -> None:
    async with over_http(live, token(live, acme.application)) as client:
        wrong = await refusal(
            client, "translate_text", texts=["A"], target_languages=["xx"], source_language="en"
        )
        assert "(en -> xx) is not supported" in wrong
        gone = await refusal(client, "document_status", job_id="0bd5e0a0-0000-4000-8000-000000000000")
        assert "request" in gone
        both = await refusal(
            client,
            "translate_document",
            document={"name": "a.txt"},
            target_language="es",
            source_language="en",
        )
        assert "either in text or in content_base64" in both
        damaged = await refusal(
            client,
            "translate_document",
            document={"name": "a.docx", "content_base64": base64.b64encode(b"PK no").decode()},
            target_language="es",
            source_language="en",
        )
        assert "a.docx" in damaged or "docx" in damaged
        missing = await client.call_tool("translate_text", {"texts": ["A"]})
        assert missing.is_error
        assert "target_languages" in str(missing.content)
        foreign = await refusal(client, "follow_project", project_id=2**31 - 1)
        assert "request" in foreign


async def test_a_missing_scope_is_an_error_of_the_tool(live: LiveService, acme: Customer) -> None:
    narrow = live.create_application(
        acme.account, "--scopes", "translate", "--rate-limit", "off", name="narrow"
    )
    async with over_http(live, token(live, narrow)) as client:
        assert await call(
            client, "translate_text", texts=["A book"], target_languages=["es"], source_language="en"
        )
        for tool, arguments in (
            ("look_up_terms", {"query": "a"}),
            ("list_projects", {}),
            ("order_translation", {"project_id": 1}),
        ):
            refused = await refusal(client, tool, **arguments)
            assert "scope projects" in refused
            assert "only the account's people can give it" in refused


async def test_two_accounts_never_see_each_others_projects(
    live: LiveService, acme: Customer, other: Customer
) -> None:
    async with over_http(live, token(live, acme.application)) as client:
        kept = await call(
            client,
            "quote_translation",
            files=[{"name": "a.txt", "text": BOOK}],
            target_languages=["es"],
            source_language="en",
            service_id=acme.service,
            keep=True,
        )
    async with over_http(live, token(live, other.application)) as client:
        for tool in ("follow_project", "download_project", "order_translation"):
            assert "request" in await refusal(client, tool, project_id=kept["project_id"])
        titles = await call(client, "list_projects", limit=200)
        assert kept["project_id"] not in {one["id"] for one in titles["projects"]}
    assert acme.http.get(f"/project/v1/projects/{kept['project_id']}").json()["status"] == "Draft"


async def test_fifty_calls_at_once(live: LiveService, acme: Customer) -> None:
    async with over_http(live, token(live, acme.application)) as client:
        results = await asyncio.gather(
            *(
                call(
                    client,
                    "translate_text",
                    texts=[f"The red book {number}."],
                    target_languages=["es"],
                    source_language="en",
                )
                for number in range(50)
            )
        )
    texts = [one["translations"][0]["text"] for one in results]
    assert texts == [f"El libro rojo {number}." for number in range(50)]


async def test_nothing_of_the_token_is_in_a_result(live: LiveService, acme: Customer) -> None:
    secret = token(live, acme.application)
    async with over_http(live, secret) as client:
        shown = [
            str(await client.call_tool("list_services", {})),
            str(await client.call_tool("follow_project", {"project_id": 1})),
            str(await client.call_tool("translate_text", {"texts": ["A"], "target_languages": ["xx"]})),
            str(await client.list_tools()),
        ]
    for text in shown:
        assert secret not in text
        assert acme.application.client_secret not in text
    assert secret not in live.log


async def test_usage_and_request_log_are_those_of_the_interface(live: LiveService, acme: Customer) -> None:
    fresh = live.create_application(acme.account, "--rate-limit", "off", name="counted")
    async with over_http(live, token(live, fresh)) as client:
        await call(
            client, "translate_text", texts=["A red book"], target_languages=["es"], source_language="en"
        )
    with live.client(fresh) as http:
        usage = await until(
            lambda: http.get("/v2/usage").json()["total"], lambda total: total["segments"] == 1
        )
        assert usage["words"] == 3
        await until(  # the calls of the tool and of what it called are of one request
            lambda: [
                (one["route"], one["requestId"])
                for one in http.get("/project/v1/requests").json()["requests"]
                if one["applicationId"] == fresh.id
            ],
            lambda calls: any(
                route == "/v2/translate" and ("/mcp", request) in calls for route, request in calls
            ),
        )


async def test_the_rate_limit_counts(live: LiveService, acme: Customer) -> None:
    slow = live.create_application(acme.account, "--rate-limit", "1/3600", name="slow")
    async with over_http(live, token(live, slow)) as client:
        await call(client, "detect_language", text="A red book")
        refused = await refusal(client, "detect_language", text="A red book")
    assert "Too many calls: 1 in 3600 s" in refused
    assert "then call the tool again" in refused


async def test_resources_and_prompts(live: LiveService, acme: Customer, other: Customer) -> None:
    async with over_http(live, token(live, acme.application)) as client:
        templates = {one.uri_template for one in (await client.list_resource_templates()).resource_templates}
        assert "dragoman://languages/{kind}" in templates
        (pairs,) = (await client.read_resource("dragoman://languages/texts")).contents
        assert '"target": "es"' in pairs.text  # type: ignore[union-attr]
        (terms,) = (await client.read_resource(f"dragoman://term-bases/{acme.term_base}")).contents
        assert acme.term in terms.text  # type: ignore[union-attr]
        for address in (f"term-bases/{other.term_base}", "term-bases/../..", "languages/birds", "projects/x"):
            with pytest.raises(Exception, match=r"request|number|texts|not found|Unknown"):
                await client.read_resource(f"dragoman://{address}")
        prompts = {one.name for one in (await client.list_prompts()).prompts}
        assert prompts == {"translate_and_keep_placeholders", "translate_like_before"}
        asked = await client.get_prompt(
            "translate_and_keep_placeholders", {"text": "Hi {name}", "target_language": "es"}
        )
        assert "Hi {name}" in asked.messages[0].content.text  # type: ignore[union-attr]
