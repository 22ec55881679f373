"""Which reports of a tagger mean that it must be replaced."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.engines.apertium.ambiguity import TaggerModel, read_model, reports_change

# The open class {1, 2, 3} holds the smaller trained class {1, 2}.
MODEL = TaggerModel(
    tags={b"NOUN": 1, b"VERB": 2, b"ADJ": 3, b"PREP": 4},
    open_class=frozenset((1, 2, 3)),
    classes=(frozenset((1, 2, 3)), frozenset((1, 2)), frozenset((3,)), frozenset((1, 2, 3, 4))),
)


def report(classes: str, word: str = "near") -> bytes:
    return (
        "Error: A new ambiguity class was found. \n"
        "Retraining the tagger is necessary so as to take it into account.\n"
        f"Word '{word}'.\nNew ambiguity class: {classes}\n"
    ).encode()


@pytest.mark.parametrize(
    ("heard", "changed"),
    [
        (b"", False),
        (b"Problem with word 'x' {NOUN}\n", False),
        (report("{NOUN,VERB}"), True),  # {1, 2} becomes the open class
        (report("{ADJ}"), True),
        (report("{NOUN,ADJ}"), False),  # only classes as large as the open one hold it
        (report("{NOUN,PREP}"), False),
        (report("{PREP}"), False),
        (report("{NOUN,ADJ}") + report("{NOUN}"), True),
        (report("{NOUN,ADJ}") + b"Problem with word 'x' {NOUN}\n" + report("{PREP}"), False),
    ],
)
def test_only_a_smaller_trained_class_changes_the_open_one(heard: bytes, changed: bool) -> None:
    assert reports_change(MODEL, heard) is changed


@pytest.mark.parametrize(
    "heard",
    [
        report("{UNKNOWN}"),
        report("{}"),
        report("{NOUN,ADJ}")[:-3],
        report("{NOUN,ADJ}", word="new ambiguity class"),
        report("{NOUN,ADJ}", word="x'.\nA new ambiguity class"),
    ],
)
def test_what_cannot_be_understood_counts_as_a_change(heard: bytes) -> None:
    assert reports_change(MODEL, heard)
    assert reports_change(None, report("{NOUN,ADJ}"))


def test_a_users_word_cannot_hide_a_report() -> None:
    forged = report("{NOUN}", word="New ambiguity class: {PREP}")
    assert reports_change(MODEL, forged)


@pytest.mark.parametrize("pair", ["eng-spa/eng-spa", "es-pt/es-pt", "fra-cat/fra-cat", "swe-dan/swe-dan"])
def test_installed_models_are_read(pair: str) -> None:
    file = Path(f"/usr/share/apertium/apertium-{pair}.prob")
    if not file.is_file():
        pytest.skip(f"apertium pair {pair} is not installed")
    model = read_model(file)
    assert model is not None
    assert b"TAG_SENT" in model.tags
    assert 100 < len(model.classes) < 1000


@pytest.mark.parametrize("content", [b"", b"no model", b"\x01" * 1000, b"\xff" * 1000, bytes(1000)])
def test_other_files_are_not_taken_for_models(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "some.prob"
    file.write_bytes(content)
    assert read_model(file) is None
    assert read_model(tmp_path / "missing.prob") is None
