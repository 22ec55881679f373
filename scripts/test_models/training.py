"""Training: cross-entropy with smoothed labels, guided alignment, and Adam."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from scripts.test_models.examples import Batch, Example, make_batches
from scripts.test_models.network import Weights, first_weights, run
from scripts.test_models.shapes import Floats, Shape

_SMOOTHING: Final = 0.1
_GUIDANCE: Final = 0.3  # weight of the alignment beside the words
_WARM_UP: Final = 200  # steps
_BATCH_TOKENS: Final = 1000  # of each side
_DECAYS: Final = (0.9, 0.98)
_LARGEST_GRADIENT: Final = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How long and how fast to train."""

    steps: int
    rate: float = 2e-3
    seed: int = 20


def train(shape: Shape, examples: Sequence[Example], *, tokens: int, plan: Plan) -> dict[str, Floats]:
    """Train a model on one processor; a line is printed every few hundred steps."""
    random = Random(plan.seed)
    weights: Weights = {
        name: jnp.asarray(value) for name, value in first_weights(shape, tokens, seed=plan.seed).items()
    }
    moments = (
        {name: jnp.zeros_like(value) for name, value in weights.items()},
        {name: jnp.zeros_like(value) for name, value in weights.items()},
    )
    step, started, losses = 0, time.monotonic(), [np.zeros(2)]
    while step < plan.steps:
        for batch in make_batches(examples, tokens=_BATCH_TOKENS, random=random):
            step += 1
            weights, moments, loss = _update(shape, weights, moments, _to_arrays(batch), _rates(plan, step))
            losses.append(np.asarray(loss))
            if step % 100 == 0:
                words, links = np.mean(losses[-100:], axis=0)
                seconds = time.monotonic() - started
                print(f"{shape.name}: step {step}, {words:.3f} {links:.3f}, {seconds:.0f} s", flush=True)
            if step == plan.steps:
                break
    return {name: np.asarray(value) for name, value in weights.items()}


def _rates(plan: Plan, step: int) -> Array:
    """The learning rate, which rises and then falls in a straight line, and the corrections of Adam."""
    rate = plan.rate * min(step / _WARM_UP, (plan.steps - step) / (plan.steps - _WARM_UP))
    return jnp.asarray([rate, *(1 - decay**step for decay in _DECAYS)], jnp.float32)


def _loss(weights: Weights, shape: Shape, batch: dict[str, Array]) -> tuple[Array, Array]:
    """The loss, and its parts: by word, by link."""
    scores, attention = run(weights, shape, batch["source"], batch["source_mask"], batch["decoder"])
    logs = jax.nn.log_softmax(scores)
    right = jnp.take_along_axis(logs, batch["target"][..., None], axis=-1)[..., 0]
    smoothed = (1 - _SMOOTHING) * right + _SMOOTHING * logs.mean(axis=-1)
    mask = batch["target_mask"]
    words = -(smoothed * mask).sum() / mask.sum()
    links = -(batch["alignment"] * jnp.log(attention + 1e-6)).sum() / batch["alignment"].sum()
    plain = -(right * mask).sum() / mask.sum()
    return words + _GUIDANCE * links, jnp.stack([plain, links])


@partial(jax.jit, static_argnums=0, donate_argnums=(1, 2))
def _update(
    shape: Shape, weights: Weights, moments: tuple[Weights, Weights], batch: dict[str, Array], rates: Array
) -> tuple[Weights, tuple[Weights, Weights], Array]:
    """One step of Adam, with gradients of limited size."""
    gradients, parts = jax.grad(_loss, has_aux=True)(weights, shape, batch)
    size = jnp.sqrt(sum((g**2).sum() for g in gradients.values()))
    gradients = {n: g * jnp.minimum(1, _LARGEST_GRADIENT / size) for n, g in gradients.items()}
    first = {n: _DECAYS[0] * m + (1 - _DECAYS[0]) * gradients[n] for n, m in moments[0].items()}
    second = {n: _DECAYS[1] * m + (1 - _DECAYS[1]) * gradients[n] ** 2 for n, m in moments[1].items()}
    moved = {
        n: w - rates[0] * (first[n] / rates[1]) / (jnp.sqrt(second[n] / rates[2]) + 1e-9)
        for n, w in weights.items()
    }
    return moved, (first, second), parts


def _to_arrays(batch: Batch) -> dict[str, Array]:
    fields = ("source", "source_mask", "decoder", "target", "target_mask", "alignment")
    return {name: jnp.asarray(getattr(batch, name)) for name in fields}
