"""Formats whose files have texts under keys, each read into entries that can be selected and merged."""
