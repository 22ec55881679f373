"""Command line: make the text, the vocabularies and the models, and write them to `tests/models/product`."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

SENTENCES: Final = 9_000
HELD_OUT: Final = 200
SEED: Final = 7

Corpus = Mapping[tuple[str, str], "Sequence[Pair]"]

# One processor, before NumPy and JAX start their threads: sums in another order give other weights.
os.environ |= {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false",
    "JAX_PLATFORMS": "cpu",
}
_ALLOWED: Final = os.sched_getaffinity(0)
os.sched_setaffinity(0, {max(_ALLOWED)})

try:
    import jax
    import numpy as np
    import sentencepiece  # noqa: F401
except ImportError as error:
    raise SystemExit(
        f"{error}. Make an environment for this command alone:\n"
        '  python3 -m venv DIR && DIR/bin/pip install "jax[cpu]" sentencepiece\n'
        "  DIR/bin/python -m scripts.test_models"
    ) from error

jax.devices()  # starts the threads: one
os.sched_setaffinity(0, _ALLOWED)  # which may be on any processor

from scripts.test_models import vocabularies  # noqa: E402
from scripts.test_models.apertium import Pair, translate  # noqa: E402
from scripts.test_models.examples import ExampleMaker  # noqa: E402
from scripts.test_models.grammar import make_sentences  # noqa: E402
from scripts.test_models.shapes import SHAPES, Shape, pack  # noqa: E402
from scripts.test_models.training import Plan, train  # noqa: E402

_PLANS: Final = {
    "marian": Plan(steps=2000),
    "opennmt": Plan(steps=1000, rate=3e-3),
    "fairseq": Plan(steps=2000, rate=3e-3),
    "t5": Plan(steps=2000, rate=3e-3),
}


def main() -> None:
    """Make the models that are named, or all."""
    parser = argparse.ArgumentParser(prog="python -m scripts.test_models", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(SHAPES)}; without names: all")
    parser.add_argument("--out", type=Path, default=Path("tests/models/product"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    corpus = make_corpus()
    write_held_out(corpus, options.out / "held_out.json")
    models = make_vocabularies(corpus, options.out)
    for name in options.names or SHAPES:
        make_model(SHAPES[name], corpus, models, options.out)


def make_corpus() -> Corpus:
    """All pairs of languages; the sentences of one number have one English sentence as their origin."""
    started = time.monotonic()
    english = make_sentences(SENTENCES, seed=SEED)
    corpus = {("en", other): translate(english, source="en", target=other) for other in ("es", "ca")}
    for source in ("es", "ca"):
        sentences = [pair.target for pair in corpus["en", source]]
        for target in {"en", "es", "ca"} - {source}:
            corpus[source, target] = translate(sentences, source=source, target=target)
    print(f"{len(english)} sentences, translated in {time.monotonic() - started:.0f} s", flush=True)
    return corpus


def is_held_out(number: int) -> bool:
    """Whether a sentence is kept for judging the models: none of the short strings, which come first."""
    return number >= SENTENCES - HELD_OUT


def write_held_out(corpus: Corpus, path: Path) -> None:
    """Write what no model has seen: by direction, source, target and the links of their words."""
    lines = {
        f"{source}-{target}": [
            [pair.source, pair.target, " ".join(f"{s}-{t}" for s, t in pair.links)]
            for number, pair in enumerate(pairs)
            if is_held_out(number)
        ]
        for (source, target), pairs in sorted(corpus.items())
    }
    path.write_text(json.dumps(lines, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def make_vocabularies(corpus: Corpus, out: Path) -> Mapping[str, bytes]:
    """Train and write all SentencePiece models."""
    models = {}
    for name, languages in vocabularies.LANGUAGES.items():
        sentences = [
            sentence
            for language in languages
            for number, sentence in enumerate(_sentences(corpus, language))
            if not is_held_out(number)
        ]
        models[name] = vocabularies.train(name, sentences)
        (out / f"{name}.model").write_bytes(models[name])
    return models


def _sentences(corpus: Corpus, language: str) -> list[str]:
    """The sentences of a language: they are the same, whatever they are translated to."""
    return next(
        [pair.source for pair in pairs] for (source, _), pairs in corpus.items() if source == language
    )


def make_model(shape: Shape, corpus: Corpus, models: Mapping[str, bytes], out: Path) -> None:
    """Train one model and write its weights."""
    maker = ExampleMaker(shape, [models[name] for name in shape.vocabularies])
    examples = [
        maker.make(pair, languages)
        for languages in shape.pairs
        for number, pair in enumerate(corpus[languages])
        if not is_held_out(number)
    ]
    started = time.monotonic()
    weights = train(shape, examples, tokens=len(maker.tokens), plan=_PLANS[shape.name])
    path = out / f"{shape.name}.npz"
    np.savez_compressed(path, **pack(weights))  # type: ignore[arg-type]
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    size = path.stat().st_size // 1024
    print(f"{path}: {size} kB, {len(maker.tokens)} tokens, {time.monotonic() - started:.0f} s, {digest}")


if __name__ == "__main__":
    main()
