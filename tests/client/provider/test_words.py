"""Memories, sets of memories, term bases and style guides of all accounts."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman_client import Client, errors
from dragoman_client.provider.words import SetMember
from dragoman_client.words.terms import Term
from tests.contract.conftest import Customer
from tests.contract.own_words import CSV, TMX


def test_a_memory_is_filled_searched_exported_and_deleted(
    staff_client: Client, production: Customer, tmp_path: Path
) -> None:
    memories = staff_client.provider.memories
    memory = memories.create("Horses", account_id=production.account, use_for_translation=False)
    shares: list[float] = []
    done = memories.import_file(memory.id, TMX, name="horses.tmx", timeout=60, progress=shares.append)
    assert (done.status, done.added, done.file_name) == ("FINISHED", 1, "horses.tmx")
    assert shares[-1] == 1.0
    (unit,) = memories.units(memory.id, search="corcel", side="target")
    assert (unit.source, unit.target, unit.origin) == ("The horse eats.", "El corcel come.", "import")
    assert list(memories.units(memory.id, search="corcel", side="source")) == []

    changed = memories.change_unit(memory.id, unit, target="El caballo come.", properties={"note": "x"})
    assert memories.get_unit(memory.id, unit.id) == changed
    assert changed.properties["note"] == "x"
    with pytest.raises(errors.ConflictError):
        memories.change_unit(memory.id, unit, target="El potro come.")
    saved = memories.save_unit(
        memory.id, languages=("en", "es"), source="The cat sleeps.", target="El gato duerme."
    )
    path = memories.export(memory.id, tmp_path / "horses.tmx", target_language="es").path
    assert path is not None
    assert "El caballo come." in path.read_text(encoding="utf-8")
    memories.delete_unit(memory.id, saved)
    assert [one.id for one in memories.units(memory.id)] == [unit.id]
    assert list(memories.duplicates(memory.id)) == []

    assert memories.change(memory.id, name="Ponies", primary=False).name == "Ponies"
    assert memories.get(memory.id).account_id == production.account
    assert memory.id in [one.id for one in memories.list(account_id=production.account)]
    job = memories.start_import(memory.id, TMX, name="again.tmx")
    assert job in [one.id for one in memories.imports(memory.id)]
    memories.delete(memory.id)
    with pytest.raises(errors.NotFoundError):
        memories.get(memory.id)


def test_an_import_is_undone_and_says_what_it_could_not_take(
    staff_client: Client, production: Customer
) -> None:
    memories = staff_client.provider.memories
    memory = memories.create("Undone", account_id=production.account).id
    bad = TMX.replace(b"</body>", b'<tu><tuv xml:lang="en"><seg>Alone.</seg></tuv></tu></body>')
    done = memories.import_file(memory, bad, name="bad.tmx", timeout=60)
    shown = memories.get_import(memory, done.id)
    assert shown.problem_count == len(shown.problems) > 0
    assert shown.problems[0].message
    assert shown.problems[0].message not in repr(shown)
    assert memories.end_import(memory, done.id, undo=True).status in {"UNDOING", "UNDONE"}


def test_a_set_has_versions(staff_client: Client, customer: Client, production: Customer) -> None:
    provider = staff_client.provider
    first, second = (
        provider.memories.create(f"Member {n}", account_id=production.account).id for n in (1, 2)
    )
    made = provider.memory_sets.create(
        "Both", account_id=production.account, members=[SetMember(memory_id=first, writable=True)]
    )
    assert made.version == 1
    members = [SetMember(memory_id=second), SetMember(memory_id=first, penalty=5)]
    changed = provider.memory_sets.create_version(made.id, members)
    assert (changed.version, changed.members) == (2, tuple(members))
    assert provider.memory_sets.get(made.id) == changed
    assert [one.version for one in provider.memory_sets.versions(made.id)] == [2, 1]
    assert provider.memory_sets.get_version(made.id, 1).members[0].writable
    assert changed in list(provider.memory_sets.list(account_id=production.account))
    seen = customer.reference.memory_set(made.id)
    assert [(one.translation_memory_id, one.penalty) for one in seen.members] == [(second, 0), (first, 5)]


def test_a_term_base_is_imported_edited_exported_and_keeps_its_versions(
    staff_client: Client, production: Customer
) -> None:
    bases = staff_client.provider.term_bases
    base = bases.create("Printers", account_id=production.account, use_for_translation=False)
    tried = bases.import_file(base.id, CSV, name="printers.csv", dry_run=True)
    assert (tried.dry_run, tried.added) == (True, 2)
    assert bases.get(base.id).concepts == 0
    report = bases.import_file(base.id, CSV, name="printers.csv")
    assert (report.added, report.version) == (2, bases.get(base.id).version)
    (jam,) = bases.concepts(base.id, search="paper jam")
    forbidden = next(one.text for one in jam.terms if one.status == "forbidden")
    assert forbidden == "bloqueo"
    assert forbidden not in repr(jam)
    edited = bases.replace_concept(base.id, jam, jam.terms[:2], definition="Paper that is stuck.")
    assert bases.get_concept(base.id, jam.id) == edited
    added = bases.add_concept(
        base.id, [Term(language="en", text="toner"), Term(language="es", text="tóner")], domain="print"
    )
    bases.delete_concept(base.id, added)
    assert [one.version for one in bases.versions(base.id)] == [4, 3, 2, 1]
    assert b"bloqueo" in (bases.export(base.id, format="csv", version=1).content or b"")
    assert b"bloqueo" not in (bases.export(base.id, format="csv").content or b"")
    assert bases.change(base.id, name="Copiers").name == "Copiers"
    assert base.id in [one.id for one in bases.list(account_id=production.account)]
    with pytest.raises(errors.RulesError):
        bases.import_file(base.id, b"<tbx", name="broken.tbx")
    bases.delete(base.id)
    with pytest.raises(errors.NotFoundError):
        bases.get(base.id)


def test_a_style_guide_is_written_for_an_account(
    staff_client: Client, customer: Client, production: Customer
) -> None:
    guides = staff_client.provider.style_guides
    made = guides.create(
        account_id=production.account, name="Formal", formality="formal", instructions=["Say usted."]
    )
    assert "usted" not in repr(made)
    assert customer.style_guides.get(made.id).instructions == ("Say usted.",)
    assert guides.change(made.id, formality="informal", disabled=True).disabled
    assert guides.get(made.id).formality == "informal"
    assert made.id in [one.id for one in guides.list(account_id=production.account)]
    guides.delete(made.id)
    with pytest.raises(errors.NotFoundError):
        guides.get(made.id)
