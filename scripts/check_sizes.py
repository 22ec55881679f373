"""The size check: files, functions and parameters stay small enough to read.

A file of more than 300 lines is named, one of more than 400 fails. A function has at most 60 lines, nine in
ten at most 30; it has at most 6 parameters, not counting `self`, `cls`, and the options of commands and
endpoints, which are declarations.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FILE_WARN: Final = 300
FILE_MOST: Final = 400
FUNCTION_MOST: Final = 60
FUNCTION_USUAL: Final = 30
USUAL_SHARE: Final = 0.9
PARAMETERS_MOST: Final = 6

# file → why it may be longer; keep this list short
ALLOWED: Final[Mapping[str, str]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """One function or method of a file."""

    file: str
    line: int
    name: str
    lines: int
    parameters: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What the check found."""

    problems: tuple[str, ...]
    warnings: tuple[str, ...]


def main() -> int:
    """Check every Python file that git knows or would add; 1 when something is too large."""
    sources = {name: Path(name).read_text(encoding="utf-8") for name in _python_files()}
    report = check_sizes(sources, allowed=ALLOWED)
    for line in (*report.warnings, *report.problems):
        print(line, file=sys.stderr)
    counts = {
        top: sum(_lines(s) for n, s in sources.items() if n.startswith(top)) for top in ("src/", "tests/")
    }
    ratio = counts["tests/"] / max(1, counts["src/"])
    print(
        f"sizes: {len(sources)} files; {counts['src/']} lines of source, and {ratio:.2f} times that of tests"
    )
    return 1 if report.problems else 0


def check_sizes(sources: Mapping[str, str], *, allowed: Mapping[str, str]) -> Report:
    """Check files given by name and content."""
    problems: list[str] = []
    warnings: list[str] = []
    functions: list[Function] = []
    for name, source in sources.items():
        lines = _lines(source)
        if lines > FILE_MOST and name not in allowed:
            problems.append(f"{name}: {lines} lines, at most {FILE_MOST}")
        elif lines > FILE_WARN:
            warnings.append(
                f"warning: {name}: {lines} lines, better {FILE_WARN} ({allowed.get(name, 'split it')})"
            )
        if not name.startswith("tests/"):
            functions.extend(find_functions(name, source))
    problems.extend(
        f"{name}: is allowed to be long, but is not there" for name in allowed if name not in sources
    )
    problems.extend(_judge(functions))
    return Report(problems=tuple(problems), warnings=tuple(warnings))


def find_functions(file: str, source: str) -> Iterator[Function]:
    """Every function and method of a file, nested ones too."""
    for node in ast.walk(ast.parse(source, filename=file)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Function(
                file=file,
                line=node.lineno,
                name=node.name,
                lines=(node.end_lineno or node.lineno) - node.lineno + 1,
                parameters=_count_parameters(node),
            )


def _judge(functions: Sequence[Function]) -> Iterator[str]:
    for function in functions:
        place = f"{function.file}:{function.line}: {function.name}"
        if function.lines > FUNCTION_MOST:
            yield f"{place} has {function.lines} lines, at most {FUNCTION_MOST}"
        if function.parameters > PARAMETERS_MOST:
            yield f"{place} has {function.parameters} parameters, at most {PARAMETERS_MOST}: find the noun"
    long = sum(function.lines > FUNCTION_USUAL for function in functions)
    if long > (1 - USUAL_SHARE) * len(functions):
        yield f"{long} of {len(functions)} functions have over {FUNCTION_USUAL} lines; one in ten may"


def _count_parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return sum(a.arg not in {"self", "cls"} and not _is_declaration(a) for a in given)


def _is_declaration(argument: ast.arg) -> bool:
    """Whether Typer or FastAPI fills it in: `Annotated[…]`, or the name of such a type, `…Option`."""
    note = ast.unparse(argument.annotation) if argument.annotation is not None else ""
    return note.startswith("Annotated[") or note.endswith(("Option", "Argument"))


def _lines(source: str) -> int:
    return source.count("\n")


def _python_files() -> list[str]:
    listing = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "*.py"], capture_output=True, text=True, check=True
    )
    return [name for name in sorted(set(listing.stdout.splitlines())) if Path(name).is_file()]


if __name__ == "__main__":
    sys.exit(main())
