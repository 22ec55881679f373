"""Types of fields and parameters that several interfaces share."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Final

from fastapi import Path, Query
from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from dragoman.languages import is_well_formed, read_code
from dragoman.memories.scoring import HIGHEST_THRESHOLD, LOWEST_THRESHOLD

_TAG_PATTERN: Final = "^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$"


def _check_language(text: str) -> str:
    code = read_code(text)
    if not is_well_formed(code):
        raise PydanticCustomError(
            "language_code",
            "Write a BCP 47 language code of 2 to 25 characters, such as en, pt-BR or zh-Hans",
        )
    return code


def _keep_language(text: str) -> str:
    _check_language(text)
    return text


def _check_text(text: str) -> str:
    if "\x00" in text:
        raise PydanticCustomError("nul_character", "The text holds the character U+0000; leave it out")
    return text


LanguageCode = Annotated[
    str,
    Field(description="BCP 47 language code, in any case; `en_GB` is read as `en-GB`", examples=["en"]),
    AfterValidator(_check_language),
    Field(json_schema_extra={"pattern": _TAG_PATTERN, "minLength": 2, "maxLength": 25}),
]
AskedLanguage = Annotated[  # unchanged, for answers that repeat it
    str,
    Field(description="BCP 47 language code, in any case; `en_GB` is read as `en-GB`", examples=["en"]),
    AfterValidator(_keep_language),
    Field(json_schema_extra={"pattern": _TAG_PATTERN, "minLength": 2, "maxLength": 25}),
]
LARGEST_ID: Final = 2**31 - 1
Id = Annotated[int, Path(alias="id", ge=1, le=LARGEST_ID)]
ConceptId = Annotated[int, Path(alias="conceptId", ge=1, le=LARGEST_ID)]
ImportId = Annotated[int, Path(alias="importId", ge=1, le=LARGEST_ID)]
TranslationId = Annotated[int, Path(alias="translation", ge=1, le=LARGEST_ID)]
OfAccount = Annotated[
    int | None, Query(alias="accountId", ge=1, le=LARGEST_ID, description="Of this account only")
]
OfApplication = Annotated[
    int | None, Query(alias="applicationId", ge=1, le=LARGEST_ID, description="Of this application only")
]
MemoryId = Annotated[int, Field(ge=1, le=LARGEST_ID)]
StyleId = Annotated[int, Field(ge=1, le=LARGEST_ID)]
TermBaseIds = Annotated[list[Annotated[int, Field(ge=1, le=LARGEST_ID)]], Field(max_length=5)]
MemoryThreshold = Annotated[int, Field(ge=LOWEST_THRESHOLD, le=HIGHEST_THRESHOLD)]
THRESHOLD: Final = "From which score, 50 to 101, a memory's translation is taken and no engine's"
CustomerText = Annotated[str, AfterValidator(_check_text)]
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def _read_day(value: object) -> object:
    """Parse YYYY-MM-DD. pydantic's parser of dates would accept numbers and times as well."""
    if not isinstance(value, str):
        return value
    try:
        if _DAY.fullmatch(value):
            return date.fromisoformat(value)
    except ValueError:
        pass
    raise PydanticCustomError("day", "Write a day that exists as YYYY-MM-DD")


Day = Annotated[date, BeforeValidator(_read_day)]
