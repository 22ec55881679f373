"""Imports of files into a memory: submitted, done by jobs, undone."""
