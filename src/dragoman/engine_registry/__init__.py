"""Engines that an operator set up as services of others, and which engines an account wants."""
