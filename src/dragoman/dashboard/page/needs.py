"""The types of an endpoint's page: what its reader needs. `PageRoute` checks it before anything is read."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import Depends, Request

from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.page.rights import PageNeeds, Right


async def _read_page(request: Request) -> PageRequest:
    page: PageRequest = request.state.page  # which the route has made
    return page


# Anybody: only for the pages that lead to a session.
PublicPage: TypeAlias = Annotated[PageRequest, Depends(_read_page), PageNeeds((Right.ANYBODY,))]
PersonPage: TypeAlias = Annotated[PageRequest, Depends(_read_page), PageNeeds((Right.PERSON,))]
# Translating texts: also visitors, where the operator lets them.
TextPage: TypeAlias = Annotated[PageRequest, Depends(_read_page), PageNeeds((Right.PERSON, Right.VISITOR))]
DeveloperPage: TypeAlias = Annotated[
    PageRequest, Depends(_read_page), PageNeeds((Right.DEVELOPER, Right.MANAGER))
]
# Applications: developers for those of their own account, administrators for all.
DeveloperOrAdminPage: TypeAlias = Annotated[
    PageRequest, Depends(_read_page), PageNeeds((Right.DEVELOPER, Right.ADMIN))
]
OrdererPage: TypeAlias = Annotated[
    PageRequest, Depends(_read_page), PageNeeds((Right.ORDERER, Right.MANAGER))
]
CustomerPage: TypeAlias = Annotated[
    PageRequest, Depends(_read_page), PageNeeds((Right.DEVELOPER, Right.ORDERER, Right.MANAGER))
]
# Memories and term bases: the provider's linguists, and customers for those of their own account (P17).
MemoryPage: TypeAlias = Annotated[
    PageRequest, Depends(_read_page), PageNeeds((Right.LINGUIST, Right.DEVELOPER, Right.ORDERER))
]
# What linguists may not do with them: create, import, export, settings, delete.
MemoryKeeperPage: TypeAlias = Annotated[
    PageRequest, Depends(_read_page), PageNeeds((Right.MANAGER, Right.DEVELOPER, Right.ORDERER))
]
LinguistPage: TypeAlias = Annotated[PageRequest, Depends(_read_page), PageNeeds((Right.LINGUIST,))]
ManagerPage: TypeAlias = Annotated[PageRequest, Depends(_read_page), PageNeeds((Right.MANAGER,))]
AdminPage: TypeAlias = Annotated[PageRequest, Depends(_read_page), PageNeeds((Right.ADMIN,))]
