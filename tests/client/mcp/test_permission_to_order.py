"""Orders cost money: no agent makes one without the permission of who runs it, and its user is asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.types import ElicitRequestParams, ElicitResult

from tests.client.mcp.conftest import Customer, call, make_customer, over_http, over_stdio, refusal
from tests.live import Application, LiveService, prepare_service

BOOK = "The red book is big.\n"


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """A service as it is installed: no application may order by agents."""
    service = prepare_service(tmp_path_factory.mktemp("strict") / "data")
    service.start()
    try:
        service.wait_ready()
        yield service
    finally:
        service.stop()


class User:
    """The person before the agent's program, who is asked and answers."""

    def __init__(self, action: str = "accept", *, order: bool = True) -> None:
        self.questions: list[str] = []
        self._answer = ElicitResult(
            action=action,  # type: ignore[arg-type]
            content={"order": order} if action == "accept" else None,
        )

    async def __call__(self, _: Any, asked: ElicitRequestParams) -> ElicitResult:
        self.questions.append(asked.message)
        return self._answer


def token(live: LiveService, application: Application) -> str:
    return str(live.fetch_token(application)["access_token"])


def draft(customer: Customer) -> int:
    """A draft that costs 2.50 EUR, made by the customer's own program."""
    made = customer.http.post("/project/v1/projects", json={"title": "Lamps", "serviceId": customer.service})
    assert made.status_code == 201, made.text
    sent = customer.http.post(
        f"/project/v1/projects/{made.json()['id']}/files",
        files={"file": ("a.txt", BOOK.encode())},
        data={"sourceLanguage": "en", "targetLanguages": "es", "autoStart": "false"},
    )
    assert sent.status_code == 201, sent.text
    return int(made.json()["id"])


def status(customer: Customer, project: int) -> str:
    return str(customer.http.get(f"/project/v1/projects/{project}").json()["status"])


async def test_over_http_only_applications_that_the_operator_names_may_order(strict: LiveService) -> None:
    customer = make_customer(strict, "Strict")
    project = draft(customer)
    async with over_http(strict, token(strict, customer.application)) as client:
        listed = {tool.name for tool in (await client.list_tools()).tools}
        assert "order_translation" not in listed
        assert "quote_translation" in listed
        assert "may not order" in str(client.instructions)
        assert "Unknown tool" in await refusal(client, "order_translation", project_id=project)
        quoted = await call(
            client,
            "quote_translation",
            files=[{"name": "a.txt", "text": BOOK}],
            target_languages=["es"],
            source_language="en",
            service_id=customer.service,
            keep=True,
        )
        assert "may not order" in quoted["next_step"]
    assert (status(customer, project), status(customer, quoted["project_id"])) == ("Draft", "Draft")
    strict.stop()
    strict.environment = {**strict.environment, "DRAGOMAN_MCP_ORDERS": customer.ordering.client_id}
    strict.start()
    strict.wait_ready()
    async with over_http(strict, token(strict, customer.application)) as client:
        assert "Unknown tool" in await refusal(client, "order_translation", project_id=project)
    async with over_http(strict, token(strict, customer.ordering)) as client:
        await call(client, "order_translation", project_id=project)
        finished = await call(client, "follow_project", project_id=project, wait_seconds=100)
    assert finished["status"] == "Finished"
    customer.http.close()


async def test_over_stdio_only_with_the_option(live: LiveService, acme: Customer, tmp_path: Path) -> None:
    project = draft(acme)
    async with over_stdio(live, acme.application, tmp_path) as client:
        assert "order_translation" not in {tool.name for tool in (await client.list_tools()).tools}
        assert "Unknown tool" in await refusal(client, "order_translation", project_id=project)
    assert status(acme, project) == "Draft"
    async with over_stdio(live, acme.application, tmp_path, "--allow-orders") as client:
        ordered = await call(client, "order_translation", project_id=project)
        assert ordered["project_id"] == project
        finished = await call(client, "follow_project", project_id=project, wait_seconds=100)
    assert finished["status"] == "Finished"


@pytest.mark.parametrize(
    "answer", [User("decline"), User("cancel"), User(order=False)], ids=["no", "closed", "off"]
)
@pytest.mark.parametrize("way", ["http", "stdio", "stdio-legacy"])
async def test_a_user_who_does_not_agree_orders_nothing(
    live: LiveService, acme: Customer, tmp_path: Path, answer: User, way: str
) -> None:
    project, before = draft(acme), len(answer.questions)
    connected = (
        over_http(live, token(live, acme.application), elicitation_callback=answer)
        if way == "http"
        else over_stdio(
            live,
            acme.application,
            tmp_path,
            "--allow-orders",
            elicitation_callback=answer,
            mode="legacy" if way == "stdio-legacy" else "auto",
        )
    )
    async with connected as client:
        refused = await refusal(client, "order_translation", project_id=project)
    assert "Nothing was ordered" in refused
    assert [*answer.questions[before:]] == [
        f"Order the translation 'Lamps' (project {project}, 5 words) for 2.50 EUR?"
    ]
    assert status(acme, project) == "Draft"


@pytest.mark.parametrize("way", ["http", "stdio"])
async def test_a_user_who_agrees_is_asked_once(
    live: LiveService, acme: Customer, tmp_path: Path, way: str
) -> None:
    project, user = draft(acme), User()
    connected = (
        over_http(live, token(live, acme.application), elicitation_callback=user)
        if way == "http"
        else over_stdio(live, acme.application, tmp_path, "--allow-orders", elicitation_callback=user)
    )
    async with connected as client:
        await call(client, "order_translation", project_id=project)
        finished = await call(client, "follow_project", project_id=project, wait_seconds=100)
        assert finished["status"] == "Finished"
        await call(client, "order_translation", project_id=project)  # again: nothing to agree to
    assert len(user.questions) == 1


def test_an_answer_of_another_application_is_not_taken(live: LiveService, acme: Customer) -> None:
    """What seals a question to a user is bound to the application that asked."""
    project = draft(acme)
    question = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {
            "name": "order_translation",
            "arguments": {"project_id": project},
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
            },
        },
    }

    def send(message: Any, application: Application) -> Any:
        answer = httpx2.post(
            f"{live.url}/mcp",
            json=message,
            headers={
                "Authorization": f"Bearer {token(live, application)}",
                "Accept": "application/json, text/event-stream",
                "MCP-Protocol-Version": "2026-07-28",
                "Mcp-Method": "tools/call",
                "Mcp-Name": "order_translation",
            },
            timeout=60,
        )
        return answer.json()

    asked = send(question, acme.application)["result"]
    assert asked["resultType"] == "input_required", asked
    (name,) = asked["inputRequests"]
    question["params"] |= {
        "requestState": asked["requestState"],
        "inputResponses": {name: {"action": "accept", "content": {"order": True}}},
    }
    stolen = send(question, acme.ordering)
    assert "error" in stolen, stolen
    assert status(acme, project) == "Draft"
    agreed = send(question, acme.application)
    assert agreed["result"]["structuredContent"]["project_id"] == project, agreed
