"""Strangers who want to disturb a session."""
ROWS = []
