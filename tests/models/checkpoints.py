"""Models that are not converted yet: an engine recognises them and names the command that converts them."""

from __future__ import annotations

import io
import json
import pickle
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import yaml

from scripts.test_models.shapes import Shape
from tests.models.layouts import M2M_CODES, write_marian_tokenizer, write_marian_vocabularies
from tests.models.product import Trained, trained, vocabulary_file

Arrays = dict[str, np.ndarray]


def marian_download(folder: Path) -> Path:
    """An unpacked OPUS-MT download: `decoder.yml`, the network, its vocabulary and the SentencePiece models.

    `ct2-opus-mt-converter --model_dir FOLDER --output_dir …` converts it.
    """
    network = trained("marian")
    folder.mkdir(parents=True, exist_ok=True)
    name = "opus.spm32k-spm32k.transformer-align.model1.npz.best-perplexity.npz"
    np.savez(folder / name, **_marian_arrays(network))
    vocabulary = "".join(f"{json.dumps(t, ensure_ascii=False)}: {n}\n" for n, t in enumerate(network.tokens))
    (folder / "opus.spm32k-spm32k.vocab.yml").write_text(vocabulary, encoding="utf-8")
    decoder = {
        "relative-paths": True,
        "models": [name],
        "vocabs": ["opus.spm32k-spm32k.vocab.yml", "opus.spm32k-spm32k.vocab.yml"],
        "beam-size": 6,
        "normalize": 1,
        "word-penalty": 0,
        "mini-batch": 1,
        "maxi-batch": 1,
        "maxi-batch-sort": "src",
    }
    (folder / "decoder.yml").write_text(yaml.safe_dump(decoder), encoding="utf-8")
    (folder / "README.md").write_text(
        "# opus-2020-02-15.zip\n\n* source languages: en\n* target languages: es\n"
    )
    (folder / "preprocess.sh").write_text("#!/bin/sh\nspm_encode --model source.spm\n")
    write_marian_vocabularies(folder)
    return folder


def transformers_marian(folder: Path, *, pickled: bool = False) -> Path:
    """The same network as `MarianMTModel.save_pretrained` writes it, or, `pickled`, as older releases did."""
    network = trained("marian")
    folder.mkdir(parents=True, exist_ok=True)
    _write_config(folder, _marian_config(network.shape, len(network.tokens)))
    write_marian_vocabularies(folder)
    write_marian_tokenizer(folder, network)
    if pickled:
        _write_pickled(folder / "pytorch_model.bin")
    else:
        _write_safetensors(folder / "model.safetensors", _transformers_arrays(network))
    return folder


def transformers_m2m(folder: Path) -> Path:
    """An unconverted M2M-100: its files, with weights of which only the embeddings are there."""
    network = trained("fairseq")
    folder.mkdir(parents=True, exist_ok=True)
    shape = network.shape
    config = {
        "architectures": ["M2M100ForConditionalGeneration"],
        "model_type": "m2m_100",
        "d_model": shape.width,
        "encoder_layers": shape.layers,
        "decoder_layers": shape.layers,
        "decoder_start_token_id": 2,
        "eos_token_id": 2,
        "vocab_size": len(network.tokens),
    }
    _write_config(folder, config)
    special = {"additional_special_tokens": sorted(M2M_CODES.values()), "tokenizer_class": "M2M100Tokenizer"}
    (folder / "tokenizer_config.json").write_text(json.dumps(special))
    (folder / "sentencepiece.bpe.model").write_bytes(vocabulary_file("fairseq"))
    arrays = {"model.shared.weight": network.weights["embeddings/weight"]}
    _write_safetensors(folder / "model.safetensors", arrays)
    return folder


def _write_config(folder: Path, config: Mapping[str, object]) -> None:
    (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")


def _marian_arrays(network: Trained) -> Arrays:
    """The arrays of Marian's file: matrices as input by output, vectors as rows."""
    shape, weights = network.shape, network.weights
    arrays: Arrays = {
        "Wemb": weights["embeddings/weight"],
        "decoder_ff_logit_out_b": weights["decoder/projection/bias"][None],
        "special:model.yml": np.frombuffer(
            f"{yaml.safe_dump(_marian_options(network))}\0".encode(), dtype=np.int8
        ),
    }

    def linear(name: str, part: str, weight: np.ndarray, bias: np.ndarray) -> None:
        arrays[f"{name}_W{part}"], arrays[f"{name}_b{part}"] = weight.T, bias[None]

    for side in ("encoder", "decoder"):
        for number in range(shape.layers):
            own, marian = f"{side}/layer_{number}", f"{side}_l{number + 1}"
            for ours, theirs in _attentions(side, marian).items():
                for part, (weight, bias) in _projections(weights, f"{own}/{ours}").items():
                    linear(theirs, part, weight, bias)
                arrays[f"{theirs}_Wo_ln_scale"] = weights[f"{own}/{ours}/layer_norm/gamma"][None]
                arrays[f"{theirs}_Wo_ln_bias"] = weights[f"{own}/{ours}/layer_norm/beta"][None]
            for part in (0, 1):
                ffn = f"{own}/ffn/linear_{part}"
                linear(f"{marian}_ffn", str(part + 1), weights[f"{ffn}/weight"], weights[f"{ffn}/bias"])
            arrays[f"{marian}_ffn_ffn_ln_scale"] = weights[f"{own}/ffn/layer_norm/gamma"][None]
            arrays[f"{marian}_ffn_ffn_ln_bias"] = weights[f"{own}/ffn/layer_norm/beta"][None]
    return arrays


def _attentions(side: str, marian: str) -> dict[str, str]:
    cross = {"attention": f"{marian}_context"} if side == "decoder" else {}
    return {"self_attention": f"{marian}_self", **cross}


def _projections(weights: Mapping[str, np.ndarray], name: str) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The four projections of an attention, by letter: CTranslate2 keeps those of one input together."""
    parts = [
        (weights[f"{name}/linear_{n}/weight"], weights[f"{name}/linear_{n}/bias"])
        for n in range(3)
        if f"{name}/linear_{n}/weight" in weights
    ]
    separate = [pair for part in parts[:-1] for pair in _split(*part)]
    return dict(zip("qkvo", [*separate, parts[-1]], strict=True))


def _split(weight: np.ndarray, bias: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    count = weight.shape[0] // weight.shape[1]
    return list(zip(np.split(weight, count), np.split(bias, count), strict=True))


def _marian_options(network: Trained) -> dict[str, object]:
    shape = network.shape
    return {
        "type": "transformer",
        "dim-emb": shape.width,
        "dim-vocabs": [len(network.tokens)] * 2,
        "enc-depth": shape.layers,
        "dec-depth": shape.layers,
        "tied-embeddings-all": True,
        "transformer-heads": shape.heads,
        "transformer-dim-ffn": shape.inner_width,
        "transformer-ffn-activation": shape.activation,
        "transformer-preprocess": "",
        "transformer-postprocess": "dan",
        "transformer-postprocess-emb": "d",
        "transformer-decoder-autoreg": "self-attention",
        "transformer-no-projection": False,
        "transformer-guided-alignment-layer": "last",
        "version": "v1.8.2",
    }


def _marian_config(shape: Shape, tokens: int) -> dict[str, object]:
    sides = {
        f"{side}_{key}": value
        for side in ("encoder", "decoder")
        for key, value in (
            ("attention_heads", shape.heads),
            ("ffn_dim", shape.inner_width),
            ("layers", shape.layers),
        )
    }
    return {
        "architectures": ["MarianMTModel"],
        "model_type": "marian",
        "activation_function": shape.activation,
        "d_model": shape.width,
        "vocab_size": tokens + 1,
        "pad_token_id": tokens,
        "decoder_start_token_id": tokens,
        "bos_token_id": 0,
        "eos_token_id": 0,
        "max_position_embeddings": 512,
        "scale_embedding": True,
        "static_position_embeddings": True,
        "tie_word_embeddings": True,
        **sides,
    }


def _transformers_arrays(network: Trained) -> Arrays:
    """The arrays by the names of Transformers; `<pad>`, which is added at the end, has zeros."""
    weights = network.weights
    width = network.shape.width
    arrays: Arrays = {
        "model.shared.weight": np.concatenate(
            [weights["embeddings/weight"], np.zeros((1, width), np.float32)]
        ),
        "final_logits_bias": np.append(weights["decoder/projection/bias"], np.float32(0))[None],
    }
    letters = {"q": "q_proj", "k": "k_proj", "v": "v_proj", "o": "out_proj"}
    for side in ("encoder", "decoder"):
        for number in range(network.shape.layers):
            own, theirs = f"{side}/layer_{number}", f"model.{side}.layers.{number}"
            blocks = {"self_attention": "self_attn"} | (
                {"attention": "encoder_attn"} if side == "decoder" else {}
            )
            for block, name in blocks.items():
                for letter, (weight, bias) in _projections(weights, f"{own}/{block}").items():
                    arrays[f"{theirs}.{name}.{letters[letter]}.weight"] = weight
                    arrays[f"{theirs}.{name}.{letters[letter]}.bias"] = bias
                arrays[f"{theirs}.{name}_layer_norm.weight"] = weights[f"{own}/{block}/layer_norm/gamma"]
                arrays[f"{theirs}.{name}_layer_norm.bias"] = weights[f"{own}/{block}/layer_norm/beta"]
            for part in (0, 1):
                arrays[f"{theirs}.fc{part + 1}.weight"] = weights[f"{own}/ffn/linear_{part}/weight"]
                arrays[f"{theirs}.fc{part + 1}.bias"] = weights[f"{own}/ffn/linear_{part}/bias"]
            arrays[f"{theirs}.final_layer_norm.weight"] = weights[f"{own}/ffn/layer_norm/gamma"]
            arrays[f"{theirs}.final_layer_norm.bias"] = weights[f"{own}/ffn/layer_norm/beta"]
    return arrays


def _write_safetensors(path: Path, arrays: Mapping[str, np.ndarray]) -> None:
    """The format of safetensors: the length of a JSON header, the header, the numbers."""
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    data = io.BytesIO()
    for name, array in sorted(arrays.items()):
        start = data.tell()
        data.write(np.ascontiguousarray(array, np.float32).tobytes())
        header[name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [start, data.tell()]}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data.getvalue())


def _write_pickled(path: Path) -> None:
    """A file with the outside of `torch.save`'s: a ZIP archive with a pickle. It has no weights."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("archive/data.pkl", pickle.dumps({}))
        archive.writestr("archive/version", "3\n")
