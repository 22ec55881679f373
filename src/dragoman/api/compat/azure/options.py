"""What calls of all versions of Azure's interface may ask for, and how they are answered."""

from __future__ import annotations

from typing import Any, Final

from dragoman.api.compat.azure.interface import CODES, NO_SUCH_SYSTEM, OPTION_INVALID, AzureRefused
from dragoman.translation.source_guesses import SourceGuess

_GENERAL: Final = frozenset({"", "general", "generalnn"})


def check_system(system: str, *, may_fall_back: bool, name: str) -> None:
    """Refuse a custom system that no other one may stand in for. Raises `AzureRefused`."""
    if system.lower() not in _GENERAL and not may_fall_back:
        raise AzureRefused(NO_SUCH_SYSTEM, f"There are no custom systems: leave {name} or allowFallback out.")


def check_profanity(action: str) -> None:
    """Refuse to mask words. Raises `AzureRefused`."""
    if action.lower() not in {"", "noaction"}:
        raise AzureRefused(OPTION_INVALID, "The only profanityAction here is NoAction.")


def write_guess(guess: SourceGuess) -> dict[str, Any]:
    """A detected language as Azure has it."""
    return {"language": CODES.write(guess.code), "score": round(guess.likelihood, 2)}
