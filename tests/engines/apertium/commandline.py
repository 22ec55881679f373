"""What the `apertium` command answers, run once for each text and remembered in the cache folder."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

CACHE = Path(__file__).parents[3] / ".cache" / "apertium-command"
AT_ONCE = 2


class CommandLine:
    """The oracle of the tests. Its answers are kept in a file for each version and mode."""

    def __init__(self, version: str) -> None:
        self._folder = CACHE / version
        self._slots = asyncio.Semaphore(AT_ONCE)

    async def translate(self, mode: str, texts: Sequence[str]) -> list[str]:
        """The command's answers to texts, one process run for each that is not remembered."""
        file = self._folder / f"{mode}.jsonl"
        known = dict(json.loads(line) for line in file.read_text().splitlines()) if file.is_file() else {}
        self._folder.mkdir(parents=True, exist_ok=True)
        with file.open("a") as notes:

            async def ask(text: str) -> None:
                known[text] = await self._run(mode, text)
                notes.write(json.dumps([text, known[text]]) + "\n")

            await asyncio.gather(*(ask(text) for text in dict.fromkeys(texts) if text not in known))
        return [known[text] for text in texts]

    async def _run(self, mode: str, text: str) -> str:
        async with self._slots:
            process = await asyncio.create_subprocess_exec(
                "apertium",
                "-u",
                mode,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )
            answer, _ = await process.communicate(text.encode())
            return answer.decode()
