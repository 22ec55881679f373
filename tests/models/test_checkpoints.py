"""Unconverted checkpoints are real ones: the real converter converts them, and their files can be read."""

from __future__ import annotations

import json
import struct
from pathlib import Path

from ctranslate2.converters import OpusMTConverter

from tests.models.bare import CONVENTIONS, BareModel
from tests.models.checkpoints import marian_download, transformers_m2m, transformers_marian
from tests.models.layouts import opus
from tests.models.product import held_out, trained


def test_the_converter_of_opus_makes_the_layout_of_a_marian_download(tmp_path: Path) -> None:
    download = marian_download(tmp_path / "download")
    converted = Path(OpusMTConverter(str(download)).convert(str(tmp_path / "converted"), quantization="int8"))
    layout = opus(tmp_path / "layout")
    for name in ("config.json", "shared_vocabulary.json"):
        assert (converted / name).read_bytes() == (layout / name).read_bytes()
    for name in CONVENTIONS["opus"].tokenizers:
        (converted / name).write_bytes((download / name).read_bytes())
    texts = [line.source for line in held_out("en", "es")[:20]]
    both = [BareModel(folder, CONVENTIONS["opus"]) for folder in (converted, layout)]
    ours, theirs = ([t.text for t in model.translate(texts, ("en", "es"))] for model in both)
    assert ours == theirs


def test_checkpoints_of_transformers_have_their_weights(tmp_path: Path) -> None:
    network = trained("marian")
    data = (transformers_marian(tmp_path / "marian") / "model.safetensors").read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    tokens, width = len(network.tokens) + 1, network.shape.width
    assert header["model.shared.weight"]["shape"] == [tokens, width]
    assert header["model.decoder.layers.1.encoder_attn.v_proj.weight"]["shape"] == [width, width]
    assert (
        max(array["data_offsets"][1] for name, array in header.items() if name[0] != "_")
        == len(data) - 8 - length
    )


def test_checkpoints_of_transformers_say_what_they_are(tmp_path: Path) -> None:
    folders = {
        "marian": transformers_marian(tmp_path / "marian", pickled=True),
        "m2m_100": transformers_m2m(tmp_path / "m2m"),
    }
    for name, folder in folders.items():
        assert json.loads((folder / "config.json").read_text())["model_type"] == name
    assert (folders["marian"] / "pytorch_model.bin").read_bytes().startswith(b"PK")
