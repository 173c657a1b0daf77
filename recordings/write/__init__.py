"""Recordings written in the formats of those who analyse talk. See docs/howto/export.md."""
