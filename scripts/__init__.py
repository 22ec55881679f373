"""What `make` runs: setting up a checkout, serving from it, checking it, writing references."""
