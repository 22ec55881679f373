"""The guide to an account's own words works as printed (P17, T11): its lines, in one shell."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.live import LiveService
from tests.waiting import CEILING

PAGE = Path(__file__).parents[2] / "docs" / "guides" / "keep-your-own-words.md"


@pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")
def test_p17_t11_own_words_are_kept_and_used_as_the_guide_says(live: LiveService, tmp_path: Path) -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join(blocks)],
        cwd=tmp_path,
        env={
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "URL": live.url,
            "DRAGOMAN_DATA": str(live.data),
        },
        capture_output=True,
        text=True,
        timeout=CEILING,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert done.stdout.replace("}[", "}\n[").replace("]{", "]\n{").split("\n") == [
        '{"translations":[{"translation":"El can come en la casa roja."}],"detectedSource":"en"}',
        '["FINISHED",2]',
        '["tray","paper tray","bandeja"]',
        '{"translations":[{"translation":"Abra la tapa delantera."}]}',
    ]
    assert "atasco de papel" in (tmp_path / "exported.csv").read_text(encoding="utf-8")
