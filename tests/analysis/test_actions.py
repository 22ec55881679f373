"""Analyses with memories in the database: what they know, in which context, and whose they are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from dragoman.accounts import actions as accounts
from dragoman.accounts.model import AccountKind
from dragoman.analysis.actions import analyse
from dragoman.analysis.model import AnalysisSegment, File, Report, TextAmount, Treatment
from dragoman.counting import count_text
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.memories import store
from dragoman.memories.lookup import LookupScope, Query
from dragoman.memories.model import NO_CONTEXT, Context, Member, MemoryUnit, UnitOrigin
from dragoman.memories.rows import write_row
from dragoman.segments import Segment, Text


def say(text: str) -> Segment:
    return (Text(text=text),)


def make_segments(*texts: str, treatment: Treatment = Treatment.TRANSLATED) -> list[AnalysisSegment]:
    around = ["", *texts, ""]
    contexts = [
        Context(previous=before, next=after) for before, after in zip(around, around[2:], strict=False)
    ]
    return [
        AnalysisSegment(
            query=Query(segment=say(text), context=context),
            amount=TextAmount(count=count_text(text, language="en")),
            treatment=treatment,
        )
        for text, context in zip(texts, contexts, strict=True)
    ]


class Office:
    """An account with one memory, and analyses for it."""

    def __init__(self, database: Database, account_id: int, memory_id: int) -> None:
        self.database = database
        self.account_id = account_id
        self.memory_id = memory_id

    async def remember(self, *texts: str, context: Context = NO_CONTEXT, **fields: object) -> None:
        values = {"source_language": "en", "target_language": "es", "context": context, **fields}
        rows = [
            write_row(
                MemoryUnit(source=say(text), target=say(f"[{text}]"), **values),  # type: ignore[arg-type]
                memory_id=self.memory_id,
            )
            for text in texts
        ]
        async with transaction(self.database, account=self.account_id) as tx:
            await store.write_units(tx, rows, account_id=self.account_id, memory_id=self.memory_id)

    async def analyse(
        self, *files: Sequence[AnalysisSegment], members: Sequence[Member] | None = None
    ) -> Report:
        asked = [Member(memory_id=self.memory_id)] if members is None else members
        return await analyse(
            self.database,
            [File(name=f"{n}.txt", format="txt", segments=some) for n, some in enumerate(files)],
            scope=LookupScope(
                account_id=self.account_id, members=asked, source_language="en", target_language="es"
            ),
        )


async def open_office(database: Database, name: str) -> Office:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        account = await accounts.create_account(tx, name=name, kind=AccountKind.PRODUCTION)
    async with transaction(database, account=account.id) as tx:
        memory = await store.insert_memory(
            tx, account_id=account.id, name="Other", primary=False, use_for_translation=True
        )
    return Office(database, account.id, memory.id)


def segments(report: Report, file: int | None = None) -> dict[str, int]:
    figures = report.total if file is None else report.files[file]
    return {
        band.value: amount.count.segments for band, amount in figures.bands.items() if amount.count.segments
    }


async def test_each_band_of_a_memory(database: Database) -> None:
    office = await open_office(database, "Ours")
    await office.remember("The house is big.", context=Context(previous="", next="The garden is small."))
    await office.remember("The garden is small.", "He walked over the old bridge.", "A mill stands there.")
    report = await office.analyse(
        make_segments(
            "The house is big.",  # between the same neighbours
            "The garden is small.",
            "the garden is small.",  # 99
            "He walked over the old red bridge.",  # 7 of 8: 87
            "She ran over the old bridge.",  # 5 of 7: 71
            "He walked over the bridge!",  # 5 of 7 as well
            "Nobody knows anything about that.",
            "Nobody knows anything about this.",  # 5 of 6 of the one before: 83
            "A mill stands there.",
            "A mill stands there.",
        )
    )
    assert segments(report) == {
        "context": 1,
        "exact": 3,
        "fuzzy-95-99": 1,
        "fuzzy-85-94": 1,
        "fuzzy-50-74": 2,
        "internal-75-84": 1,
        "none": 1,
    }
    assert report.memories == (Member(memory_id=office.memory_id),)


async def test_penalties_lower_the_band(database: Database) -> None:
    office = await open_office(database, "Ours")
    await office.remember("The house is big.", origin=UnitOrigin.MACHINE)
    assert segments(await office.analyse(make_segments("The house is big."))) == {"fuzzy-95-99": 1}
    weak = [Member(memory_id=office.memory_id, penalty=20)]
    report = await office.analyse(make_segments("The house is big.", "The house is big."), members=weak)
    assert segments(report) == {"fuzzy-75-84": 1, "repetition": 1}
    assert report.memories == tuple(weak)


async def test_without_memories_only_the_text_itself_helps(database: Database) -> None:
    office = await open_office(database, "Ours")
    await office.remember("The house is big.")
    text = make_segments("The house is big.", "The house is big.")
    assert segments(await office.analyse(text, members=[])) == {"none": 1, "repetition": 1}


async def test_what_is_known_as_a_whole_is_known_in_its_parts(database: Database) -> None:
    office = await open_office(database, "Ours")
    await office.remember("It rains. We stay.", "Alike. But quite another one.")
    whole, other = (Query(segment=say(text)) for text in ("It rains. We stay.", "Alike. Nobody cares."))
    parts = make_segments("It rains.", "We stay.", "Alike.", "Nobody cares.")
    wholes = [whole, whole, other, other]
    text = [
        AnalysisSegment(query=one.query, amount=one.amount, wholes=(around,))
        for one, around in zip(parts, wholes, strict=True)
    ]
    assert segments(await office.analyse(text)) == {"exact": 2, "none": 2}


async def test_files_are_counted_one_by_one_and_together(database: Database) -> None:
    office = await open_office(database, "Ours")
    report = await office.analyse(
        make_segments("The house is big.", "The house is big."), make_segments("The house is big.")
    )
    assert segments(report, 0) == {"none": 1, "repetition": 1}
    assert segments(report, 1) == {"repetition-across-files": 1}
    assert segments(report) == {"none": 1, "repetition": 1, "repetition-across-files": 1}
    assert [file.name for file in report.files] == ["0.txt", "1.txt"]


async def test_nothing_is_asked_about_what_stays(database: Database) -> None:
    office = await open_office(database, "Ours")
    await office.remember("The house is big.")
    report = await office.analyse(
        make_segments("The house is big.", treatment=Treatment.PROTECTED),
        make_segments("17", treatment=Treatment.NUMBERS),
    )
    assert segments(report) == {"numbers": 1, "protected": 1}


async def test_another_account_s_memory_knows_nothing(database: Database) -> None:
    ours, theirs = await open_office(database, "Ours"), await open_office(database, "Theirs")
    await theirs.remember("The house is big.")
    members = [Member(memory_id=theirs.memory_id), Member(memory_id=ours.memory_id)]
    report = await ours.analyse(make_segments("The house is big."), members=members)
    assert segments(report) == {"none": 1}


async def test_many_segments_are_asked_about_in_few_statements(database: Database) -> None:
    office = await open_office(database, "Ours")
    texts = [
        f"The {one} stands behind the {other}." for one, other in pairwise(f"thing{n}" for n in range(450))
    ]
    await office.remember(*texts[::3])
    report = await office.analyse(make_segments(*texts))
    found = segments(report)
    assert found["exact"] == len(texts[::3])
    assert sum(found.values()) == len(texts)
    assert report.total.total.count.words == 6 * len(texts)
