"""What is asked of the server for texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict

from dragoman_client.errors import InvalidInputError


class TextOptions(TypedDict, total=False):
    """What can be chosen for texts besides their languages (clauses T6, T11)."""

    explain: bool  # say where each translation is from
    context: str  # text around, which is not translated
    term_bases: Sequence[int]  # up to 5 ids, instead of those that are enforced; (): none
    memory: int  # id, instead of those that are switched on
    memory_threshold: int  # the score from which a memory's translation is used, 50 to 101
    style: int  # id of a style guide
    placeholders: Sequence[str]  # names of grammars


_WIRE: Mapping[str, str] = {
    "context": "context",
    "term_bases": "termBaseIds",
    "memory": "translationMemoryId",
    "memory_threshold": "memoryThreshold",
    "style": "styleId",
    "placeholders": "placeholders",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TextRequest:
    """The languages and options of texts."""

    source: str
    targets: tuple[str, ...]
    several: bool = False  # asked with `targets`
    explain: bool = False
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)  # by their names in JSON

    def body(self, texts: Sequence[str]) -> dict[str, Any]:
        """The JSON of a request for these texts."""
        languages: dict[str, Any] = {"source": self.source}
        languages |= {"targets": list(self.targets)} if self.several else {"target": self.targets[0]}
        return {**languages, **self.options, "segments": [{"text": text} for text in texts]}


def make_request(source: str, targets: str | Sequence[str], options: Mapping[str, Any]) -> TextRequest:
    """Check the arguments of a translation. Raises `InvalidInputError`."""
    unknown = set(options) - {*_WIRE, "explain"}
    if unknown:
        raise TypeError(f"translate() has no argument {min(unknown)!r}")
    several = not isinstance(targets, str)
    wanted = (targets,) if isinstance(targets, str) else tuple(targets)
    if not wanted or not all(isinstance(one, str) and one for one in (source, *wanted)):
        raise InvalidInputError('A language code is missing. Write it like "es" or "pt-BR".')
    sent = {
        _WIRE[name]: _json(value) for name, value in options.items() if name in _WIRE and value is not None
    }
    return TextRequest(
        source=source,
        targets=wanted,
        several=several,
        explain=bool(options.get("explain")),
        options=sent,
    )


def _json(value: Any) -> Any:
    return list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value
