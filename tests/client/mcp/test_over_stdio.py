"""`dragoman mcp` as a real process: files of the machine, only those that are allowed, and none replaced."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.client.mcp.conftest import COMMAND, Customer, call, over_stdio, refusal
from tests.live import LiveService
from tests.waiting import CEILING

BOOK = "The red book is big.\n"
LIBRO = "El libro rojo es grande.\n"


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_document_is_translated_beside_itself(
    live: LiveService, acme: Customer, tmp_path: Path, mode: str
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/guide.txt").write_text(BOOK)
    told: list[float] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        told.append(progress)

    async with over_stdio(live, acme.application, tmp_path, mode=mode) as client:
        wanted = {"path": "docs/guide.txt", "target_language": "es", "source_language": "en"}
        done = await client.call_tool("translate_document", wanted, progress_callback=note)
        assert not done.is_error, done.content
        found = done.structured_content
        assert found is not None
        assert found["file"] == {
            "name": "guide.es.txt",
            "size": len(LIBRO),
            "path": "docs/guide.es.txt",
            "media_type": None,
            "text": None,
            "content_base64": None,
        }
        assert (tmp_path / "docs/guide.es.txt").read_text() == LIBRO
        assert told[-1] == 1.0
        again = await refusal(client, "translate_document", **wanted)
        assert "exists already and is not replaced" in again
        await call(client, "download_document", job_id=found["job_id"], output="copy.txt")
        assert (tmp_path / "copy.txt").read_text() == LIBRO
        assert "exists already" in await refusal(
            client, "download_document", job_id=found["job_id"], output="copy.txt"
        )
    assert sorted(one.name for one in tmp_path.rglob("*")) == [
        "copy.txt",
        "docs",
        "guide.es.txt",
        "guide.txt",
    ]


async def test_texts_and_words(live: LiveService, acme: Customer, tmp_path: Path) -> None:
    async with over_stdio(live, acme.application, tmp_path) as client:
        done = await call(client, "translate_text", texts=["The red book."], target_languages=["es"])
        assert done["translations"][0]["text"] == "El libro rojo."
        found = await call(client, "look_up_terms", query=acme.term, language="en", limit=1)
        assert found["concepts"][0]["term_base"] == "Terms of Acme"
        units = await call(client, "search_memories", query="lámparas", target_language="es")
        assert [one["unit"]["target"] for one in units["units"]] == ["Acme vende lámparas."]
        assert "Ask" not in str(client.instructions)


async def test_a_project_is_quoted_and_downloaded(live: LiveService, acme: Customer, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(BOOK)
    async with over_stdio(live, acme.application, tmp_path, "--allow-orders") as client:
        quote = await call(
            client,
            "quote_translation",
            paths=["a.txt", "b.txt"],
            target_languages=["es", "fr"],
            source_language="en",
            service_id=acme.service,
            keep=True,
        )
        project = quote["project_id"]
        assert quote["title"] == "a.txt"
        await call(client, "order_translation", project_id=project)
        finished = await call(client, "follow_project", project_id=project, wait_seconds=100)
        assert finished["next_step"] == "Call download_project."
        got = await call(client, "download_project", project_id=project, folder="done")
        names = {path.relative_to(tmp_path).as_posix() for path in (tmp_path / "done").rglob("*.txt")}
        assert {one["path"] for one in got["files"]} == names
        assert {Path(name).parent.name for name in names} == {"es", "fr"}
        assert len(names) == 4
        again = await refusal(client, "download_project", project_id=project, folder="done")
        assert "is not replaced" in again
        assert "outside" in await refusal(client, "download_project", project_id=project, folder="../done")


async def test_only_files_below_the_allowed_folders(
    live: LiveService, acme: Customer, tmp_path: Path
) -> None:
    """A path is judged by where it leads: `..`, symbolic links of files and of folders, absolute paths."""
    inside, secret = tmp_path / "inside", tmp_path / "secret"
    second = tmp_path / "second"
    for folder in (inside, secret, second, inside / "deep"):
        folder.mkdir()
    (secret / "diary.txt").write_text("The red book is secret.\n")
    (second / "more.txt").write_text(BOOK)
    (inside / "own.txt").write_text(BOOK)
    (inside / "link.txt").symlink_to(secret / "diary.txt")
    (inside / "folder").symlink_to(secret)
    (inside / "loop").symlink_to(inside / "loop")
    (inside / "deep/own-link.txt").symlink_to(inside / "own.txt")
    (inside / ".git").mkdir()
    (inside / ".git/config.txt").write_text(BOOK)
    (inside / ".env.txt").write_text(BOOK)
    (inside / "git").symlink_to(inside / ".git")
    languages = {"target_language": "es", "source_language": "en"}
    words = ("--allow-folder", str(inside), "--allow-folder", str(second))
    async with over_stdio(live, acme.application, tmp_path, *words) as client:
        for path in (
            *("../secret/diary.txt", "deep/../../secret/diary.txt", str(secret / "diary.txt"), "link.txt"),
            *("folder/diary.txt", "loop", "/etc/passwd", "~/x.txt", "", "nothing.txt", "deep", "a\0b"),
            *(".env.txt", ".git/config.txt", "git/config.txt"),
        ):
            for said in (
                await refusal(client, "translate_document", path=path, **languages),
                await refusal(client, "quote_translation", paths=[path], target_languages=["es"]),
            ):
                reasons = ("outside of the folders", "no file", "null character", "is hidden")
                assert any(reason in said for reason in reasons), (path, said)
                assert "book is" not in said
        for output in (
            *(
                "../out.txt",
                str(secret / "out.txt"),
                "folder/out.txt",
                "link.txt",
                "own.txt",
                "missing/out.txt",
            ),
            *("..", ".", "deep", ".profile", ".git/hook.txt", "git/hook.txt"),
        ):
            said = await refusal(client, "translate_document", path="own.txt", output=output, **languages)
            reasons = ("outside", "exists already", "no folder", "not the name", "hidden")
            assert any(reason in said for reason in reasons), (output, said)
        assert "--allow-folder" in await refusal(client, "translate_document", path="../x.txt", **languages)
        bad = await refusal(
            client, "translate_document", path="own.txt", target_language="../../x", source_language="en"
        )
        assert "not the code of a language" in bad
        for path, name in (("deep/own-link.txt", "own.es.txt"), (str(second / "more.txt"), "more.es.txt")):
            done = await call(client, "translate_document", path=path, **languages)
            assert Path(done["file"]["path"]).name == name
    assert [path.name for path in secret.iterdir()] == ["diary.txt"]


async def test_the_root_is_allowed_only_by_name(live: LiveService, acme: Customer, tmp_path: Path) -> None:
    """Some programs start commands in the root of the file system."""
    (tmp_path / "a.txt").write_text(BOOK)
    wanted = {"path": str(tmp_path / "a.txt"), "target_language": "es", "source_language": "en"}
    async with over_stdio(live, acme.application, Path("/")) as client:
        assert "No folder is allowed" in await refusal(client, "translate_document", **wanted)
        assert await call(client, "list_term_bases")
    async with over_stdio(live, acme.application, Path("/"), "--allow-folder", "/") as client:
        assert (await call(client, "translate_document", **wanted))["status"] == "SUCCESS"


async def test_a_result_has_the_extension_of_its_type(
    live: LiveService, acme: Customer, tmp_path: Path
) -> None:
    """An output is no way to write a program."""
    (tmp_path / "a.txt").write_text(BOOK)
    async with over_stdio(live, acme.application, tmp_path) as client:
        done = await call(
            client,
            "translate_document",
            path="a.txt",
            output="run.sh",
            target_language="es",
            source_language="en",
        )
    assert done["file"]["path"] == "run.txt"
    assert not (tmp_path / "run.sh").exists()


async def test_a_file_that_appears_meanwhile_is_not_replaced(
    live: LiveService, acme: Customer, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text(BOOK)
    (tmp_path / "a.es.txt").symlink_to(tmp_path / "elsewhere.txt")  # a link that leads to nothing yet
    async with over_stdio(live, acme.application, tmp_path) as client:
        said = await refusal(
            client, "translate_document", path="a.txt", target_language="es", source_language="en"
        )
    assert "exists already" in said
    assert not (tmp_path / "elsewhere.txt").exists()


async def test_a_missing_scope_and_wrong_credentials(
    live: LiveService, acme: Customer, tmp_path: Path
) -> None:
    narrow = live.create_application(acme.account, "--scopes", "translate", name="narrow stdio")
    async with over_stdio(live, narrow, tmp_path) as client:
        assert "scope projects" in await refusal(client, "list_projects")
    wrong = {"DRAGOMAN_CLIENT_SECRET": "dgm_live_wrong"}
    async with over_stdio(live, acme.application, tmp_path, environment=wrong) as client:
        said = await refusal(client, "list_languages")
        assert "credentials were refused" in said
        assert "dgm_live_wrong" not in said
    expired = {"DRAGOMAN_CLIENT_ID": "", "DRAGOMAN_CLIENT_SECRET": "", "DRAGOMAN_TOKEN": "e30.e30.e30"}
    async with over_stdio(live, acme.application, tmp_path, environment=expired) as client:
        said = await refusal(client, "list_languages")
    assert "fetch a new one" in said
    assert "e30.e30.e30" not in said


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DRAGOMAN_")}
    return subprocess.run(
        [*COMMAND, *words],
        env={**kept, **environment},
        capture_output=True,
        text=True,
        timeout=CEILING,
        check=False,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize(
    ("words", "environment", "said"),
    [
        ([], {}, "Which service? Give its address"),
        ([], {"DRAGOMAN_URL": "http://127.0.0.1:1"}, "Credentials are missing"),
        (["--url", "nonsense"], {"DRAGOMAN_TOKEN": "x"}, "not the address of a service"),
        (["--allow-folder", "/no/such/folder"], {"DRAGOMAN_URL": "http://127.0.0.1:1"}, "There is no folder"),
        (["--allow-everything"], {}, "No such option"),
    ],
)
def test_what_is_wrong_at_the_start_is_told_and_ends_it(
    words: list[str], environment: dict[str, str], said: str
) -> None:
    done = run(*words, **environment)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_it_ends_with_its_program(tmp_path: Path) -> None:
    """Standard input that ends is the end."""
    done = run("--allow-folder", str(tmp_path), DRAGOMAN_URL="http://127.0.0.1:1", DRAGOMAN_TOKEN="x")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_help_imports_nothing_of_the_protocol() -> None:
    """Counts and names, as times depend on the machine."""
    code = (
        "import sys\nsys.argv[1:] = ['mcp', '--help']\nfrom dragoman_client.commands import main\n"
        "try:\n    main()\nfinally:\n    print('\\n' + ' '.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names = set(done.stderr.splitlines()[-1].split())
    assert "--allow-orders" in done.stdout
    assert not {"mcp", "mcp_types", "pydantic", "httpx2", "asyncio"} & names
    assert len(names) <= 250
