"""Every fenced block of the documentation runs as it is printed, in page order, on a live service."""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.blocks import DOCS, PAGES, PARSED, PROSE, ROOT, RUN, Block, all_blocks, blocks_of
from tests.docs.files import write_files
from tests.docs.outputs import is_shown, parse
from tests.docs.sessions import page_session
from tests.live import LiveService
from tests.receiver import Receiver, running_receiver

PREPARING = DOCS / "guides/README.md"
NEEDED = {"guides/order-a-translation.md": "omegat"}  # pages that call a program which the setup may lack
RUNNING = [path for path in PAGES if any(block.runs_here for block in blocks_of(path))]
LEAST_SHARE = 0.85


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    with running_receiver() as running:
        yield running


def prepare(live: LiveService, folder: Path) -> dict[str, str]:
    """Make what `make serve` makes, and the variables of guides/README.md, with an account for the page."""
    account = live.create_account(f"Page {folder.name}")
    own = live.create_application(account)
    desk = live.create_application(account, "--scopes", "provider", "--role", "admin", name="desk")
    credentials = {"URL": live.url, "CLIENT_ID": own.client_id, "CLIENT_SECRET": own.client_secret}
    (folder / ".dragoman").mkdir()
    lines = "".join(f"{name}='{value}'\n" for name, value in credentials.items())
    (folder / ".dragoman/demo.env").write_text(lines, encoding="ascii")
    tokens = {"TOKEN": live.fetch_token(own), "STAFF": live.fetch_token(desk)}
    return {
        **credentials,
        **{name: str(token["access_token"]) for name, token in tokens.items()},
        "ACCOUNT": str(account),
    }


@pytest.mark.slow
@pytest.mark.parametrize("path", RUNNING, ids=lambda path: path.relative_to(DOCS).as_posix())
def test_the_blocks_of_a_page_run_as_they_are_printed(
    path: Path, live: LiveService, receiver: Receiver, tmp_path: Path
) -> None:
    needed = NEEDED.get(path.relative_to(DOCS).as_posix())
    if needed is not None and shutil.which(needed) is None:
        pytest.skip(f"{needed} is not installed")
    write_files(tmp_path)
    environment = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "DRAGOMAN_DATA": str(live.data),
        "DRAGOMAN_PROFILES": str(tmp_path / "profiles.json"),  # not those of who runs the tests
        "RECEIVER": receiver.url("/finished"),
    }
    output = ""
    prepared = prepare(live, tmp_path)
    with page_session(tmp_path, environment=environment, prepared=prepared) as session:
        for block in blocks_of(path):
            if block.runs_here:
                output = session.run(block)
            elif block.is_output:
                assert is_shown(block, output), f"{block.place} shows another output than this:\n{output}"


@pytest.mark.parametrize(
    "block", [one for one in all_blocks() if one.language in PARSED], ids=lambda one: one.place
)
def test_blocks_of_data_parse(block: Block) -> None:
    assert parse(block)


def test_every_block_is_run_or_says_why_it_is_not() -> None:
    for block in all_blocks():
        assert block.language in RUN | PARSED | PROSE or block.reason, f"{block.place}: unknown language"
        assert block.mark in {"", "output"} or len(block.reason) > 10 or block.runner, block.place
        assert not (block.reason and block.language in PARSED | PROSE), (
            f"{block.place} would not be run anyway"
        )


def test_blocks_that_another_test_runs_are_named_there() -> None:
    for block in all_blocks():
        if block.runner:
            assert Path(block.page).name in (ROOT / block.runner).read_text(encoding="utf-8"), block.place


def test_most_blocks_of_code_run() -> None:
    code = [one for one in all_blocks() if one.language not in PARSED | PROSE]
    left_out = [one for one in code if one.reason]
    share = 1 - len(left_out) / len(code)
    print(f"{share:.0%} of {len(code)} blocks of code run:", *Counter(one.language for one in code).items())
    print(*(f"{one.place}: {one.reason}" for one in left_out), sep="\n")
    assert share >= LEAST_SHARE


def test_the_variables_that_pages_start_with_are_those_that_readers_make() -> None:
    made = "".join(block.code for block in blocks_of(PREPARING))
    assert ". .dragoman/demo.env" in made  # URL, CLIENT_ID, CLIENT_SECRET
    assert all(f"{name}=" in made for name in ("TOKEN", "STAFF", "ACCOUNT"))
