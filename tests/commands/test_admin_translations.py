"""`dragoman admin translation`: the same actions as the provider's interface (V2, O7)."""

from __future__ import annotations

import uuid
from pathlib import Path

from dragoman.access.identity import open_keyring
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.memories.segment_json import encode_segment
from dragoman.projects import file_store, files, segment_store, store
from dragoman.projects.model import Analysis, Fields, ProjectFile, ProjectStatus, Stage
from dragoman.projects.segment_model import ProjectSegment
from dragoman.projects.store import ProjectRow
from dragoman.segments import Text
from dragoman.settings import load_settings
from tests.commands.conftest import CommandLine


async def open_translation(
    database: Database, environment: dict[str, str], *, account: int, service: int
) -> tuple[str, str]:
    """A project with a file of one sentence that is with its linguists: the ids of it and its translation."""
    settings = load_settings(environment=environment).settings
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        keyring = await open_keyring(tx, settings)
        given = Fields(title="Order", service_id=service)
        project = await store.insert_project(
            tx, ProjectRow(account_id=account, application_id=None, given=given, fields=given)
        )
        assert project is not None
        await store.update_project(tx, project.id, {"status": ProjectStatus.ACTIVE})
        file_id = uuid.uuid4()
        secrets = files.make_secrets(keyring, file_id, callback_url=None)
        file = ProjectFile(
            id=file_id,
            account_id=account,
            project_id=project.id,
            application_id=None,
            name="text.txt",
            size=9,
            reference=False,
            source_language="en",
            format="text",
            key=secrets.wrapped,
            analysis=Analysis.DONE,
            created=tx.now,
        )
        await file_store.insert_file(tx, file)
        made = await file_store.insert_translation(
            tx, file, target_language="es", status=ProjectStatus.ACTIVE, stage=Stage.OPEN
        )
        source = encode_segment((Text(text="It is new."),))
        rows = [ProjectSegment(number=0, unit="1", part=0, key=None, note=None, source=source)]
        await segment_store.insert_segments(tx, made, rows)
    return str(project.id), str(made.id)


async def test_translations_go_out_and_come_back(
    admin: CommandLine, database: Database, environment: dict[str, str], tmp_path: Path
) -> None:
    account = admin.json("account", "create", "Paper Ltd", "--kind", "production")["id"]
    (service, *_) = admin.json("service", "list")
    words = await open_translation(database, environment, account=account, service=service["id"])
    (listed,) = admin.json("translation", "list", words[0])
    assert (listed["id"], listed["stage"], listed["target"]) == (int(words[1]), "open", "es")
    file = tmp_path / "a.xlf"
    exported = admin.json("translation", "export", *words, str(file), "--version", "1.2")
    assert exported["bytes"] == file.stat().st_size
    assert [one["code"] for one in admin.json("translation", "qa", *words)] == ["TARGET_EMPTY"]
    blocked = admin("translation", "deliver", *words)
    assert (blocked.status, "TARGET_EMPTY" in blocked.err) == (1, True)
    written = file.read_text()
    file.write_text(written.replace('needs-translation"></target>', 'needs-translation">Es nuevo.</target>'))
    assert file.read_text() != written
    imported = admin.json("translation", "import", *words, str(file))
    assert (imported["changed"], imported["statuses"]) == (1, {"translated": 1})
    assert admin.json("translation", "qa", *words) == []
    empty = tmp_path / "texto.txt"
    empty.write_text("")
    refused = admin("translation", "upload", *words, str(empty))
    assert (refused.status, "0 bytes" in refused.err) == (1, True)
    assert admin.json("translation", "deliver", *words)["stage"] == "delivering"
    again = admin("translation", "import", *words, str(file))
    assert (again.status, "stage is delivering" in again.err) == (1, True)
