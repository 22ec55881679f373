"""Whole ways through the dashboard in a real browser, as people go them."""
