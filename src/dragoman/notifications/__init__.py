"""Notifications (webhooks): rows first, then signed deliveries, tried until they succeed or are given up."""
