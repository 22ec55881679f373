"""Two linguists on one translation: a package does not undo changes that were made since its export."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.memories.segment_json import decode_segment
from dragoman.projects import segment_store
from dragoman.projects.linguists.exchange import Version, read
from dragoman.projects.linguists.exchange.deciding import PROBLEMS
from dragoman.projects.linguists.exporting import export_translation
from dragoman.projects.linguists.importing import PackageImportOptions, PackageReport, import_translation
from dragoman.projects.linguists.tools import LinguistTools
from dragoman.projects.linguists.translation_context import find_translation_context
from dragoman.projects.model import FileTranslation, Project
from dragoman.projects.segment_model import ProjectSegment, SegmentChangeKind, SegmentState
from dragoman.projects.segment_store import SegmentChange
from dragoman.segments import render
from tests.projects.shop import Shop
from tests.projects.test_linguists import LINGUIST, open_order
from tests.waiting import CEILING

BOTH = pytest.mark.parametrize("version", list(Version))
BOOK, NEW, DOG = "The red book is big.", "It is new.", "The dog eats."
ROOT = Path(__file__).parents[2]
CONFLICT = "CHANGED_SINCE_EXPORT"


class Order:
    """A translation that several people work on."""

    def __init__(
        self, shop: Shop, project: Project, translation: FileTranslation, tools: LinguistTools
    ) -> None:
        self.shop = shop
        self.where = (tools, project.id, translation.id)
        self.translation_id = translation.id

    async def export(self, version: Version) -> str:
        exported = await export_translation(*self.where, version=version, matches=False, staff=LINGUIST)
        return exported.data.decode()

    async def bring(self, file: str, *, overwrite: bool = False) -> PackageReport:
        return await import_translation(
            *self.where, data=file.encode(), how=PackageImportOptions(overwrite=overwrite), staff=LINGUIST
        )

    async def rows(self) -> Sequence[ProjectSegment]:
        async with transaction(self.shop.database, account=ALL_ACCOUNTS) as tx:
            return await segment_store.list_segments(tx, self.translation_id)

    async def targets(self) -> list[tuple[str | None, SegmentState]]:
        rows = await self.rows()
        return [(row.target and render(decode_segment(row.target)), row.state) for row in rows]

    async def texts(self) -> list[str | None]:
        return [target for target, _ in await self.targets()]


async def open_for_all(shop: Shop) -> Order:
    return Order(shop, *await open_order(shop))


def say(file: str, state: str = "translated", **targets: str) -> str:
    """The file with translations of these sources, which replace those in it."""
    for source, target in {globals()[name]: text for name, text in targets.items()}.items():
        if 'version="1.2"' in file:
            pattern = rf'(<source>{re.escape(source)}</source>\n)<target state="[a-z-]+"[^>]*>[^<]*'
            file, times = re.subn(pattern, rf'\g<1><target state="{state}">{target}', file)
        else:
            pattern = rf'state="[a-z]+"([^>]*)><source>{re.escape(source)}</source>(<target>[^<]*</target>)?'
            said = f'state="{state}"><source>{source}</source><target>{target}</target>'
            file, times = re.subn(pattern, said, file)
        assert times == 1
    return file


def problems_of(report: PackageReport) -> list[tuple[int, str]]:
    return [(problem.number, problem.code) for problem in report.problems]


@BOTH
async def test_the_half_of_another_linguist_stays(shop: Shop, version: Version) -> None:
    order = await open_for_all(shop)
    package = await order.export(version)
    hers, his = say(package, BOOK="El libro rojo."), say(package, NEW="Es nuevo.", DOG="El perro come.")
    await order.bring(hers)
    report = await order.bring(his)
    assert (report.changed, problems_of(report)) == (2, [])
    assert await order.texts() == ["El libro rojo.", "Es nuevo.", "El perro come."]


@BOTH
async def test_old_targets_do_not_come_back_over_newer_ones(shop: Shop, version: Version) -> None:
    order = await open_for_all(shop)
    await order.bring(say(await order.export(version), BOOK="El libro grande.", NEW="Es viejo."))
    package = await order.export(version)
    hers, his = say(package, BOOK="El libro rojo es grande."), say(package, DOG="El perro come.")
    await order.bring(hers)
    report = await order.bring(his)
    assert (report.changed, problems_of(report)) == (1, [])
    assert await order.texts() == ["El libro rojo es grande.", "Es viejo.", "El perro come."]
    again = await order.bring(his, overwrite=True)  # nor when all is taken: he never touched it
    assert again.changed == 0


@BOTH
async def test_where_both_translated_the_first_stays_and_the_second_is_reported(
    shop: Shop, version: Version
) -> None:
    order = await open_for_all(shop)
    package = await order.export(version)
    await order.bring(say(package, state="final", BOOK="El libro rojo.", NEW="Es nuevo."))
    his = say(package, BOOK="El libro colorado.", NEW="Es nuevo.", DOG="El perro come.")
    report = await order.bring(his)
    assert problems_of(report) == [(0, CONFLICT)]
    (problem,) = report.problems
    (row, *_) = await order.rows()
    assert problem.changed == row.changed
    assert await order.targets() == [
        ("El libro rojo.", SegmentState.CONFIRMED),
        ("Es nuevo.", SegmentState.CONFIRMED),  # he said the same, and less of it
        ("El perro come.", SegmentState.TRANSLATED),
    ]
    report = await order.bring(his, overwrite=True)
    assert (report.changed, problems_of(report)) == (2, [])
    assert await order.texts() == ["El libro colorado.", "Es nuevo.", "El perro come."]


@BOTH
async def test_a_later_package_replaces_what_was_there(shop: Shop, version: Version) -> None:
    order = await open_for_all(shop)
    await order.bring(say(await order.export(version), BOOK="El libro rojo."))
    report = await order.bring(say(await order.export(version), BOOK="El libro colorado."))
    assert (report.changed, problems_of(report)) == (1, [])
    assert (await order.texts())[0] == "El libro colorado."


@BOTH
async def test_a_file_that_does_not_say_when_counts_as_it_is(shop: Shop, version: Version) -> None:
    order = await open_for_all(shop)
    package = re.sub(r' dragoman:(exported|fingerprint)="[^"]*"', "", await order.export(version))
    assert "dragoman:sources" in package
    await order.bring(say(package, BOOK="El libro rojo."))
    report = await order.bring(say(package, BOOK="El libro colorado."))
    assert (report.changed, problems_of(report)) == (1, [])
    assert (await order.texts())[0] == "El libro colorado."


@BOTH
async def test_a_tool_that_drops_our_attributes_of_units_undoes_nothing(shop: Shop, version: Version) -> None:
    order = await open_for_all(shop)
    await order.bring(say(await order.export(version), BOOK="El libro grande."))
    package = re.sub(r' dragoman:fingerprint="[^"]*"', "", await order.export(version))
    await order.bring(say(package, BOOK="El libro rojo."))
    report = await order.bring(say(package, DOG="El perro come."))
    assert problems_of(report) == [(0, CONFLICT)]  # whether he touched it cannot be known
    assert await order.texts() == ["El libro rojo.", None, "El perro come."]


@BOTH
@pytest.mark.parametrize("state", ["needs-translation", "translated", "final"])
async def test_an_empty_target_erases_nothing(shop: Shop, version: Version, state: str) -> None:
    order = await open_for_all(shop)
    package = await order.export(version)
    await order.bring(say(package, BOOK="El libro rojo."))
    for file in (package, await order.export(version)):
        state = state if version is Version.ONE else state.replace("needs-translation", "initial")
        for overwrite in (False, True):
            report = await order.bring(say(file, state, BOOK=" "), overwrite=overwrite)
            assert (report.changed, problems_of(report)) == (0, [(0, "TARGET_EMPTY")])
    assert (await order.texts())[0] == "El libro rojo."


async def test_what_was_made_of_several_stays_together(shop: Shop) -> None:
    order = await open_for_all(shop)
    package = await order.export(Version.TWO)
    await order.bring(say(package, NEW="Es nuevo."))
    joined = re.sub(
        rf"{re.escape(BOOK)}</source>.*?<source>{re.escape(NEW)}</source>",
        f"{BOOK} {NEW}</source><target>El libro rojo, y nuevo.</target>",
        package,
        flags=re.DOTALL,
    )
    report = await order.bring(joined)
    assert problems_of(report) == [(0, CONFLICT), (1, CONFLICT)]
    assert await order.texts() == [None, "Es nuevo.", None]
    report = await order.bring(joined, overwrite=True)
    assert problems_of(report) == [(0, "SEGMENTS_JOINED"), (1, "SEGMENTS_JOINED")]
    assert " ".join(text or "" for text in await order.texts()) == "El libro rojo, y nuevo. "


async def test_a_part_that_seems_untouched_goes_with_the_others(shop: Shop) -> None:
    order = await open_for_all(shop)
    await order.bring(say(await order.export(Version.TWO), BOOK="El libro rojo.", NEW="Es viejo."))
    package = await order.export(Version.TWO)
    await order.bring(say(package, BOOK="El tomo rojo."))
    joined = re.sub(
        rf"{re.escape(BOOK)}</source>.*?<source>{re.escape(NEW)}</source><target>[^<]*</target>",
        f"{BOOK} {NEW}</source><target>El libro rojo. Y nuevo es.</target>",
        package,
        flags=re.DOTALL,
    )
    report = await order.bring(joined)
    assert problems_of(report) == [(0, CONFLICT), (1, CONFLICT)]
    assert await order.texts() == ["El tomo rojo.", "Es viejo.", None]


async def test_an_import_that_waited_for_an_export_is_later_than_it(shop: Shop) -> None:
    """The import began before; its changes are not in the package, so they count as made after it."""
    order = await open_for_all(shop)
    package = await order.export(Version.TWO)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as early:
        async with asyncio.timeout(CEILING):
            other = await order.export(Version.TWO)
        await find_translation_context(early, *order.where[1:], lock=True)
        change = SegmentChange(
            number=0, target='["El libro rojo."]', state=SegmentState.TRANSLATED, origin="human"
        )
        await segment_store.update_targets(
            early, order.translation_id, [change], kind=SegmentChangeKind.EDITED, by=None
        )
    assert early.now < read(other.encode()).exported
    report = await order.bring(say(other, BOOK="El libro colorado."))
    assert problems_of(report) == [(0, CONFLICT)]
    assert read(package.encode()).exported < read(other.encode()).exported


def test_the_page_names_every_problem() -> None:
    page = (ROOT / "docs" / "guides" / "linguists.md").read_text(encoding="utf-8")
    assert [code for code in PROBLEMS if f"| `{code}` |" not in page] == []
