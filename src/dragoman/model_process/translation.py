"""Work as it comes in: texts are divided and queued, and answered when all their parts are decoded."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from typing import Any

from dragoman.model_process import protocol
from dragoman.model_process.decoding import Decoder, options_for
from dragoman.model_process.decoding_queue import DecodingInput, DecodingQueue
from dragoman.model_process.dividing import PartSizes, divide
from dragoman.model_process.pieces import PieceModel
from dragoman.model_process.protocol import WorkMessage, WorkText
from dragoman.model_process.terms import RequiredTerm, read_terms
from dragoman.model_process.text_jobs import TextJob, TextPart


class BatchTranslator:
    """The work of one model."""

    def __init__(
        self,
        translator: Any,
        *,
        source: PieceModel,
        target: PieceModel,
        longest: int,
        threads: int,
        write: Callable[[object], None],
    ) -> None:
        """`write` sends a message, from any thread."""
        self._source = source
        self._sizes = PartSizes(longest=longest, count=source.count)
        self._write = write
        self._queue = DecodingQueue(threads)
        decoder = Decoder(translator, self._queue, target, begun=self._begun, done=self._done)
        for _ in range(threads):
            threading.Thread(target=_run_or_end, args=(decoder,), daemon=True).start()

    def handle(self, message: protocol.Message) -> None:
        """Take work up, or drop it."""
        if message["kind"] == protocol.WORK:
            self._begin(message)  # type: ignore[arg-type]
        elif message["kind"] == protocol.CANCEL:
            self._queue.cancel(message["request"])

    def _begin(self, work: WorkMessage) -> None:
        inputs: list[DecodingInput] = []
        for text in work["texts"]:
            job = self._make_job(work, text)
            job.keep_what_has_no_letters()
            if job.is_done:
                self._done(job)
            for index, part in enumerate(job.parts):
                if index in job.answers:
                    continue
                inputs.append(
                    DecodingInput(
                        pieces=[*work["before"], *part.source.pieces, *work["after"]],
                        prefix=part.prefix,
                        options=options_for(job, part),
                        request=job.request,
                        owner=job.owner,
                        job=job,
                        part=index,
                    )
                )
        self._queue.add(inputs)

    def _make_job(self, work: WorkMessage, text: WorkText) -> TextJob:
        content = text["text"]
        spans = divide(
            content,
            language=work["source"],
            sizes=self._sizes,
        )
        terms = read_terms(text.get("terms", []))
        parts = [
            TextPart(
                span=span,
                source=self._source.encode(part := content[span.start : span.end]),
                before=len(work["before"]),
                prefix=work["prefix"],
                terms=_terms_in(terms, part) if len(spans) > 1 else terms,
            )
            for span in spans
        ]
        return TextJob(
            number=text["id"],
            text=content,
            request=work["request"],
            owner=work["owner"],
            source=work["source"],
            target=work["target"],
            parts=parts,
            runs=text.get("runs", []),
            beam=work["beam"],
            is_alone=text.get("alone", False),
        )

    def _begun(self, numbers: Sequence[int]) -> None:
        self._write({"kind": protocol.BEGUN, "ids": numbers})

    def _done(self, job: TextJob) -> None:
        self._write({"kind": protocol.DONE, "answers": [job.answer()]})


def _terms_in(terms: Sequence[RequiredTerm], text: str) -> tuple[RequiredTerm, ...]:
    return tuple(term for term in terms if term.source.casefold() in text.casefold())


def _run_or_end(decoder: Decoder) -> None:
    """A model that fails in the middle is not trusted any more: the process ends, and is started anew."""
    try:
        decoder.run()
    except BaseException:  # also out of memory
        os._exit(3)
