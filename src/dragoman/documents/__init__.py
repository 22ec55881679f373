"""Jobs that translate documents (D1–D8): accepted, worked on by any worker, kept for an hour, destroyed."""
