"""The workers of a process: they decode batches, judge what comes, and decode again what is not good."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from dragoman.model_process.alignment import align
from dragoman.model_process.decoding_queue import DecodingInput, DecodingOptions, DecodingQueue
from dragoman.model_process.guards import DecodedOutput, find_fault
from dragoman.model_process.pieces import UNKNOWN, PieceModel
from dragoman.model_process.terms import MOST_FORCED, find_missing, find_place, first_aligned
from dragoman.model_process.text_jobs import PartAnswer, TextJob, TextPart

_EOS: Final = "</s>"
_RATIO: Final = 2.5  # target pieces of a source piece that are decoded at most
_SLACK: Final = 24
_RETRY_BEAM: Final = 5
_RETRY_PENALTY: Final = 1.2
_RETRY_NGRAM: Final = 4
_TERM_BEAM: Final = 4


def options_for(job: TextJob, part: TextPart) -> DecodingOptions:
    """How a part is decoded first. With terms there are several hypotheses to choose from."""
    beam = max(job.beam, _TERM_BEAM) if part.terms else job.beam
    return DecodingOptions(
        beam=beam,
        hypotheses=beam if part.terms else 1,
        attention=bool(job.runs or part.terms),
        is_alone=job.is_alone,
    )


class Decoder:
    """Decodes batches of one model. `begun` and `done` are called from the workers' threads."""

    def __init__(
        self,
        translator: Any,
        queue: DecodingQueue,
        target: PieceModel,
        *,
        begun: Callable[[Sequence[int]], None],
        done: Callable[[TextJob], None],
    ) -> None:
        self._translator = translator
        self._queue = queue
        self._target = target
        self._begun = begun
        self._done = done
        self._finishing = threading.Lock()  # parts of one text may come from several workers at once

    def run(self) -> None:
        """Decode until the queue is closed."""
        while (batch := self._queue.take()) is not None:
            if alive := [one for one in batch if not one.job.is_done]:
                self._decode(alive)

    def _decode(self, batch: list[DecodingInput]) -> None:
        options = batch[0].options
        self._begun(list(dict.fromkeys(one.job.number for one in batch)))
        longest = max(len(one.pieces) for one in batch)
        limit = int(_RATIO * longest) + _SLACK + max(len(one.prefix) for one in batch)
        prefixes = [one.prefix for one in batch]
        started = time.perf_counter()
        results = self._translator.translate_batch(
            [one.pieces for one in batch],
            target_prefix=prefixes if any(prefixes) else None,
            beam_size=options.beam,
            num_hypotheses=options.hypotheses,
            max_input_length=0,
            max_decoding_length=limit,
            return_attention=options.attention,
            repetition_penalty=_RETRY_PENALTY if options.is_retry else 1,
            no_repeat_ngram_size=_RETRY_NGRAM if options.is_retry else 0,
            disable_unk=options.is_retry,
        )
        self._queue.note_speed(sum(len(one.pieces) for one in batch), time.perf_counter() - started)
        for one, result in zip(batch, results, strict=True):
            self._judge(one, result, limit=limit)

    def _judge(self, one: DecodingInput, result: Any, *, limit: int) -> None:
        """Keep the best hypothesis that can be trusted, or decode again."""
        job, part = one.job, one.job.parts[one.part]
        if job.is_done:
            return
        skip = len(part.prefix)
        usable: list[tuple[int, int]] = []  # how many terms are missing, and which hypothesis
        fault = None
        for index, hypothesis in enumerate(result.hypotheses):
            pieces = hypothesis[skip:]
            text = self._target.decode(pieces)
            output = DecodedOutput(
                source=part.source.text,
                target=text,
                source_pieces=part.source.pieces,
                target_pieces=pieces,
                has_unknown=UNKNOWN in pieces,
                is_cut=len(hypothesis) >= limit,
            )
            found = find_fault(output, source=job.source, target=job.target)
            fault = fault or found
            if found is None:
                usable.append((len(find_missing(part.terms, text)), index))
        if not usable:
            self._again(one, str(fault))
            return
        missing, index = min(usable)
        answer = self._answer(job, part, result, index)
        if missing and part.forced < MOST_FORCED and self._force_term(one, result, index, answer):
            return
        self._finish(job, one.part, answer)

    def _finish(self, job: TextJob, part: int, answer: PartAnswer | str) -> None:
        """Note a part's answer, or why there is none; report the text when it is complete."""
        with self._finishing:
            if job.is_done:
                return
            if isinstance(answer, str):
                job.fault = answer
            else:
                job.answers[part] = answer
            if job.is_done:
                self._done(job)

    def _again(self, one: DecodingInput, fault: str) -> None:
        """Decode a part once more, otherwise; after that, its text has no usable translation."""
        job, part = one.job, one.job.parts[one.part]
        if part.best is not None:  # there is one without all terms
            self._finish(job, one.part, part.best)
        elif one.options.is_retry:
            self._finish(job, one.part, fault)
        else:
            job.retries += 1
            options = DecodingOptions(
                beam=max(one.options.beam, _RETRY_BEAM),
                hypotheses=max(one.options.beam, _RETRY_BEAM),
                attention=one.options.attention,
                is_retry=True,
                is_alone=one.options.is_alone,
            )
            self._queue.add([_changed(one, one.prefix, options)], first=True)

    def _answer(self, job: TextJob, part: TextPart, result: Any, index: int) -> PartAnswer:
        skip = len(part.prefix)
        pieces = result.hypotheses[index][skip:]
        if not job.runs:
            return PartAnswer(self._target.decode(pieces).strip(), [])
        decoded = self._target.decode_with_offsets(pieces)
        rows = [self._weights(part, row) for row in result.attention[index][skip:]]
        _, runs = job.runs_of(part)
        text = decoded.text.strip()
        blanks = len(decoded.text) - len(decoded.text.lstrip())
        offsets = [(max(0, start - blanks), max(0, end - blanks)) for start, end in decoded.offsets]
        return PartAnswer(text, align(text, offsets, part.source.offsets, rows, runs=runs))

    @staticmethod
    def _weights(part: TextPart, row: Sequence[float]) -> Sequence[float]:
        """A row of attention to the pieces of the text alone, without the tokens around them."""
        return row[part.before : part.before + len(part.source.pieces)]

    def _force_term(self, one: DecodingInput, result: Any, index: int, answer: PartAnswer) -> bool:
        """Decode again from the translation of a missing term on; False when that is not possible."""
        part: TextPart = one.job.parts[one.part]
        skip = len(part.prefix)
        hypothesis = result.hypotheses[index]
        rows = [self._weights(part, row) for row in result.attention[index][skip:]]
        for term in find_missing(part.terms, answer.target):
            place = find_place(term, part.source.text)
            first = first_aligned(place, part.source.offsets, rows) if place is not None else None
            if first is None:
                continue
            while first and not hypothesis[skip + first].startswith("▁"):
                first -= 1  # a whole word is replaced
            words = term.targets[0]
            if not first and part.source.text[:1].isupper():
                words = words[:1].upper() + words[1:]
            forced = self._target.encode(words).pieces
            if not forced:
                continue
            part.forced += 1
            part.best = answer
            prefix = [*hypothesis[: skip + first], *forced]
            options = DecodingOptions(
                beam=one.options.beam, hypotheses=1, attention=True, is_alone=one.options.is_alone
            )
            self._queue.add([_changed(one, prefix, options)], first=True)
            return True
        return False


def _changed(one: DecodingInput, prefix: list[str], options: DecodingOptions) -> DecodingInput:
    return DecodingInput(
        pieces=one.pieces,
        prefix=prefix,
        options=options,
        request=one.request,
        owner=one.owner,
        job=one.job,
        part=one.part,
    )
