"""Files on their way in: checked, kept, analysed, and read by their clients."""
