"""Mode names of every Debian pair package, and the language codes they are offered under."""

from __future__ import annotations

import pytest

from dragoman.engines.apertium.mode_names import read_mode_name
from dragoman.engines.apertium.quality import judge
from dragoman.engines.engine import Quality

# fmt: off
OFFERED = {
    "afr-nld": "af nl", "arg-cat": "an ca", "bel-rus": "be ru", "br-fr": "br fr", "bul-mkd": "bg mk",
    "ca-oc_aran": "ca oc-aranes", "cat-eng_US": "ca en-US", "cat-por_BR": "ca pt-BR",
    "cat-por_PTpre1990": "ca pt-colb1945", "cat-srd": "ca sc", "dan-nob": "da nb", "en-eo": "en eo",
    "en-gl": "en gl", "eng-cat_valencia": "en ca-valencia", "eng-hbs_BS": "en bs", "eng-hbs_HR": "en hr",
    "eng-hbs_SR": "en sr-Latn", "eng-spa": "en es", "es-pt": "es pt", "es-pt_BR": "es pt-BR",
    "eu-es": "eu es", "fra-frp": "fr frp",
    "fra-oci_gascon": "fr oc-gascon", "hin-urd": "hi ur", "ind-zlm": "id ms", "isl-swe": "is sv",
    "ita-srd": "it sc",
    "mkd-eng": "mk en", "nno-nob": "nn nb", "oc_aran-es": "oc-aranes es", "oci_gascon-fra": "oc-gascon fr",
    "pol-szl": "pl szl", "pt-gl": "pt gl", "ro-es": "ro es", "slv-hbs_HR": "sl hr", "spa-arg": "es an",
    "spa-ast": "es ast", "spa-eng_US": "es en-US", "zlm-ind": "ms id",
}
HIDDEN = [
    "Cyrl-Latn", "ca-eo-translit", "eco-es-fr", "en-eo-bytecode-cg", "eng-cat_iec2017",
    "eng-cat_valencia_uni",
    "eng-cat_valencia_uni_iec2017", "eng-hbs", "eo-en-j", "es-eo-no_cg", "fra-cat_pre2017", "gl-pt-latin1",
    "hbs-mkd-pretransfer", "ita-cat_pre2017", "nno-nno_e", "nob-nno_e", "nob-nno_e-syndis", "slv-hbs",
    "spa-ast-pn-old",
    "", "eng", "-spa", "eng-spa.mode", "../eng-spa", "eng-spa_ZZZ", "eng-eng", "ENG-spa",
]
# fmt: on


@pytest.mark.parametrize("name", OFFERED)
def test_a_mode_is_offered_under_registered_tags(name: str) -> None:
    assert [" ".join(pair) for pair in read_mode_name(name)] == [OFFERED[name]]


@pytest.mark.parametrize("name", HIDDEN)
def test_experiments_and_unregistered_spellings_are_hidden(name: str) -> None:
    assert read_mode_name(name) == ()


def test_serbo_croatian_is_read_in_all_its_standards() -> None:
    assert read_mode_name("hbs-slv") == (("bs", "sl"), ("hr", "sl"), ("sr-Latn", "sl"))


@pytest.mark.parametrize(
    ("pair", "quality"),
    [
        ("es ca", Quality.HIGH),
        ("es ca-valencia", Quality.HIGH),
        ("es pt-BR", Quality.HIGH),
        ("fr ca", Quality.HIGH),
        ("nn nb", Quality.HIGH),
        ("hi ur", Quality.HIGH),
        ("fr es", Quality.MEDIUM),
        ("sv da", Quality.MEDIUM),
        ("ru uk", Quality.MEDIUM),
        ("oc-gascon fr", Quality.HIGH),
        ("en ca", Quality.MEDIUM),
        ("en es", Quality.GIST),
        ("eu es", Quality.GIST),
        ("is en", Quality.GIST),
    ],
)
def test_related_languages_promise_more(pair: str, quality: Quality) -> None:
    source, target = pair.split()
    assert judge(source, target) is quality
