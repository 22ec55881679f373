"""What goes wrong with the demo of `make serve`."""

from __future__ import annotations


class DemoFailed(Exception):
    """The service answered what it should not; the message says what."""
