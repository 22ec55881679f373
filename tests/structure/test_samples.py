"""Every format's samples through the engine that moves words: independent readers find them whole."""

from __future__ import annotations

import pytest

from dragoman.conversion.sampling import suffix_of
from dragoman.formats.format import Format, Languages
from dragoman.translation.documents.translating import NothingTranslated
from scripts.structure.checking import check_document
from scripts.structure.laws import FAITHFUL, LIAR, Rules
from scripts.structure.moving import MovingEngine
from scripts.structure.translating import translate_file
from scripts.structure.wrong import WrongEngine
from tests.formats.test_every_format import SAMPLES

LANGUAGES = Languages(source="en", target="de")


@pytest.mark.parametrize(
    ("engine", "rules"), [(MovingEngine(), FAITHFUL), (WrongEngine(), LIAR)], ids=["moving", "wrong"]
)
@pytest.mark.parametrize(("entry", "file", "data"), SAMPLES)
async def test_samples_keep_their_structure(
    entry: Format, file: str, data: bytes, engine: MovingEngine, rules: Rules
) -> None:
    try:
        result = await translate_file(entry, suffix_of(file), data, engine=engine, languages=LANGUAGES)
    except NothingTranslated:
        pytest.skip("nothing in it to translate")
    if result.is_guessed:
        pytest.skip("its encoding is guessed, by others perhaps otherwise")
    judged = Rules(
        pairs_are_certain=rules.pairs_are_certain,
        codes_are_certain=rules.codes_are_certain and not result.moved,
    )
    assert [str(found) for found in check_document(entry.info.name, data, result.data, judged)] == []
