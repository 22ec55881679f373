"""Passwords of people: hashed and verified in a few threads, and rated before they are taken."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from dragoman.accounts.model import MAX_PASSWORD, MIN_PASSWORD, User
from dragoman.errors import RuleBroken

# OWASP's parameters for Argon2id: 19 MiB, two passes, about 30 ms.
_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
# Each takes a core and memory: many that sign in at once wait for each other, not translations for them (B8).
_MOST_AT_ONCE: Final = 4
_THREADS: Final = ThreadPoolExecutor(max_workers=_MOST_AT_ONCE, thread_name_prefix="argon2")
_SHORTEST_WORD: Final = 4  # a part of a name or an address that a password may not consist of
_LEAST_DIFFERENT: Final = 5  # characters of a password that differ
_ROWS: Final = (
    "abcdefghijklmnopqrstuvwxyz",
    "0123456789",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "qwertzuiop",
)
_LONGEST_RUN: Final = 5  # of characters beside each other, in the alphabet or on a keyboard


@dataclass(frozen=True, slots=True, kw_only=True)
class PasswordCheck:
    """Whether a password was right, and its hash with today's parameters if the stored one is older."""

    is_right: bool
    new_hash: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PasswordRating:
    """How good a password is, for the meter beside its field."""

    score: int  # 0 (refused) to 4
    reason: str  # what is wrong, or how good it is: a sentence

    @property
    def is_accepted(self) -> bool:
        """Whether the password may be used."""
        return self.score > 0


class PasswordRefused(RuleBroken):
    """A password that is too short, too long, or too easy to guess."""

    code = "PASSWORD_REFUSED"


async def hash_password(password: str) -> str:
    """Hash a password for the database."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, _HASHER.hash, password)


async def verify_password(stored: str | None, password: str) -> PasswordCheck:
    """Check a password against its hash. Without a hash it takes as long, and is wrong."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, _verify, stored, password)


def _verify(stored: str | None, password: str) -> PasswordCheck:
    # What cannot be a password is cut: hashing a megabyte takes longer than hashing a password.
    tried = password[: MAX_PASSWORD + 1]
    try:
        is_right = _HASHER.verify(stored or _dummy_hash(), tried) and stored is not None
    except (VerificationError, InvalidHashError):
        return PasswordCheck(is_right=False, new_hash=None)
    is_old = is_right and stored is not None and _HASHER.check_needs_rehash(stored)
    return PasswordCheck(is_right=is_right, new_hash=_HASHER.hash(password) if is_old else None)


@lru_cache(maxsize=1)
def _dummy_hash() -> str:
    return _HASHER.hash("a password that is nobody's")


def rate_password(password: str, user: User | None = None) -> PasswordRating:
    """Rate a password of a person. One that is too easy to guess has the score 0 and a reason."""
    reason = _find_fault(password, user)
    if reason is not None:
        return PasswordRating(score=0, reason=reason)
    kinds = sum(bool(re.search(kind, password)) for kind in (r"[a-z]", r"[A-Z]", r"\d", r"[\W_]"))
    score = min(4, 1 + (len(password) >= 16) + (len(password) >= 20) + (kinds >= 3))
    words = {1: "This will do. Longer is better.", 2: "Good.", 3: "Very good.", 4: "Excellent."}
    return PasswordRating(score=score, reason=words[score])


def require_good_password(password: str, user: User | None = None) -> str:
    """Return the password unchanged. Raises `PasswordRefused` with the reason of `rate_password`."""
    rating = rate_password(password, user)
    if not rating.is_accepted:
        raise PasswordRefused(
            rating.reason,
            hints="Choose another one, such as four words that do not belong together.",
            field="password",
        )
    return password


def _find_fault(password: str, user: User | None) -> str | None:
    if len(password) < MIN_PASSWORD:
        return f"At least {MIN_PASSWORD} characters: {MIN_PASSWORD - len(password)} more."
    if len(password) > MAX_PASSWORD:
        return f"At most {MAX_PASSWORD} characters."
    small = password.casefold()
    if len(set(small)) < _LEAST_DIFFERENT or _repeats(small):
        return "It repeats itself. Use more different characters."
    if _runs(small) * 2 > len(small):
        return "It is a row of the alphabet or the keyboard."
    rest = re.sub(r"[\W\d_]+", "", small)
    for word in _own_words(user):
        rest = rest.replace(word, "")
    if len(rest) < _SHORTEST_WORD and any(word in small for word in _own_words(user)):
        return "It is a name that others know: yours, your address, or the service's."
    return None


def _repeats(text: str) -> bool:
    """Whether the text is one part several times, such as `abcabcabcabc`."""
    return text in (text + text)[1:-1]


def _runs(text: str) -> int:
    """How many characters are in runs of neighbours, forwards or backwards."""
    rows = [*_ROWS, *(row[::-1] for row in _ROWS)]
    covered: set[int] = set()
    for start in range(len(text) - _LONGEST_RUN + 1):
        part = text[start : start + _LONGEST_RUN]
        if any(part in row for row in rows):
            covered.update(range(start, start + _LONGEST_RUN))
    return len(covered)


def _own_words(user: User | None) -> list[str]:
    """What guessers try first, longest first."""
    words = ["dragoman", "password", "passwort", "contraseña", "motdepasse"]
    if user is not None:
        words += re.split(r"\W+", f"{user.first_name} {user.last_name} {user.email or ''}".casefold())
        words.append(re.sub(r"\W+", "", (user.email or "").casefold()))
    return sorted(
        (re.sub(r"[\d_]+", "", word) for word in words if len(word) >= _SHORTEST_WORD), key=len, reverse=True
    )
