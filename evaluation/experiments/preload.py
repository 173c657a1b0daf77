"""What a game imports as it begins, for a process whose copies are to play at once."""

import chromadb.api.rust
import chromadb.telemetry.product.posthog
import langgraph.checkpoint.sqlite.aio
import sklearn.feature_extraction

import mmagents.analysts.rules.analyst
import mmagents.evaluation.experiments.playing

__all__ = ["chromadb", "langgraph", "mmagents", "sklearn"]
