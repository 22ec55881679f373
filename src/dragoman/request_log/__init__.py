"""The request log: which calls the programs of each account made, and how each was answered; never a text."""
