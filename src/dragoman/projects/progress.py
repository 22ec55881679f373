"""The progress of translations in words: how many are done, by what workers and linguists have stored."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from dragoman.projects.model import FileTranslation, ProjectStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class WordProgress:
    """Words of a source text by how far their translation is. The first three exclude each other."""

    suggested: int = 0  # by memories or engines, not yet looked at by linguists
    translated: int = 0  # by linguists
    confirmed: int = 0
    total: int = 0
    done: int = 0  # of the total; all of them once the translation is finished

    @property
    def percent(self) -> int:
        """The done words in percent, 100 only when nothing is left."""
        if self.total <= 0:
            return 0
        return 100 if self.done >= self.total else int(100 * self.done / self.total)

    @property
    def share(self) -> float:
        """The done words as a share, 0 to 1, 1 only when nothing is left."""
        if self.total <= 0:
            return 0.0
        return 1.0 if self.done >= self.total else min(0.999, round(self.done / self.total, 3))


def measure(translation: FileTranslation, *, by_people: bool) -> WordProgress:
    """Measure the progress of one translation; `by_people`: linguists work on each segment.

    Before it is segmented the total is the analysis's. Of a cancelled one nothing counts.
    """
    if translation.status is ProjectStatus.CANCELLED:
        return WordProgress()
    suggested = translation.suggested_words or 0
    translated = translation.translated_words or 0
    confirmed = translation.confirmed_words or 0
    analysed = translation.words or 0
    total = analysed if translation.total_words is None else translation.total_words
    if translation.status is ProjectStatus.FINISHED:
        done = total = max(total, 1)  # a text without words is done as well
    else:
        done = min(translated + confirmed + (0 if by_people else suggested), total)
        # The file is still to be made.
        done = min(done, total - 1) if done == total and total else done
    return WordProgress(
        suggested=suggested, translated=translated, confirmed=confirmed, total=total, done=done
    )


def measure_work(translation: FileTranslation) -> WordProgress:
    """Measure what linguists have done of a translation that is not over: all, before its file is made."""
    measured = measure(translation, by_people=True)
    return replace(measured, done=min(measured.translated + measured.confirmed, measured.total))


def add_up(measured: Iterable[WordProgress]) -> WordProgress:
    """Add up the progress of several translations."""
    given = list(measured)
    return WordProgress(
        suggested=sum(one.suggested for one in given),
        translated=sum(one.translated for one in given),
        confirmed=sum(one.confirmed for one in given),
        total=sum(one.total for one in given),
        done=sum(one.done for one in given),
    )
