"""Runs of jobs: `run` does one run's work and tells an outcome from a pause, a failure and an outage."""
