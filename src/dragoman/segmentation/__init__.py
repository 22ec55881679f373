"""Splitting text into sentences by SRX 2.0 rules."""
