"""Fields and parameters that several parts of the provider's interface have."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Path, Query

LARGEST_ID: Final = 2**31 - 1

Id = Annotated[int, Path(ge=1, le=LARGEST_ID)]
OfAccount = Annotated[int | None, Query(ge=1, le=LARGEST_ID, description="Of this account only")]
