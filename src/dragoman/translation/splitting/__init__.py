"""Split segments into the sentences and pieces that an engine gets, and join the translations."""
