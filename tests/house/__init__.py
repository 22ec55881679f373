"""What the house promises: its documentation, its checks, its setup, `make serve`."""
