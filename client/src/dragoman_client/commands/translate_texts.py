"""Texts of the command line, of arguments and of standard input: translated, printed in order."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from dragoman_client.commands.failures import tell
from dragoman_client.commands.input_lines import InputLine, decode_input, read_batches, standard_input
from dragoman_client.commands.output import print_json
from dragoman_client.errors import DragomanError
from dragoman_client.texts.results import Translation

if TYPE_CHECKING:
    from dragoman_client import Client
    from dragoman_client.texts.results import Explanation

Row = dict[str, Translation]  # of one text, by target


@dataclass(frozen=True, slots=True, kw_only=True)
class TextOrder:
    """How texts are to be translated."""

    source: str
    targets: Sequence[str]
    options: dict[str, Any]
    as_json: bool


def translate_arguments(client: Client, order: TextOrder, texts: Sequence[str]) -> None:
    """Translate texts and print each on a line of its own."""
    rows = _translate(client, order, texts)
    if order.as_json:
        _print_records(order, rows)
        return
    for row in rows:
        _print(order, row, "\n")


def translate_whole_input(client: Client, order: TextOrder) -> None:
    """Translate all of standard input as one text."""
    (row,) = _translate(client, order, [decode_input(standard_input().read())])
    if order.as_json:
        _print_records(order, [row])
    else:
        _print(order, row, "" if all(one.text.endswith("\n") for one in row.values()) else "\n")


def translate_lines(client: Client, order: TextOrder) -> None:
    """Translate standard input line by line; lines that are there are not held up by those to come.

    When it ends early, what was translated before is printed, and a message says where to go on.
    """
    if sys.stdin.isatty():
        tell("Write texts, one on each line; Ctrl-D ends.")
    rows: list[Row] = []
    done = 0
    try:
        for batch in read_batches(standard_input()):
            found = _translate_batch(client, order, [line.text for line in batch])
            if order.as_json:
                rows += found.rows
            else:
                _print_lines(order, found.rows, batch)
            done += len(found.rows)
            found.check()
    except BrokenPipeError:
        raise
    except BaseException:
        if done and not order.as_json:
            lines = "1 line is" if done == 1 else f"{done} lines are"
            tell(f"{lines} translated; go on with line {done + 1}.")
        raise
    if order.as_json:
        _print_records(order, rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class _BatchResult:
    rows: list[Row]  # as far as there is no gap
    error: DragomanError | None = None

    def check(self) -> None:
        """Raises what ended the batch early."""
        if self.error is not None:
            raise self.error


def _translate_batch(client: Client, order: TextOrder, texts: Sequence[str]) -> _BatchResult:
    """Translate texts; when a call fails for good, with those that were translated before it."""
    try:
        return _BatchResult(rows=_translate(client, order, texts))
    except DragomanError as error:
        completed = error.completed_by_target
        rows: list[Row] = []
        while completed and all(len(rows) in completed[target] for target in order.targets):
            rows.append({target: completed[target][len(rows)] for target in order.targets})
        return _BatchResult(rows=rows, error=error)


def _translate(client: Client, order: TextOrder, texts: Sequence[str]) -> list[Row]:
    if len(order.targets) == 1:
        target = order.targets[0]
        found = client.translate(texts, source=order.source, target=target, **order.options)
        return [{target: one} for one in found]
    several = client.translate_into(texts, source=order.source, targets=order.targets, **order.options)
    return [{target: several[target][index] for target in order.targets} for index in range(len(texts))]


def _print(order: TextOrder, row: Row, end: str) -> None:
    for target, one in row.items():
        start = f"{target}\t" if len(order.targets) > 1 else ""
        click.echo(f"{start}{one.text}{end}", nl=False)
        if one.explanation is not None:
            tell(f"  {_explained(one.explanation)}")


def _print_lines(order: TextOrder, rows: Sequence[Row], lines: Sequence[InputLine]) -> None:
    for row, line in zip(rows, lines, strict=False):
        _print(order, row, line.end or "\n")
    sys.stdout.flush()


def _print_records(order: TextOrder, rows: Sequence[Row]) -> None:
    """A record for each text; of several targets one by each."""
    if len(order.targets) == 1:
        print_json([_record(row[order.targets[0]]) for row in rows])
    else:
        print_json([{target: _record(one) for target, one in row.items()} for row in rows])


def _record(one: Translation) -> dict[str, Any]:
    known = {"text": one.text, "source": one.source, "target": one.target}
    return known if one.explanation is None else {**known, "explanation": one.explanation}


def _explained(explanation: Explanation) -> str:
    parts = [explanation.origin or "unknown origin"]
    if explanation.memory is not None:
        match = explanation.memory
        parts.append(f"memory {match.id}, unit {match.unit}, {match.score} %")
    if explanation.engine:
        parts.append(explanation.engine)
    parts += [f"{term.source} → {term.target}" for term in explanation.terms if term.applied]
    parts += [issue.message for issue in explanation.issues]
    return "; ".join(parts)
