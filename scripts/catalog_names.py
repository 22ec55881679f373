"""Which strings an expression may be, for `catalogs`: names are looked up where they are assigned."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

_FIELD: Final = re.compile(r"\{\w*\}")


def resolve(
    value: ast.expr,
    *,
    at: ast.AST,
    tree: ast.Module,
    trees: Mapping[Path, ast.Module],
    known: frozenset[str] = frozenset(),
) -> Iterator[ast.expr]:
    """The expressions that a value may be `at` a node of a module, each of them no name."""
    for part in alternatives(value):
        if isinstance(part, ast.Name):
            if part.id not in known:
                for one, module in _find_assigned(part.id, at, tree, trees):
                    yield from resolve(one, at=at, tree=module, trees=trees, known=known | {part.id})
            continue
        for one in _parts_of(part):
            if one is part:
                yield part
            else:
                found = resolve(one, at=at, tree=tree, trees=trees, known=known)
                yield from map(_number_fields, found) if _calls(part, "format") else found


def alternatives(value: ast.expr) -> Iterator[ast.expr]:
    """Both sides of conditions."""
    if isinstance(value, ast.IfExp):
        yield from alternatives(value.body)
        yield from alternatives(value.orelse)
    else:
        yield value


def _parts_of(value: ast.expr) -> Iterator[ast.expr]:
    """What a value is taken from: a table that is looked up in, a text that is filled in; else itself."""
    if isinstance(value, ast.Dict):
        yield from value.values
    elif isinstance(value, ast.Tuple):
        yield from value.elts
    elif isinstance(value, ast.Subscript):
        yield value.value
    elif isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and _calls(value, "format"):
        yield value.func.value
    elif isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and _calls(value, "get"):
        yield from (value.func.value, *value.args[1:])
    else:
        yield value


def _calls(value: ast.expr, name: str) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == name


def _number_fields(value: ast.expr) -> ast.expr:
    """A text for `str.format` with {1}, {2} … for what is filled in."""
    if not (isinstance(value, ast.Constant) and isinstance(value.value, str)):
        return value
    numbers = itertools.count(1)
    return ast.Constant(_FIELD.sub(lambda _: f"{{{next(numbers)}}}", value.value))


def _find_assigned(
    name: str, at: ast.AST, tree: ast.Module, trees: Mapping[Path, ast.Module]
) -> Iterator[tuple[ast.expr, ast.Module]]:
    """What a name is in the function around a node, else in its module, else where that imports it from."""
    for scope in (_function_around(at, tree), tree):
        found = list(_assigned_in(scope, name)) if scope is not None else []
        if found:
            yield from ((one, tree) for one in found)
            return
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and any((one.asname or one.name) == name for one in node.names):
            end = f"{(node.module or '').replace('.', '/')}.py"
            module = next((one for path, one in trees.items() if path.as_posix().endswith(f"/{end}")), None)
            if module is not None:
                yield from ((one, module) for one in _assigned_in(module, name))


def _assigned_in(scope: ast.AST, name: str) -> Iterator[ast.expr]:
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(ast.unparse(one) == name for one in targets):
                yield node.value


def _function_around(at: ast.AST, tree: ast.Module) -> ast.AST | None:
    line = getattr(at, "lineno", 0)
    around = (
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.lineno <= line <= (node.end_lineno or 0)
    )
    return max(around, key=lambda node: node.lineno, default=None)
