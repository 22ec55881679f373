"""The file `model.bin` of CTranslate2: its kind of network, its size, and the layer that gives alignments.

The format is that of `ctranslate2.specs.model_spec.ModelSpec._serialize`: little-endian numbers, names with
their length and a NUL. It is read without the library, as it may be anybody's file.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

_VERSIONS: Final = range(2, 7)
_MOST_VARIABLES: Final = 100_000
_SIZES: Final = (4, 1, 2, 4, 2, 2)  # bytes of a number of each type
_INTEGERS: Final = {1: "<b", 2: "<h", 3: "<i"}
_LAYER: Final = "decoder/alignment_layer"
_HEADS: Final = "decoder/alignment_heads"
ALL_HEADS: Final = 0  # their mean


class BrokenModelFile(ValueError):
    """The file is not a model of CTranslate2, or is cut off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelVariable:
    """An array of a model, without its numbers."""

    dimensions: tuple[int, ...]
    type: int
    position: int  # in the file
    size: int  # bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelBinary:
    """What a model file has."""

    specification: str  # such as `TransformerSpec`
    variables: Mapping[str, ModelVariable]
    aliases: Mapping[str, str]

    def decoder_layers(self) -> int:
        """How many layers the decoder has."""
        numbers = {
            int(name.split("/")[1].removeprefix("layer_"))
            for name in (*self.variables, *self.aliases)
            if name.startswith("decoder/layer_") and name.split("/")[1].removeprefix("layer_").isdigit()
        }
        return len(numbers)

    def positions(self) -> int | None:
        """How many pieces an input may have at most by the positions it has; None: they are computed."""
        name = "encoder/position_encodings/encodings"  # often the decoder's as well, and then an alias
        variable = self.variables.get(self.aliases.get(name, name))
        return variable.dimensions[0] if variable is not None and variable.dimensions else None

    def embeddings(self, side: str) -> int | None:
        """How many tokens the network knows on a side, "encoder" or "decoder"; None: that cannot be seen."""
        name = {"encoder": "encoder/embeddings_0/weight", "decoder": "decoder/embeddings/weight"}[side]
        variable = self.variables.get(self.aliases.get(name, name))
        return variable.dimensions[0] if variable is not None and variable.dimensions else None

    def has_alignments(self) -> bool:
        """Whether the layer that gives alignments can be chosen."""
        return _LAYER in self.variables and _HEADS in self.variables


def read_model_file(path: Path) -> ModelBinary:
    """Read the description of a model file. Raises `BrokenModelFile` and OSError."""
    with path.open("rb") as file:
        length = path.stat().st_size
        try:
            return _read(file, length)
        except (struct.error, UnicodeDecodeError) as error:
            raise BrokenModelFile("The file model.bin is cut off, or is not CTranslate2's.") from error


def _read(file: BinaryIO, length: int) -> ModelBinary:
    (version,) = _unpack(file, "<I")
    if version not in _VERSIONS:
        raise BrokenModelFile(
            "The file model.bin is not CTranslate2's, or of a version this one cannot read."
        )
    specification = _read_name(file)
    _, count = _unpack(file, "<II")
    if count > _MOST_VARIABLES:
        raise BrokenModelFile("The file model.bin has more parts than a model has.")
    variables = dict(_read_variables(file, count, length))
    aliases: dict[str, str] = {}
    if version >= 3:
        (count,) = _unpack(file, "<I")
        if count > _MOST_VARIABLES:
            raise BrokenModelFile("The file model.bin has more parts than a model has.")
        for _ in range(count):
            alias = _read_name(file)
            aliases[alias] = _read_name(file)
    return ModelBinary(specification=specification, variables=variables, aliases=aliases)


def _read_variables(file: BinaryIO, count: int, length: int) -> Iterator[tuple[str, ModelVariable]]:
    for _ in range(count):
        name = _read_name(file)
        (rank,) = _unpack(file, "<B")
        dimensions = _unpack(file, f"<{rank}I")
        kind, size = _unpack(file, "<BI")
        if kind >= len(_SIZES):
            raise BrokenModelFile("The file model.bin has numbers of an unknown type.")
        # Sizes of 4 GiB and more are written modulo that: the dimensions have the real one.
        expected = _SIZES[kind]
        for dimension in dimensions:
            expected *= dimension
        if expected % 2**32 != size:
            raise BrokenModelFile("The file model.bin is damaged: sizes do not fit.")
        position = file.tell()
        if position + expected > length:
            raise BrokenModelFile("The file model.bin is cut off.")
        file.seek(expected, 1)
        yield name, ModelVariable(dimensions=dimensions, type=kind, position=position, size=expected)


def _read_name(file: BinaryIO) -> str:
    (length,) = _unpack(file, "<H")
    content = file.read(length)
    if len(content) < length or not content.endswith(b"\0"):
        raise BrokenModelFile("The file model.bin is cut off, or is not CTranslate2's.")
    return content[:-1].decode()


def _unpack(file: BinaryIO, form: str) -> tuple[int, ...]:
    return struct.unpack(form, file.read(struct.calcsize(form)))


def choose_alignment(path: Path, binary: ModelBinary, *, layer: int, heads: int = ALL_HEADS) -> None:
    """Write into a model file which layer's attention is the alignment, and of how many of its heads.

    The file is changed in place: it must be our own copy, which no process has open.
    """
    with path.open("r+b") as file:
        for name, value in ((_LAYER, layer), (_HEADS, heads)):
            variable = binary.variables[name]
            form = _INTEGERS.get(variable.type)
            if form is None or variable.size != struct.calcsize(form):
                raise BrokenModelFile(f"The file model.bin has no whole number as {name}.")
            file.seek(variable.position)
            file.write(struct.pack(form, value))


def read_alignment(path: Path, binary: ModelBinary) -> tuple[int, int]:
    """The layer and the number of heads that a model file names for alignments."""
    values = []
    with path.open("rb") as file:
        for name in (_LAYER, _HEADS):
            variable = binary.variables[name]
            file.seek(variable.position)
            values.append(struct.unpack(_INTEGERS[variable.type], file.read(variable.size))[0])
    return values[0], values[1]
