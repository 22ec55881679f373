"""The settings of what requests and files may hold: their types, bounds and descriptions.

`model` has their defaults.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field

_MEBIBYTE = 1024 * 1024

Segments: TypeAlias = Annotated[int, Field(ge=1, le=10_000, description="Segments in one request.")]
Targets: TypeAlias = Annotated[int, Field(ge=1, le=1000, description="Targets of one text request.")]
SegmentCharacters: TypeAlias = Annotated[
    int, Field(ge=100, le=1_000_000, description="Code points in one segment.")
]
RequestCharacters: TypeAlias = Annotated[
    int, Field(ge=100, le=10_000_000, description="Code points in all segments of a request.")
]
JsonBytes: TypeAlias = Annotated[int, Field(ge=1024, description="Size of a JSON body.")]
DocumentBytes: TypeAlias = Annotated[
    int, Field(ge=1024, le=500 * _MEBIBYTE, description="Size of a document.")
]
MemoryBytes: TypeAlias = Annotated[
    int,
    Field(
        ge=1024,
        le=100 * 1024 * _MEBIBYTE,
        description="Size of a file that is imported into a translation memory.",
    ),
]
ProjectFiles: TypeAlias = Annotated[int, Field(ge=1, le=100_000, description="Files of one project.")]
ProjectWords: TypeAlias = Annotated[
    int, Field(ge=1, description="Words to translate in one file of a project.")
]
AnalysisWait: TypeAlias = Annotated[
    float,
    Field(
        ge=0,
        le=60,
        description="How long a quote or a start waits for the analysis of files before it answers 202.",
    ),
]
DocumentWords: TypeAlias = Annotated[
    int,
    Field(ge=1, description="Words to translate in one document; more end in MAX_WORDS_EXCEEDED."),
]
WaitingDocuments: TypeAlias = Annotated[
    int, Field(ge=1, description="Unfinished documents of one application; more are refused with 429.")
]
DocumentRetention: TypeAlias = Annotated[
    int, Field(ge=1, le=30 * 86_400, description="A finished document job is destroyed after so long.")
]
