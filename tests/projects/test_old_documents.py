"""Old Office documents in projects: refused with a reason without LibreOffice, translated with it (P13)."""

from __future__ import annotations

import re
import shutil
from collections.abc import AsyncIterator
from dataclasses import fields, replace
from typing import Any

import pytest
import pytest_asyncio

from dragoman.access.staff import OPERATOR
from dragoman.catalog.model import ServiceKind
from dragoman.conversion.legacy.converting import LegacyOffice, open_legacy
from dragoman.errors import RuleBroken
from dragoman.projects.intake import downloading
from dragoman.projects.linguists.delivering import deliver_translation
from dragoman.projects.linguists.exchange import Version
from dragoman.projects.linguists.exporting import export_translation
from dragoman.projects.linguists.importing import import_translation
from dragoman.projects.linguists.tools import linguist_tools
from dragoman.projects.model import Analysis, ProjectStatus, Stage
from dragoman.telemetry import Metrics
from dragoman.text_io.zip.archive import open_archive
from tests.conversion.old_documents import make_old_documents
from tests.conversion.test_legacy_types import DOC
from tests.projects.shop import Shop
from tests.projects.test_linguists import LINGUIST

SOFFICE = shutil.which("soffice")
GERMAN = {
    "The cat sleeps.": "Die Katze schläft.",
    "red house": "rote Haus",
    "The ": "Das ",
    " is big.": " ist groß.",
}


def with_office(shop: Shop, office: LegacyOffice) -> Shop:
    """The same shop with another LibreOffice, or none."""
    kept: dict[str, Any] = {one.name: getattr(shop.resources, one.name) for one in fields(shop.resources)}
    return replace(shop, resources=type(shop.resources)(**kept | {"legacy": office}))


@pytest_asyncio.fixture
async def without(shop: Shop) -> AsyncIterator[Shop]:
    settings = shop.resources.settings.model_copy(update={"libreoffice": "off"})
    async with open_legacy(settings, Metrics()) as office:
        yield with_office(shop, office)


async def test_without_libreoffice_it_is_refused_with_the_reason(without: Shop) -> None:
    project = await without.order(ServiceKind.HUMAN)
    with pytest.raises(RuleBroken) as refused:
        await without.send(project, DOC, file_name="contract.doc")
    (problem,) = refused.value.all_problems()
    assert problem.code == "FILE_TYPE_NOT_SUPPORTED"
    assert "LibreOffice" in problem.message
    assert "?reference=true" in problem.hints
    assert await without.count("project_files") == 0
    sent = await without.send(
        project, DOC, file_name="contract.doc", reference=True, source_language=None, target_languages=()
    )
    assert sent["size"] == len(DOC)


@pytest.mark.skipif(not (SOFFICE and shutil.which("bwrap")), reason="needs LibreOffice and bubblewrap")
@pytest.mark.timeout(400)
async def test_with_it_linguists_translate_it_and_a_current_document_is_delivered(
    shop: Shop, without: Shop, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert SOFFICE is not None
    if not await shop.resources.legacy.types():
        pytest.skip("LibreOffice or bubblewrap does not work here")
    old = make_old_documents(tmp_path_factory.mktemp("old"), SOFFICE, only=("doc",))["doc"]
    project = await shop.order(ServiceKind.HUMAN)
    await shop.send(project, old, file_name="The house.DOC", target_languages=("de",))
    await shop.work()
    _, (file,), _ = await shop.look(project)
    assert (file.format, file.analysis, file.words) == ("doc", Analysis.DONE, 8)
    await without.start(project)
    await without.work()  # it was converted once for all: LibreOffice is not needed any more
    _, _, (translation,) = await shop.look(project)
    assert translation.stage is Stage.OPEN
    where = (linguist_tools(shop.resources), project.id, translation.id)
    package = (await export_translation(*where, version=Version.ONE, staff=LINGUIST)).data.decode()
    package = re.sub(
        r"<source>(.*)</source>\n(<target[^>]*>)</target>", r"<source>\1</source>\n\2\1</target>", package
    )
    for english, german in GERMAN.items():
        package = re.sub(rf"(<target[^\n]*){re.escape(english)}", rf"\g<1>{german}", package)
    report = await import_translation(*where, data=package.encode(), staff=LINGUIST)
    assert (report.changed, report.problems) == (2, ())
    await deliver_translation(*where, staff=OPERATOR)
    await without.work()
    finished, _, (translation,) = await shop.look(project)
    assert finished.status is ProjectStatus.FINISHED
    assert translation.result is not None
    assert translation.result.name == "The house.docx"
    opened = await downloading.open_download(
        shop.resources, translation.result.id, account_id=shop.caller.account_id
    )
    data = b"".join([piece async for piece in opened.pieces])
    text = re.sub("<[^>]*>", "", open_archive(data).read("word/document.xml").decode())
    assert "Das rote Haus ist groß." in text
    assert "Die Katze schläft." in text
    assert "house" not in text
