"""Imports of files of terms: changes of existing concepts, all or nothing, the report."""

from __future__ import annotations

import io
import time
from dataclasses import replace

import pytest

from dragoman.access.staff import OPERATOR
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.errors import LimitExceeded
from dragoman.termbases import imports
from dragoman.termbases.bases import TermBase
from dragoman.termbases.drafts import TermDefaults
from dragoman.termbases.imports import FileCut, TermFileImport, import_terms
from dragoman.termbases.model import TermMatching, TermStatus
from dragoman.termbases.planning import ImportMode
from dragoman.termbases.problems import TermsUnreadable
from dragoman.termbases.table import TableOptions
from tests.termbases.staff_actions import (
    add,
    audit_events,
    import_file,
    proposal,
    read_concepts,
    texts,
    versions,
)
from tests.termbases.tbx.samples import DCA, DCT, MIN, VERSION_2, document, entry

TWO = "concept id,en,de\nP1,tray,Fach\nP2,paper jam,Papierstau|Stau\n"


@pytest.mark.parametrize("data", [DCA, DCT, MIN], ids=["DCA", "DCT", "MIN"])
async def test_every_dialect_of_tbx_gives_the_same(database: Database, ours: TermBase, data: str) -> None:
    report = await import_file(database, ours, data)
    assert (report.kind, report.read, report.added, report.problems) == ("tbx", 1, 1, ())
    (kept,) = await read_concepts(database, ours)
    assert (kept.number, kept.concept.id, kept.concept.domain) == (1, "k", "Stars")
    assert texts([kept]) == [{"en": ["cluster"], "es": ["cúmulo"]}]


async def test_version_2_with_all_properties(database: Database, ours: TermBase) -> None:
    assert (await import_file(database, ours, VERSION_2)).added == 2
    first, second = await read_concepts(database, ours)
    assert texts([first]) == [{"de": ["Rechner", "H2O-Zähler"], "en-US": ["computer", "PC"]}]
    assert first.concept.terms[1].status is TermStatus.FORBIDDEN
    assert second.concept.do_not_translate


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"], ids=["comma", "semicolon", "tab", "bar"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
async def test_tables_of_every_kind(
    database: Database, ours: TermBase, delimiter: str, encoding: str
) -> None:
    lines = [["en", "German", "note"], ["house", "Haus", "=1+1"], ["dog", "Hund", "'-x"]]
    data = "\r\n".join(delimiter.join(line) for line in lines).encode(encoding)
    assert (await import_file(database, ours, data)).kind == "table"
    concepts = await read_concepts(database, ours)
    assert texts(concepts) == [{"de": ["Haus"], "en": ["house"]}, {"de": ["Hund"], "en": ["dog"]}]
    assert [kept.concept.note for kept in concepts] == ["=1+1", "-x"]


async def test_a_merge_removes_nothing(database: Database, ours: TermBase) -> None:
    await import_file(database, ours, TWO + "P3,cover,Deckel\n")
    report = await import_file(
        database, ours, "concept id,en,fr,definition\nP1,tray,bac,Holds paper\nP2,jam|paper jam,,\n,lid,,\n"
    )
    assert (report.version, report.read, report.added, report.updated, report.removed) == (2, 3, 1, 2, 0)
    first, second, third, fourth = await read_concepts(database, ours)
    assert texts([first, second, third, fourth]) == [
        {"de": ["Fach"], "en": ["tray"], "fr": ["bac"]},
        {"de": ["Papierstau", "Stau"], "en": ["jam", "paper jam"]},
        {"de": ["Deckel"], "en": ["cover"]},
        {"en": ["lid"]},
    ]
    assert first.concept.definition == "Holds paper"
    assert [(kept.number, kept.version) for kept in (first, third, fourth)] == [(1, 2), (3, 1), (4, 2)]


async def test_a_replacement_leaves_the_concepts_of_the_file_only(database: Database, ours: TermBase) -> None:
    await import_file(database, ours, TWO)
    report = await import_file(database, ours, "concept id,en\nP1,tray\nP9,lid\n", ImportMode.REPLACE)
    assert (report.added, report.updated, report.unchanged, report.removed) == (1, 1, 0, 1)
    concepts = await read_concepts(database, ours)
    assert texts(concepts) == [{"en": ["tray"]}, {"en": ["lid"]}]
    assert [(kept.number, kept.concept.id) for kept in concepts] == [(1, "P1"), (3, "P9")]
    assert texts(await read_concepts(database, ours, version=1)) == [
        {"de": ["Fach"], "en": ["tray"]},
        {"de": ["Papierstau", "Stau"], "en": ["paper jam"]},
    ]


async def test_the_same_file_again_changes_nothing(database: Database, ours: TermBase) -> None:
    nameless = "en,de\nbank,Bank\nbank,Bank\ntray,Fach\n"  # two concepts may have the same terms
    for data in (TWO, nameless, VERSION_2):
        await import_file(database, ours, data)
    before = await read_concepts(database, ours)
    for data in (TWO, nameless, VERSION_2):
        again = await import_file(database, ours, data)
        assert (again.version, again.added, again.updated) == (3, 0, 0)
        assert again.unchanged == again.read
    assert await read_concepts(database, ours) == before


async def test_entries_of_two_makers_with_the_same_ids_are_not_merged(
    database: Database, ours: TermBase
) -> None:
    await import_file(database, ours, "concept id,en,de\n1,tray,Fach\n")
    report = await import_file(database, ours, "concept id,en,de\n1,lid,Deckel\n")
    assert [(problem.line, problem.effect, problem.message) for problem in report.problems] == [
        (2, "noticed", "Another concept of the term base has the entry's id; the entry gets a new one.")
    ]
    assert [(kept.concept.id, texts([kept])[0]["en"]) for kept in await read_concepts(database, ours)] == [
        ("1", ["tray"]),
        ("2", ["lid"]),
    ]


async def test_terms_of_several_concepts_are_reported(database: Database, ours: TermBase) -> None:
    await add(database, ours, proposal(en="Bank", de="Ufer"))
    report = await import_file(database, ours, "en,de\nbank,Bank\nseat,bank\n")
    assert [(problem.line, problem.message) for problem in report.problems] == [
        (2, "A term (en) is also one of concept 1 of the term base."),
        (3, "A term (de) is also one of the entry in line 2."),
    ]
    assert report.added == 2


async def test_invalid_parts_are_reported_and_the_rest_is_used(database: Database, ours: TermBase) -> None:
    data = document(
        entry("good"),
        '<termEntry id="e"><langSet xml:lang="en"/></termEntry>',
        entry(" ", id_="f"),
        entry("t" * 10_000, "fine", id_="g"),
        entry("&lt;b>bold&lt;/b>", id_="h"),
        "<termEntry><langSet></termEntry>",
    )
    report = await import_file(database, ours, data)
    assert (report.read, report.added, report.refused) == (6, 2, 4)
    assert texts(await read_concepts(database, ours)) == [{"en": ["good"]}, {"en": ["fine"]}]
    assert {problem.effect.value for problem in report.problems} == {"part-left-out", "entry-left-out"}


async def test_missing_and_unknown_columns(database: Database, ours: TermBase) -> None:
    report = await import_file(database, ours, "en,colour\nhouse,red\n")
    assert [problem.message for problem in report.problems] == [
        "Column 2 is not known; it is left out. Columns of terms are named by language."
    ]
    with pytest.raises(TermsUnreadable):
        await import_file(database, ours, "colour,shape\nred,round\n")
    options = TableOptions(source="en", target="de", defaults=TermDefaults(match=TermMatching.STEM))
    await import_file(database, ours, "term,translation\ndog,Hund\n", table=options)
    assert texts(await read_concepts(database, ours))[-1] == {"de": ["Hund"], "en": ["dog"]}
    assert (await read_concepts(database, ours))[-1].concept.terms[0].match is TermMatching.STEM


async def test_a_dry_run_reports_and_changes_nothing(database: Database, ours: TermBase) -> None:
    await import_file(database, ours, TWO)
    wanted = "concept id,en\nP1,tray\nP9,lid\n"
    dry = await import_file(database, ours, wanted, ImportMode.REPLACE, dry_run=True)
    assert (dry.dry_run, dry.version, dry.added, dry.updated, dry.removed) == (True, 1, 1, 1, 1)
    assert len(await versions(database, ours)) == 1
    assert len(await audit_events(database, ours)) == 2  # created, imported
    done = await import_file(database, ours, wanted, ImportMode.REPLACE)
    assert replace(dry, dry_run=False, version=2) == done


async def test_a_truncated_file_replaces_nothing(database: Database, ours: TermBase) -> None:
    await import_file(database, ours, TWO)
    cut = document(entry("one", id_="a"), entry("two", id_="b")).partition("</body>")[0]
    with pytest.raises(FileCut, match="The file is truncated, so it cannot replace"):
        await import_file(database, ours, cut, ImportMode.REPLACE)
    assert (await import_file(database, ours, cut)).added == 2


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK\x03\x04\x00\x00packed",
        b"<tmx version='1.4'><body/></tmx>",
        b"<!DOCTYPE martif [<!ENTITY a 'b'>]><martif/>",
        b"\xff\xfe",
    ],
    ids=["empty", "zip", "tmx", "entities", "a byte order mark"],
)
async def test_other_files_change_nothing(database: Database, ours: TermBase, data: bytes) -> None:
    with pytest.raises(TermsUnreadable):
        await import_file(database, ours, data)
    assert await versions(database, ours) == []


async def test_a_failure_in_the_middle_leaves_nothing(database: Database, ours: TermBase) -> None:
    async def fail() -> None:
        async with transaction(database, account=ALL_ACCOUNTS) as tx:
            wanted = TermFileImport(file=io.BytesIO(TWO.encode()))
            await import_terms(tx, staff=OPERATOR, term_base_id=ours.id, wanted=wanted)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await read_concepts(database, ours) == []
    assert await versions(database, ours) == []


async def test_limits(database: Database, ours: TermBase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "LARGEST_FILE", 40)
    with pytest.raises(LimitExceeded, match="at most 40 bytes"):
        await import_file(database, ours, TWO)
    monkeypatch.setattr(imports, "LARGEST_FILE", 4000)
    monkeypatch.setattr(imports, "MOST_CONCEPTS", 1)
    with pytest.raises(LimitExceeded, match="at most 1 entries"):
        await import_file(database, ours, TWO + "P3,cover,Deckel\n")


async def test_an_import_is_in_the_audit_log_by_its_counts(database: Database, ours: TermBase) -> None:
    await import_file(database, ours, TWO)
    event = (await audit_events(database, ours))[-1]
    assert (event.action, event.details) == (
        "term-base.imported",
        {"mode": "merge", "version": 1, "added": 2, "updated": 0, "removed": 0, "refused": 0},
    )


async def test_ten_thousand_concepts_are_imported_in_seconds(database: Database, ours: TermBase) -> None:
    data = "concept id,en,de\n" + "".join(f"P{n},word {n},Wort {n}\n" for n in range(10_000))
    begun = time.process_time()
    assert (await import_file(database, ours, data)).added == 10_000
    again = data.replace("Wort 5000\n", "Wörter 5000\n")
    report = await import_file(database, ours, again)
    assert (report.unchanged, report.updated) == (9_999, 1)
    assert time.process_time() - begun < 30
    found = await read_concepts(database, ours, search="wörter")
    assert [kept.concept.id for kept in found] == ["P5000"]
