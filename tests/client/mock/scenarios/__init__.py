"""The same requests, good and bad, for the mock and for the real service, in the order of a client's life."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.client.mock.exchanges import Recorder
from tests.client.mock.scenarios import documents, projects, provider, texts, words


@dataclass(frozen=True, slots=True)
class Scenario:
    """Some requests, and the kind of the account that sends them."""

    run: Callable[[Recorder], None]
    kind: str = "sandbox"

    @property
    def name(self) -> str:
        return self.run.__name__


SCENARIOS = (
    Scenario(texts.ask_for_tokens),
    Scenario(texts.refuse_calls),
    Scenario(texts.translate),
    Scenario(documents.translate_documents),
    Scenario(documents.refuse_documents),
    Scenario(documents.repeat_documents),
    Scenario(projects.read_reference_data),
    Scenario(projects.create_projects),
    Scenario(projects.change_projects),
    Scenario(projects.upload_files),
    Scenario(projects.run_projects),
    Scenario(words.keep_memories),
    Scenario(words.keep_term_bases),
    Scenario(words.keep_style_guides),
    Scenario(provider.read_notifications),
    Scenario(provider.read_as_provider),
    Scenario(provider.change_as_provider),
    Scenario(provider.run_as_provider, kind="production"),
)
