"""The languages that the shipped stories, prompts and players without a model come in."""

LANGUAGES = ("en", "ja")
