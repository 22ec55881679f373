"""A CAT tool of the real world opens our packages, and what it writes comes back cleanly."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

from dragoman.memories.segment_json import decode_segment, encode_segment
from dragoman.projects.linguists.exchange import Package, digest_of, read, write_project
from dragoman.projects.segment_model import SegmentState
from dragoman.segments import Code, CodeKind, Text
from tests.projects.exchange.omegat import translate
from tests.projects.exchange.test_matching import HEADER, bring, row, text

B, B_END = (Code(id="f:1", kind=kind, type="fmt", data="<b>") for kind in (CodeKind.OPEN, CodeKind.CLOSE))
NAME = Code(id="p1", kind=CodeKind.STANDALONE, type="variable", data="%s")
OLD = encode_segment((Text(text="Un gato "), B, Text(text="viejo"), B_END, Text(text=".")))
ALL = encode_segment((B, Text(text="Todo"), B_END))
ENGINE: Final = {"state": SegmentState.PRETRANSLATED, "origin": "engine"}
EXPORTED = datetime(2031, 2, 3, 4, 5, 6, 78, tzinfo=UTC)
ROWS = [
    row(0, "The dog & the cat."),
    row(1, (Text(text="A "), B, Text(text="red"), B_END, Text(text=" book, "), NAME, Text(text="."))),
    row(2, "First sentence.", unit="u", part=0),
    row(3, "Mr. Smith  came. He left.", unit="u", part=1),
    row(4, "Known.", target=text("Sabido."), state=SegmentState.CONFIRMED, origin="human"),
    row(5, "Not in the memory."),
    row(6, (Text(text="An "), B, Text(text="old"), B_END, Text(text=" cat.")), target=OLD, **ENGINE),
    row(7, (B, Text(text="All"), B_END), target=ALL, **ENGINE),
]
TEXTS = [
    ("The dog & the cat.", "El perro y el gato."),
    ("A <g0>red</g0> book, <x1/>.", "Un libro <g0>rojo</g0>, <x1/>."),
    ("First sentence.", "Primera frase."),
    ("Mr. Smith  came. He left.", "Vino el Sr. Smith. Se fue."),
]


@pytest.mark.skipif(shutil.which("omegat") is None, reason="OmegaT is not installed")
def test_omegat_translates_its_project(tmp_path: Path) -> None:
    header = replace(HEADER, digest=digest_of(ROWS), exported=EXPORTED)
    sent = write_project(Package(header=header, rows=ROWS), name="a.xlf")
    translated, source = translate(tmp_path / "project", sent, TEXTS)
    outcome = bring(translated, ROWS)
    assert outcome.problems == ()
    assert {one.number: decode_segment(one.target or "[]") for one in outcome.changes} == {
        0: (Text(text="El perro y el gato."),),
        1: (Text(text="Un libro "), B, Text(text="rojo"), B_END, Text(text=", "), NAME, Text(text=".")),
        2: (Text(text="Primera frase."),),
        3: (Text(text="Vino el Sr. Smith. Se fue."),),
    }
    assert {one.state for one in outcome.changes} == {SegmentState.TRANSLATED}
    returned = read(translated)
    assert returned.exported == EXPORTED
    assert [unit.fingerprints for unit in returned.units] == [
        unit.fingerprints for unit in read(source).units
    ]
    assert all(len(unit.fingerprints) == 1 for unit in returned.units)
    assert "Un gato <g" in translated.decode()  # what is translated already is in OmegaT's memory
    assert "Sabido." in translated.decode()
