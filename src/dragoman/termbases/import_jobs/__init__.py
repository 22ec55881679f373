"""Imports of term bases as jobs: handed in, done by a worker, and looked at by whoever waits for them."""
