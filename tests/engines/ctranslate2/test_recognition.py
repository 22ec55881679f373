"""Which model a folder has: its layout, its languages, and what is said where it cannot be used."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dragoman.engines.ctranslate2.description import Layout
from dragoman.engines.ctranslate2.language_tokens import (
    m2m_languages,
    madlad_languages,
    nllb_languages,
    opus_languages,
    to_bcp47,
)
from dragoman.engines.ctranslate2.pair_names import choose_pairs
from dragoman.engines.ctranslate2.recognition import ModelRefused, find_model
from tests.models import checkpoints, hostile, layouts

_ALL = {"ca", "en", "es"}


@pytest.mark.parametrize(
    ("code", "tag"),
    [
        ("eng_Latn", "en"),
        ("zho_Hant", "zh-Hant"),
        ("zho_Hans", "zh"),
        ("nob_Latn", "nb"),
        ("por_Latn", "pt"),
        ("srp_Cyrl", "sr"),
        ("srp_Latn", "sr-Latn"),
        ("arb_Arab", "ar"),
        ("arb_Latn", "ar-Latn"),
        ("kmr_Latn", "ku"),
        ("pes_Arab", "fa"),
        ("fra", "fr"),
        ("por_BR", "pt-BR"),
        ("cmn_Hans", "zh"),
        ("ns", "nso"),
        ("zh", "zh"),
    ],
)
def test_codes_of_models_are_bcp_47(code: str, tag: str) -> None:
    assert to_bcp47(code) == tag


@pytest.mark.parametrize("code", ["", "translate", "zxx_xx_dtynoise", "qq", "a", "english language"])
def test_what_is_no_language_has_no_tag(code: str) -> None:
    assert to_bcp47(code) is None


def test_tokens_of_each_family_are_told_apart() -> None:
    tokens = [
        "<s>",
        "eng_Latn",
        "zho_Hant",
        "__en__",
        "__de__",
        "<2de>",
        "<2translate>",
        ">>fra<<",
        ">>por_BR<<",
    ]
    assert nllb_languages(tokens) == {"en": "eng_Latn", "zh-Hant": "zho_Hant"}
    assert m2m_languages(tokens) == {"de": "__de__", "en": "__en__"}
    assert madlad_languages(tokens) == {"de": "<2de>"}
    assert opus_languages(tokens) == {"fr": ">>fra<<", "pt-BR": ">>por_BR<<"}


@pytest.mark.parametrize(
    ("name", "layout", "languages", "pairs"),
    [
        ("opus", Layout.OPUS, {"en", "es"}, (("en", "es"),)),
        ("opus_of_transformers", Layout.OPUS, {"en", "es"}, (("en", "es"),)),
        ("nllb", Layout.NLLB, _ALL, ()),
        ("m2m", Layout.M2M, _ALL, ()),
        ("madlad", Layout.MADLAD, _ALL, ()),
        ("argos_folder", Layout.ARGOS, {"en", "es"}, (("es", "en"),)),
    ],
)
def test_each_layout_is_recognised_by_its_files(
    tmp_path: Path, name: str, layout: Layout, languages: set[str], pairs: tuple[tuple[str, str], ...]
) -> None:
    folder = layouts.LAYOUTS[name](tmp_path / "opus-mt-en-es")
    model = find_model(folder)
    assert (model.layout, set(model.languages), model.pairs) == (layout, languages, pairs)
    assert model.binary.specification == "TransformerSpec"


def test_a_model_may_be_one_folder_deeper(tmp_path: Path) -> None:
    layouts.opus(tmp_path / "download" / "opus-mt-en-es")
    assert find_model(tmp_path / "download").folder.name == "opus-mt-en-es"


def test_of_two_models_in_a_folder_none_is_guessed(tmp_path: Path) -> None:
    layouts.opus(tmp_path / "opus-mt-en-es")
    layouts.nllb(tmp_path / "nllb")
    with pytest.raises(ModelRefused, match="several models: nllb, opus-mt-en-es"):
        find_model(tmp_path)


def test_languages_come_from_a_readme_before_the_name(tmp_path: Path) -> None:
    folder = layouts.opus(tmp_path / "model")
    assert find_model(folder).pairs is None
    (folder / "README.md").write_text("* source languages: en\n* target languages: es\n", encoding="utf-8")
    assert find_model(folder).pairs == (("en", "es"),)


def test_pairs_are_chosen_as_they_are_written(tmp_path: Path) -> None:
    model = find_model(layouts.nllb(tmp_path / "nllb"))
    assert choose_pairs(model, ("en-es", "ca:en"))[1] == (("en", "es"), ("ca", "en"))
    for wrong in ("en", "en-de", "en-en", "-", "en>>es"):
        with pytest.raises(ModelRefused, match="no pair of languages"):
            choose_pairs(model, (wrong,))


def test_a_pair_of_a_model_without_metadata_is_believed(tmp_path: Path) -> None:
    model = find_model(layouts.opus(tmp_path / "model"))
    with pytest.raises(ModelRefused, match="Nothing says which languages"):
        choose_pairs(model, ())
    with pytest.raises(ModelRefused, match="can be read as several pairs"):  # en-PT to Breton?
        choose_pairs(model, ("en-pt-BR",))
    languages, pairs = choose_pairs(model, ("en:pt-BR",))
    assert (dict(languages), pairs) == ({"en": "", "pt-BR": ""}, (("en", "pt-BR"),))


def test_another_pair_than_the_metadata_has_is_refused(tmp_path: Path) -> None:
    model = find_model(layouts.opus_of_transformers(tmp_path / "model"))
    with pytest.raises(ModelRefused, match=r"does not translate es to en\. It has: en-es"):
        choose_pairs(model, ("es-en",))


@pytest.mark.parametrize(
    ("write", "program", "copied"),
    [
        (checkpoints.marian_download, "ct2-opus-mt-converter --model_dir", "source.spm"),
        (checkpoints.transformers_marian, "ct2-transformers-converter --model", "source.spm"),
        (checkpoints.transformers_m2m, "ct2-transformers-converter --model", "sentencepiece.bpe.model"),
    ],
)
def test_an_unconverted_model_gets_the_command_that_converts_it(
    tmp_path: Path, write: object, program: str, copied: str
) -> None:
    folder = write(tmp_path / "checkpoint")  # type: ignore[operator]
    with pytest.raises(ModelRefused, match="not converted") as refusal:
        find_model(folder)
    command = refusal.value.hints
    assert f"{program} {folder}" in command
    assert "--quantization int8" in command
    assert f"{folder}-ct2" in command
    assert copied in command
    assert f"dragoman engines add {folder}-ct2" in command


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (hostile.truncate, "cut off"),
        (hostile.garble, "not CTranslate2's"),
        (hostile.empty, "cut off"),
        (hostile.lose_model, "has no model"),
        (hostile.lose_vocabulary, "no vocabulary"),
        (hostile.shorten_vocabulary, "of another model"),
        (hostile.lose_tokenizer, "no SentencePiece model"),
        (hostile.garble_config, "config.json cannot be read"),
    ],
)
def test_a_broken_model_is_refused_with_what_is_wrong(tmp_path: Path, change: object, said: str) -> None:
    folder = change(layouts.opus(tmp_path / "opus-mt-en-es"))  # type: ignore[operator]
    with pytest.raises(ModelRefused, match=said):
        find_model(folder)


def test_a_pickle_is_named_as_what_it_is_and_not_opened(tmp_path: Path) -> None:
    folder = hostile.pickled_folder(tmp_path / "model", marker=tmp_path / "opened")
    with pytest.raises(ModelRefused, match="not converted") as refusal:
        find_model(folder)
    assert "ct2-transformers-converter" in refusal.value.hints
    assert not (tmp_path / "opened").exists()


def test_an_empty_folder_has_no_model(tmp_path: Path) -> None:
    with pytest.raises(ModelRefused, match="has no model"):
        find_model(tmp_path)


def test_a_model_of_another_kind_is_no_engine(tmp_path: Path) -> None:
    folder = layouts.opus(tmp_path / "opus-mt-en-es")
    content = (folder / "model.bin").read_bytes()
    (folder / "model.bin").write_bytes(content.replace(b"TransformerSpec\0", b"WhisperSpecxxxx\0", 1))
    with pytest.raises(ModelRefused, match="only translation models"):
        find_model(folder)
    shutil.rmtree(folder)
