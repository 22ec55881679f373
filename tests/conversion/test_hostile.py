"""Bad documents of each family: the child refuses them with a reason or handles them, and soon."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable

import pytest
import pytest_asyncio

from dragoman.conversion.confined import Confined, open_confined
from dragoman.conversion.detection import detect_format
from dragoman.conversion.errors import UnsupportedDocument
from dragoman.formats import load_formats
from dragoman.formats.format import Format
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from scripts.mutations.mutants import Mutant
from scripts.mutations.trial import try_mutant, watched_log
from tests.conversion import hostile_documents, hostile_keys, hostile_tables
from tests.conversion.hostile_documents import Case

SECONDS = 120  # for the worst of them on a busy machine; most take a tenth of one
AT_ONCE = 4


@pytest_asyncio.fixture(scope="module")
async def confined(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Confined]:
    settings = Settings(
        data=tmp_path_factory.mktemp("data"), document_processes=AT_ONCE, document_timeout_seconds=SECONDS
    )
    async with open_confined(settings, Metrics()) as opened:
        yield opened


async def problems(confined: Confined, cases: Iterable[Case]) -> list[str]:
    """What is not as it should be about each case."""
    places = asyncio.Semaphore(AT_ONCE)
    names: set[str] = set()

    async def judge(number: int, case: Case) -> str:
        async with places:
            mutant = Mutant(number=7 * number, name=case.name, data=case.data, ways=(case.about,))
            trial = await try_mutant(confined, mutant)
        names.add(case.name)
        return "" if not trial.problem and trial.ending in case.ends else trial.line()

    with watched_log():
        said = await asyncio.gather(*(judge(number, case) for number, case in enumerate(cases)))
    assert names
    return [problem for problem in said if problem]


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "family",
    [
        hostile_documents.truncated,
        hostile_documents.encrypted,
        hostile_documents.path_names,
        hostile_documents.bombs,
        hostile_documents.nested,
        hostile_keys.duplicate_keys,
        hostile_keys.broken_plurals,
        hostile_keys.wrong_encodings,
        hostile_tables.million_cells,
        hostile_tables.formulas,
    ],
    ids=lambda family: family.__name__,
)
async def test_bad_documents_are_refused_or_handled(confined: Confined, family: object) -> None:
    assert callable(family)
    assert await problems(confined, family()) == []


@pytest.mark.parametrize("entry", load_formats(), ids=lambda entry: entry.info.name)
async def test_a_wrong_extension_is_refused_or_harmless(confined: Confined, entry: Format) -> None:
    """Each format's first sample under the names of all others."""
    _, data = hostile_documents.first_sample(entry.info.name)
    names = {f"a.{suffix}" for other in load_formats() for suffix in other.info.media_types}
    own = {f"a.{suffix}" for suffix in entry.info.media_types}
    ends = ("UNSUPPORTED_DOCUMENT", "DOCUMENT_CORRUPT", "DOCUMENT_EMPTY", "CONVERSION_FAILED", "KEPT")
    if entry.info.file_type.zipped:
        for name in sorted(names - own):
            with pytest.raises(UnsupportedDocument, match="but its contents are"):
                detect_format(data, name)
    else:
        cases = [Case(name=name, data=data, ends=ends) for name in sorted(names)[:: len(names) // 9]]
        assert await problems(confined, cases) == []
