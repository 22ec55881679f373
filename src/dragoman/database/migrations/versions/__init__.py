"""The revisions, oldest first: `NNNN_name.py`. Expand first, contract a release later."""
