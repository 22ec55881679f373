"""Neural models of the operator, run by CTranslate2: each in a process of its own, from a models directory.

`recognition` describes a model once, when it is added (`adding`); `source` has the models of the directory as
engines; `neural_engine` writes and reads segments; `model_pool`, `model_runner` and `model_child` run the
processes of `dragoman.model_process`. Documented in `docs/guides/engines.md`.
"""
