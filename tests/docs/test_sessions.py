"""The harness itself: a block that does not work, or shows another output, is noticed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.blocks import Block, blocks_of
from tests.docs.outputs import is_shown
from tests.docs.sessions import BlockFailed, PageSession, page_session


def block(language: str, code: str, mark: str = "") -> Block:
    return Block(page="a-page.md", line=7, language=language, code=code, mark=mark)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[PageSession]:
    with page_session(tmp_path, environment={"GIVEN": "from outside"}, prepared={"TOKEN": "it's"}) as running:
        yield running


def test_blocks_of_a_page_share_variables_names_and_files(session: PageSession) -> None:
    assert session.run(block("sh", 'echo "$TOKEN $GIVEN"\nNAME=one')) == "it's from outside\n"
    assert (
        session.run(block("sh", "mkdir inner; cd inner; echo $NAME > file; export NAME; cat file")) == "one\n"
    )
    assert session.run(block("python", "import os\nname = os.environ['NAME']")) == ""
    assert session.run(block("python", "print(name, 'TOKEN' in os.environ)")) == "one False\n"
    assert session.run(block("js", "console.log(process.env.NAME)")) == "one\n"
    assert session.run(block("ts", "const one: string = 'typed'; console.log(one);")) == "typed\n"


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("sh", "true\nfalse"),
        ("sh", "false | cat"),
        ("sh", "echo $NOT_SET_ANYWHERE"),
        ("sh", "a-program-that-is-not-there"),
        ("python", "1 / 0"),
        ("python", "import sys; sys.exit(0)"),
        ("python", "no python"),
        ("js", "throw new Error('no')"),
        ("ts", "const one: string = 1;"),
    ],
)
def test_what_does_not_work_fails_and_is_named(session: PageSession, language: str, code: str) -> None:
    session.run(block("sh", "echo before"))
    with pytest.raises(BlockFailed, match=r"docs/a-page\.md:7"):
        session.run(block(language, code))


@pytest.mark.parametrize(
    ("language", "shown", "printed", "same"),
    [
        ("text", "La casa.\n", "La casa.  \n\n", True),
        ("text", "La casa.\n", "La casa\n", False),
        ("text", "id … is new\n", "id 4711 is new\n", True),
        ("json", '{"a": [1, "…"]}', '{"a":[1,{"b":2}]}', True),
        ("json", '{"a": "sk_…"}', '{"a": "sk_123"}', True),
        ("json", '{"a": "sk_…"}', '{"a": "pk_123"}', False),
        ("json", '{"a": 1, "…": "…"}', '{"b": 2, "a": 1}', True),
        ("json", '{"a": 1}', '{"b": 2, "a": 1}', False),
        ("json", "[1]\n[2]", "[1][2]", True),
        ("json", "[1]", "[1][2]", False),
    ],
)
def test_an_output_is_the_one_that_is_shown(language: str, shown: str, printed: str, same: bool) -> None:
    assert is_shown(block(language, shown, "output"), printed) is same


def test_blocks_are_found_with_their_marks_and_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.docs.blocks.DOCS", tmp_path)
    page = tmp_path / "page.md"
    page.write_text(
        "# A\n\n```sh\nls\n```\n\n<!-- output -->\n```text\nx\n```\n\n1. B\n\n"
        "   <!-- not run: no root -->\n   ```sh\n   su\n   ```\n\n````text\n```sh\n```\n````\n",
        encoding="utf-8",
    )
    found = list(blocks_of(page))
    assert [(one.line, one.language, one.code, one.mark) for one in found] == [
        (3, "sh", "ls\n", ""),
        (8, "text", "x\n", "output"),
        (15, "sh", "su\n", "not run: no root"),
        (19, "text", "```sh\n```\n", ""),
    ]
    assert [one.runs_here for one in found] == [True, False, False, False]
    assert found[2].reason == "no root"
    page.write_text("```sh title=x\nls\n```\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="fence"):
        list(blocks_of(page))
