"""The documentation site: built by Zensical, made fit for a strict content security policy."""
