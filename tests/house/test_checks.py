"""The checks of `make check` find what they are for."""

from __future__ import annotations

import re
from pathlib import Path

from scripts.check_names import find_forbidden, find_shared
from scripts.check_sizes import Report, check_sizes
from scripts.check_words import check_words

ROOT = Path(__file__).parents[2]


def function(name: str, *, lines: int = 2, parameters: str = "") -> str:
    return f"def {name}({parameters}):\n" + "    pass\n" * (lines - 1)


def test_small_files_pass() -> None:
    sources = {"src/a.py": function("f", lines=30), "tests/t.py": function("t", lines=200)}
    assert check_sizes(sources, allowed={}) == Report(problems=(), warnings=())


def test_long_files_are_named_and_very_long_ones_refused() -> None:
    sources = {"src/a.py": "x = 1\n" * 301, "src/b.py": "x = 1\n" * 401, "src/c.py": "x = 1\n" * 401}
    report = check_sizes(sources, allowed={"src/c.py": "a table", "src/gone.py": "was long"})
    assert report == Report(
        problems=("src/b.py: 401 lines, at most 400", "src/gone.py: is allowed to be long, but is not there"),
        warnings=(
            "warning: src/a.py: 301 lines, better 300 (split it)",
            "warning: src/c.py: 401 lines, better 300 (a table)",
        ),
    )


def test_long_functions_and_many_parameters_are_refused() -> None:
    declared = ", ".join(f"o{n}: DataOption" for n in range(9))
    report = check_sizes(
        {
            "src/a.py": function("long", lines=61)
            + "".join(function(f"f{n}") for n in range(20))
            + function("many", parameters="a, b, c, d, e, f, g")
            + function("command", parameters=declared)
        },
        allowed={},
    )
    assert report.problems == (
        "src/a.py:1: long has 61 lines, at most 60",
        "src/a.py:102: many has 7 parameters, at most 6: find the noun",
    )


def test_one_in_ten_functions_may_be_longer_than_usual() -> None:
    functions = [function(f"long{n}", lines=31) for n in range(2)] + [function(f"f{n}") for n in range(9)]
    report = check_sizes({"src/a.py": "".join(functions)}, allowed={})
    assert report.problems == ("2 of 11 functions have over 30 lines; one in ten may",)


def test_hosts_of_indexes_paths_of_a_machine_and_keys_are_refused() -> None:
    text = "\n".join(
        [
            "see https://" + "pypi" + ".org/project/x",
            "open('/" + "root/x')",
            '"resolved": "' + 'https://x"',
            "-----BEGIN " + "EC PRIVATE KEY-----",
            "a path such as /usr/share/apertium or work/main is fine",
        ]
    )
    assert [problem.partition(":")[2] for problem in check_words("f", text)] == [
        "1: the host of a package index",
        "2: a path of one machine",
        "3: a download address in a lock",
        "4: a private key",
    ]


def test_words_that_may_not_be_names_are_found_and_say_what_to_use() -> None:
    source = "class GlossaryShelf: ...\n\ndef wait(patience):\n    next_moment = 1\n    momentum = 2\n"
    found = find_forbidden({Path("src/a.py"): source, Path("src/utils.py"): ""})
    assert sorted(found) == [
        "src/a.py:1: GlossaryShelf: not `shelf`; say cache",
        "src/a.py:3: patience: not `patience`; say timeout, retry",
        "src/a.py:4: next_moment: not `moment`; say datetime, timestamp",
        "src/utils.py: a module is named after the thing or the verb in it",
    ]


def test_public_classes_of_one_name_are_found() -> None:
    sources = {
        Path("src/a.py"): "class Entry: ...\nclass _Row: ...\n",
        Path("src/b.py"): "class Entry: ...\nclass _Row: ...\n",
    }
    (problem,) = find_shared(sources, shared={})
    assert problem == "src/a.py:1 and src/b.py:1: Entry names 2 classes; give each a telling name"
    assert list(find_shared(sources, shared={"Entry": "one idea"})) == []
    (stale,) = find_shared({}, shared={"Entry": "one idea"})
    assert "Entry" in stale


def test_no_pattern_makes_a_group_possessive() -> None:
    """Up to Python 3.11.4 `re` gets `(…)*+` wrong (gh-106052); `(?>(…)*)` says the same."""
    possessive = re.compile(r"\)(?:[*+?]|\{\{?\d+(?:,\d*)?\}?\})\+")
    found = [
        f"{path}:{number}"
        for path in sorted((ROOT / "src").rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if possessive.search(line)
    ]
    assert found == []
