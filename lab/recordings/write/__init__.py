"""Recordings written in formats of analysts of talk. See docs/howto/research/export.md."""
