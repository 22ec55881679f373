"""A client with types of openapi-typescript passes the compiler, and works (generate-a-client.md)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from scripts.setup.browser_files import find_node
from scripts.setup.project import ROOT
from tests.contract.clients.guide import environment_for, read_block, read_command
from tests.contract.conftest import Customer
from tests.live import LiveService
from tests.waiting import CEILING

PACKAGES = ROOT / "node_modules"
STRICT = (
    "--skipLibCheck",
    "--strict",
    "--target",
    "es2022",
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
)


def run(*command: str | Path, folder: Path, **environment: str) -> str:
    """What a program of Node.js prints."""
    done = subprocess.run(
        [find_node(), *command],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=CEILING,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def make_types(live: LiveService, folder: Path) -> None:
    """The types of the service's document, made as the guide says."""
    (folder / "node_modules").symlink_to(PACKAGES)
    (folder / "package.json").write_text('{"type": "module"}', encoding="ascii")
    npx, program, *options = read_command("openapi-typescript", url=live.url)
    assert (npx, program) == ("npx", "openapi-typescript")
    run(PACKAGES / "openapi-typescript/bin/cli.js", *options, folder=folder)


@pytest.mark.timeout(400)
def test_the_program_of_the_guide_works(live: LiveService, production: Customer, tmp_path: Path) -> None:
    (tmp_path / "program.ts").write_text(read_block("ts"), encoding="utf-8")
    make_types(live, tmp_path)
    run(PACKAGES / "typescript/bin/tsc", *STRICT, "program.ts", folder=tmp_path)
    assert run("program.js", folder=tmp_path, **environment_for(live, production)) == "La casa.\nstring\n"


@pytest.mark.timeout(400)  # the compiler takes ten seconds of processor time
def test_a_client_with_generated_types_works(
    live: LiveService, production: Customer, tmx: str, tmp_path: Path
) -> None:
    home = live.create_account("Provider of TypeScript")
    staff = live.create_application(home, "--scopes", "provider", "--role", "manager")
    shutil.copyfile(Path(__file__).with_name("calls.ts"), tmp_path / "calls.ts")
    make_types(live, tmp_path)
    run(PACKAGES / "typescript/bin/tsc", *STRICT, "calls.ts", folder=tmp_path)
    answers = json.loads(
        run(
            "calls.js",
            folder=tmp_path,
            BASE_URL=live.url,
            CLIENT_ID=production.application.client_id,
            CLIENT_SECRET=production.application.client_secret,
            STAFF_ID=staff.client_id,
            STAFF_SECRET=staff.client_secret,
            TMX=tmx,
        )
    )
    assert "en-es" in answers.pop("pairs")
    stranger, wrong = answers.pop("stranger"), answers.pop("wrong")
    assert (stranger[0], type(stranger[1])) == (401, str)
    assert wrong[0] == 422
    assert [item["loc"] for item in wrong[1]] == [["body", "target"], ["body", "segments"]]
    assert answers == {
        "text": ["La casa."],
        "document": "house.txt",
        "download": "La casa.",
        "words": 4,
        "project": "Typed",
        "upload": ["es"],
        "started": True,
        "translated": "La casa.",
        "unknown": 404,
        "account": "production",
        "languages": True,
        "usage": "number",
        "unit": "Hola",
        "terms": ["cat"],
        "accounts": True,
        "tmx": "number",
    }
