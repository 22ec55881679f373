"""`dragoman translate`: arguments, standard input, documents, folders, changes."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from tests.client.commands.conftest import CommandLine, pointed_at
from tests.client.scripted_server import Asked, Told, scripted, told
from tests.client.servers import any_server
from tests.client.words import Words
from tests.waiting import CEILING, wait_until

PAIR = ("--from", "en", "--to", "es")


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_each_argument_is_a_text(customer: CommandLine, words: Words) -> None:
    found = customer.ok("translate", "The <b>house</b>.", "The dog.", *PAIR)
    assert found == f"{words('The <b>house</b>.')}\n{words('The dog.')}\n"


def test_each_line_of_standard_input_is_a_text(customer: CommandLine, words: Words) -> None:
    found = customer.ok("translate", *PAIR, stdin="The house.\n\nThe dog.\r\nThe {count} cats.")
    lines = (words("The house."), words("The dog."), words("The {{count}} cats."))
    assert found == "{}\n\n{}\r\n{}\n".format(*lines)


def test_standard_input_may_be_one_text(customer: CommandLine, words: Words) -> None:
    found = customer.json("translate", *PAIR, "--whole", stdin="The house.\n\nThe dog.\n")
    text = f"{words('The house.')}\n\n{words('The dog.')}\n"
    assert found == [{"text": text, "source": "en", "target": "es"}]


def test_several_languages_and_where_they_are_from(customer: CommandLine, words: Words) -> None:
    house = words("The house.")
    assert customer.ok("translate", "The house.", "--from", "en", "--to", "es,es-MX") == (
        f"es\t{house}\nes-MX\t{house}\n"
    )
    (found,) = customer.json("translate", "The house.", *PAIR, "--explain")
    assert found["explanation"]["origin"] == "engine"


def test_a_document_is_written_beside_itself(customer: CommandLine, words: Words) -> None:
    (customer.folder / "house.txt").write_text("The house.")
    assert customer.ok("translate", "-f", "house.txt", *PAIR) == "house.es.txt\n"
    assert (customer.folder / "house.es.txt").read_text() == words("The house.")


def test_a_folder_with_all_that_is_in_it(customer: CommandLine) -> None:
    source = customer.folder / "site"
    (source / "deep").mkdir(parents=True)
    (source / "index.html").write_text("<p>The house.</p>")
    (source / "deep/page.txt").write_text("The dog.")
    done = customer.run("translate", "-f", source, *PAIR)
    assert (done.returncode, "Add --recursive" in done.stderr) == (1, True)
    done = customer.run("translate", "-f", source, "-r", *PAIR, "-o", source / "es")
    assert (done.returncode, "lies in the folder itself" in done.stderr) == (1, True)
    found = customer.json("translate", "-f", source, "-r", "--from", "en", "--to", "es,ca", "-o", "out")
    assert [one["error"] for one in found] == [None] * 4
    assert names(customer.folder / "out") == {
        *("es/index.html", "es/deep/page.txt", "ca/index.html", "ca/deep/page.txt")
    }


def test_only_what_has_changed_is_translated_again(customer: CommandLine) -> None:
    command = ("translate", "-f", "texts", "-r", *PAIR, "-o", "out", "--only-changed")
    source = customer.folder / "texts"
    source.mkdir()
    for name in ("a.txt", "b.txt"):
        (source / name).write_text("The house.")
    assert set(customer.ok(*command).split()) == {"out/a.txt", "out/b.txt"}
    os.utime(source / "a.txt")
    done = customer.run(*command)
    assert (done.returncode, done.stdout) == (0, "out/a.txt\n")
    assert done.stderr == "1 of 2 are up to date.\n"
    assert customer.json(*command) == []


def test_one_document_that_fails_holds_up_no_other(customer: CommandLine) -> None:
    for name, text in (("a.txt", "The house."), ("b.txt", ""), ("c.txt", "The dog.")):
        (customer.folder / name).write_text(text)
    done = customer.run("translate", "-f", "a.txt", "-f", "b.txt", "-f", "c.txt", *PAIR)
    assert done.returncode == 5
    assert set(done.stdout.split()) == {"a.es.txt", "c.es.txt"}
    assert "b.txt (es):" in done.stderr
    assert "DOCUMENT_EMPTY" in done.stderr
    assert customer.run("translate", "-f", "b.txt", *PAIR).returncode == 1


def test_a_folder_that_is_watched(customer: CommandLine, words: Words) -> None:
    source = customer.folder / "texts"
    source.mkdir()
    (source / "a.txt").write_text("The house.")
    process = customer.start("translate", "-f", "texts", "-r", *PAIR, "-o", "out", "--watch")
    result = customer.folder / "out/a.txt"
    wait_until(lambda: result.is_file() and result.read_text() == words("The house."))
    assert process.stderr is not None
    assert process.stderr.readline() == "Watching for changes; Ctrl-C ends.\n"
    (source / "a.txt").write_text("The dog is big.")
    (source / "b.txt").write_text("The cat.")
    wait_until(lambda: names(customer.folder / "out") == {"a.txt", "b.txt"})
    wait_until(lambda: result.read_text() == words("The dog is big."))
    process.send_signal(signal.SIGINT)
    assert process.wait(CEILING) == 130
    process.communicate()


def test_what_is_up_to_date_is_not_translated_again_when_watching_begins(nobody: CommandLine) -> None:
    types = [{"format": "txt", "fileExtensions": ["txt"], "contentTypes": ["text/plain"]}]

    def script(asked: Asked) -> Told:
        if asked.path == "/v2/documents/types":
            return told(types)
        if asked.method == "POST":
            return told({"jobId": "j"}, 202)
        if asked.path.endswith("/download"):
            return Told(body=b"made")
        record = {"jobId": "j", "source": "en", "target": "es", "fileName": "x", "status": "SUCCESS"}
        return told(record)

    for name in ("in/old.txt", "out/old.txt", "in/new.txt"):
        (nobody.folder / name).parent.mkdir(exist_ok=True)
        (nobody.folder / name).write_text("before")
    os.utime(nobody.folder / "in/old.txt", (1, 1))
    with scripted(script) as server:
        process = pointed_at(nobody, server.url).start(
            "translate", "-f", "in", "-r", *PAIR, "-o", "out", "--watch"
        )
        wait_until((nobody.folder / "out/new.txt").is_file)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=CEILING)
        assert len(server.of("/v2/documents/translate")) == 1
    assert (nobody.folder / "out/old.txt").read_text() == "before"


@any_server
def test_files_of_a_pattern_follow_the_option(customer: CommandLine) -> None:
    """`-f *.txt`: the shell makes several words of it, of which the option takes the first."""
    for name in ("a.txt", "b.txt"):
        (customer.folder / name).write_text("The house.")
    found = customer.ok("translate", *PAIR, "-f", "a.txt", "b.txt")
    assert set(found.split()) == {"a.es.txt", "b.es.txt"}


@any_server
def test_a_file_is_not_translated_by_its_name(customer: CommandLine) -> None:
    (customer.folder / "a.txt").write_text("The house.")
    done = customer.run("translate", "a.txt", *PAIR)
    assert (done.returncode, "dragoman translate -f a.txt" in done.stderr) == (2, True)


def test_ctrl_c_says_how_to_get_what_goes_on(nobody: CommandLine) -> None:
    record = {"jobId": "job-1", "source": "en", "target": "es", "fileName": "a.txt", "status": "IN_PROGRESS"}

    def script(asked: Asked) -> Told:
        return told({"jobId": "job-1"}, 202) if asked.method == "POST" else told(record, Retry_After="1")

    (nobody.folder / "a.txt").write_text("The house.")
    with scripted(script) as server:
        process = pointed_at(nobody, server.url).start("translate", "-f", "a.txt", *PAIR)
        wait_until(lambda: server.of("/v2/documents/job-1"))
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=CEILING)
    assert process.returncode == 130
    assert "a.txt: dragoman document download job-1" in said
    assert "Traceback" not in said
    assert names(nobody.folder) == {"a.txt"}


@any_server
def test_who_reads_the_output_may_have_enough(customer: CommandLine) -> None:
    process = customer.start("translate", *["The house."] * 400, *PAIR)
    assert process.stdout is not None
    process.stdout.close()
    assert process.wait(CEILING) in {0, 1}
    assert process.stderr is not None
    assert process.stderr.read() == ""
    process.stderr.close()


@any_server
def test_texts_and_documents_are_not_mixed(customer: CommandLine) -> None:
    done = customer.run("translate", "a", "-f", "b", *PAIR)
    assert (done.returncode, "Give texts or --file, not both." in done.stderr) == (2, True)
    done = customer.run("translate", "a", "--watch", *PAIR)
    assert (done.returncode, "--watch is for documents" in done.stderr) == (2, True)
    done = customer.run("translate", "a", "--from", "en", "--to", ",")
    assert (done.returncode, "names no language" in done.stderr) == (2, True)
