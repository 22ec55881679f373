from tests.usage.conftest import ours, theirs

__all__ = ["ours", "theirs"]
