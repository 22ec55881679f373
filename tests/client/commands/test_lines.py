"""Standard input of `dragoman translate`: line by line as it comes, and what is told when it ends early."""

from __future__ import annotations

import os
import pty
import signal
import subprocess

from tests.client.commands.conftest import PROGRAM, CommandLine, pointed_at
from tests.client.scripted_server import Asked, Told, scripted, told
from tests.waiting import CEILING

PAIR = ("--from", "en", "--to", "es")


def echo(asked: Asked) -> Told:
    """A translation of each segment: in capitals."""
    texts = [{"translation": one["text"].upper()} for one in asked.json["segments"]]
    return told({"translations": texts})


def test_a_line_is_not_held_up_by_those_to_come(nobody: CommandLine) -> None:
    with scripted(echo) as server:
        process = subprocess.Popen(
            [*PROGRAM, "translate", *PAIR],
            env=pointed_at(nobody, server.url).variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        for word in ("one", "two", "three"):
            process.stdin.write(f"{word}\n")
            process.stdin.flush()
            assert process.stdout.readline() == f"{word.upper()}\n"
        process.stdin.close()
        assert process.wait(CEILING) == 0
        process.stdout.close()


def test_many_lines_are_few_requests(nobody: CommandLine) -> None:
    lines = [f"line {number}" for number in range(1000)]
    with scripted(echo) as server:
        found = pointed_at(nobody, server.url).ok("translate", *PAIR, stdin="\n".join(lines))
        assert found.splitlines() == [line.upper() for line in lines]
        assert len(server.of("/v2/translate")) < 40


def test_what_was_translated_before_a_failure_is_printed(nobody: CommandLine) -> None:
    """The last of three requests is refused: 200 lines are printed, and the message says where to go on."""

    def script(asked: Asked) -> Told:
        first = asked.json["segments"][0]["text"]
        return told({"detail": "Too many characters this month"}, 403) if first == "line 200" else echo(asked)

    lines = "\n".join(f"line {number}" for number in range(250))
    with scripted(script) as server:
        done = pointed_at(nobody, server.url).run("translate", *PAIR, stdin=lines)
    assert done.returncode == 3
    assert done.stdout.splitlines() == [f"LINE {number}" for number in range(200)]
    assert "go on with line 201." in done.stderr
    assert "Too many characters this month" in done.stderr


def test_of_several_languages_too_what_was_translated_before_a_failure_is_printed(
    nobody: CommandLine,
) -> None:
    def script(asked: Asked) -> Told:
        texts = [one["text"] for one in asked.json["segments"]]
        if texts[0] != "line 0":
            return told({"detail": "Too many characters this month"}, 403)
        return told(
            {"translations": [{"translations": {"es": f"es {one}", "ca": f"ca {one}"}} for one in texts]}
        )

    lines = "\n".join(f"line {number}" for number in range(150))
    with scripted(script) as server:
        done = pointed_at(nobody, server.url).run("translate", "--from", "en", "--to", "es,ca", stdin=lines)
    assert done.returncode == 3
    assert done.stdout.splitlines() == [
        f"{target}\t{target} line {number}" for number in range(100) for target in ("es", "ca")
    ]
    assert "100 lines are translated; go on with line 101." in done.stderr


def test_a_line_that_is_no_text_ends_it_behind_those_before(nobody: CommandLine) -> None:
    with scripted(echo) as server:
        command = pointed_at(nobody, server.url)
        for bad, said in ((b"caf\xe9", "not UTF-8 (line 3)"), (b"a\0b", "Line 3 of the input has a NUL")):
            done = command.run("translate", *PAIR, stdin=b"one\ntwo\n" + bad + b"\nfour\n")
            assert (done.returncode, done.stdout) == (1, "ONE\nTWO\n")
            assert said in done.stderr
            assert "2 lines are translated; go on with line 3." in done.stderr


def test_a_byte_order_mark_is_no_text(nobody: CommandLine) -> None:
    with scripted(echo) as server:
        command = pointed_at(nobody, server.url)
        assert command.ok("translate", *PAIR, stdin=b"\xef\xbb\xbfone\n") == "ONE\n"
        marks = b"one\n\xef\xbb\xbftwo\n"
        assert command.ok("translate", *PAIR, stdin=marks) == "ONE\n\N{ZERO WIDTH NO-BREAK SPACE}TWO\n"


def test_several_languages_line_by_line(nobody: CommandLine) -> None:
    def script(asked: Asked) -> Told:
        items = [
            {"translations": {"es": one["text"] + "!", "ca": one["text"] + "?"}}
            for one in asked.json["segments"]
        ]
        return told({"translations": items})

    with scripted(script) as server:
        command = pointed_at(nobody, server.url)
        words = ("translate", "--from", "en", "--to", "es,ca")
        assert command.ok(*words, stdin="one\ntwo\n") == "es\tone!\nca\tone?\nes\ttwo!\nca\ttwo?\n"
        found = command.json(*words, stdin="one\n")
    assert found == [
        {
            "es": {"text": "one!", "source": "en", "target": "es"},
            "ca": {"text": "one?", "source": "en", "target": "ca"},
        }
    ]


def test_a_person_at_a_terminal_gets_each_line_at_once(nobody: CommandLine) -> None:
    """With progress bars and hints on: in a terminal, which shows what is typed too."""
    with scripted(echo) as server:
        master, slave = pty.openpty()
        process = subprocess.Popen(
            [*PROGRAM, "translate", *PAIR],
            env={**pointed_at(nobody, server.url).variables, "TERM": "xterm"},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)
        seen = b""
        while b"Ctrl-D ends." not in seen:
            seen += os.read(master, 1000)
        os.write(master, b"hello\n")
        while b"HELLO" not in seen:
            seen += os.read(master, 1000)
        process.send_signal(signal.SIGINT)
        assert process.wait(CEILING) == 130
        os.close(master)
