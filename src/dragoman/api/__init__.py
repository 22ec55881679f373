"""The HTTP edge: endpoints, error bodies, authentication and limits."""
