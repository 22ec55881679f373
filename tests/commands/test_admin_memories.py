"""`dragoman admin memory` and `memory-set`: the same actions as the provider's interface."""

from __future__ import annotations

from pathlib import Path

from tests.commands.conftest import CommandLine
from tests.memories.conftest import write_file


def test_memories_come_with_accounts_and_are_made(admin: CommandLine) -> None:
    account = admin.json("account", "create", "Paper Ltd", "--kind", "production")["id"]
    made = admin.json("memory", "create", "Manuals", "--account", str(account), "--primary")
    listed = admin.json("memory", "list", "--account", str(account))
    assert [(one["name"], one["primary"], one["useForTranslation"]) for one in listed] == [
        ("Translation memory", False, True),
        ("Manuals", True, False),
    ]
    changed = admin.json("memory", "change", str(made["id"]), "--name", "Books", "--use-for-translation")
    assert changed == {**made, "name": "Books", "useForTranslation": True}
    assert admin.json("memory", "delete", str(made["id"])) == {"id": made["id"], "deleted": True}
    assert admin("memory", "delete", str(made["id"])).status == 1


def test_files_are_handed_in_and_written(admin: CommandLine, tmp_path: Path) -> None:
    admin("account", "create", "Paper Ltd", "--kind", "production")
    file = tmp_path / "units.tmx"
    file.write_bytes(write_file(("House", "Casa")))
    made = admin.json("memory", "import", "1", str(file))
    assert (made["status"], made["added"]) == ("WAITING", 0)
    assert admin.json("memory", "imports", "1") == [made]
    written = admin.json("memory", "export", "1", str(tmp_path / "out.tmx"))
    data = (tmp_path / "out.tmx").read_bytes()
    assert (written["bytes"], data.count(b"<tu ")) == (len(data), 0)


def test_sets_are_made_and_changed(admin: CommandLine) -> None:
    admin("account", "create", "Paper Ltd", "--kind", "production")
    made = admin.json("memory-set", "create", "Set", "--account", "1", "--member", "1-5+w")
    assert (made["version"], made["members"]) == (1, ["1-5+w"])
    changed = admin.json("memory-set", "change", str(made["id"]), "--member", "1")
    assert (changed["version"], changed["members"]) == (2, ["1-0"])
    assert admin.json("memory-set", "list") == [changed]
    assert admin("memory-set", "change", str(made["id"]), "--member", "x").status == 2
    assert admin("memory-set", "change", str(made["id"]), "--member", "999").status == 1
