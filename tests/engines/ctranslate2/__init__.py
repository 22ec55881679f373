"""Tests of neural models as engines, with small real models in every layout."""
