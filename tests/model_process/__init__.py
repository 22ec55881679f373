"""Tests of what a neural model's process decides: parts of texts, batches, faults, alignment, terms."""
