"""The name check: words that may not be names, and public classes that share a name.

Code is found by searching for the field's word, so a name is one that a reader would search for, and a class
name means one thing in the whole project. `docs/concepts/glossary.md` has the words and where they are.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

# Word in a name → the words to use instead.
FORBIDDEN: Final[Mapping[str, str]] = {
    "deed": "audit event, action",
    "desk": "request context",
    "furniture": "page decoration",
    "leaving": "disconnect",
    "manner": "style, format",
    "moment": "datetime, timestamp",
    "nobody": "no user, no client",
    "patience": "timeout, retry",
    "sayable": "representable",
    "shelf": "cache",
    "somebody": "the user, the client",
    "strangers": "clients",
    "surroundings": "context",
    "walls": "sandbox",
}

# Modules that say nothing of what is in them.
FORBIDDEN_MODULES: Final = frozenset({"base", "common", "helpers", "manager", "misc", "service", "utils"})

# Classes of one name that are one idea: the name → why it may be there more than once.
SHARED: Final[Mapping[str, str]] = {}

_WORDS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def main() -> int:
    """Check the modules and classes of the source; 1 when a name may not be."""
    problems: list[str] = []
    for folder in ("src", "client/src"):  # the client names what the server names: the same ideas
        sources = {path: path.read_text(encoding="utf-8") for path in sorted(Path(folder).rglob("*.py"))}
        problems += [*find_forbidden(sources), *find_shared(sources, shared=SHARED)]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def find_forbidden(sources: Mapping[Path, str]) -> Iterator[str]:
    """Modules, classes, functions and parameters that have a forbidden word in their names."""
    for path, source in sources.items():
        if path.stem in FORBIDDEN_MODULES:
            yield f"{path}: a module is named after the thing or the verb in it"
        names = [(1, path.stem), *_names(ast.parse(source, filename=str(path)))]
        for line, name in names:
            for word in _WORDS.findall(name):
                if (instead := FORBIDDEN.get(word.lower())) is not None:
                    yield f"{path}:{line}: {name}: not `{word.lower()}`; say {instead}"


def find_shared(sources: Mapping[Path, str], *, shared: Mapping[str, str]) -> Iterator[str]:
    """Public classes that have the name of another one."""
    places: dict[str, list[str]] = defaultdict(list)
    for path, source in sources.items():
        for node in ast.parse(source, filename=str(path)).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(f"{path}:{node.lineno}")
    for name, found in places.items():
        if len(found) > 1 and name not in shared:
            yield f"{' and '.join(found)}: {name} names {len(found)} classes; give each a telling name"
    for name in shared:
        if len(places.get(name, ())) < 2:
            yield f"scripts/check_names.py: {name} is listed as shared, but is not"


def _names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id


if __name__ == "__main__":
    sys.exit(main())
