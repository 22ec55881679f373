"""The import contracts find imports that do not belong: each fault here is seeded, and has to be named."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Module of `dragoman` → what it must not import.
FAULTS = (
    ("memories/scoring", "fastapi"),
    ("segments/model", "fastapi"),
    ("termbases/actions", "starlette"),
    ("quality/registry", "httpx2"),
    ("formats/po/document", "os"),
    ("formats/docx/reading", "pathlib"),
    ("formats/text/document", "time"),
    ("formats/json/document", "dragoman.settings"),
    ("formats/csv/document", "dragoman.database.connections"),
    ("formats/html/document", "dragoman.formats.docx.reading"),
    ("formats/families/odf/block_reader", "dragoman.formats.families.ooxml.drawingml"),
    ("text_io/charsets", "dragoman.formats.format"),
    ("api/mt_v2/text", "dragoman.api.provider_v1.services"),
    ("api/provider_v1/services", "dragoman.catalog.tables"),
    ("api/provider_v1/memories", "dragoman.memories.rows"),
    ("projects/starting", "dragoman.memories.store"),
    ("memories/scoring", "dragoman.memories.actions"),
    ("memories/model", "sqlalchemy"),
    ("translation/markup", "dragoman.database.connections"),
    ("documents/model", "dragoman.documents.files"),
    ("errors", "dragoman.settings"),
)


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the linter prints of a copy of the source with all faults in it, on one line."""
    folder = tmp_path_factory.mktemp("faults")
    ignored = shutil.ignore_patterns("vendor", "__pycache__", "static")
    for name in ("src", "scripts"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", folder)
    package = folder / "src/dragoman"
    for module, imported in FAULTS:
        with (package / f"{module}.py").open("a", encoding="utf-8") as source:
            source.write(f"\nimport {imported}\n")
    (package / "misc").mkdir()
    (package / "misc/__init__.py").touch()
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-logo", "--no-cache"],
        cwd=folder,
        env={"PYTHONPATH": f"{folder / 'src'}:{folder}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    return re.sub(r"\s+", " ", done.stdout)


@pytest.mark.parametrize(("module", "imported"), FAULTS)
def test_an_import_that_does_not_belong_is_named(broken: str, module: str, imported: str) -> None:
    importer = re.escape("dragoman." + module.replace("/", "."))
    named = rf"{importer} (?:may not import|->) {re.escape(imported)} \(l\.\d+"
    assert re.search(named, broken)


def test_a_package_without_a_place_is_refused(broken: str) -> None:
    assert "dragoman.misc" in broken.partition("Packages point one way")[2]
