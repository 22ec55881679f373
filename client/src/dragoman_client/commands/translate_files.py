"""Documents of the command line: files and folders, several targets, changes of a folder."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from dragoman_client.commands.failures import Interrupted, status_of, status_of_several, tell
from dragoman_client.commands.output import print_json
from dragoman_client.commands.progress import ProgressBar, overall, progress_bar
from dragoman_client.commands.service_choice import ServiceChoice
from dragoman_client.documents.results import DocumentOutcome, DocumentProgress
from dragoman_client.documents.translating import DocumentOrder, orders_of_files, orders_of_folder
from dragoman_client.errors import DocumentFailedError, InvalidInputError

if TYPE_CHECKING:
    from dragoman_client import Client

_LOOK_SECONDS: Final = 1.0  # between two looks at a folder that is watched
Order: TypeAlias = tuple[Path, DocumentOrder]
FileState: TypeAlias = tuple[int, int]  # nanoseconds of its last change, and its size


@dataclass(frozen=True, slots=True, kw_only=True)
class FileOrder:
    """Which documents are to be translated, and how."""

    files: tuple[Path, ...]
    source: str
    targets: tuple[str, ...]
    output: Path | None
    is_recursive: bool
    only_changed: bool
    timeout: float | None
    options: Mapping[str, Any]


@dataclass(slots=True)
class JobsUnderWay:
    """Which documents the service is translating: what to say of them after Ctrl-C."""

    jobs: dict[str, Order] = field(default_factory=dict)

    def advice(self) -> str:
        """How to get what is not lost."""
        lines = [f"  {path}: {command_to_go_on(job, order)}" for job, (path, order) in self.jobs.items()]
        if not lines:
            return "Interrupted. Nothing is left half done."
        return "\n".join(["Interrupted. What was sent is translated all the same; get it by", *lines])


def translate_files(service: ServiceChoice, client: Client, order: FileOrder, *, watch: bool) -> None:
    """Translate documents; with `watch` whenever one is new or changes, until Ctrl-C."""
    if watch:
        _watch(client, service, order)
    orders: Sequence[Order] = list(_orders(client, order))
    if not orders:
        raise InvalidInputError(
            "There is no document of a type that can be translated. Types: dragoman document types."
        )
    if order.only_changed:
        count = len(orders)
        orders = client.documents.select_changed(orders)
        if len(orders) < count:
            tell(f"{count - len(orders)} of {count} are up to date.")
    outcomes = _translate(client, service, orders)
    if service.as_json:
        print_json([to_report(one) for one in outcomes])
    status = status_of_several([0 if one.error is None else status_of(one.error) for one in outcomes])
    if status:
        if len(outcomes) > 1:
            tell(f"{sum(one.error is not None for one in outcomes)} of {len(outcomes)} failed.")
        sys.exit(status)


def to_report(outcome: DocumentOutcome) -> dict[str, Any]:
    """An outcome as JSON."""
    return {
        "source": outcome.source,
        "target": outcome.target,
        "output": outcome.result.path if outcome.result else None,
        "jobId": outcome.result.document.job_id if outcome.result else getattr(outcome.error, "job", None),
        "error": None if outcome.error is None else str(outcome.error),
    }


def command_to_go_on(job: str, order: DocumentOrder) -> str:
    """The command that waits for a document and gets it."""
    place = "" if order.output is None else f" -o {shlex.quote(str(order.output))}"
    return f"dragoman document download {job}{place}"


def _translate(client: Client, service: ServiceChoice, orders: Sequence[Order]) -> list[DocumentOutcome]:
    """Translate documents at the same time; tell of each when it is done."""
    under_way = JobsUnderWay()
    label = orders[0][0].name if len(orders) == 1 else f"{len(orders)} documents"
    try:
        with progress_bar(label, shown=service.shows_progress) as bar:
            fractions = [0.0] * len(orders)

            def watched(index: int, one: Order) -> Callable[[DocumentProgress], None]:
                def report(progress: DocumentProgress) -> None:
                    if progress.job_id:
                        under_way.jobs[progress.job_id] = one
                    fractions[index] = overall(progress)
                    bar.set(sum(fractions) / len(fractions))

                return report

            flows = [
                (path, replace(order, progress=watched(index, (path, order))))
                for index, (path, order) in enumerate(orders)
            ]

            def report(outcome: DocumentOutcome) -> None:
                job = to_report(outcome)["jobId"]
                ended = under_way.jobs.pop(job, None)
                _tell(outcome, bar, service, ended)

            return list(client.documents.translate_orders(flows, report=report))
    except KeyboardInterrupt:
        raise Interrupted(under_way.advice()) from None


def _tell(outcome: DocumentOutcome, bar: ProgressBar, service: ServiceChoice, order: Order | None) -> None:
    error = outcome.error
    if error is None:
        if outcome.result is not None and not service.as_json:
            bar.print(str(outcome.result.path))
        return
    goes_on = ""
    if order is not None and error.job is not None and not isinstance(error, DocumentFailedError):
        goes_on = f" The service has it; get it by: {command_to_go_on(error.job, order[1])}"
    bar.tell(f"{outcome.source} ({outcome.target}): {error}{goes_on}")


def _orders(client: Client, order: FileOrder) -> Iterator[tuple[Path, DocumentOrder]]:
    """An order for each document and target. Raises `InvalidInputError` for what is missing."""
    alone = [path for path in order.files if not path.is_dir()]
    for path in alone:
        if not path.is_file():
            raise InvalidInputError(f"There is no file {path}.")
    for target in order.targets:
        plain = DocumentOrder(
            source=order.source,
            target=target,
            output=order.output,
            timeout=order.timeout,
            chosen=order.options,
        )
        if len(alone) * len(order.targets) > 1 and order.output is not None and not order.output.exists():
            order.output.mkdir(parents=True)
        if len(alone) == 1 and order.output is not None and not order.output.is_dir():
            if len(order.targets) > 1:
                raise InvalidInputError("Several languages need a folder as --output.")
            yield alone[0], plain
        elif alone:
            yield from orders_of_files(alone, plain)
    for folder in order.files:
        if folder.is_dir():
            yield from _orders_of_folder(client, order, folder)


def _orders_of_folder(client: Client, order: FileOrder, folder: Path) -> list[tuple[Path, DocumentOrder]]:
    if not order.is_recursive:
        raise InvalidInputError(f"{folder} is a folder. Add --recursive to translate what is in it.")
    if order.output is None:
        raise InvalidInputError("A folder needs --output: the folder of the translations.")
    files = client.documents.find(folder)
    plain = DocumentOrder(source=order.source, target="", timeout=order.timeout, chosen=order.options)
    return orders_of_folder(folder, files, output=order.output, targets=order.targets, order=plain)


def _watch(client: Client, service: ServiceChoice, order: FileOrder) -> None:
    """Translate documents that are new or change, when they no longer change. Ends by Ctrl-C.

    At first the times of files count, as with make: a result that is not older than its source stays.
    """
    tell("Watching for changes; Ctrl-C ends.")
    tried: dict[Path, FileState] = {}
    before: dict[Path, FileState] = {}
    try:
        while True:
            now = _states(order.files)
            due = {path for path, state in now.items() if before.get(path) == state != tried.get(path)}
            if due:
                found = [one for one in _orders(client, order) if one[0] in due]
                seen_first = client.documents.select_changed([one for one in found if one[0] not in tried])
                orders = [*(one for one in found if one[0] in tried), *seen_first]
                tried |= {path: now[path] for path in due}
                if orders:
                    _translate(client, service, orders)
            before = now
            time.sleep(_LOOK_SECONDS)
    except KeyboardInterrupt:
        raise Interrupted("No longer watching.") from None


def _states(paths: Iterable[Path]) -> dict[Path, FileState]:
    """When each file was last written, and its size."""
    found = {}
    for path in paths:
        files = path.rglob("*") if path.is_dir() else [path]
        for file in files:
            if (state := _state(file)) is not None:
                found[file] = state
    return found


def _state(path: Path) -> FileState | None:
    try:
        found = path.stat()
    except OSError:
        return None  # it has gone
    return found.st_mtime_ns, found.st_size
