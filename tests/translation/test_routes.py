"""Routes: direct pairs first, else one pivot; codes of a request find theirs (T3, T7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from dragoman.engine_registry.model import EnginePolicy, PairPreference
from dragoman.engines.engine import (
    LOCAL,
    NO_GUIDANCE,
    EnginePair,
    EngineTraits,
    EngineUnavailable,
    Guidance,
    Quality,
)
from dragoman.errors import LanguagePairUnsupported
from dragoman.segments import Segment
from dragoman.translation.routes import Route, Routes, build_routes, find_route, list_routes
from tests.processor_time import least_processor_time

PIVOTS = ("en", "es", "fr", "ca", "pt")


@dataclass
class PairsOnly:
    """An engine of which only the pairs matter here."""

    name: str = "rules"
    version: str = "1.2"
    traits: EngineTraits = LOCAL
    offers: list[EnginePair] = field(default_factory=list)

    def pairs(self) -> Sequence[EnginePair]:
        return self.offers

    async def translate(
        self, batch: Sequence[Segment], pair: EnginePair, guidance: Guidance = NO_GUIDANCE, /
    ) -> list[Segment]:
        raise EngineUnavailable(f"{len(batch)} segments for {pair.target}: this engine is not running")


def engine(pairs: str, *, name: str = "rules") -> PairsOnly:
    """`es>en:gist fr>es` as an engine; the quality is high when it is not said."""
    offers = []
    for word in pairs.split():
        pair, _, quality = word.partition(":")
        source, _, target = pair.partition(">")
        offers.append(EnginePair(source=source, target=target, quality=Quality(quality or "high")))
    return PairsOnly(name=name, offers=offers)


def routes(*engines: PairsOnly, sandbox: bool = False) -> Routes:
    return build_routes(engines, pivots=PIVOTS, sandbox=sandbox)


def paths(found: Routes) -> list[str]:
    return ["→".join(route.path) for route in list_routes(found)]


def path(found: Routes, source: str, target: str) -> str:
    return "→".join(find_route(found, source, target).path)


# What a machine with the usual Apertium pairs offers.
INSTALLED = (
    "en>es:gist es>en:gist es>en-US:gist en>ca:gist ca>en:gist en>ca-valencia:gist es>ca ca>es "
    "es>ca-valencia fr>es:medium es>fr:medium fr>ca:medium ca>fr:medium "
    "es>pt es>pt-BR pt>es pt>ca ca>pt ca>pt-BR"
)


def test_lists_direct_pairs_and_one_pivot_sorted() -> None:
    """T7: the list is directional and deterministic; at most one language lies between."""
    found = routes(engine("fr>es es>en en>is"))
    assert paths(found) == ["en→is", "es→en", "es→en→is", "fr→es→en", "fr→es"]
    assert paths(routes(engine("en>is es>en fr>es"))) == paths(found)


def test_french_to_english_goes_through_spanish() -> None:
    """T7: among equal pivots the order of the setting decides."""
    route = find_route(routes(engine(INSTALLED)), "fr", "en")
    assert (route.path, route.quality, route.engine) == (("fr", "es", "en"), Quality.GIST, "rules 1.2")
    assert [choice.pair.source for step in route.steps for choice in step.choices] == ["fr", "es"]


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ("fr>es fr>ca es>en ca>en", "fr→es→en"),  # equal quality: es is before ca in the setting
        ("fr>es fr>ca es>en:gist ca>en:medium", "fr→ca→en"),  # the worse half decides
        ("fr>es:medium fr>ca es>en:gist ca>en:gist", "fr→es→en"),  # equally bad: the setting
        ("fr>it fr>oc it>en oc>en", "fr→it→en"),  # neither in the setting: the alphabet
        ("fr>it fr>pt it>en pt>en", "fr→pt→en"),  # one of them is
        ("fr>es es>en:gist fr>en:gist", "fr→en"),  # direct beats any pivot
    ],
)
def test_chooses_the_best_pivot(pairs: str, expected: str) -> None:
    """T7: by the quality of the worse half, then the setting's order, then the alphabet."""
    assert path(routes(engine(pairs)), "fr", "en") == expected
    backwards = " ".join(reversed(pairs.split()))
    assert path(routes(engine(backwards)), "fr", "en") == expected


def test_a_base_language_leads_to_a_variant_but_a_variant_is_not_a_detour() -> None:
    found = routes(engine(INSTALLED))
    assert path(found, "fr", "pt-BR") == "fr→es→pt-BR"
    assert path(found, "en", "pt-BR") == "en→es→pt-BR"
    better_variant = routes(engine("en>ca:gist ca>oc:gist en>ca-valencia ca-valencia>oc"))
    assert path(better_variant, "en", "oc") == "en→ca→oc"
    only_variant = routes(engine("en>ca-valencia ca-valencia>oc"))
    assert path(only_variant, "en", "oc") == "en→ca-valencia→oc"


def test_nothing_pivots_between_variants_of_one_language() -> None:
    """T3: Portuguese to Brazilian Portuguese through Spanish is not offered."""
    found = routes(engine("pt>es es>pt-BR es>pt en>en-GB ca>en es>zh-Hans zh-Hant>es"))
    assert path(found, "ca", "en-GB") == "ca→en"
    for source, target in [("pt", "pt-BR"), ("zh-TW", "zh-CN")]:
        with pytest.raises(LanguagePairUnsupported):
            find_route(found, source, target)


def test_a_pivot_is_one_tier_less_than_its_worse_half() -> None:
    qualities = {
        pairs: find_route(routes(engine(pairs)), "fr", "en").quality
        for pairs in ("fr>es es>en", "fr>es es>en:medium", "fr>es:gist es>en", "fr>en:medium")
    }
    assert list(qualities.values()) == [Quality.MEDIUM, Quality.GIST, Quality.GIST, Quality.MEDIUM]


def test_every_engine_for_a_step_is_an_alternative_the_best_first() -> None:
    first, second = engine("es>en:gist", name="first"), engine("es>en fr>es", name="second")
    route = find_route(routes(first, second), "es", "en")
    assert [choice.engine for choice in route.steps[0].choices] == [second, first]
    assert (route.quality, route.engine) == (Quality.HIGH, "second 1.2")
    assert find_route(routes(first, second), "fr", "en").engine == "second 1.2"


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("en-GB", "es-MX", "en→es"),
        ("EN", "Es", "en→es"),
        ("eng", "spa", "en→es"),
        ("es-419", "en-US", "es→en-US"),
        ("es", "en-GB", "es→en"),
        ("es", "ca-ES-valencia", "es→ca-valencia"),
        ("es", "ca-ES", "es→ca"),
        ("fr-CA", "en-us", "fr→es→en-US"),
        ("pt-BR", "es", "pt→es"),
    ],
)
def test_finds_the_route_for_any_spelling(source: str, target: str, expected: str) -> None:
    """T3: a request's code matches the engine's by look-up."""
    assert path(routes(engine(INSTALLED)), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("en-GB", "xx"),
        ("xx", "en"),
        ("en", "en"),
        ("en-GB", "en-US"),
        ("es", "ES"),
        ("x-a", "en"),
        ("e", "es"),
    ],
)
def test_refuses_with_the_codes_as_they_were_sent(source: str, target: str) -> None:
    """T3: unsupported, or equal after the look-up."""
    with pytest.raises(LanguagePairUnsupported) as refused:
        find_route(routes(engine(INSTALLED)), source, target)
    assert refused.value.message == f"Language pair ({source} -> {target}) is not supported"
    assert refused.value.hints


def test_never_crosses_scripts() -> None:
    """T3: what asks for Taiwan's Chinese is not answered in simplified characters."""
    found = routes(engine("en>zh-Hans en>sr"))
    assert path(found, "en", "zh") == "en→zh-Hans"
    for target in ("zh-TW", "zh-Hant", "sr-Latn"):
        with pytest.raises(LanguagePairUnsupported):
            find_route(found, "en", target)


def test_sandbox_and_real_routes_never_mix() -> None:
    """A sandbox account gets test engines alone, everybody else never does."""
    real, test = engine("es>en fr>es"), engine("es>en:test en>es:test", name="pseudo")
    assert {route.engine for route in list_routes(routes(real, test))} == {"rules 1.2"}
    assert [
        (route.engine, route.path, route.quality) for route in list_routes(routes(real, test, sandbox=True))
    ] == [
        ("pseudo 1.2", ("en", "es"), Quality.TEST),
        ("pseudo 1.2", ("es", "en"), Quality.TEST),
    ]
    assert list_routes(routes()) == list_routes(routes(engine(""))) == ()


def test_routes_follow_the_engines() -> None:
    """T7: only pairs that work now."""
    changing = engine("fr>es")
    assert paths(routes(changing)) == ["fr→es"]
    changing.offers = [*changing.offers, EnginePair(source="es", target="en", quality=Quality.GIST)]
    assert paths(routes(changing)) == ["es→en", "fr→es→en", "fr→es"]
    changing.offers = []
    assert paths(routes(changing)) == []


def test_a_language_to_itself_is_not_a_route() -> None:
    assert paths(routes(engine("en>en fr>en en>fr"))) == ["en→fr", "fr→en"]


def test_asking_again_costs_next_to_nothing() -> None:
    codes = [f"{a}{b}" for a in "abcdefg" for b in "qrstuvw"]
    wide = engine(" ".join(f"{s}>{t}:test" for s in codes for t in codes if s != t))
    first = routes(wide, sandbox=True)
    assert len(list_routes(first)) == len(codes) * (len(codes) - 1)
    assert all(routes(wide, sandbox=True) is first for _ in range(100))
    again = least_processor_time(lambda: [routes(wide, sandbox=True) for _ in range(100)])
    assert again < 0.5
    assert isinstance(find_route(first, "aq", "gw"), Route)


REMOTE = EngineTraits(remote=True)


def chosen(found: Routes, pair: str) -> list[str]:
    source, _, target = pair.partition(">")
    [step] = find_route(found, source, target).steps
    return [choice.engine.name for choice in step.choices]


def policy(*preferences: PairPreference, remote: str = "") -> EnginePolicy:
    return EnginePolicy(remote=frozenset(remote.split()), preferences=preferences)


def several() -> list[PairsOnly]:
    """A remote engine of high quality, a local one that gives the gist, and a local one that is better."""
    far = engine("en>es:high en>de:high", name="far")
    far.traits = REMOTE
    return [far, engine("en>es:gist", name="rules"), engine("en>es:medium en>de:gist", name="model")]


def of(preferred: EnginePolicy) -> Routes:
    return build_routes(several(), pivots=PIVOTS, sandbox=False, policy=preferred)


def test_a_remote_engine_is_used_only_where_the_account_allows_it() -> None:
    assert chosen(of(policy()), "en>es") == ["model", "rules"]
    assert chosen(of(policy(remote="other")), "en>es") == ["model", "rules"]
    only_far = engine("en>fr", name="far")
    only_far.traits = REMOTE
    with pytest.raises(LanguagePairUnsupported):
        find_route(build_routes([only_far], pivots=PIVOTS, sandbox=False), "en", "fr")


def test_local_engines_come_before_remote_ones_and_better_ones_before_others() -> None:
    assert chosen(of(policy(remote="far")), "en>es") == ["model", "rules", "far"]


def test_an_account_orders_the_engines_of_a_pair() -> None:
    wish = PairPreference(source="en", target="es", engines=("far", "rules"))
    assert chosen(of(policy(wish, remote="far")), "en>es") == ["far", "rules", "model"]
    assert chosen(of(policy(wish, remote="far")), "en>de") == ["model", "far"]
    assert chosen(of(policy(wish)), "en>es") == ["rules", "model"]  # a wish allows nothing


def test_an_exclusive_preference_leaves_the_others_out() -> None:
    wish = PairPreference(source="en", target="es", engines=("rules", "gone"), exclusive=True)
    assert chosen(of(policy(wish)), "en>es") == ["rules"]
    gone = PairPreference(source="en", target="es", engines=("gone",), exclusive=True)
    with pytest.raises(LanguagePairUnsupported):
        find_route(of(policy(gone)), "en", "es")


def test_a_preference_holds_for_varieties_unless_they_have_their_own() -> None:
    offers = [engine("en>pt en>pt-BR", name="one"), engine("en>pt en>pt-BR", name="two")]
    general = PairPreference(source="en", target="pt", engines=("two",))
    own = PairPreference(source="en", target="pt-BR", engines=("one",))
    both = build_routes(offers, pivots=PIVOTS, sandbox=False, policy=policy(general))
    assert chosen(both, "en>pt-BR") == ["two", "one"]
    with_own = build_routes(offers, pivots=PIVOTS, sandbox=False, policy=policy(general, own))
    assert chosen(with_own, "en>pt-BR") == ["one", "two"]


def test_the_steps_of_a_pivot_may_be_of_different_engines() -> None:
    far = engine("es>fr", name="far")
    far.traits = REMOTE
    found = build_routes(
        [engine("en>es", name="model"), far], pivots=PIVOTS, sandbox=False, policy=policy(remote="far")
    )
    route = find_route(found, "en", "fr")
    assert route.path == ("en", "es", "fr")
    assert route.engine == "model 1.2, far 1.2"


CODES = [f"{a}{b}" for a in "abcdefghijklmn" for b in "abcdefghijklmn"]
OFFERS = [EnginePair(source=a, target=b, quality=Quality.MEDIUM) for a in CODES for b in CODES if a != b]


def test_routes_of_engines_for_hundreds_of_languages_are_built_quickly() -> None:
    """38,000 pairs in a second on an idle core: pivots are looked for only where a pair is missing."""

    def build() -> None:
        found = build_routes([PairsOnly(offers=OFFERS)], pivots=PIVOTS, sandbox=False)
        assert len(list_routes(found)) == len(OFFERS)

    assert least_processor_time(build, tries=2) < 3


def test_each_accounts_choice_of_many_pairs_costs_next_to_nothing() -> None:
    """The pairs are gone through once for all accounts, and an account's routes are found when asked for."""
    many = PairsOnly(offers=OFFERS)
    wishes = [PairPreference(source=code, target="aa", engines=("rules",)) for code in CODES[1:]]
    build_routes([many], pivots=PIVOTS, sandbox=False)

    def ask() -> None:
        for wish in wishes:
            found = build_routes([many], pivots=PIVOTS, sandbox=False, policy=policy(wish))
            assert find_route(found, "ab", "nn").path == ("ab", "nn")

    assert least_processor_time(ask, tries=2) < 2


def test_the_languages_are_those_of_what_an_account_may_use() -> None:
    far = engine("en>de xx>en", name="far")
    far.traits = REMOTE
    offers = [far, engine("en>fr", name="model")]
    without = build_routes(offers, pivots=PIVOTS, sandbox=False)
    assert (without.sources, without.targets) == ({"en"}, {"fr"})
    allowed = build_routes(offers, pivots=PIVOTS, sandbox=False, policy=policy(remote="far"))
    assert (allowed.sources, allowed.targets) == ({"en", "xx"}, {"de", "en", "fr"})
    assert {route.source for route in list_routes(allowed)} == allowed.sources
    assert {route.target for route in list_routes(allowed)} == allowed.targets
