"""The guide of a whole order works as printed (P1, P2, P12, P13, N1, V2): its lines, in one shell."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from standardwebhooks.webhooks import Webhook

from tests.live import LiveService
from tests.receiver import running_receiver
from tests.waiting import CEILING

PAGE = Path(__file__).parents[2] / "docs" / "guides" / "order-a-translation.md"


@pytest.mark.timeout(300)
@pytest.mark.skipif(shutil.which("omegat") is None, reason="OmegaT is not installed")
def test_p1_p12_p13_n1_v2_an_order_is_made_performed_and_delivered_as_the_guide_says(
    live: LiveService, tmp_path: Path
) -> None:
    lines = "\n".join(
        re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    )
    with running_receiver() as receiver:
        environment = {
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "URL": live.url,
            "RECEIVER": receiver.url("/finished"),
            "DRAGOMAN_DATA": str(live.data),
        }
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", lines],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=CEILING,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        deliveries = receiver.wait_for(2)
    assert done.stdout.endswith(
        "La casa roja es grande.\n\nEl perro duerme en la casa.\n"
        "<p>El <b>libro verde</b> cuesta %d euros.</p>\n"
    )
    secret = json.loads((tmp_path / "shop.json").read_text())["webhookSecret"]
    messages = [Webhook(secret).verify(one.body, dict(one.headers)) for one in deliveries]
    assert {(one["SourceFileName"], one["TargetLanguageCode"], one["Status"]) for one in messages} == {
        ("house.txt", "es", "Finished"),
        ("book.html", "es", "Finished"),
    }
    project = json.loads((tmp_path / "project.json").read_text())
    assert (project["title"], project["status"], project["externalId"]) == (
        "Autumn catalogue",
        "Finished",
        "PO-1",
    )
    quote = json.loads((tmp_path / "quote.json").read_text())
    assert quote["price"] == project["price"]
    assert quote["words"] == project["analysis"]["words"] > 0
