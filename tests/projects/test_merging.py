"""Which value holds, in every combination of what client, template and account say (P1, P2, P3)."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

from dragoman.catalog.model import ProjectDefaults, Template
from dragoman.projects.model import Fields
from dragoman.projects.orders.merging import Sources, find_conflicts, merge

SAID = (None, True, False)
MEMORY, SET, PRIMARY = 1, 2, 3  # the client's
TEMPLATES_MEMORY, TEMPLATES_SET = 11, 12

MEMORY_CASES = list(
    itertools.product(
        SAID,
        (None, MEMORY),
        (None, SET),
        SAID,
        (None, TEMPLATES_MEMORY),
        (None, TEMPLATES_SET),
        (None, PRIMARY),
    )
)


def expected_memory(case: tuple[Any, ...]) -> tuple[int | None, int | None]:
    """P3 in its own words: memory and set."""
    use, memory, memory_set, templates_use, templates_memory, templates_set, primary = case
    if use is False or (use is None and templates_use is False):
        return None, None
    if memory_set or templates_set:
        return None, memory_set or templates_set
    if memory or templates_memory:
        return memory or templates_memory, None
    return (primary, None) if use is True or templates_use is True else (None, None)


@pytest.mark.parametrize("case", MEMORY_CASES, ids=lambda case: "-".join(map(str, case)))
def test_the_memory_that_is_used(case: tuple[Any, ...]) -> None:
    use, memory, memory_set, templates_use, templates_memory, templates_set, primary = case
    given = Fields(title="T", template_id=9, use_memory=use, memory_id=memory, memory_set_id=memory_set)
    template = Template(
        id=9,
        account_id=1,
        name="N",
        service_id=5,
        use_memory=templates_use,
        memory_id=templates_memory,
        memory_set_id=templates_set,
    )
    merged = merge(given, Sources(template=template, primary_memory_id=primary))
    assert (merged.memory_id, merged.memory_set_id) == expected_memory(case)


@pytest.mark.parametrize(
    "case",
    [case for case in MEMORY_CASES if case[3:6] == (None, None, None)],
    ids=lambda case: "-".join(map(str, case)),
)
def test_the_memory_that_is_used_without_a_template(case: tuple[Any, ...]) -> None:
    use, memory, memory_set, *_, primary = case
    given = Fields(title="T", service_id=5, use_memory=use, memory_id=memory, memory_set_id=memory_set)
    merged = merge(given, Sources(primary_memory_id=primary))
    assert (merged.memory_id, merged.memory_set_id) == expected_memory(case)


REPLACEABLE: dict[str, tuple[Any, Any]] = {
    "title": ("Given", "Template's"),
    "term_base_id": (1, 11),
    "invoicing_account_id": (2, 12),
    "user_id": (3, 13),
    "work_area_id": (4, 14),
    "use_memory": (False, True),
}
WITH_DEFAULTS = {"invoicing_account_id": 22, "user_id": 23, "work_area_id": 24}


@pytest.mark.parametrize("templated", ["template says", "template does not", "no template"])
@pytest.mark.parametrize("said", ["given", "not given"])
@pytest.mark.parametrize("defaulted", ["default", "no default"])
@pytest.mark.parametrize("name", REPLACEABLE)
def test_the_value_that_holds(name: str, said: str, templated: str, defaulted: str) -> None:
    given_value, templates_value = REPLACEABLE[name]
    given = replace(Fields(), **{name: given_value if said == "given" else None})
    chosen: dict[str, Any] = {name: templates_value if templated == "template says" else None}
    template = replace(Template(id=9, account_id=1, name="N"), **chosen)
    default = WITH_DEFAULTS.get(name) if defaulted == "default" else None
    sources = Sources(
        template=None if templated == "no template" else template,
        defaults=replace(ProjectDefaults(), **{name: default}) if default else ProjectDefaults(),
    )
    expected = next(
        (
            value
            for holds, value in (
                (said == "given", given_value),
                (templated == "template says", templates_value),
                (templated == "template does not" and name == "title", "N"),
            )
            if holds
        ),
        default,
    )
    assert getattr(merge(given, sources), name) == expected


def test_what_no_template_has_is_as_given() -> None:
    given = Fields(
        title="T",
        briefing="b",
        briefing_for_experts="e",
        purchase_order_number="p",
        external_id="x",
        metadata="{}",
    )
    template = Template(id=9, account_id=1, name="N", title="Other", service_id=5)
    assert merge(given, Sources(template=template)) == replace(given, service_id=5)


@pytest.mark.parametrize(
    ("given", "templates", "codes"),
    [
        (None, None, ["SERVICE_MISSING"]),
        (None, 5, []),
        (5, None, []),
        (5, 5, []),
        (6, 5, ["SERVICE_NOT_OVERRIDABLE"]),
    ],
)
def test_the_service_of_a_template_stays(given: int | None, templates: int | None, codes: list[str]) -> None:
    template = Template(id=9, account_id=1, name="N", service_id=templates)
    merged = merge(Fields(service_id=given), Sources(template=template))
    assert [problem.code for problem in find_conflicts(merged, template)] == codes


def test_a_project_of_nothing_lacks_title_and_service() -> None:
    problems = find_conflicts(merge(Fields(), Sources()), None)
    assert [problem.code for problem in problems] == ["TITLE_MISSING", "SERVICE_MISSING"]
