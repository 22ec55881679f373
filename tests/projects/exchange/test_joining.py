"""Units that a tool has cut anew: joined or split segments find their places again."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from dragoman.memories.segment_json import decode_segment
from dragoman.projects.linguists.exchange import compare, digest_of, read
from dragoman.projects.linguists.exchange.deciding import JOINED
from dragoman.projects.segment_model import ProjectSegment
from dragoman.segments import Code, CodeKind, Text, render
from tests.projects.exchange.test_matching import HEADER, row

NAME = Code(id="p1", kind=CodeKind.STANDALONE, type="variable", data="{name}")
ROWS = [
    row(0, "Good morning.", unit="u", part=0),
    row(1, (Text(text="I am "), NAME, Text(text=".")), unit="u", part=1),
    row(2, "How are you?", unit="u", part=2),
]
FIRST, SECOND, THIRD = "Good morning.", 'I am <ph id="1-1"/>.', "How are you?"


def bring(
    *segments: str, rows: Sequence[ProjectSegment] = ROWS
) -> tuple[list[str], list[str | None], list[str]]:
    """The targets, origins and problems of a unit with these segments in it."""
    file = (
        '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="es">'
        f'<file id="f"><unit id="9-0">{"".join(segments)}</unit></file></xliff>'
    )
    header = replace(HEADER, digest=digest_of(rows))
    outcome = compare(read(file.encode()), header, rows)
    targets = [render(decode_segment(one.target or "[]")) for one in outcome.changes]
    return targets, [one.origin for one in outcome.changes], [one.code for one in outcome.problems]


def segment(source: str, target: str | None = None, *, order: int | None = None) -> str:
    place = f' order="{order}"' if order else ""
    said = "" if target is None else f"<target{place}>{target}</target>"
    return f"<segment><source>{source}</source>{said}</segment>"


def ignorable(blank: str = " ") -> str:
    return f"<ignorable><source>{blank}</source></ignorable>"


def test_segments_as_they_were() -> None:
    targets, origins, problems = bring(
        segment(FIRST, "Buenos días."),
        ignorable(),
        segment(SECOND, 'Soy <ph id="1-1"/>.'),
        ignorable("\n  "),
        segment(THIRD, "¿Qué tal?"),
    )
    assert targets == ["Buenos días.", "Soy {name}.", "¿Qué tal?"]
    assert (set(origins), problems) == ({"human"}, [])


def test_a_split_segment_is_joined() -> None:
    targets, origins, problems = bring(
        segment("Good ", "Buenos "),
        segment("morning.", "días."),
        segment(SECOND, 'Soy <ph id="1-1"/>.'),
        segment("How are", "¿Qué"),
        ignorable(),
        segment("you?", "tal?"),
    )
    assert targets == ["Buenos días.", "Soy {name}.", "¿Qué tal?"]
    assert (set(origins), problems) == ({"human"}, [])


def test_joined_segments_are_shared_out_with_their_codes() -> None:
    targets, origins, problems = bring(
        segment(f"{FIRST} {SECOND}", 'Buenos días. Soy <ph id="1-1"/>.'),
        ignorable(),
        segment(THIRD, "¿Qué tal?"),
    )
    assert targets == ["Buenos días.", "Soy {name}.", "¿Qué tal?"]
    assert origins == [JOINED, JOINED, "human"]
    assert problems == ["SEGMENTS_JOINED", "SEGMENTS_JOINED"]


def test_all_in_one_says_the_same_in_order() -> None:
    whole = 'Buenos días, soy <ph id="1-1"/>, ¿qué tal está usted hoy por la mañana?'
    targets, origins, _ = bring(segment(f"{FIRST} {SECOND} {THIRD}", whole))
    assert " ".join(targets) == "Buenos días, soy {name}, ¿qué tal está usted hoy por la mañana?"
    assert "{name}" in targets[1]
    assert set(origins) == {JOINED}


def test_targets_in_another_order() -> None:
    targets, _, _ = bring(
        segment(FIRST, "¡Buenos días!", order=3),
        segment(SECOND, 'Soy <ph id="1-1"/>.', order=2),
        segment(THIRD, "¿Qué tal?", order=1),
    )
    assert "".join(targets).replace(" ", "") == "¿Quétal?Soy{name}.¡Buenosdías!"


def test_a_joined_translation_may_be_empty() -> None:
    assert bring(segment(f"{FIRST} {SECOND} {THIRD}", "")) == ([], [], [])
    assert bring(segment(f"{FIRST} {SECOND} {THIRD}")) == ([], [], [])


def test_many_joined_segments_take_no_long_time() -> None:
    count = 2000
    rows = [row(number, f"Sentence {number} is here.", unit="u", part=number) for number in range(count)]
    source = " ".join(f"Sentence {number} is here." for number in range(count))
    began = time.process_time()
    targets, _, _ = bring(segment(source, source.replace("Sentence", "Frase")), rows=rows)
    assert time.process_time() - began < 20
    assert len(targets) == count
    assert targets[7] == "Frase 7 is here."
