"""Which translations are not trusted."""

from __future__ import annotations

import pytest

from dragoman.model_process.guards import DecodedOutput, OutputFault, count_repeats, find_fault, is_copy


def _fault(
    source: str, target: str, *, languages: tuple[str, str] = ("en", "es"), **more: bool
) -> OutputFault | None:
    output = DecodedOutput(
        source=source,
        target=target,
        source_pieces=source.split(),
        target_pieces=target.split(),
        has_unknown=more.get("has_unknown", False),
        is_cut=more.get("is_cut", False),
    )
    return find_fault(output, source=languages[0], target=languages[1])


@pytest.mark.parametrize(
    ("source", "target", "fault"),
    [
        ("The red house", "La casa roja", None),
        ("The red house", "", OutputFault.EMPTY),
        ("The red house", " . ", OutputFault.EMPTY),
        ("is:", "5:", OutputFault.EMPTY),
        ("...", "…", None),
        ("The red house is old", "La casa" + " la casa" * 4, OutputFault.REPETITION),
        ("no no no no no", "no no no no no", None),
        ("one two three four five six seven eight nine ten eleven twelve", "uno dos", OutputFault.TOO_SHORT),
        ("The red house is very old", "the red house is very old", OutputFault.COPIED),
        ("Anna Maria Peter Berlin", "Anna Maria Peter Berlin", None),
        ("WiFi 5 GHz", "WiFi 5 GHz", None),
    ],
)
def test_what_is_seen(source: str, target: str, fault: OutputFault | None) -> None:
    assert _fault(source, target) is fault


def test_far_more_words_than_the_source_are_too_many() -> None:
    assert _fault("house", " ".join(f"palabra{n}" for n in range(40))) is OutputFault.TOO_LONG
    assert _fault("The red house", "La casa", is_cut=True) is OutputFault.TOO_LONG


def test_unknown_pieces_are_seen() -> None:
    assert _fault("The red house", "La ⁇ roja", has_unknown=True) is OutputFault.UNKNOWN


def test_a_copy_within_one_language_is_none() -> None:
    text = "la maison rouge est vieille"
    assert _fault(text, text, languages=("fr-CA", "fr-FR")) is None
    assert _fault(text, text, languages=("fr", "es")) is OutputFault.COPIED


def test_copies_are_told_from_kinship() -> None:
    assert is_copy("the old house is red and blue", "the old house is red and blue today")
    assert not is_copy("la casa gran", "la casa grande")
    assert not is_copy("la casa de la playa es azul y verde", "a casa da praia é azul e verde")
    assert is_copy("這是一個很大的房子", "這是一個很大的房子")


@pytest.mark.parametrize(
    ("pieces", "number"),
    [("", 1), ("a b c", 1), ("a a a", 3), ("x a b a b a b y", 3), ("a b c a b c", 2), ("a b a c a d", 1)],
)
def test_repeats_in_a_row_are_counted(pieces: str, number: int) -> None:
    assert count_repeats(pieces.split()) == number
