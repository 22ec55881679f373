"""The interfaces: below which prefix, with which scope, rate limit and style of errors."""

from __future__ import annotations

from typing import Final

from dragoman.access.model import AccessScope, Bucket
from dragoman.http.route_policy import ErrorStyle, Interface

MT_V2: Final = Interface(
    prefix="/v2", scope=AccessScope.TRANSLATE, bucket=Bucket.TRANSLATE, errors=ErrorStyle.TEXT
)
PROJECT_V1: Final = Interface(
    prefix="/project/v1", scope=AccessScope.PROJECTS, bucket=Bucket.PROJECTS, errors=ErrorStyle.PROJECT
)
PROVIDER_V1: Final = Interface(
    prefix="/provider/v1", scope=AccessScope.PROVIDER, bucket=None, errors=ErrorStyle.PROVIDER
)
INTERFACES: Final = (MT_V2, PROJECT_V1, PROVIDER_V1)
