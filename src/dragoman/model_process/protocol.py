"""The messages between the service and a model's process. Each is one JSON object with its kind.

To it: first `load`, then `work` and `cancel`. From it: `loaded` or `refused`, then `begun` before a batch is
decoded, and `done` with answers.
"""

from __future__ import annotations

from typing import Any, Final, TypedDict

LOAD: Final = "load"
WORK: Final = "work"
CANCEL: Final = "cancel"
LOADED: Final = "loaded"
REFUSED: Final = "refused"
BEGUN: Final = "begun"
DONE: Final = "done"


class LoadMessage(TypedDict):
    """Load a model."""

    kind: str
    model: str  # paths
    source: str
    target: str
    device: str
    compute_type: str
    threads: int
    memory: int  # bytes of address space; 0: no limit
    unprivileged: bool
    longest: int  # pieces of one input


class WorkText(TypedDict, total=False):
    """A text to translate."""

    id: int
    text: str
    runs: list[int]  # where the texts between codes begin; then words are answered
    terms: list[tuple[str, list[str]]]
    alone: bool  # something failed at it


class WorkMessage(TypedDict):
    """Translate texts of one request."""

    kind: str
    request: int
    owner: str
    source: str  # languages
    target: str
    before: list[str]  # tokens
    after: list[str]
    prefix: list[str]
    beam: int
    texts: list[WorkText]


class WorkAnswer(TypedDict, total=False):
    """The answer to one text: its translation, or why there is none."""

    id: int
    text: str
    fault: str
    words: list[tuple[int, int, int, list[float]]]  # see `alignment.AlignedWord`
    retries: int


Message = dict[str, Any]
