"""Documents, projects, memories and term bases by commands, as people use them one after the other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.client.commands.conftest import CommandLine
from tests.client.words import Words

TMX = """<tmx version="1.4"><header srclang="en" segtype="sentence" adminlang="en" datatype="plaintext"
o-tmf="x" creationtool="x" creationtoolversion="1"/><body>
<tu><tuv xml:lang="en"><seg>Paper jam in tray 2.</seg></tuv>
<tuv xml:lang="es"><seg>Atasco en la bandeja 2.</seg></tuv></tu></body></tmx>"""


@pytest.fixture
def house(customer: CommandLine) -> Path:
    path = customer.folder / "house.txt"
    path.write_text("The house.")
    return path


def test_a_document_step_by_step(customer: CommandLine, words: Words, house: Path) -> None:
    (job,) = customer.ok("document", "submit", house, "--from", "en", "--to", "es").split()
    assert customer.json("document", "wait", job)["status"] == "SUCCESS"
    assert "SUCCESS" in customer.ok("document", "status", job)
    assert customer.ok("document", "download", job, "-o", "-") == words("The house.")
    (customer.folder / "got").mkdir()
    assert customer.ok("document", "download", job, "-o", "got") == "got/house.txt\n"
    assert job in customer.ok("document", "list", "--status", "SUCCESS")
    customer.ok("document", "delete", job)
    done = customer.run("document", "status", job)
    assert (done.returncode, "no such document job" in done.stderr) == (1, True)
    assert "docx" in customer.ok("document", "types")
    assert customer.ok("document", "analyze", house, "--from", "en", "--to", "es").endswith("total\t1\t2\n")


def test_an_order_from_files_to_files(customer: CommandLine, words: Words, house: Path) -> None:
    offered = customer.json("project", "services")["services"]
    service = str(next(one["id"] for one in offered if one["kind"] == "machine"))
    draft = customer.json(
        *("project", "create", house, "--from", "en", "--to", "es", "--service", service, "--title", "Draft")
    )
    assert (draft["status"], draft["title"]) == ("Draft", "Draft")
    number = str(draft["id"])
    assert customer.json("project", "quote", number)["words"] == 2
    assert "EUR" in customer.ok("project", "quote", number)
    assert customer.json("project", "start", number, "--wait")["status"] == "Finished"
    assert "house.txt\tes\tFinished" in customer.ok("project", "show", number)
    assert customer.ok("project", "download", number, "-o", "out") == "out/es/house.txt\n"
    assert (customer.folder / "out/es/house.txt").read_text() == words("The house.")
    assert number in {str(one["id"]) for one in customer.json("project", "list", "--title", "Draft")}
    at_once = customer.run(
        *("project", "create", house, "--from", "en", "--to", "es", "--service", service),
        *("--start", "--wait", "-o", "there", "--json"),
    )
    assert json.loads(at_once.stdout)["status"] == "Finished"
    assert (customer.folder / "there/es/house.txt").read_text() == words("The house.")


def test_a_project_that_is_cancelled(customer: CommandLine, house: Path) -> None:
    done = customer.run("project", "create", house, "--from", "en", "--to", "es")
    assert (done.returncode, "Which service?" in done.stderr) == (1, True)
    made = customer.json("project", "create", house, "--from", "en", "--to", "es", "--service", "3")
    assert "Cancelled" in customer.ok("project", "cancel", str(made["id"]))
    done = customer.run("project", "download", str(made["id"]))
    assert (done.returncode, "No translation of this project is finished yet." in done.stderr) == (1, True)


def test_a_memory(customer: CommandLine) -> None:
    (customer.folder / "m.tmx").write_text(TMX)
    memory = customer.ok("memory", "create", "By commands").strip()
    assert f"{memory}\tBy commands\tin translation" in customer.ok("memory", "list")
    assert customer.json("memory", "import", memory, "m.tmx")["added"] == 1
    assert "read       1\n" in customer.ok("memory", "import", memory, "m.tmx", "--from", "en", "--to", "es")
    assert customer.ok("memory", "search", memory, "jam") == (
        "en\tes\tPaper jam in tray 2.\tAtasco en la bandeja 2.\n"
    )
    assert customer.ok("translate", "Paper jam in tray 2.", "--from", "en", "--to", "es") == (
        "Atasco en la bandeja 2.\n"
    )
    assert customer.ok("memory", "export", memory) == "By commands.tmx\n"
    assert "Atasco" in (customer.folder / "By commands.tmx").read_text()
    assert customer.run("memory", "delete", memory, stdin="n\n").returncode == 1
    assert memory in customer.ok("memory", "list")
    customer.ok("memory", "delete", memory, "--yes")
    assert f"{memory}\t" not in customer.ok("memory", "list")


def test_a_memory_that_is_no_tmx(customer: CommandLine) -> None:
    (customer.folder / "m.tmx").write_text("no tmx at all")
    memory = customer.ok("memory", "create", "Broken").strip()
    done = customer.run("memory", "import", memory, "m.tmx")
    assert done.returncode == 1
    assert "TMX" in done.stderr or "XML" in done.stderr
    customer.ok("memory", "delete", memory, "--yes")


def test_a_term_base(customer: CommandLine, words: Words) -> None:
    base = customer.ok("term-base", "create", "Terms by commands").strip()
    customer.ok("term-base", "add", base, "en=house", "es=vivienda")
    made = customer.ok("translate", "The house.", "--from", "en", "--to", "es")
    assert made == words("The {}.", "vivienda") + "\n"
    assert "en\thouse\tpreferred" in customer.ok("term-base", "search", base, "house")
    (customer.folder / "t.csv").write_text("en,es\ndog,can\n")
    assert customer.json("term-base", "import", base, "t.csv", "--dry-run")["report"]["added"] == 1
    assert "added      1" in customer.ok("term-base", "import", base, "t.csv")
    assert customer.ok("term-base", "export", base, "--format", "csv").endswith(".csv\n")
    done = customer.run("term-base", "add", base, "house")
    assert (done.returncode, "Write it like en=hatch" in done.stderr) == (2, True)
    assert base in customer.ok("term-base", "list")
    customer.ok("term-base", "delete", base, "--yes")


def test_usage_and_languages(customer: CommandLine, words: Words) -> None:
    customer.ok("translate", "The house.", "--from", "en", "--to", "es")
    assert customer.json("usage")["total"]["words"] > 0
    lines = customer.ok("usage", "--csv").splitlines()
    assert lines[0] == "date,characters,words,segments,documents"
    assert len(lines) > 1
    assert f"en\tes\t{words.quality}\t{words.engine}" in customer.ok("languages", "--from", "en")
    assert {one["target"] for one in customer.json("languages", "--from", "en", "--to", "es")} == {"es"}
