"""Imports into term bases as jobs: submitted by clients, done by a worker, polled for their outcome."""
