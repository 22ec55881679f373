"""XML with the place of each element in the bytes, parsed safely, changed by offset."""
