"""`scripts.changed_tests`: which tests belong to a changed file."""

from __future__ import annotations

from pathlib import Path

from scripts.changed_tests import select_tests

FILES = (
    "tests/formats/docx/test_styles.py",
    "tests/formats/docx/samples.py",
    "tests/formats/test_runs.py",
    "tests/test_times.py",
    "tests/live.py",
)


def test_the_nearest_folder_with_tests_is_run_and_of_tests_the_module(tmp_path: Path) -> None:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    cases = {
        "src/dragoman/formats/docx/styles.py": ["tests/formats/docx"],
        "src/dragoman/formats/odt/styles.py": ["tests/formats"],
        "src/dragoman/times.py": ["tests/test_times.py"],
        "src/dragoman/app.py": [],
        "tests/formats/docx/test_styles.py": ["tests/formats/docx/test_styles.py"],
        "tests/formats/docx/samples.py": ["tests/formats/docx"],
        "tests/formats/docx/deleted.py": [],
        "tests/live.py": [],
        "docs/guides/operate.md": [],
    }
    assert {path: select_tests([path], tmp_path) for path in cases} == cases
    assert select_tests(cases, tmp_path) == ["tests/formats", "tests/test_times.py"]
