"""How flows are run: `blocking` by threads, `awaiting` by an event loop; `http` is what both share."""
