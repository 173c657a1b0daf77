"""What a game imports as it begins, for a process whose copies are to play at once."""

import chromadb.api.rust
import chromadb.telemetry.product.posthog
import langgraph.checkpoint.sqlite.aio
import sklearn.feature_extraction

import mmagents.evaluation.playing
import mmagents.players.rules

__all__ = ["chromadb", "langgraph", "mmagents", "sklearn"]
