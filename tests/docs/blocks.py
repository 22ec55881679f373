"""The fenced blocks of the documentation's pages, in their order, with the marks before them.

A mark is an HTML comment directly before a block:

- `<!-- output -->`: what the block before printed. `…` stands for anything, `"…"` in JSON for any value.
- `<!-- not run: REASON -->`: it needs what a test cannot have.
- `<!-- run by tests/….py -->`: a test of its own runs it, because it checks more than that it works.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
# The recipes have a notation of their own (tests/house/test_extending.py); decisions have no blocks.
PAGES: Final = sorted(
    path for path in DOCS.rglob("*.md") if path.relative_to(DOCS).parts[0] not in {"decisions", "extending"}
)
RUN: Final = frozenset({"sh", "python", "js", "ts", "php"})
PARSED: Final = frozenset({"json", "toml", "yaml", "ini"})
PROSE: Final = frozenset({"text"})  # drawings, outlines, what a person sees
_BLOCK: Final = re.compile(
    r"(?:^ *<!-- (?P<mark>[^>]*?) -->\n+)?"
    r"^(?P<indent> *)(?P<fence>`{3,})(?P<language>\w*)\n(?P<code>.*?)^(?P=indent)(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)
_FENCE: Final = re.compile(r"^ *(?:`{3,}|~{3,})", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A fenced block and where it is."""

    page: str  # below docs/
    line: int
    language: str
    code: str
    mark: str  # without the signs of the comment

    @property
    def place(self) -> str:
        """Where to look when it fails."""
        return f"docs/{self.page}:{self.line}"

    @property
    def reason(self) -> str:
        """Why it is not run; empty for others."""
        return self.mark.partition("not run:")[2].strip()

    @property
    def runner(self) -> str:
        """The test module that runs it instead; empty for others."""
        return self.mark.partition("run by ")[2].strip() if self.mark.startswith("run by ") else ""

    @property
    def is_output(self) -> bool:
        """Whether it shows what the block before printed."""
        return self.mark == "output"

    @property
    def runs_here(self) -> bool:
        """Whether a session runs it."""
        return self.language in RUN and not self.mark


def blocks_of(path: Path) -> Iterator[Block]:
    """All blocks of a page."""
    text = path.read_text(encoding="utf-8")
    found_blocks = list(_BLOCK.finditer(text))
    fences = sum(2 + len(_FENCE.findall(found["code"])) for found in found_blocks)
    assert len(_FENCE.findall(text)) == fences, f"{path}: a fence has something after its language, or no end"
    for found in found_blocks:
        yield Block(
            page=path.relative_to(DOCS).as_posix(),
            line=text.count("\n", 0, found.start("fence")) + 1,
            language=found["language"],
            code=textwrap.dedent(found["code"]),
            mark=found["mark"] or "",
        )


def all_blocks() -> list[Block]:
    """The blocks of all pages."""
    return [block for path in PAGES for block in blocks_of(path)]
