"""Translation projects: files in, a quote, a start, translations per language, a delivery."""
