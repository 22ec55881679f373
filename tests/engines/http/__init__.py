"""Tests of translation services and language models as engines, against real servers that misbehave."""
