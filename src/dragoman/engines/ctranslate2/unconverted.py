"""Models as they are published: the command that converts them for CTranslate2."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Final

import orjson

CONVERTED: Final = "-ct2"  # the end of the names of folders with converted models
_COPIED: Final = (
    "source.spm",
    "target.spm",
    "sentencepiece.bpe.model",
    "spiece.model",
    "sentencepiece.model",
    "tokenizer_config.json",
    "README.md",
)
_WEIGHTS: Final = (
    "pytorch_model.bin",
    "model.safetensors",
    "pytorch_model.bin.index.json",
    "model.safetensors.index.json",
)
_ENCODER_DECODERS: Final = frozenset({"marian", "m2m_100", "nllb", "t5", "mt5", "umt5", "nllb-moe"})


def explain_conversion(folder: Path) -> str | None:
    """The commands that convert the model in a folder; None where no model can be converted."""
    return _marian(folder) or _transformers(folder)


def _marian(folder: Path) -> str | None:
    weights = sorted(folder.glob("*.npz"))
    if not weights:
        return None
    output = _output(folder)
    copies = [name for name in _COPIED if (folder / name).is_file()]
    if (folder / "decoder.yml").is_file():
        command = ["ct2-opus-mt-converter", "--model_dir", str(folder)]
    else:
        vocabularies = sorted(folder.glob("*vocab*.yml")) or [folder / "vocab.yml"]
        command = ["ct2-marian-converter", "--model_path", str(weights[0])]
        command += ["--vocab_paths", *map(str, vocabularies)]
    command += ["--quantization", "int8", "--output_dir", str(output)]
    copy = shlex.join(["cp", *(str(folder / name) for name in copies), str(output)]) if copies else ""
    return _lines("pip install ctranslate2 pyyaml", shlex.join(command), copy, output)


def _transformers(folder: Path) -> str | None:
    if not any((folder / name).is_file() for name in _WEIGHTS) and not list(
        folder.glob("model-*.safetensors")
    ):
        return None
    path = folder / "config.json"
    try:
        config = orjson.loads(path.read_bytes()) if path.is_file() else {}
    except orjson.JSONDecodeError:
        config = {}
    if not isinstance(config, dict) or config.get("model_type") not in _ENCODER_DECODERS:
        return None
    output = _output(folder)
    copies = [name for name in _COPIED if (folder / name).is_file()]
    command = ["ct2-transformers-converter", "--model", str(folder), "--quantization", "int8"]
    command += ["--output_dir", str(output)]
    command += ["--copy_files", *copies] if copies else []
    return _lines("pip install ctranslate2 transformers sentencepiece torch", shlex.join(command), "", output)


def _output(folder: Path) -> Path:
    return folder.resolve().with_name(f"{folder.resolve().name}{CONVERTED}")


def _lines(*parts: str | Path) -> str:
    *commands, output = parts
    steps = "\n".join(f"  {command}" for command in commands if command)
    add = f"dragoman engines add {shlex.quote(str(output))}"
    return f"Convert it, in an environment of its own:\n{steps}\nthen: {add}"
