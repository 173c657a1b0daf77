"""What a game imports as it begins, for a process whose copies are to play at once."""

import chromadb.api.rust
import chromadb.telemetry.product.posthog
import langgraph.checkpoint.sqlite.aio
import sklearn.feature_extraction

import mmagents.analysts.rules.analyst
import mmagents.analysts.rules.en.reader
import mmagents.analysts.rules.ja.reader
import mmagents.evaluation.experiments.playing
import mmagents.stores.strict

__all__ = ["chromadb", "langgraph", "mmagents", "sklearn"]
