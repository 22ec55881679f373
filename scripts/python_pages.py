"""Generate docs/reference/python from the docstrings of a package: see `write_references`.

The first page has what the package's `__all__` names, and the modules that users import by themselves. The
second has the objects that these lead to: classes in annotations, and subclasses of exceptions. An internal
module needs no mark to be left out. `python_signatures` reads members and writes their signatures.
"""

from __future__ import annotations

import enum
import importlib
import inspect
import pkgutil
import re
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from scripts.formats_page import WRITTEN
from scripts.python_signatures import call_line, describe, docstring, members_of

FOLDER: Final = Path("docs/reference/python")
IMPORTED: Final = ("webhooks", "mock")  # modules that users import by themselves, where they are
_LEFT_OUT: Final = frozenset({"commands", "__main__"})  # their reference is their `--help`
_OBJECTS_INTRO: Final = """What the [client](README.md) takes, gives and raises. The client is used without
importing any of it; the line below each name is for annotations and `except`.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicName:
    """A public class or function, and the module that users import it from."""

    name: str
    value: Any
    module: str


def python_pages(package: str) -> dict[Path, str]:
    """The two pages of a package: their paths from the root of the checkout, and contents."""
    root = importlib.import_module(package)
    inner = [importlib.import_module(name) for name in _module_names(root)]
    first = list(public_names(root))
    for module in inner:
        if module.__name__.partition(".")[2] in IMPORTED:
            first += [
                one for one in public_names(module) if one.value not in [other.value for other in first]
            ]
    objects = _reached(first, {one.name: one for module in inner for one in public_names(module)})
    return {
        FOLDER / "README.md": _page("The Python client", docstring(root), first),
        FOLDER / "objects.md": _page("Objects of the Python client", _OBJECTS_INTRO, objects),
    }


def _module_names(root: ModuleType) -> Iterator[str]:
    for found in sorted(pkgutil.walk_packages(root.__path__, f"{root.__name__}."), key=lambda one: one.name):
        words = found.name.split(".")[1:]
        if words[0] not in _LEFT_OUT and not any(word.startswith("_") for word in words):
            yield found.name


def public_names(module: ModuleType) -> Iterator[PublicName]:
    """What `__all__` names, in its order; without it what the module defines under a public name."""
    names = getattr(module, "__all__", None)
    for name in names if names is not None else vars(module):
        value = getattr(module, name, None)
        is_ours = getattr(value, "__module__", None) == module.__name__ and not name.startswith("_")
        if (names is not None or is_ours) and (inspect.isclass(value) or inspect.isroutine(value)):
            yield PublicName(name=name, value=value, module=module.__name__)


def _reached(first: Sequence[PublicName], known: Mapping[str, PublicName]) -> list[PublicName]:
    """The classes that annotations of these lead to, and subclasses of exceptions, sorted by name."""
    shown = {id(one.value) for one in first}
    found: dict[str, PublicName] = {}
    waiting = [one.value for one in first]
    while waiting:
        value = waiting.pop()
        words = set(re.findall(r"\w+", _annotations(value)))
        if inspect.isclass(value) and issubclass(value, BaseException):
            words |= {
                name
                for name, one in known.items()
                if inspect.isclass(one.value) and value in one.value.__mro__
            }
        for name in words & known.keys() - found.keys():
            one = known[name]
            if inspect.isclass(one.value) and id(one.value) not in shown:
                found[name] = one
                waiting.append(one.value)
    return [found[name] for name in sorted(found)]


def _annotations(value: Any) -> str:
    """All annotations of a class with its members, or of a function, as text."""
    if not inspect.isclass(value):
        return call_line("", value)
    fields = [str(one) for base in value.__mro__ for one in vars(base).get("__annotations__", {}).values()]
    return " ".join([*fields, *(call_line("", describe(member).function) for _, member in members_of(value))])


def _page(title: str, intro: str, names: Sequence[PublicName]) -> str:
    lines = [f"# {title}", "", WRITTEN, "", intro.rstrip("\n"), ""]
    for one in names:
        lines += [f"## {one.name}", "", f"`from {one.module} import {one.name}`", ""]
        lines += [*(_class(one) if inspect.isclass(one.value) else _function(one)), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _class(one: PublicName) -> Iterator[str]:
    bases = [base.__name__ for base in one.value.__bases__ if base.__module__ not in {"builtins", "typing"}]
    if issubclass(one.value, enum.Enum):
        yield _code(f"class {one.name}({', '.join(bases)})")
        yield f"\n{docstring(one.value)}\n"
        yield from (f"- `{member.name}`: `{member.value!r}`" for member in one.value)
        return
    if typing.is_typeddict(one.value):
        fields = "".join(f"\n    {name}: {kind}" for name, kind in _fields(one.value).items())
        yield _code(f"class {one.name}(TypedDict):{fields}")
    else:
        yield _code(f"class {call_line(one.name, one.value)}")
    yield f"\n{docstring(one.value)}"
    for name, member in members_of(one.value):
        described = describe(member)
        yield f"\n### {one.name}.{name}\n"
        yield _code(described.line(name))
        yield f"\n{docstring(described.function)}"


def _fields(value: Any) -> dict[str, str]:
    """Names and types of the fields of a typed dictionary, as they were written."""
    kinds = {name: getattr(kind, "__forward_arg__", kind) for name, kind in value.__annotations__.items()}
    return {name: kind.__name__ if inspect.isclass(kind) else str(kind) for name, kind in kinds.items()}


def _function(one: PublicName) -> Iterator[str]:
    yield _code(call_line(one.name, one.value))
    yield f"\n{docstring(one.value)}"


def _code(text: str) -> str:
    return f"```text\n{text}\n```"
