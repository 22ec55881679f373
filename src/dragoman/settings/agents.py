"""Settings of `/mcp`, the tools for agents."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import BeforeValidator, Field

from dragoman.settings.values import split_commas

Enabled: TypeAlias = Annotated[
    bool, Field(description="Answer agents at /mcp (Model Context Protocol), with the usual access tokens.")
]
OrderingApplications: TypeAlias = Annotated[
    list[str],
    BeforeValidator(split_commas),
    Field(
        description="Client ids of applications whose agents may order projects at /mcp, which costs money, "
        "separated by commas; * for all. They need the scope projects as well. Default: none may."
    ),
]
