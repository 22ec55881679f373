"""The ten-minute guide of `docs/guides/engines.md`, followed with the tests' model in its order."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.live import COMMAND, live_service
from tests.models import checkpoints, layouts
from tests.models.product import held_out

_PAGE: Final = Path(__file__).parents[2] / "docs" / "guides" / "engines.md"
_BLOCK: Final = re.compile(r"```(sh|text)\n(.*?)```", re.DOTALL)


def _guide() -> str:
    """The section, for Spanish: the tests' model has no German."""
    page = _PAGE.read_text(encoding="utf-8")
    section = page.partition("## Your own model in ten minutes")[2].partition("\n### ")[0]
    return section.replace("en-de", "en-es").replace("en_de", "en_es").replace(" en de ", " en es ")


def _blocks(kind: str) -> list[list[str]]:
    found = [match[2] for match in _BLOCK.finditer(_guide()) if match[1] == kind]
    return [[line.strip() for line in block.splitlines() if line.strip()] for block in found]


def _run(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    program, *words = shlex.split(line)
    assert program == "dragoman"
    return subprocess.run(
        [*COMMAND, *words],
        cwd=folder,
        env={**os.environ, "DRAGOMAN_DATA": str(folder / "data")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_the_guide_leads_to_a_service_that_translates_with_ones_own_model(tmp_path: Path) -> None:
    setup, added, used = _blocks("sh")
    [conversion] = _blocks("text")
    assert setup == ["make setup-neural"]

    checkpoints.transformers_marian(tmp_path / "opus-mt-en-es")
    [add] = added
    refused = _run(tmp_path, add)
    assert refused.returncode == 1
    said = refused.stderr.replace(f"{tmp_path.resolve()}/", "")
    for line in conversion:
        assert line in said, said

    layouts.opus_of_transformers(tmp_path / "opus-mt-en-es-ct2")  # as the converter writes it
    done = _run(tmp_path, conversion[-1].removeprefix("then: "))
    assert done.returncode == 0, done.stderr

    lines = held_out("en", "es")[:5]
    (tmp_path / "my-texts.tsv").write_text("".join(f"{one.source}\t{one.target}\n" for one in lines))
    for command in used:
        done = _run(tmp_path, command)
        assert done.returncode == 0, done.stderr
        assert re.search("en-es|opus_mt_en_es", done.stdout), done.stdout

    with live_service(tmp_path / "data", DRAGOMAN_APERTIUM_ROOT=str(tmp_path)) as service:
        application = service.create_application(service.create_account("Guide Ltd"))
        with service.client(application) as client:
            body = {"source": "en", "target": "es", "segments": [{"text": lines[0].source}]}
            answer = client.post("/v2/translate", json=body, params={"explain": "true"})
    assert answer.status_code == 200, answer.text
    [made] = answer.json()["translations"]
    assert made["engine"].startswith("opus_mt_en_es ")
