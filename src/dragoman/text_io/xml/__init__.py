"""XML with the byte offsets of each element: parsed safely, changed by offset."""
