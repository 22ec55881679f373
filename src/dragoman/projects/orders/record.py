"""The record of a project for its client (P10): the project, its files, translations and analysis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from dragoman.analysis.model import USUAL_WEIGHTS
from dragoman.database.connections import Transaction
from dragoman.errors import NotFound
from dragoman.memories.sets import actions as memory_sets
from dragoman.projects import file_store
from dragoman.projects.model import Analysis, FileTranslation, Project, ProjectFile, ProjectStatus, Setter
from dragoman.projects.pricing import BandFigures, add_up
from dragoman.termbases import actions as term_bases


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectAnalysis:
    """The total figures of a project's files, for each target language."""

    state: Analysis  # `WAITING` until every file is analysed; `FAILED` when one of them cannot be read
    bands: Sequence[BandFigures]
    weighted: Decimal  # words by the service's weights


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectRecord:
    """A project with its files, its translations and the versions of what it uses."""

    project: Project
    files: Sequence[ProjectFile]
    translations: Sequence[FileTranslation]
    memory_set_version: int | None = None  # pinned, or the current one before the start
    term_base_version: int | None = None

    @property
    def threshold_setter(self) -> Setter | None:
        """Who set the memory threshold; None: it is the default."""
        if self.project.fields.memory_threshold is None:
            return None
        return Setter.PROVIDER if self.project.given.memory_threshold is None else Setter.CLIENT

    @property
    def progress(self) -> float:
        """The average progress of its translations, 0 to 1."""
        if not self.translations:
            return 0.0
        done = sum(1.0 if one.status is ProjectStatus.FINISHED else one.progress for one in self.translations)
        return round(done / len(self.translations), 3)

    @property
    def files_to_translate(self) -> Sequence[ProjectFile]:
        """Its files without reference files."""
        return [file for file in self.files if not file.reference]

    @property
    def analysis(self) -> ProjectAnalysis | None:
        """The total figures of its files; None when there is no file to translate."""
        files = self.files_to_translate
        if not files:
            return None
        weighted = (one.weighted or Decimal(0) for one in self.translations)
        return ProjectAnalysis(
            state=_state(files),
            bands=add_up([one.bands for one in self.translations if one.bands], weights=USUAL_WEIGHTS),
            weighted=sum(weighted, Decimal(0)),
        )


async def read_record(tx: Transaction, project: Project) -> ProjectRecord:
    """Read a project's record. Before the start, versions are the current ones."""
    set_version, base_version = project.memory_set_version, project.term_base_version
    if project.started is None:
        set_version = await _current_set_version(tx, project.fields.memory_set_id)
        base_version = await _current_base_version(tx, project.fields.term_base_id)
    return ProjectRecord(
        project=project,
        files=await file_store.list_files(tx, [project.id]),
        translations=await file_store.list_translations(tx, [project.id]),
        memory_set_version=set_version,
        term_base_version=base_version,
    )


async def _current_set_version(tx: Transaction, set_id: int | None) -> int | None:
    if set_id is None:
        return None
    try:
        return (await memory_sets.find_set(tx, set_id)).memory_set.version
    except NotFound:  # it was deleted since
        return None


async def _current_base_version(tx: Transaction, term_base_id: int | None) -> int | None:
    if term_base_id is None:
        return None
    try:
        return (await term_bases.get_term_base(tx, term_base_id=term_base_id)).version
    except NotFound:
        return None


def _state(files: Sequence[ProjectFile]) -> Analysis:
    states = {file.analysis for file in files}
    worst = (Analysis.WAITING, Analysis.FAILED, Analysis.DONE)
    return next((state for state in worst if state in states), Analysis.DONE)
