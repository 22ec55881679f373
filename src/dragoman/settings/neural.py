"""The settings of neural models: their types, bounds and descriptions. `model` has their defaults."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

ModelsDir: TypeAlias = Annotated[
    Path | None,
    Field(
        description="Folder of the neural models that `dragoman engines add` adds. Default: the directory "
        "`models` of the data directory."
    ),
]
Device: TypeAlias = Annotated[
    Literal["auto", "cpu", "cuda"],
    Field(description="Where neural models run. auto: on a graphics card where CTranslate2 finds one."),
]
ComputeType: TypeAlias = Annotated[
    Literal[
        "default",
        "int8",
        "int8_float16",
        "int8_bfloat16",
        "int8_float32",
        "int16",
        "float16",
        "bfloat16",
        "float32",
    ],
    Field(
        description="Numbers that neural models are computed with. default: int8, and int8_float16 on a "
        "graphics card."
    ),
]
Beam: TypeAlias = Annotated[
    int,
    Field(
        ge=1,
        le=16,
        description="Translations that a neural model follows at once, to keep the best: more is slower.",
    ),
]
Memory: TypeAlias = Annotated[
    int,
    Field(
        ge=128,
        description="Memory for all loaded neural models of a process; the least recently used are dropped.",
    ),
]
Threads: TypeAlias = Annotated[
    int | None,
    Field(
        ge=1,
        le=256,
        description="Batches that one neural model works on at once. Default: the cores.",
    ),
]
