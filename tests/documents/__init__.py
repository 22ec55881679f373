"""Tests of document jobs."""
