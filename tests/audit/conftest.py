"""The accounts of the tests of usage serve here, too."""

from tests.usage.conftest import ours, theirs

__all__ = ["ours", "theirs"]
