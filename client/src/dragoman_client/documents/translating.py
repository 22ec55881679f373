"""Documents from a file to a file: one, many, those of a folder."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from dragoman_client import errors
from dragoman_client.documents import submitting
from dragoman_client.documents.results import (
    DocumentOutcome,
    DocumentProgress,
    DocumentStage,
    DocumentType,
    ReportProgress,
    TranslatedDocument,
)
from dragoman_client.exchange import FileSource
from dragoman_client.flows import Flow, together
from dragoman_client.records import read
from dragoman_client.sending import Call, Connection, call_json


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentOrder:
    """How a document is to be translated."""

    source: str
    target: str
    output: Path | None = None  # a file or a folder; None: beside its source, or in memory
    name: str | None = None
    timeout: float | None = None  # seconds to wait for the translation
    progress: ReportProgress | None = None
    chosen: Mapping[str, Any]  # `DocumentOptions`


def translate_document(
    connection: Connection, file: FileSource, order: DocumentOrder
) -> Flow[TranslatedDocument]:
    """Send a document, wait for it and get it.

    Every exception after it was accepted has its `job`: to wait for that and download it goes on.
    """
    path = Path(file) if isinstance(file, str | os.PathLike) else None
    submitting.check_output(order.output, path)
    job = yield from submitting.submit(
        connection,
        file,
        languages=(order.source, order.target),
        name=order.name,
        progress=order.progress,
        chosen=order.chosen,
    )
    if order.progress is not None:  # at once, so that who is interrupted knows the job
        order.progress(DocumentProgress(stage=DocumentStage.TRANSLATION, fraction=0.0, job_id=job))
    try:
        document = yield from submitting.wait(connection, job, timeout=order.timeout, progress=order.progress)
        sink = submitting.make_sink(
            order.output, source=path, target=order.target, progress=order.progress, job=job
        )
        return (yield from submitting.download(connection, document, sink))
    except errors.DragomanError as error:
        error.job = job
        raise


def translate_documents(
    connection: Connection,
    files: Sequence[tuple[Path, DocumentOrder]],
    *,
    report: Callable[[DocumentOutcome], None] | None = None,
) -> Flow[list[DocumentOutcome]]:
    """Translate many documents at the same time; `report` is called with each outcome as it comes.

    One that fails does not hold up the others.
    """

    def translate(path: Path, order: DocumentOrder) -> Flow[DocumentOutcome]:
        try:
            result = yield from translate_document(connection, path, order)
        except errors.DragomanError as error:
            outcome = DocumentOutcome(source=path, target=order.target, error=error)
        else:
            outcome = DocumentOutcome(source=path, target=order.target, result=result)
        if report is not None:
            report(outcome)
        return outcome

    flows = [partial(translate, path, order) for path, order in files]
    return together(flows, at_once=connection.options.concurrency)


def make_order(
    source: str, target: str, arguments: Mapping[str, Any], output: str | os.PathLike[str] | None = None
) -> DocumentOrder:
    """How a document is to be translated, by `DocumentArguments`."""
    chosen = dict(arguments)
    return DocumentOrder(
        source=source,
        target=target,
        output=None if output is None else Path(output),
        name=chosen.pop("name", None),
        timeout=chosen.pop("timeout", None),
        progress=chosen.pop("progress", None),
        chosen=chosen,
    )


def orders_of_files(files: Sequence[Path], order: DocumentOrder) -> list[tuple[Path, DocumentOrder]]:
    """An order for each file. Raises `InvalidInputError` where two of them would become one."""
    if order.output is not None:
        if not order.output.is_dir():
            raise errors.InvalidInputError(f"There is no folder {order.output}. Make it first.")
        double = [name for name, times in Counter(path.name for path in files).items() if times > 1]
        if double:
            raise errors.InvalidInputError(
                f"Two files are called {double[0]}: in one folder they would be one. Translate them apart."
            )
    return [(path, order) for path in files]


def find_documents(connection: Connection, folder: Path) -> Flow[list[Path]]:
    """The files below a folder that can be translated, in order; hidden ones are left out."""
    if not folder.is_dir():
        raise errors.InvalidInputError(f"There is no folder {folder}.")
    types = yield from list_types(connection)
    ends = tuple(_suffix(end) for one in types for end in one.file_extensions)
    return sorted(
        path
        for path in folder.rglob("*")
        if path.name.lower().endswith(ends) and path.is_file() and not _is_hidden(path.relative_to(folder))
    )


def orders_of_folder(
    folder: Path, files: Iterable[Path], *, output: Path, targets: Sequence[str], order: DocumentOrder
) -> list[tuple[Path, DocumentOrder]]:
    """An order for each file and target: into `output`, in a folder for each of several targets.

    Raises `InvalidInputError` for an output in the folder itself.
    """
    root, outside = folder.resolve(), output.resolve()
    if root == outside or root in outside.parents:
        raise errors.InvalidInputError(
            f"The output {output} lies in the folder itself: its results would be translated again. "
            "Choose one beside it."
        )
    orders = []
    for target in targets:
        base = output / target if len(targets) > 1 else output
        for path in files:
            own = base / path.relative_to(folder).parent
            own.mkdir(parents=True, exist_ok=True)
            orders.append((path, _for_target(order, target=target, output=own / path.name)))
    return orders


def select_changed(
    connection: Connection, orders: Sequence[tuple[Path, DocumentOrder]]
) -> Flow[list[tuple[Path, DocumentOrder]]]:
    """The orders of documents that have no result, or an older one: by times of files, as with make."""
    types = yield from list_types(connection)
    # A result that is of another type than its document.
    ends = {
        _suffix(end): _suffix(one.result_extension)
        for one in types
        if one.result_extension
        for end in one.file_extensions
    }
    return [
        (path, order)
        for path, order in orders
        if _is_newer(path, _result(path, order, ends.get(path.suffix.lower(), path.suffix)))
    ]


def list_types(connection: Connection) -> Flow[list[DocumentType]]:
    """The types of documents that can be translated."""
    answer = yield from call_json(connection, Call(method="GET", path="/v2/documents/types"))
    return [read(DocumentType, one) for one in answer]


def _result(path: Path, order: DocumentOrder, suffix: str) -> Path:
    """Where the result of a document will be, with this suffix."""
    if order.output is None or order.output.is_dir():
        return (order.output or path.parent) / f"{path.stem}.{order.target}{suffix}"
    is_like_source = order.output.suffix.lower() == path.suffix.lower()
    return order.output.with_suffix(suffix) if is_like_source else order.output


def _is_newer(path: Path, result: Path) -> bool:
    try:
        return path.stat().st_mtime_ns > result.stat().st_mtime_ns
    except OSError:  # there is no result
        return True


def _suffix(extension: str) -> str:
    return f".{extension.lstrip('.').lower()}"


def _for_target(order: DocumentOrder, *, target: str, output: Path) -> DocumentOrder:
    return DocumentOrder(
        source=order.source,
        target=target,
        output=output,
        timeout=order.timeout,
        progress=order.progress,
        chosen=order.chosen,
    )


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
