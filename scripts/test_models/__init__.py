"""Makes the tests' neural models: text of our own, translated by Apertium, and small networks trained on it.

`lexicon` and `grammar` make English sentences. `apertium` translates them and links their words.
`vocabularies` makes SentencePiece models, `examples` numbers the pairs, `network` and `training` are JAX.
`shapes` has the four models, and needs neither JAX nor Apertium: `tests/models/layouts.py` uses it too.
Decision 0078 says why.

    python3 -m venv DIR && DIR/bin/pip install "jax[cpu]" sentencepiece
    DIR/bin/python -m scripts.test_models            # all four, about half an hour on one processor
    DIR/bin/python -m scripts.test_models marian     # one of them
"""
