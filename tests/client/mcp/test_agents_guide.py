"""The guide for agents: its configurations start, its program runs, its table has the tools."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from tests.client.mcp.conftest import Customer
from tests.live import LiveService
from tests.waiting import CEILING

PAGE = (Path(__file__).parents[3] / "docs/guides/agents.md").read_text(encoding="utf-8")
ADDRESS = "https://translate.example.com"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def entries() -> list[dict[str, Any]]:
    """The servers of all configurations."""
    read = [json.loads(block) for block in blocks("json")]
    return [one for config in read for servers in config.values() for one in servers.values()]


def environment(live: LiveService, acme: Customer) -> dict[str, str]:
    return {
        "DRAGOMAN_URL": live.url,
        "DRAGOMAN_CLIENT_ID": acme.application.client_id,
        "DRAGOMAN_CLIENT_SECRET": acme.application.client_secret,
    }


def command(folder: Path) -> Path:
    """The command as an installation has it, here of this checkout."""
    script = folder / "dragoman"
    script.write_text(
        f"#!{sys.executable}\nfrom dragoman_client.commands import main\nmain()\n", encoding="utf-8"
    )
    script.chmod(0o755)
    return script


async def test_the_configurations_of_programs_start(
    live: LiveService, acme: Customer, tmp_path: Path
) -> None:
    started = [one for one in entries() if "command" in one]
    assert [one["command"] for one in started] == ["dragoman", "dragoman"]
    for one in started:
        given = environment(live, acme)
        assert set(one["env"]) == set(given)
        server = StdioServerParameters(
            command=str(command(tmp_path)),
            args=one["args"],
            env={**given, "PYTHONPATH": os.environ.get("PYTHONPATH", "")},
            cwd=tmp_path,
        )
        async with Client(server) as client:
            assert "order_translation" not in {tool.name for tool in (await client.list_tools()).tools}
            found = await client.call_tool("list_languages", {})
        assert not found.is_error, found.content


async def test_the_configuration_of_the_address_connects_and_the_table_has_its_tools(
    live: LiveService, acme: Customer
) -> None:
    (entry,) = [one for one in entries() if "url" in one]
    token = live.fetch_token(acme.application)["access_token"]
    headers = {name: value.replace("ACCESS_TOKEN", token) for name, value in entry["headers"].items()}
    url = entry["url"].replace(ADDRESS, live.url)
    async with (
        httpx2.AsyncClient(headers=headers, timeout=CEILING) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        listed = [tool.name for tool in (await client.list_tools()).tools]
        templates = (await client.list_resource_templates()).resource_templates
        prompts = (await client.list_prompts()).prompts
    table = PAGE.partition("| tool |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `(\w+)`", table, re.MULTILINE) == listed
    for address in (re.sub(r"\{.*?\}", "", one.uri_template) for one in templates):
        assert address in PAGE
    assert all(f"`{one.name}`" in PAGE for one in prompts)


def test_the_program_translates(live: LiveService, acme: Customer) -> None:
    (program,) = blocks("python")
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **environment(live, acme)},
        capture_output=True,
        text=True,
        timeout=CEILING,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "El libro rojo.\n"), done.stderr


def test_the_command_makes_an_application(live: LiveService, acme: Customer) -> None:
    line, *_ = blocks("sh")
    words = line.replace("$ACCOUNT", str(acme.account)).split()
    assert words[:2] == ["dragoman", "admin"]
    made = live.admin(*[word.strip('"') for word in words[2:] if word != "--json"])
    assert made["clientId"].startswith("app_")
