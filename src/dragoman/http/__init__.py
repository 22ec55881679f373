"""Connections, requests, errors and answers: what all interfaces share."""
