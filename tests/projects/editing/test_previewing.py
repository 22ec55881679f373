"""V8: Previews of translations: what they show, where their segments are, who sees them, their cost."""

from __future__ import annotations

import asyncio
import re
import shutil
from dataclasses import replace

import pytest
import sqlalchemy as sa

from dragoman.catalog.model import ServiceKind
from dragoman.conversion.legacy.converting import open_legacy
from dragoman.conversion.previews.store import PreviewStore
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import NotFound, Unavailable
from dragoman.projects.linguists.editing.opening import Editor
from dragoman.projects.linguists.editing.previewing import (
    HtmlPreview,
    PagesPreview,
    PreviewFailed,
    PreviewUnavailable,
    TextPreview,
    TranslationPreview,
    preview_translation,
)
from dragoman.projects.linguists.translation_context import NotOpen
from dragoman.projects.model import ProjectStatus, Stage
from dragoman.telemetry import Metrics
from tests.projects.editing.desk import LINGUIST, Desk, open_desk
from tests.projects.editing.previewed import FIRST, OFFICE, SECOND, TEXTS
from tests.projects.shop import Shop
from tests.projects.test_old_documents import with_office

OFFICE_HERE = shutil.which("soffice") and shutil.which("bwrap")
needs_office = pytest.mark.skipif(not OFFICE_HERE, reason="needs LibreOffice and bubblewrap")


async def preview(desk: Desk, *, editor: Editor = LINGUIST) -> TranslationPreview:
    return await preview_translation(desk.shop.resources, desk.address, editor=editor)


async def open_file_desk(shop: Shop, name: str, data: bytes) -> Desk:
    return await open_desk(shop, data, file_name=name)


def places_of(shown: TextPreview) -> dict[int, str]:
    return {place.number: shown.text[place.start : place.end] for place in shown.places}


@pytest.mark.parametrize("name", [name for name in TEXTS if not name.endswith(".html")])
async def test_files_of_text_are_shown_as_they_would_be_delivered_with_places(shop: Shop, name: str) -> None:
    desk = await open_file_desk(shop, name, TEXTS[name])
    await desk.save(0, "El gato & el perro duermen.")
    made = await preview(desk)
    shown = made.shown
    assert isinstance(shown, TextPreview)
    places = places_of(shown)
    assert sorted(places) == list(range(made.segments))
    assert re.fullmatch("El gato (&|&amp;) el perro duermen.", places[0])
    untouched = places[1].replace("\\n", "\n").replace('"\n"', "")
    assert untouched.startswith(("It ", "Mouse", "El gato"))  # the latter where it is the same sentence
    assert not re.search("[\ue000-\uf8ff]|ue00", shown.text)
    assert made.unwritten == []


async def test_a_web_page_has_an_element_for_each_segment(shop: Shop) -> None:
    desk = await open_file_desk(shop, "page.html", TEXTS["page.html"])
    await desk.save(0, "El gato <&lt;>".replace("<&lt;>", "&lt; duerme."))
    shown = (await preview(desk)).shown
    assert isinstance(shown, HtmlPreview)
    piece = '<span class="dragoman-segment" data-segment="{0}"{1}>'
    assert piece.format(1, ' id="segment-1"') + "El gato &lt; duerme.</span>" in shown.page.body
    parts = re.findall(r'data-segment="2"[^>]*>([^<]*)<', shown.page.body)
    assert parts == ["It ", "dreams", " of mice."]
    assert shown.page.body.count('id="segment-2"') == 1
    assert shown.page.numbers == {0, 1}


@needs_office
@pytest.mark.timeout(400)
@pytest.mark.parametrize("name", OFFICE)
async def test_office_documents_become_pages_on_which_segments_are_found(shop: Shop, name: str) -> None:
    if not await shop.resources.legacy.types():
        pytest.skip("LibreOffice or bubblewrap does not work here")
    desk = await open_file_desk(shop, name, OFFICE[name]())
    for number in await desk.find(SECOND):
        await desk.save(number, "Sueña con ratones.")
    shown = (await preview(desk)).shown
    assert isinstance(shown, PagesPreview)
    assert shown.pdf.startswith(b"%PDF-")
    assert [shown.pages[number] for number in await desk.find(FIRST)] == [1, 2][: name.count("docx") + 1]
    assert [shown.pages[number] for number in await desk.find(SECOND)] == [2]


async def test_without_libreoffice_pages_are_refused_with_what_to_do(shop: Shop) -> None:
    settings = shop.resources.settings.model_copy(update={"libreoffice": "off"})
    async with open_legacy(settings, Metrics()) as office:
        desk = await open_file_desk(with_office(shop, office), "report.docx", OFFICE["report.docx"]())
        with pytest.raises(PreviewUnavailable, match="LibreOffice") as refused:
            await preview(desk)
    assert "make setup-legacy" in refused.value.hints


async def test_what_a_format_cannot_hold_is_named_and_the_rest_is_shown(shop: Shop) -> None:
    desk = await open_file_desk(shop, "table.md", b"Cat | Mouse\n--|--\nThe cat | sleeps\n")
    await desk.save(0, "Gato")
    await desk.save(2, "El\n\ngato")
    made = await preview(desk)
    assert isinstance(made.shown, TextPreview)
    assert list(made.unwritten) == [2]
    assert made.shown.text == "Gato | Mouse\n--|--\nThe cat | sleeps\n"
    assert places_of(made.shown) == {0: "Gato", 1: "Mouse", 2: "The cat", 3: "sleeps"}


async def test_a_document_that_cannot_be_rebuilt_says_why(shop: Shop) -> None:
    desk = await open_desk(shop)
    changing = (
        "update project_segments set source = '[\"Another text.\"]' where number = 0 and translation_id = "
    )
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await tx.connection.execute(sa.text(changing + str(desk.address.translation_id)))
    with pytest.raises(PreviewFailed, match="another way"):
        await preview(desk)


async def test_only_those_who_work_on_it_see_it_and_only_while_it_has_segments(shop: Shop) -> None:
    desk = await open_desk(shop)
    with pytest.raises(NotFound):
        await preview(desk, editor=replace(LINGUIST, user_id=12345))
    await preview(desk)
    with pytest.raises(NotFound):  # also when it is kept
        await preview(desk, editor=replace(LINGUIST, user_id=12345))
    await desk.update(stage=Stage.PREPARING)
    with pytest.raises(NotOpen):
        await preview(desk)
    await desk.update(stage=Stage.DONE, status=ProjectStatus.FINISHED)
    assert (await preview(desk)).segments == len(await desk.rows())


async def test_a_preview_is_made_once_until_a_segment_changes(shop: Shop) -> None:
    desk = await open_desk(shop)
    first, again = await asyncio.gather(preview(desk), preview(desk))
    assert again is first
    await desk.save(0, "El libro rojo es grande.")
    changed = await preview(desk)
    assert changed is not first
    assert isinstance(changed.shown, HtmlPreview)
    assert "El libro rojo es grande." in changed.shown.page.body
    other = await open_desk(shop)
    assert await preview(other) is not await preview(desk)
    assert await preview(desk) is changed


async def test_nothing_is_stored_and_nothing_is_delivered(shop: Shop) -> None:
    desk = await open_desk(shop, kind=ServiceKind.POST_EDITING)
    before = await desk.rows()
    await preview(desk)
    assert await desk.rows() == before
    assert await shop.take_jobs(due=True) == []


class Sized:
    def __init__(self, size: int) -> None:
        self.size = size


async def test_few_previews_are_kept_and_few_are_made_at_once() -> None:
    store = PreviewStore()
    made: list[int] = []

    async def get(key: int, size: int = 1) -> Sized:
        async def make() -> Sized:
            made.append(key)
            return Sized(size)

        return await store.get(key, 1, make)

    for key in (*range(16), *range(16)):
        await get(key)
    assert made == list(range(16))
    await get(99, 60_000_000)
    await get(98, 60_000_000)  # there is room for one of them only
    made.clear()
    await get(99)
    assert made == [99]
    begun, go = asyncio.Event(), asyncio.Event()

    async def wait() -> Sized:
        begun.set()
        await go.wait()
        return Sized(1)

    waiting = [asyncio.create_task(store.get(key, 2, wait)) for key in range(8)]
    await begun.wait()
    with pytest.raises(Unavailable):
        await store.get(9, 2, wait)
    go.set()
    await asyncio.gather(*waiting)
    assert (await store.get(9, 2, wait)).size == 1
