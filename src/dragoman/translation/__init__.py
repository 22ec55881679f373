"""The heart: segments in, translated segments out. It keeps no state but a cache."""
