"""Documents: translated in one call, or step by step; many at once; folders."""
