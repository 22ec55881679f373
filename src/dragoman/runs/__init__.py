"""Runs of jobs: `run` does the work of one run and distinguishes outcomes, pauses, failures and outages."""
