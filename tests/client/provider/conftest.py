"""A client of the provider's own application, and one of a customer, of each server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dragoman_client import Client
from dragoman_client.projects.results import Project
from dragoman_client.provider.translation_results import ProviderTranslation
from tests.client.servers import Server, credentials
from tests.contract.conftest import Customer
from tests.waiting import wait_until

TEXT = b"The red book is big. It is new.\n\nThe dog eats.\n"


@pytest.fixture(scope="session")
def staff_client(server: Server) -> Iterator[Client]:
    """A client of an application with the scope `provider`, of the role admin, which may do everything."""
    with Client(server.url, **credentials(server.provider)) as client:
        yield client


@pytest.fixture(scope="module")
def customer(server: Server, production: Customer) -> Iterator[Client]:
    """A client of a production account."""
    with Client(server.url, **credentials(production.application)) as client:
        yield client


def human_service(customer: Client) -> int:
    """The id of the service of linguists."""
    return next(one.id for one in customer.reference.services() if one.kind == "human")


def order_of_people(customer: Client, title: str, *, targets: tuple[str, ...] = ("es",)) -> Project:
    """A draft of a project for linguists, whose file is read."""
    made = customer.projects.create(title=title, service_id=human_service(customer))
    customer.projects.upload(made.id, TEXT, name="book.txt", source="en", targets=targets)
    customer.projects.quote(made.id)  # waits until the file is read
    return customer.projects.get(made.id)


def wait_for_stage(client: Client, project: int, translation: int, stage: str) -> ProviderTranslation:
    """A translation, once it is at a stage."""
    return wait_until(
        lambda: client.provider.translations.get(project, translation), lambda one: one.stage == stage
    )
