"""What an account's choice of engines is made of, and how pages show and read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.languages import name_languages
from dragoman.dashboard.page.locale import translate as _
from dragoman.engine_registry.model import MOST_ENGINES, EnginePolicy, PairPreference
from dragoman.engines.engine import Engine, Quality
from dragoman.engines.table import EngineTable
from dragoman.languages import candidates, primary

_FEWEST_PLACES: Final = 3  # for engines of a pair, in its form


@dataclass(frozen=True, slots=True, kw_only=True)
class PreferredEngine:
    """An engine of a preference, and why it is not used."""

    name: str
    problem: str = ""  # "missing", "refused": remote, and not allowed; "pair": it has none of these languages


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPreference:
    """The engines that an account wants for a pair of languages."""

    source: str
    target: str
    engines: Sequence[PreferredEngine]
    exclusive: bool

    @property
    def is_dead(self) -> bool:
        """Whether nothing translates: no others are used, and none of these can be."""
        return self.exclusive and all(one.problem for one in self.engines)


class KnownEngines:
    """The engines that accounts can choose: all that are there but those for tests of programs."""

    def __init__(self, table: EngineTable) -> None:
        self._engines = [one for one in table.current() if not _is_for_tests(one)]
        self._faults = frozenset(fault.name for fault in table.faults())

    @property
    def names(self) -> frozenset[str]:
        """Names that a choice may have, as in the interface."""
        return self._faults | {one.name for one in self._engines}

    @property
    def remote(self) -> Sequence[str]:
        """Names of those outside the operator's machines."""
        return sorted(one.name for one in self._engines if one.traits.remote)

    @cached_property
    def sources(self) -> Sequence[tuple[str, str]]:
        """Languages to choose from by code and name, also those that they are varieties of."""
        return _name_all(pair.source for one in self._engines for pair in one.pairs())

    @cached_property
    def targets(self) -> Sequence[tuple[str, str]]:
        """Languages to translate into."""
        return _name_all(pair.target for one in self._engines for pair in one.pairs())

    def options(self, policy: EnginePolicy, wanted: PairPreference | None) -> Sequence[tuple[str, str]]:
        """The engines as options of a form, with what was chosen before; those that can be used come first.

        Of a pair that is not known yet, `wanted` is None.
        """
        chosen = wanted.engines if wanted is not None else ()
        names = dict.fromkeys([*self._by_name, *sorted(self._faults), *chosen])
        problems = {name: self._find_problem(name, wanted, policy) for name in names}
        in_order = sorted(names, key=lambda name: bool(problems[name]))
        return [(name, _describe(name, problems[name])) for name in in_order]

    def show(self, preference: PairPreference, policy: EnginePolicy) -> ShownPreference:
        """A preference with what is known about its engines."""
        engines = [
            PreferredEngine(name=name, problem=self._find_problem(name, preference, policy))
            for name in preference.engines
        ]
        return ShownPreference(
            source=preference.source,
            target=preference.target,
            engines=engines,
            exclusive=preference.exclusive,
        )

    def _find_problem(self, name: str, wanted: PairPreference | None, policy: EnginePolicy) -> str:
        engine = self._by_name.get(name)
        if engine is None:
            return "missing"
        if engine.traits.remote and name not in policy.remote:
            return "refused"
        return "" if wanted is None or self._has_pair(engine, wanted) else "pair"

    def _has_pair(self, engine: Engine, wanted: PairPreference) -> bool:
        """Whether it translates the pair, or a variety of it, without a pivot."""
        offered = self._pairs(engine).get((primary(wanted.source), primary(wanted.target)), ())
        return any(
            wanted.source in candidates(source) and wanted.target in candidates(target)
            for source, target in offered
        )

    @cached_property
    def _by_name(self) -> Mapping[str, Engine]:
        return {one.name: one for one in self._engines}

    def _pairs(self, engine: Engine) -> Mapping[tuple[str, str], Sequence[tuple[str, str]]]:
        """Its pairs by their languages without varieties."""
        if engine.name not in self._indexes:
            index: dict[tuple[str, str], list[tuple[str, str]]] = {}
            for pair in engine.pairs():
                languages = primary(pair.source), primary(pair.target)
                index.setdefault(languages, []).append((pair.source, pair.target))
            self._indexes[engine.name] = index
        return self._indexes[engine.name]

    @cached_property
    def _indexes(self) -> dict[str, Mapping[tuple[str, str], Sequence[tuple[str, str]]]]:
        return {}


def _describe(name: str, problem: str) -> str:
    """An engine as an option, with why it would not be used."""
    described = {
        "missing": _("%(engine)s, cannot be used now"),
        "refused": _("%(engine)s, not allowed"),
        "pair": _("%(engine)s, does not have this pair"),
    }
    return described[problem] % {"engine": name} if problem else name


def read_preference(form: PageForm, source: str, target: str) -> PairPreference | None:
    """The preference that a form has for a pair; None where it names no engine, which is a problem."""
    fields = (form.text(place_name(number)) for number in range(MOST_ENGINES))
    engines = tuple(name for name in fields if name)
    if not engines:
        form.add(_("Choose an engine."), at=place_name(0), code="MISSING")
        return None
    return PairPreference(source=source, target=target, engines=engines, exclusive=form.flag("exclusive"))


def places(form: PageForm, chosen: Sequence[str]) -> Sequence[tuple[str, str]]:
    """The fields for engines, in order, with what each holds: one more than there are engines."""
    sent = [form.text(place_name(number)) for number in range(MOST_ENGINES)]
    filled = max((number + 1 for number, name in enumerate(sent) if name), default=len(chosen))
    count = min(MOST_ENGINES, max(_FEWEST_PLACES, filled + 1))
    values = [*chosen, *[""] * MOST_ENGINES]
    return [(place_name(number), values[number]) for number in range(count)]


def place_name(number: int) -> str:
    """The name of the field for the engine at a place, from 0 on."""
    return f"engine_{number + 1}"


def _is_for_tests(engine: Engine) -> bool:
    return all(pair.quality is Quality.TEST for pair in engine.pairs()) and bool(engine.pairs())


def _name_all(codes: Iterable[str]) -> Sequence[tuple[str, str]]:
    """Languages by code and name, and those that they are varieties of: with `pt-BR` also `pt`."""
    every = {one for code in set(codes) for one in candidates(code) if code.startswith(one)}
    return [(one.code, one.name) for one in name_languages(every)]
