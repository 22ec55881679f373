"""A translation as a project of OmegaT: what is in the archive, and what comes back from it."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from xml.etree import ElementTree as ET

from dragoman.memories.segment_json import decode_segment, encode_segment
from dragoman.projects.linguists.exchange import (
    MemoryProposal,
    Package,
    PackagedTerm,
    digest_of,
    write_project,
)
from dragoman.projects.segment_model import ProjectSegment, SegmentState
from dragoman.segments import Code, CodeKind, Text
from tests.projects.exchange.test_matching import HEADER, bring, row, text

EXPORTED = datetime(2031, 2, 3, 4, 5, 6, 78, tzinfo=UTC)
B, B_END = (Code(id="f:1", kind=kind, type="fmt", data="<b>") for kind in (CodeKind.OPEN, CodeKind.CLOSE))
NAME = Code(id="p1", kind=CodeKind.STANDALONE, type="variable", data="%s")
INSIDE = (Text(text="A "), B, Text(text="red & big"), B_END, Text(text=" book, "), NAME, Text(text="."))
ROWS = [
    row(0, "New."),
    row(1, "Known.", target=text("Sabido."), state=SegmentState.CONFIRMED, origin="human"),
    row(2, INSIDE, target=encode_segment(INSIDE), state=SegmentState.PRETRANSLATED, origin="engine"),
    row(
        3,
        (B, Text(text="Bold"), B_END),
        target=encode_segment((B, Text(text="Negrita"), B_END)),
        state=SegmentState.TRANSLATED,
        origin="human",
    ),
    row(4, "Open", target=text("Abrir"), state=SegmentState.TRANSLATED, origin="human"),
    row(5, "Open", target=text("Abierto"), state=SegmentState.TRANSLATED, origin="human"),
    row(6, "Close", target=text("Cerrar"), state=SegmentState.PRETRANSLATED, origin="engine"),
    row(7, "Close"),
]
NAMED = "a:b.docx.es.xlf"


def package(rows: list[ProjectSegment] = ROWS) -> Package:
    proposal = MemoryProposal(
        score=88, origin="Books", source=(Text(text="Newer."),), target=(Text(text="Más nuevo."),)
    )
    hints = (
        PackagedTerm(
            source="book", targets=("libro", "tomo"), forbidden=("obra",), definition="a\tbound\nthing"
        ),
        PackagedTerm(source="red", targets=("rojo",)),
    )
    return Package(
        header=replace(HEADER, digest=digest_of(rows), exported=EXPORTED),
        rows=rows,
        proposals={0: [proposal], 7: [proposal]},
        terms={2: hints, 3: hints[:1]},
    )


def files(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {one: archive.read(one).decode() for one in archive.namelist()}


def test_the_archive_is_a_project() -> None:
    found = files(write_project(package(), name=NAMED))
    folders = {"source/", "target/", "tm/", "omegat/", "glossary/", "dictionary/"}
    assert {name for name in found if name.endswith("/")} == folders
    assert set(found) - folders == {
        "omegat.project",
        "source/a_b.docx.es.xlf",
        "omegat/project_save.tmx",
        "tm/memories.tmx",
        "glossary/terms.utf8",
    }
    settings = {one.tag: one.text for one in ET.fromstring(found["omegat.project"]).iter()}
    assert (settings["source_lang"], settings["target_lang"]) == ("en", "es")
    assert settings["sentence_seg"] == "false"
    assert found["glossary/terms.utf8"] == (
        "book\tlibro\tnot: obra; a bound thing\nbook\ttomo\tnot: obra; a bound thing\nred\trojo\t\n"
    )
    assert found["tm/memories.tmx"].count("<tu>") + found["tm/memories.tmx"].count("<tu ") == 1
    assert write_project(package(), name=NAMED) == write_project(package(), name=NAMED)


def test_without_memories_and_terms_there_are_only_their_folders() -> None:
    bare = replace(package(), proposals={}, terms={})
    assert not any(name.startswith(("tm/m", "glossary/t")) for name in files(write_project(bare, name="a")))


def test_its_memory_has_what_is_translated_and_certain() -> None:
    saved = ET.fromstring(files(write_project(package(), name="a"))["omegat/project_save.tmx"])
    pairs = [tuple(seg.text for seg in unit.iter("seg")) for unit in saved.iter("tu")]
    shown = "A <g0>red & big</g0> book, <x1/>."
    assert pairs == [("Known.", "Sabido."), (shown, shown)]


def test_what_comes_back_untouched_changes_nothing() -> None:
    sent = files(write_project(package(), name="a"))["source/a"].encode()
    outcome = bring(sent, ROWS)
    assert (outcome.changes, outcome.problems, outcome.segments) == ((), (), len(ROWS))


def test_what_is_translated_comes_back() -> None:
    sent = files(write_project(package(), name="a"))["source/a"]
    target = '<target state="needs-translation">{}</target>'
    for before, after in (("New.", "Nuevo."), ("Known.", "Sabido.")):
        assert target.format(before) in sent
        sent = sent.replace(target.format(before), target.format(after))
    changes = {one.number: decode_segment(one.target or "[]") for one in bring(sent.encode(), ROWS).changes}
    assert changes == {0: (Text(text="Nuevo."),)}
