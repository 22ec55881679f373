"""Models of projects, for the OpenAPI document. `parsing` reads requests, `record` writes answers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import ConfigDict, Field

from dragoman.api.project_resources.project_bodies import BandOfAnalysis, Price, ProjectSummary
from dragoman.http.fields import THRESHOLD, MemoryThreshold
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.paging import PageBody
from dragoman.http.responses import PROTECTED, Responses, RuleProblem, refusal
from dragoman.http.timestamps import DEADLINE_FORM
from dragoman.projects.model import HoldReason
from dragoman.projects.orders.checking import LONGEST_BRIEFING, LONGEST_NUMBER, LONGEST_TITLE

CUSTOMER: Final[Responses] = {
    **PROTECTED,
    400: refusal(
        "The request breaks rules: all of them are listed.", model=list[RuleProblem], name="RulesBroken"
    ),
}
NO_PROJECT: Final[Responses] = {
    404: refusal("There is no such project.", name="NoSuchProject", detail="There is no project 12.")
}
# Of an answer of 202: the analysis of a file takes about a second.
RETRY: Final[Mapping[str, str]] = {"Retry-After": "2"}

_Id = Annotated[int | None, Field(ge=-(2**31), le=2**31 - 1)]


class ProjectFields(RequestModel):
    """What a client says of a project. Names are found in any case, and `workareaId` is read as well."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"title": "Manual of the X200", "serviceId": 3, "externalId": "order-4711"}]
        }
    )

    title: str | None = Field(default=None, min_length=1, max_length=LONGEST_TITLE)
    briefing: str | None = Field(
        default=None, max_length=LONGEST_BRIEFING, description="What it is about, for everybody"
    )
    briefing_for_experts: str | None = Field(
        default=None, max_length=LONGEST_BRIEFING, description="What helps the linguists"
    )
    purchase_order_number: str | None = Field(default=None, max_length=LONGEST_NUMBER)
    deadline: datetime | None = Field(
        default=None, description=f"{DEADLINE_FORM} None: the provider assigns one"
    )
    template_id: _Id = Field(default=None, description="Brings what is not given here")
    service_id: _Id = Field(
        default=None, description="Needed without a template; a template's cannot be replaced"
    )
    translation_memory_id: _Id = None
    translation_memory_set_id: _Id = Field(default=None, description="Taken before a single memory")
    use_translation_memory: bool | None = Field(
        default=None, description="true: the primary memory where none is named; false: none at all"
    )
    memory_threshold: MemoryThreshold | None = Field(
        default=None, description=f"{THRESHOLD}. Default: the template's, then the account's, else 85"
    )
    term_base_id: _Id = None
    style_id: _Id = Field(default=None, description="A style guide, for engines, linguists and checks")
    invoicing_account_id: _Id = Field(default=None, description="Default: the account's")
    user_id: _Id = Field(default=None, description="Default: the account's")
    work_area_id: _Id = Field(default=None, description="Default: the account's")
    external_id: str | None = Field(
        default=None, min_length=1, max_length=LONGEST_NUMBER, description="Your own; once per application"
    )
    metadata: dict[str, Any] | None = Field(
        default=None, description="Given back as it was sent; at most 16 KiB, 10 levels deep"
    )


class ProjectListBody(ResponseModel):
    """Projects, the newest first unless another order is asked for."""

    projects: list[ProjectSummary]
    metadata: PageBody


class BandOfQuote(BandOfAnalysis):
    """How much text is known so well, and what it costs."""

    weight: int = Field(description="What a word costs, in percent of a new one")


class QuoteBody(ResponseModel):
    """A price, and when the project would be done."""

    words: int = Field(description="Without numbers and protected text, each target language counted")
    weighted_words: float
    bands: list[BandOfQuote]
    price: Price
    deadline: str = Field(description="The project's own, or the one that a start now would assign")


class PendingQuoteBody(ResponseModel):
    """A quote that cannot be given yet: the fields of a quote, without values."""

    words: None = None
    weighted_words: None = None
    bands: list[BandOfQuote] = Field(default=[], max_length=0)
    price: None = None
    deadline: None = None
    hold: str = Field(
        default=HoldReason.ANALYSIS.value, description="Why: the analysis of the files is running"
    )
