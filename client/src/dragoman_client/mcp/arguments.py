"""Arguments that several tools have, with what an agent is told of them."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, Field


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


SourceLanguageArgument: TypeAlias = Annotated[
    str, Field(description='BCP 47 code such as "en" or "pt-BR"; "auto": detect it from the text')
]
KnownSourceArgument: TypeAlias = Annotated[
    str | None, Field(description="BCP 47 code of the files' language, such as \"en\"; null: the template's")
]
TargetLanguageArgument: TypeAlias = Annotated[
    str, Field(description='BCP 47 code of the language wanted, such as "es"')
]
TargetLanguagesArgument: TypeAlias = Annotated[
    list[str],
    BeforeValidator(_listed),
    Field(min_length=1, max_length=20, description='BCP 47 codes of the languages wanted: ["es", "fr"]'),
]
TextsArgument: TypeAlias = Annotated[
    list[str],
    BeforeValidator(_listed),
    Field(min_length=1, description="One text or many, of any length. Markup and placeholders are kept"),
]
TermBaseIdsArgument: TypeAlias = Annotated[
    list[int] | None,
    Field(
        max_length=5,
        description="Term bases to follow, by the ids of list_term_bases; null: those that the account has "
        "switched on; []: none",
    ),
]
MemoryIdArgument: TypeAlias = Annotated[
    int | None,
    Field(description="Translation memory to use, by the id of list_memories; null: those switched on"),
]
StyleGuideIdArgument: TypeAlias = Annotated[
    int | None, Field(description="Style guide to follow, by the id of list_style_guides")
]
WaitSecondsArgument: TypeAlias = Annotated[
    float, Field(ge=0, description="How long to wait for the end. What is not finished then goes on")
]
LimitArgument: TypeAlias = Annotated[int, Field(ge=1, le=200, description="At most so many results")]
JobIdArgument: TypeAlias = Annotated[str, Field(description="job_id of translate_document")]
ProjectIdArgument: TypeAlias = Annotated[
    int, Field(description="project_id of quote_translation or list_projects")
]
OutputArgument: TypeAlias = Annotated[
    str | None,
    Field(description="File to write, which must not exist yet; null: beside the document (guide.es.docx)"),
]
