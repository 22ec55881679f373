"""Merging a project's fields: the client's, then its template's, then its account's defaults (P1, P2, P3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, TypeVar

from dragoman.catalog.model import NO_DEFAULTS, ProjectDefaults, Template
from dragoman.errors import Call, Operation, RuleBroken
from dragoman.projects.model import Fields

_T = TypeVar("_T")


class MergeRefused(RuleBroken):
    """The merged fields do not make a valid project."""

    about: ClassVar[str]  # the name in `Fields`


class ServiceNotOverridable(MergeRefused):
    """The template's service cannot be replaced (P2)."""

    code = "SERVICE_NOT_OVERRIDABLE"
    about = "service_id"


class TitleMissing(MergeRefused):
    """Neither the project nor its template has a title."""

    code = "TITLE_MISSING"
    about = "title"


class ServiceMissing(MergeRefused):
    """Neither the project nor its template has a service."""

    code = "SERVICE_MISSING"
    about = "service_id"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The sources of values that the client does not give."""

    template: Template | None = None
    defaults: ProjectDefaults = NO_DEFAULTS
    primary_memory_id: int | None = None  # the account's


def merge(given: Fields, sources: Sources) -> Fields:
    """Merge the fields. Ids are not validated here."""
    one, defaults = sources.template, sources.defaults
    if one is None:
        merged = given
    else:
        merged = replace(
            given,
            title=_first(given.title, one.title, one.name),
            service_id=_first(given.service_id, one.service_id),
            use_memory=_first(given.use_memory, one.use_memory),
            memory_id=_first(given.memory_id, one.memory_id),
            memory_set_id=_first(given.memory_set_id, one.memory_set_id),
            memory_threshold=_first(given.memory_threshold, one.memory_threshold),
            term_base_id=_first(given.term_base_id, one.term_base_id),
            style_id=_first(given.style_id, one.style_id),
            invoicing_account_id=_first(given.invoicing_account_id, one.invoicing_account_id),
            user_id=_first(given.user_id, one.user_id),
            work_area_id=_first(given.work_area_id, one.work_area_id),
        )
    merged = replace(
        merged,
        invoicing_account_id=_first(merged.invoicing_account_id, defaults.invoicing_account_id),
        user_id=_first(merged.user_id, defaults.user_id),
        work_area_id=_first(merged.work_area_id, defaults.work_area_id),
        memory_threshold=_first(merged.memory_threshold, defaults.memory_threshold),
    )
    return _resolve_memory(merged, sources.primary_memory_id)


def _resolve_memory(merged: Fields, primary_memory_id: int | None) -> Fields:
    """Choose the memory or the memory set that is used: at most one of them (P3)."""
    if merged.use_memory is False:
        return replace(merged, memory_id=None, memory_set_id=None)
    if merged.memory_set_id is not None:
        return replace(merged, memory_id=None)
    if merged.memory_id is None and merged.use_memory:
        return replace(merged, memory_id=primary_memory_id)
    return merged


def find_conflicts(merged: Fields, template: Template | None) -> list[MergeRefused]:
    """Find conflicts with the template, and required fields that are missing."""
    problems: list[MergeRefused] = []
    if merged.title is None:
        hint = "Give a title, or a templateId: a template brings its title."
        problems.append(TitleMissing("The project has no title.", hints=hint))
    if merged.service_id is None:
        problems.append(
            ServiceMissing(
                "The project has no service.",
                hints="Give a serviceId, one of the list.",
                calls=[Call(Operation.LIST_SERVICES)],
            )
        )
    elif template is not None and template.service_id not in {None, merged.service_id}:
        problems.append(
            ServiceNotOverridable(
                f"The template's service is {template.service_id} and cannot be replaced.",
                hints="Leave serviceId out, or choose another template.",
            )
        )
    return problems


def _first(*values: _T | None) -> _T | None:
    return next((value for value in values if value is not None), None)
