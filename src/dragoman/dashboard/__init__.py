"""The dashboard: pages below `/ui` on the same actions as the interfaces (W1 to W3)."""
