"""`dragoman sync` in each format: only what changed is sent, and what a person wrote stays."""

from __future__ import annotations

import pytest

from tests.client.sync.repository import Repository
from tests.client.sync.samples import SAMPLES


@pytest.mark.parametrize("name", list(SAMPLES))
def test_a_file_is_kept_translated(repository: Repository, name: str) -> None:
    sample = SAMPLES[name]
    title, pet, cat = sample.keys
    repository.write(sample.source, sample.text)
    repository.configure(sample.pattern)
    assert not repository.is_up_to_date()

    first = repository.sync()
    assert {title, pet, cat} <= set(first.plan.new)
    made = repository.read(sample.target)
    for text in ("La casa.", "El perro.", "El gato."):
        assert made.count(text) == 1, made
    assert repository.is_up_to_date()
    assert not repository.sync().is_written
    assert repository.read(sample.target) == made

    repository.replace(sample.target, "El perro.", "El perrito.")  # a person
    if name in {"po", "catalog"}:  # there, texts are keys
        assert not repository.sync().is_written
        assert repository.read(sample.target) == made.replace("El perro.", "El perrito.")
        return
    repository.replace(sample.source, "The house.", "The big house.")
    second = repository.sync()
    assert (second.plan.new, second.plan.changed, second.plan.outdated) == ((), (title,), ())
    expected = made.replace("La casa.", "La casa grande.").replace("El perro.", "El perrito.")
    if name == "xliff":
        expected = expected.replace("The house.", "The big house.")
    assert repository.read(sample.target) == expected
    assert repository.is_up_to_date()

    repository.replace(sample.source, "The dog.", "The big dog.")
    assert not repository.is_up_to_date()
    third = repository.sync()
    assert (third.plan.changed, third.plan.outdated, third.is_written) == ((), (pet,), False)
    assert repository.read(sample.target) == expected
    assert repository.sync(accept=True).plan.outdated == ()
    assert repository.is_up_to_date()
    again = repository.sync(again=[pet])
    assert again.plan.changed == (pet,)
    assert "El perro grande." in repository.read(sample.target)
