"""`dragoman admin term-base`: the operator makes, fills, writes and switches off term bases."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.conftest import CommandLine

CSV = "concept id,en,de\nP1,tray,Fach\nP2, ,\nP3,lid,<b>Deckel</b>\n"


@pytest.fixture
def account(admin: CommandLine) -> str:
    return str(admin.json("account", "create", "Acme", "--kind", "production")["id"])


@pytest.fixture
def base(admin: CommandLine, account: str) -> str:
    return str(admin.json("term-base", "create", "Printers", "--account", account)["id"])


def test_a_term_base_is_made_listed_changed_and_deleted(admin: CommandLine, account: str, base: str) -> None:
    (row,) = admin.json("term-base", "list", "--account", account)
    assert row == {
        "id": int(base),
        "accountId": int(account),
        "name": "Printers",
        "useForTranslation": True,
        "version": 0,
        "concepts": 0,
        "createdAt": row["createdAt"],
        "disabled": None,
    }
    changed = admin.json("term-base", "change", base, "--name", "Office", "--no-use-for-translation")
    assert changed == {**row, "name": "Office", "useForTranslation": False}
    assert admin("term-base", "change", base, "--disable").out == f"Term base {base} (Office) is disabled.\n"
    assert admin.json("term-base", "delete", base) == {"id": int(base)}
    assert admin.json("term-base", "list") == []
    refused = admin("term-base", "delete", base)
    assert (refused.status, refused.err.count(f"There is no term base {base}.")) == (1, 1)


def test_a_file_is_tried_imported_and_written_again(admin: CommandLine, base: str, tmp_path: Path) -> None:
    file = tmp_path / "terms.csv"
    file.write_text(CSV, encoding="utf-8")
    tried = admin("term-base", "import", base, str(file), "--dry-run")
    assert tried.out == "Would be: 2 added, 0 updated, 0 unchanged, 0 removed, 1 refused.\n"
    assert [line.partition(str(file))[2].split(": ")[:2] for line in tried.err.splitlines()] == [
        [":3", "entry-left-out"],
        [":4", "part-left-out"],
    ]
    done = admin.json("term-base", "import", base, str(file))
    assert (done["version"], done["added"], done["refused"], done["problemCount"]) == (1, 2, 1, 2)
    assert done["problems"][0]["line"] == 3
    written = tmp_path / "terms.tbx"
    assert admin.json("term-base", "export", base, str(written)) == {
        "file": str(written),
        "bytes": written.stat().st_size,
    }
    again = admin.json("term-base", "import", base, str(written), "--mode", "replace")
    assert (again["kind"], again["version"], again["unchanged"]) == ("tbx", 1, 2)
    empty = tmp_path / "empty.csv"
    admin.json("term-base", "export", base, str(empty), "--format", "csv", "--version", "0")
    assert empty.read_bytes() == b"\xef\xbb\xbf\r\n"


def test_what_is_refused_changes_nothing(admin: CommandLine, base: str, tmp_path: Path) -> None:
    file = tmp_path / "packed.csv"
    file.write_bytes(b"PK\x03\x04\0\0")
    refused = admin("term-base", "import", base, str(file))
    assert (refused.status, refused.out) == (1, "")
    assert "The file is not text" in refused.err
    assert admin("term-base", "import", base, str(tmp_path / "none.csv")).status == 2
    assert admin("term-base", "create", "x", "--account", "99").status == 1
    assert [row["version"] for row in admin.json("term-base", "list")] == [0]
