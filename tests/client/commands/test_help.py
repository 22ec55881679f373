"""Help: each command has examples that work, starts at once, and completes."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator

import click
import pytest

from dragoman_client.commands import COMMANDS, create_cli
from dragoman_client.commands.failures import EXIT_STATUSES, ClientCommand
from tests.client.commands.conftest import PROGRAM, CommandLine
from tests.client.servers import any_server


def walk(group: click.Group, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """All commands of the client with the words that call them; those of the server are tested with it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        if words or name in COMMANDS:
            command = group.get_command(context, name)
            assert command is not None
            yield (*words, name), command
            if isinstance(command, click.Group):
                yield from walk(command, (*words, name))


ALL = dict(walk(create_cli()))
ENDS = {words: command for words, command in ALL.items() if isinstance(command, ClientCommand)}


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_help_says_what_it_does(words: tuple[str, ...]) -> None:
    command = ALL[words]
    assert command.help
    if words in ENDS:
        assert "Examples:" in (command.epilog or ""), words
    elif isinstance(command, click.Group):
        assert command.epilog == EXIT_STATUSES


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_says_the_first_paragraph_of_the_help(name: str) -> None:
    assert (ALL[name,].help or "").partition("\n\n")[0].replace("\n", " ") == COMMANDS[name].help


@pytest.mark.parametrize("words", ENDS, ids=" ".join)
def test_the_examples_are_understood(words: tuple[str, ...]) -> None:
    """Each is parsed by its own command: an option that was renamed is noticed."""
    lines = [line for line in (ENDS[words].epilog or "").splitlines() if "dragoman" in line]
    assert lines
    for line in lines:
        for call in parse(line):
            if tuple(call[: len(words)]) == words:
                ENDS[words].make_context(" ".join(words), call[len(words) :])
                break
        else:
            pytest.fail(line)


def parse(line: str) -> Iterator[list[str]]:
    """The calls of `dragoman` in a line of a shell."""
    plain = line if "$(" not in line else line[line.index("$(") + 2 : line.rindex(")")]
    lexer = shlex.shlex(plain, posix=True, punctuation_chars=";|<>&")
    lexer.whitespace_split = True
    call: list[str] = []
    for token in [*lexer, ";"]:
        if set(token) <= set(";|<>&"):
            if "dragoman" in call:
                yield call[call.index("dragoman") + 1 :]
            call = [] if token not in {"<", ">"} else ["skip"]
        else:
            call.append(token)


@pytest.mark.parametrize(
    "words", [("--help",), ("translate", "--help"), ("completion", "bash")], ids=" ".join
)
def test_it_starts_at_once(words: tuple[str, ...]) -> None:
    """What a help needs: no HTTP library, nothing of the server, few modules."""
    code = (
        f"import sys; sys.argv[1:] = {words!r}\n"
        "from dragoman_client.commands import main\n"
        "try:\n    main()\nfinally:\n    print('\\n', *sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names = set(done.stderr.splitlines()[-1].split())
    assert names & {"httpx2", "asyncio", "ssl", "typer", "pydantic", "fastapi", "rich"} == set()
    assert len(names) <= 320


def processor_seconds(*words: str, environment: dict[str, str]) -> float:
    """Processor time of a command, user and system, at best of five runs."""
    found = []
    for _ in range(5):
        before = os.times()
        subprocess.run([sys.executable, *words], env=environment, capture_output=True, check=False)
        after = os.times()
        found.append(
            after.children_user + after.children_system - before.children_user - before.children_system
        )
    return min(found)


@any_server
def test_a_translation_takes_little_time_to_start(customer: CommandLine) -> None:
    """Below a quarter of a second on a usual machine; here a multiple of a start of Python itself."""
    bare = processor_seconds("-c", "import json, urllib.request, dataclasses", environment=customer.variables)
    words = ("-m", "dragoman_client", "translate", "The house.", "--from", "en", "--to", "es")
    assert processor_seconds(*words, environment=customer.variables) <= 8 * bare


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("dragoman tr", {"translate"}),
        ("dragoman project st", {"start"}),
        ("dragoman se", {"serve", "settings"}),
        ("dragoman translate --wat", {"--watch"}),
    ],
)
def test_the_shell_completes(nobody: CommandLine, words: str, expected: set[str]) -> None:
    environment = {
        **nobody.variables,
        "_DRAGOMAN_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    done = subprocess.run(PROGRAM, env=environment, capture_output=True, text=True, check=False)
    assert {line.partition(",")[2] for line in done.stdout.splitlines()} == expected


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_a_script_of_the_shell(nobody: CommandLine, shell: str) -> None:
    script = nobody.ok("completion", shell)
    assert "_DRAGOMAN_COMPLETE" in script
    if shell == "bash":
        subprocess.run(["bash", "-n"], input=script, text=True, check=True)
