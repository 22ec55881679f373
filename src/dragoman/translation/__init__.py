"""Translation of segments by engines, translation memories and term bases. Its only state is a cache."""
