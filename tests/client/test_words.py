"""An account's own words with both kinds of clients: memories, term bases, style guides."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest

from dragoman_client import errors
from dragoman_client.words.terms import Term
from tests.client.kinds import Caller
from tests.contract.own_words import CSV, TBX, TMX


def new_name(what: str) -> str:
    return f"{what} {uuid4()}"


def test_a_memory_is_imported_used_and_exported(caller: Caller, tmp_path: Path) -> None:
    memory = caller.call(
        lambda client: client.memories.create(new_name("Horses"), use_for_translation=False)
    ).id
    (tmp_path / "horses.tmx").write_bytes(TMX)
    shares: list[float] = []
    done = caller.call(
        lambda client: client.memories.import_file(
            memory, tmp_path / "horses.tmx", source="en", targets=["es"], progress=shares.append
        )
    )
    assert (done.status, done.read, done.added, shares[-1]) == ("FINISHED", 1, 1, 1.0)
    assert shares == sorted(shares)
    translation = caller.call(
        lambda client: client.translate(
            "The horse eats.", source="en", target="es", memory=memory, explain=True
        )
    )
    assert (translation.text, translation.explanation.origin) == ("El corcel come.", "memory")
    assert translation.explanation.memory.id == memory
    out = caller.call(lambda client: client.memories.export(memory, tmp_path / "out.tmx"))
    assert "El corcel come." in out.path.read_text(encoding="utf-8")


def test_units_are_saved_changed_and_deleted(caller: Caller) -> None:
    memory = caller.call(
        lambda client: client.memories.create(new_name("Cats"), use_for_translation=False)
    ).id
    unit = caller.call(
        lambda client: client.memories.save_unit(
            memory, languages=("en", "es"), source="The cat sleeps.", target="El gato duerme."
        )
    )
    assert "gato" not in repr(unit)
    changed = caller.call(lambda client: client.memories.change_unit(memory, unit, target="La gata duerme."))
    assert changed.version > unit.version
    with pytest.raises(errors.ConflictError):
        caller.call(lambda client: client.memories.change_unit(memory, unit, target="El felino duerme."))
    assert caller.call(lambda client: client.memories.get_unit(memory, unit.id)).target == "La gata duerme."
    assert caller.call(lambda client: client.memories.units(memory, search="perro")) == []
    assert caller.call(lambda client: client.memories.units(memory, source_language="en")) == [changed]
    caller.call(lambda client: client.memories.delete_unit(memory, changed))
    assert caller.call(lambda client: client.memories.units(memory)) == []


def test_units_of_many_pages_are_all_there_and_duplicates_are_found(caller: Caller) -> None:
    memory = caller.call(
        lambda client: client.memories.create(new_name("Pages"), use_for_translation=False)
    ).id
    body = b"".join(
        b'<tu><tuv xml:lang="en"><seg>Line %d.</seg></tuv><tuv xml:lang="es"><seg>Fila %d.</seg></tuv></tu>'
        % (number, number)
        for number in range(450)
    )
    twice = (
        b'<tu tuid="a"><prop type="x-document">a</prop><tuv xml:lang="en"><seg>Twice.</seg></tuv>'
        b'<tuv xml:lang="es"><seg>Dos.</seg></tuv></tu>'
    )
    again = twice.replace(b'"a"', b'"b"').replace(b">a<", b">b<").replace(b"Dos.", b"Dos veces.")
    file = TMX.replace(b"</body>", body + twice + again + b"</body>")
    done = caller.call(lambda client: client.memories.import_file(memory, file, name="many.tmx", timeout=120))
    units = caller.call(lambda client: client.memories.units(memory))
    assert len(units) == done.added >= 452
    assert len({one.id for one in units}) == len(units)
    groups = caller.call(lambda client: client.memories.duplicates(memory))
    assert [[(unit.source, unit.target) for unit in group] for group in groups] == [
        [("Twice.", "Dos."), ("Twice.", "Dos veces.")]
    ]


def test_a_memory_is_changed_listed_and_deleted(caller: Caller) -> None:
    made = caller.call(lambda client: client.memories.create(new_name("Old"), use_for_translation=False))
    name = new_name("New")
    assert made in caller.call(lambda client: client.memories.list())
    changed = caller.call(lambda client: client.memories.change(made.id, name=name, disabled=True))
    assert (changed.name, changed.disabled, changed.use_for_translation) == (name, True, False)
    assert changed.id not in {one.id for one in caller.call(lambda client: client.memories.list())}
    assert caller.call(lambda client: client.memories.get(made.id)) == changed
    caller.call(lambda client: client.memories.delete(made.id))
    with pytest.raises(errors.NotFoundError):
        caller.call(lambda client: client.memories.get(made.id))


def test_imports_are_listed_ended_and_fail_with_a_reason(caller: Caller) -> None:
    memory = caller.call(
        lambda client: client.memories.create(new_name("Imports"), use_for_translation=False)
    ).id
    job = caller.call(lambda client: client.memories.start_import(memory, TMX, name="a.tmx"))
    assert [one.id for one in caller.call(lambda client: client.memories.imports(memory))] == [job]
    assert caller.call(lambda client: client.memories.get_import(memory, job)).file_name == "a.tmx"
    ended = caller.call(lambda client: client.memories.end_import(memory, job, undo=True))
    assert ended.status in {"CANCELLED", "UNDOING", "UNDONE"}
    with pytest.raises((errors.ImportFailedError, errors.RequestRefusedError)) as failed:
        caller.call(
            lambda client: client.memories.import_file(memory, b"<tmx", name="broken.tmx", timeout=60)
        )
    assert failed.value.problems
    with pytest.raises(errors.InvalidInputError, match="needs a name"):
        caller.call(lambda client: client.memories.import_file(memory, TMX))


def test_terms_are_imported_enforced_edited_and_exported(caller: Caller, tmp_path: Path) -> None:
    base = caller.call(
        lambda client: client.term_bases.create(new_name("Printers"), use_for_translation=False)
    ).id
    (tmp_path / "terms.csv").write_bytes(CSV)
    tried = caller.call(
        lambda client: client.term_bases.import_file(base, tmp_path / "terms.csv", dry_run=True)
    )
    assert (tried.report.dry_run, tried.report.added) == (True, 2)
    assert caller.call(lambda client: client.term_bases.concepts(base)) == []
    shares: list[float] = []
    done = caller.call(
        lambda client: client.term_bases.import_file(
            base, tmp_path / "terms.csv", mode="merge", progress=shares.append
        )
    )
    assert (done.status, done.report.added, shares[-1]) == ("FINISHED", 2, 1.0)
    caller.call(lambda client: client.term_bases.import_file(base, TBX, name="terms.tbx"))
    (toner,) = caller.call(lambda client: client.term_bases.concepts(base, search="toner", language="en"))
    terms = [*toner.terms, Term(language="ca", text="tòner")]
    replaced = caller.call(lambda client: client.term_bases.replace_concept(base, toner, terms))
    assert [one.language for one in replaced.terms] == ["ca", "en", "es"]
    with pytest.raises(errors.ConflictError):
        caller.call(lambda client: client.term_bases.replace_concept(base, toner, terms))
    added = caller.call(
        lambda client: client.term_bases.add_concept(
            base, [Term(language="en", text="paper"), Term(language="es", text="papel")]
        )
    )
    assert caller.call(lambda client: client.term_bases.get_concept(base, added.id)) == added
    caller.call(lambda client: client.term_bases.delete_concept(base, added))
    versions = caller.call(lambda client: client.term_bases.versions(base))
    assert [one.version for one in versions] == list(range(len(versions), 0, -1))
    assert (versions[-1].added, versions[0].removed) == (2, 1)
    out = caller.call(lambda client: client.term_bases.export(base, tmp_path / "out.tbx"))
    assert "tòner" in out.path.read_text(encoding="utf-8")
    jobs = caller.call(lambda client: client.term_bases.imports(base))
    assert [one.file_name for one in jobs] == ["terms.tbx", "terms.csv", "terms.csv"]
    assert caller.call(lambda client: client.term_bases.get_import(base, jobs[0].id)) == jobs[0]


def test_terms_that_are_given_are_in_translations(caller: Caller) -> None:
    made = caller.call(
        lambda client: client.term_bases.create(
            new_name("Houses"),
            use_for_translation=False,
            source_language="en",
            target_language="es",
            entries={"house": "morada"},
        )
    )
    translation = caller.call(
        lambda client: client.translate(
            "The house is big.", source="en", target="es", term_bases=[made.id], explain=True
        )
    )
    assert "morada" in translation.text
    assert [one.applied for one in translation.explanation.terms] == [True]
    assert made in caller.call(lambda client: client.term_bases.list())
    changed = caller.call(lambda client: client.term_bases.change(made.id, disabled=True))
    assert changed.disabled
    assert made.id not in {one.id for one in caller.call(lambda client: client.term_bases.list())}
    assert caller.call(lambda client: client.term_bases.get(made.id)) == changed
    caller.call(lambda client: client.term_bases.delete(made.id))
    with pytest.raises(errors.NotFoundError):
        caller.call(lambda client: client.term_bases.get(made.id))


@pytest.mark.parametrize(
    "lines", ["house\tmorada\ndog, big\tcan", 'house,morada\n"dog, big",can'], ids=["TSV", "CSV"]
)
def test_terms_may_be_lines_of_text(caller: Caller, lines: str) -> None:
    base = caller.call(
        lambda client: client.term_bases.create(
            new_name("Lines"),
            use_for_translation=False,
            source_language="en",
            target_language="es",
            entries=lines,
        )
    )
    concepts = caller.call(lambda client: client.term_bases.concepts(base.id))
    assert {tuple(term.text for term in one.terms) for one in concepts} == {
        ("house", "morada"),
        ("dog, big", "can"),
    }


def test_terms_that_are_refused_are_told_with_the_reason(caller: Caller) -> None:
    base = caller.call(
        lambda client: client.term_bases.create(new_name("Refused"), use_for_translation=False)
    ).id
    with pytest.raises((errors.ImportFailedError, errors.RequestRefusedError)) as failed:
        caller.call(
            lambda client: client.term_bases.import_file(base, b"<tbx", name="broken.tbx", timeout=60)
        )
    assert failed.value.problems[0].message
    with pytest.raises(errors.RequestRefusedError):
        caller.call(lambda client: client.term_bases.add_concept(base, []))


def test_a_style_guide_is_written_and_followed_by_its_id(caller: Caller) -> None:
    name = new_name("Numbers")
    guide = caller.call(
        lambda client: client.style_guides.create(
            name=name, target_language="es", numbers="point-comma", instructions=["Be kind."]
        )
    )
    assert (guide.numbers, guide.disabled) == ("point-comma", False)
    assert "kind" not in repr(guide)
    assert guide in caller.call(lambda client: client.style_guides.list())
    changed = caller.call(lambda client: client.style_guides.change(guide.id, numbers=None, disabled=True))
    assert (changed.numbers, changed.disabled, changed.name) == (None, True, name)
    caller.call(lambda client: client.style_guides.delete(guide.id))
    with pytest.raises(errors.NotFoundError):
        caller.call(lambda client: client.style_guides.get(guide.id))
