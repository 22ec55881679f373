"""The tests' models are real: in each layout they load, translate unseen sentences, and align their words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from sacrebleu.metrics import BLEU

from tests.models.bare import CONVENTIONS, BareModel, Translation, word_links
from tests.models.layouts import LAYOUTS, argos_folder
from tests.models.product import HeldOut, held_out

_MULTILINGUAL = [(s, t) for s in ("en", "es", "ca") for t in ("en", "es", "ca") if s != t]
_PAIRS = {
    "opus": [("en", "es")],
    "opus_of_transformers": [("en", "es")],
    "argos_folder": [("es", "en")],
    "nllb": _MULTILINGUAL,
    "nllb_download": _MULTILINGUAL[:1],
    "m2m": _MULTILINGUAL[:2],
    "madlad": _MULTILINGUAL,
}
_CASES = [(layout, *pair) for layout, pairs in _PAIRS.items() for pair in pairs]

Translated = tuple[tuple[HeldOut, ...], list[Translation]]


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, BareModel]:
    folder = tmp_path_factory.mktemp("models")
    return {name: BareModel(write(folder / name), CONVENTIONS[name]) for name, write in LAYOUTS.items()}


@pytest.fixture(scope="module", params=_CASES, ids="-".join)
def translated(request: pytest.FixtureRequest, models: Mapping[str, BareModel]) -> Translated:
    layout, source, target = request.param
    lines = held_out(source, target)
    return lines, models[layout].translate([line.source for line in lines], (source, target))


def test_unseen_sentences_are_translated_as_apertium_does(translated: Translated) -> None:
    lines, translations = translated
    texts = [translation.text for translation in translations]
    score = BLEU().corpus_score(texts, [[line.target for line in lines]]).score
    exact = sum(text == line.target for text, line in zip(texts, lines, strict=True)) / len(lines)
    print(f"BLEU {score:.1f}, {exact:.0%} the same")
    assert score >= 80
    assert exact >= 0.6


def test_no_translation_repeats_itself(translated: Translated) -> None:
    for line, translation in zip(*translated, strict=True):
        assert len(translation.text) <= 2 * len(line.target) + 10


def test_attention_finds_the_source_words(translated: Translated) -> None:
    right = wrong = 0
    for line, translation in zip(*translated, strict=True):
        if translation.text != line.target:
            continue  # its words have other numbers than those whose links are known
        known = {target: {s for s, t in line.links if t == target} for _, target in line.links}
        for source, target in word_links(translation, line.source):
            if target in known:
                right += source in known[target]
                wrong += source not in known[target]
    print(f"{right} of {right + wrong} words")
    assert right >= 0.9 * (right + wrong)
    assert right > 300


def test_argos_packages_of_old_load_as_well(tmp_path: Path) -> None:
    folder = argos_folder(tmp_path / "es_en", old=True)
    assert sorted(file.name for file in (folder / "model").iterdir()) == [
        "model.bin",
        "shared_vocabulary.txt",
    ]
    lines = held_out("es", "en")[:20]
    translations = BareModel(folder, CONVENTIONS["argos_folder"]).translate(
        [x.source for x in lines], ("es", "en")
    )
    assert sum(x.text == y.target for x, y in zip(translations, lines, strict=True)) >= 8


@pytest.mark.parametrize("quantization", ["float32", None])
def test_weights_can_be_written_in_other_precisions(tmp_path: Path, quantization: str | None) -> None:
    model = BareModel(LAYOUTS["opus"](tmp_path / "model", quantization=quantization), CONVENTIONS["opus"])
    (translation,) = model.translate(["The folder cannot be printed."], ("en", "es"))
    assert translation.text == "La carpeta no puede ser imprimida."
