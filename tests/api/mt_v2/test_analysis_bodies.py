"""Reports as they are read by programs."""

from __future__ import annotations

from dragoman.analysis.model import USUAL_WEIGHTS, Band, Weights
from dragoman.api.mt_v2.analysis_bodies import write_analysis
from dragoman.counting import COUNTING_RULE, UNICODE_VERSION
from dragoman.documents.analysing import DocumentAnalysis
from tests.analysis.reports import REPORT

ANALYSIS = DocumentAnalysis(report=REPORT, words=17, most_words=16, warnings=())


def test_a_report_says_what_its_figures_depend_on() -> None:
    written = write_analysis(ANALYSIS, weights=USUAL_WEIGHTS).model_dump()
    total, files = written.pop("total"), written.pop("files")
    assert written == {
        "source": "en",
        "sourceDetected": False,
        "target": "es",
        "countingRule": COUNTING_RULE,
        "unicodeVersion": UNICODE_VERSION,
        "asOf": "2026-11-22T14:30:05Z",
        "memories": [{"id": 4, "penalty": 0}, {"id": 2, "penalty": 5}],
        "limit": {"wordCount": 17, "maxAllowedWords": 16, "exceedsLimit": True},
        "warnings": [],
    }
    assert UNICODE_VERSION in COUNTING_RULE
    bands = total.pop("bands")
    assert total == {
        "segments": 4,
        "words": 17,
        "characters": 98,
        "charactersWithoutSpaces": 85,
        "codes": 1,
        "wordsToTranslate": 15,
        "weightedWords": 7 + 0.3 * 3 + 0.3 * 5,
        "leftAlone": {"no_text": {"places": 3, "words": 3}},
    }
    assert [band["band"] for band in bands] == [band.value for band in Band]
    assert bands[1] == {
        "band": "exact",
        "weight": 30,
        "segments": 1,
        "words": 3,
        "characters": 17,
        "charactersWithoutSpaces": 15,
        "codes": 0,
    }
    assert [(file["fileName"], file["format"], file["words"]) for file in files] == [
        ("a.txt", "txt", 10),
        ("=b(1).txt", "txt", 7),
    ]


def test_weights_are_ones_own() -> None:
    weights = Weights(percent={Band.NONE: 80, Band.EXACT: 33})
    report = write_analysis(ANALYSIS, weights=weights).model_dump()
    assert report["total"]["weightedWords"] == 6.59
    assert [file["weightedWords"] for file in report["files"]] == [6.59, 0]
