"""People who sign in: passwords, sessions, second factors, links."""
