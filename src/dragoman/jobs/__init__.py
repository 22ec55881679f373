"""The queue of background work in the database."""
