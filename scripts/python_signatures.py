"""Members of classes and their signatures, as users call them: for the pages of `python_pages`.

A method of the client is one definition for both of its kinds: a descriptor whose `__wrapped__` is a function
that returns a flow, or the fetching of pages. It is shown with what callers get: the result, or an iterator.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

_WIDTH: Final = 100
_PAGES: Final = re.compile(r"Callable\[\[Mark\], Flow\[Page\[(.+)\]\]\]$")
_FLOW: Final = re.compile(r"Flow\[(.+)\]$")
_KIND: Final = re.compile(r"\[R\]")  # of which kind a client is


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """An attribute of a class by the function that describes it."""

    function: Callable[..., Any]
    is_property: bool
    is_bound: bool  # callers leave the first parameter out

    def line(self, name: str) -> str:
        """How it is used: an attribute with its type, or a call."""
        if self.is_property:
            kind = _answer(inspect.signature(self.function))
            return f"{name}: {kind}" if kind else name
        return call_line(name, self.function, drop_first=self.is_bound)


def members_of(value: type) -> Iterator[tuple[str, Any]]:
    """The public methods, properties and other descriptors of a class, with those of bases in its package."""
    package = value.__module__.partition(".")[0]
    seen: set[str] = set()
    for base in value.__mro__:
        if base.__module__.partition(".")[0] == package:
            for name, member in vars(base).items():
                if not name.startswith("_") and name not in seen and _function_of(member) is not None:
                    seen.add(name)
                    yield name, member


def describe(member: Any) -> Described:
    """What describes a member that `members_of` gave."""
    function = _function_of(member)
    assert function is not None
    return Described(
        function=function,
        is_property=isinstance(member, property | functools.cached_property),
        is_bound=not isinstance(member, staticmethod),
    )


def _function_of(member: Any) -> Callable[..., Any] | None:
    if isinstance(member, property):
        return member.fget
    if isinstance(member, functools.cached_property):
        return member.func
    found = getattr(member, "__wrapped__", None) or getattr(member, "__func__", None) or member
    return found if inspect.isfunction(found) else None


def call_line(name: str, value: Any, *, drop_first: bool = False) -> str:
    """A call with all parameters and what it returns; one parameter to a line where they are too many."""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return name
    parameters = list(signature.parameters.values())[1 if drop_first else 0 :]
    answer = "" if inspect.isclass(value) else _answer(signature)
    inner = _written(str(inspect.Signature(parameters)))[1:-1]
    arrow = f" -> {answer}" if answer else ""
    start = f"{'async ' if inspect.iscoroutinefunction(value) else ''}{name}("
    if len(start) + len(inner) + len(arrow) < _WIDTH:
        return f"{start}{inner}){arrow}"
    lines = "".join(f"    {part},\n" for part in _split_parameters(inner))
    return f"{start}\n{lines}){arrow}"


def _answer(signature: inspect.Signature) -> str:
    """What callers get, as its author wrote it; for flows and pages what they become."""
    if signature.return_annotation is inspect.Signature.empty:
        return ""
    shown = _written(str(inspect.Signature(return_annotation=signature.return_annotation)))
    text = shown.removeprefix("() -> ")
    return _KIND.sub("", _FLOW.sub(r"\1", _PAGES.sub(r"Iterator[\1]", text)))


def _written(text: str) -> str:
    """A signature without quotes around annotations, and without addresses of objects."""
    text = re.sub(r"(: |-> )'((?:[^'\\]|\\')*)'", lambda one: one[1] + one[2].replace("\\'", "'"), text)
    text = re.sub(r'(: |-> )"([^"]*)"', r"\1\2", text)
    return re.sub(r"<([\w.]+)[^>]*>", r"\1", text)


def _split_parameters(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append(text[start:place].strip())
            start = place + 1
    return [*parts, text[start:].strip()]


def docstring(value: Any) -> str:
    """The docstring without its indentation; empty without one of its own."""
    return inspect.cleandoc(getattr(value, "__doc__", None) or "").strip()
