"""Language models behind an interface like OpenAI's: vLLM, Ollama, llama.cpp, hosted ones.

`prompt` has what a model is sent, `completion` the call, `answer_parsing` and `answer_checks` what is taken
of the answer. A segment whose translation cannot be used is translated once more, then left to the next
engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from dragoman.cpu_work import LONG, run
from dragoman.engines.engine import EngineTraits, Guidance, HintKind
from dragoman.engines.http.batching import BatchLimits, divide
from dragoman.engines.http.chat.answer_checks import find_code_problem, find_text_problem
from dragoman.engines.http.chat.answer_parsing import NoTranslations, parse_translations
from dragoman.engines.http.chat.completion import ChatServer, TooMuch
from dragoman.engines.http.chat.prompt import PromptSegment, count_hints, write_messages
from dragoman.engines.http.chat.tagging import TagAlphabet, choose_alphabet, read_tagged, write_tagged
from dragoman.engines.http.client import ServiceClient
from dragoman.engines.http.configuration import ServiceConfiguration
from dragoman.engines.http.failures import BudgetSpent
from dragoman.engines.http.translation_service import ServiceAccess, ServicePair, Work
from dragoman.segments import Segment
from dragoman.styles import StyleRule

# What the larger open models were trained on, where an operator names no pairs.
LANGUAGES: Final = (
    "ar", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "he", "hi", "hr",
    "hu", "id", "it", "ja", "ko", "lt", "lv", "ms", "nb", "nl", "pl", "pt", "pt-BR", "ro", "ru", "sk", "sl",
    "sr", "sv", "sw", "th", "tr", "uk", "vi", "zh-Hans", "zh-Hant",
)  # fmt: skip
_SEGMENTS: Final = 30  # in one call
_CHARACTERS: Final = 3_000
_HINTS: Final = 4  # times as many characters as of texts may be beside them
_TOKENS: Final = 1_024  # of an answer, beside those of its texts
_TOKENS_EACH: Final = 20
_TOKENS_A_CHARACTER: Final = 1  # of the source; Latin scripts have about four characters in a token
_MORE_TOKENS: Final = 8  # times as many for a single text whose answer was cut: some models think aloud
_UNUSABLE: Final = 3
_NOT_USABLE: Final = "The model's answers are not usable: no JSON, or other segments than it was sent."


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The best answer to a segment so far."""

    answer: Segment = ()  # empty: none that can be used
    problem: str = "There was no translation of it."  # empty: none


class Chat:
    """Translates by completions of a chat."""

    traits: Final = EngineTraits(uses=frozenset(HintKind), follows=frozenset(StyleRule))

    def __init__(self, configuration: ServiceConfiguration, secret: str | None) -> None:
        self.version = configuration.model or ""
        self._server = ChatServer(configuration, secret)
        characters = configuration.options.get("batch_characters", _CHARACTERS)
        self._limits = BatchLimits(texts=_SEGMENTS, size=int(characters))
        most = configuration.options.get("max_tokens")
        self._most_tokens = int(most) if most is not None else None
        self._unusable = 0  # batches in a row
        self._has_worked = False

    async def fetch_pairs(self, client: ServiceClient) -> Sequence[ServicePair]:  # noqa: ARG002 - models cannot be asked
        """Every direction between the languages of the list."""
        return [
            ServicePair(source=source, target=target, source_code=source, target_code=target)
            for source, target in permutations(LANGUAGES, 2)
        ]

    def plan(self, batch: Sequence[Segment], pair: ServicePair, guidance: Guidance) -> list[Work]:  # noqa: ARG002 - same limits for all
        """So much text in a call that a model keeps its place. A longer segment is in a call of its own."""
        drafts = [guidance.of(index).draft for index in range(len(batch))]
        alphabet = choose_alphabet([*batch, *drafts])
        texts = [
            write_tagged(segment, alphabet) + write_tagged(draft, alphabet, source=segment)
            for segment, draft in zip(batch, drafts, strict=True)
        ]
        sizes = [
            min(max(len(text), (len(text) + count_hints(guidance.of(index))) // _HINTS), self._limits.size)
            for index, text in enumerate(texts)
        ]
        return [
            Work(
                indexes=tuple(indexes),
                segments=tuple(batch[index] for index in indexes),
                texts=tuple(texts[index] for index in indexes),
                guidance=guidance,
            )
            for indexes in divide(sizes, self._limits)
        ]

    async def translate(self, access: ServiceAccess, work: Work, pair: ServicePair) -> list[Segment]:
        """Translate segments: those that failed once more, then in smaller batches where all of them did."""
        batch = _Batch(self, access, work, pair)
        return [outcome.answer for outcome in await batch.translate()]

    def tokens(self, characters: int, segments: int) -> int:
        """How long an answer may be."""
        needed = _TOKENS + _TOKENS_A_CHARACTER * characters + _TOKENS_EACH * segments
        return needed if self._most_tokens is None else self._most_tokens

    def count_unusable(self, access: ServiceAccess) -> None:
        """Tell the operator when no answer can be used several times in a row: one text alone may do that."""
        self._unusable += 1
        if self._unusable >= _UNUSABLE:
            access.note(_NOT_USABLE)

    def count_usable(self, access: ServiceAccess) -> None:
        """The model translates."""
        if self._unusable >= _UNUSABLE:
            access.note("")
        self._unusable = 0
        self._has_worked = True

    @property
    def is_working(self) -> bool:
        """Whether the last batch had an answer that could be used."""
        return self._has_worked and not self._unusable

    @property
    def server(self) -> ChatServer:
        """The server."""
        return self._server


class _Batch:
    """The translation of one batch."""

    def __init__(self, chat: Chat, access: ServiceAccess, work: Work, pair: ServicePair) -> None:
        self._chat = chat
        self._access = access
        self._work = work
        self._pair = pair
        drafts = [work.guidance.of(index).draft for index in work.indexes]
        self._alphabet: TagAlphabet = choose_alphabet([*work.segments, *drafts])

    async def translate(self) -> list[_Outcome]:
        positions = list(range(len(self._work.segments)))
        outcomes = await self._ask(positions, {}, is_paid=True)
        failed = [at for at in positions if outcomes[at].problem]
        if failed:
            with suppress(BudgetSpent):  # what was translated is kept
                await self._try_again(failed, outcomes)
        if any(outcome.answer for outcome in outcomes.values()):
            self._chat.count_usable(self._access)
        else:
            self._chat.count_unusable(self._access)
        return [outcomes[at] for at in positions]

    async def _try_again(self, failed: list[int], outcomes: dict[int, _Outcome]) -> None:
        again = await self._ask(failed, outcomes)
        for at in failed:
            outcomes[at] = _better(outcomes[at], again[at])
        if len(outcomes) > 1 and not any(outcome.answer for outcome in outcomes.values()):
            outcomes.update(await self._halve(sorted(outcomes)))

    async def _halve(self, positions: list[int]) -> dict[int, _Outcome]:
        """Translate both halves by themselves: one text may have spoilt the answers to all."""
        middle = len(positions) // 2
        halves = positions[:middle], positions[middle:]
        found = [await self._ask(half, {}) for half in halves]
        usable = [any(outcome.answer for outcome in one.values()) for one in found]
        for number, half in enumerate(halves):
            is_worth_it = any(usable) or self._chat.is_working
            if is_worth_it and not usable[number] and len(half) > 1:
                found[number] = await self._halve(half)
        return found[0] | found[1]

    async def _ask(
        self, positions: list[int], earlier: dict[int, _Outcome], *, is_paid: bool = False
    ) -> dict[int, _Outcome]:
        """One call, or several where the server cannot take so much at once."""
        characters = sum(len(self._work.texts[at]) for at in positions)
        if not is_paid:
            await self._access.reserve(characters)
        segments = [
            PromptSegment(
                id=number,
                segment=self._work.segments[at],
                hints=self._work.guidance.of(self._work.indexes[at]),
                problem=earlier[at].problem if at in earlier else "",
            )
            for number, at in enumerate(positions, 1)
        ]
        messages = write_messages(
            segments,
            guidance=self._work.guidance,
            source=self._pair.source,
            target=self._pair.target,
            alphabet=self._alphabet,
        )
        tokens = self._chat.tokens(characters, len(positions))
        try:
            content = await self._chat.server.complete(self._access.client, messages, tokens=tokens)
        except TooMuch as error:
            if len(positions) == 1:
                return (
                    await self._ask_for_longer(messages, tokens, positions)
                    if error.is_cut
                    else {positions[0]: _Outcome()}
                )
            middle = len(positions) // 2
            return {
                **await self._ask(positions[:middle], earlier),
                **await self._ask(positions[middle:], earlier),
            }
        return await run(LONG, lambda: self._read(content, positions))

    async def _ask_for_longer(
        self, messages: list[dict[str, str]], tokens: int, positions: list[int]
    ) -> dict[int, _Outcome]:
        """One text again, with more room for its answer."""
        await self._access.reserve(sum(len(self._work.texts[at]) for at in positions))
        try:
            content = await self._chat.server.complete(
                self._access.client, messages, tokens=tokens * _MORE_TOKENS
            )
        except TooMuch:
            return {at: _Outcome() for at in positions}
        return await run(LONG, lambda: self._read(content, positions))

    def _read(self, content: str, positions: list[int]) -> dict[int, _Outcome]:
        numbers = dict(enumerate(positions, 1))
        try:
            texts = parse_translations(content, numbers)
        except NoTranslations as error:
            return {at: _Outcome(problem=str(error)) for at in positions}
        return {
            at: self._judge(texts[number], at) if number in texts else _Outcome()
            for number, at in numbers.items()
        }

    def _judge(self, text: str, at: int) -> _Outcome:
        source = self._work.segments[at]
        answer = read_tagged(text, source, self._alphabet)
        problem = find_text_problem(
            source,
            answer,
            source_tag=self._pair.source,
            target_tag=self._pair.target,
            draft=self._work.guidance.of(self._work.indexes[at]).draft,
        )
        if problem is not None:
            return _Outcome(problem=problem)
        # Codes can be put back by others; a text is better than none.
        return _Outcome(answer, find_code_problem(source, answer, self._alphabet) or "")


def _better(first: _Outcome, second: _Outcome) -> _Outcome:
    if not second.problem or not first.answer:
        return second
    return first if not second.answer else second
