"""Makes a checkout ready to serve or to test. Standard library only: it runs before anything is installed."""
