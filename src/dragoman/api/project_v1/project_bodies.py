"""Models of projects, for the OpenAPI document. `parsing` reads requests, `record` writes answers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field

from dragoman.api.http.fields import THRESHOLD, MemoryThreshold
from dragoman.api.http.paging import PageBody
from dragoman.api.http.responses import PROTECTED, Responses, RuleProblem, refusal
from dragoman.api.http.timestamps import DEADLINE_FORM
from dragoman.api.project_resources.project_bodies import BandOfAnalysis, Price, ProjectSummary
from dragoman.projects.model import Hold
from dragoman.projects.orders.checking import LONGEST_BRIEFING, LONGEST_NUMBER, LONGEST_TITLE

CUSTOMER: Final[Responses] = {
    **PROTECTED,
    400: refusal("The request breaks rules: all of them are listed.", model=list[RuleProblem]),
}
NO_PROJECT: Final[Responses] = {404: refusal("There is no such project.")}
REPEATED: Final[Responses] = {409: refusal("A request with this Idempotency-Key is running: wait.")}
# Of an answer of 202: the analysis of a file takes about a second.
RETRY: Final[Mapping[str, str]] = {"Retry-After": "2"}

_Id = Annotated[int | None, Field(ge=-(2**31), le=2**31 - 1)]


class ProjectFields(BaseModel):
    """What a client says of a project. Names are found in any case, and `workareaId` is read as well."""

    title: str | None = Field(default=None, min_length=1, max_length=LONGEST_TITLE)
    briefing: str | None = Field(
        default=None, max_length=LONGEST_BRIEFING, description="What it is about, for everybody"
    )
    briefingForExperts: str | None = Field(  # noqa: N815 - the names of the interface
        default=None, max_length=LONGEST_BRIEFING, description="What helps the linguists"
    )
    purchaseOrderNumber: str | None = Field(default=None, max_length=LONGEST_NUMBER)  # noqa: N815
    deadline: datetime | None = Field(
        default=None, description=f"{DEADLINE_FORM} None: the provider assigns one"
    )
    templateId: _Id = Field(default=None, description="Brings what is not given here")  # noqa: N815
    serviceId: _Id = Field(  # noqa: N815
        default=None, description="Needed without a template; a template's cannot be replaced"
    )
    translationMemoryId: _Id = None  # noqa: N815
    translationMemorySetId: _Id = Field(  # noqa: N815
        default=None, description="Taken before a single memory"
    )
    useTranslationMemory: bool | None = Field(  # noqa: N815
        default=None, description="true: the primary memory where none is named; false: none at all"
    )
    memoryThreshold: MemoryThreshold | None = Field(  # noqa: N815
        default=None, description=f"{THRESHOLD}. Default: the template's, then the account's, else 85"
    )
    termBaseId: _Id = None  # noqa: N815
    invoicingAccountId: _Id = Field(default=None, description="Default: the account's")  # noqa: N815
    userId: _Id = Field(default=None, description="Default: the account's")  # noqa: N815
    workAreaId: _Id = Field(default=None, description="Default: the account's")  # noqa: N815
    externalId: str | None = Field(  # noqa: N815
        default=None, min_length=1, max_length=LONGEST_NUMBER, description="Your own; once per application"
    )
    metadata: dict[str, Any] | None = Field(
        default=None, description="Given back as it was sent; at most 16 KiB, 10 levels deep"
    )


class ProjectListBody(BaseModel):
    """Projects, the newest first unless another order is asked for."""

    projects: list[ProjectSummary]
    metadata: PageBody


class BandOfQuote(BandOfAnalysis):
    """How much text is known so well, and what it costs."""

    weight: int = Field(description="What a word costs, in percent of a new one")


class QuoteBody(BaseModel):
    """A price, and when the project would be done."""

    words: int = Field(description="Without numbers and protected text, each target language counted")
    weightedWords: float  # noqa: N815
    bands: list[BandOfQuote]
    price: Price
    deadline: str = Field(description="The project's own, or the one that a start now would assign")


class PendingQuoteBody(BaseModel):
    """A quote that cannot be given yet: the fields of a quote, without values."""

    words: None = None
    weightedWords: None = None  # noqa: N815
    bands: list[BandOfQuote] = Field(default=[], max_length=0)
    price: None = None
    deadline: None = None
    hold: str = Field(default=Hold.ANALYSIS.value, description="Why: the analysis of the files is running")
