"""What a game imports as it begins, for a process whose copies are to play at once."""

import chromadb.api.rust
import chromadb.telemetry.product.posthog
import langgraph.checkpoint.sqlite.aio
import mmh3
import numpy

import mmagents.analysts.rules.analyst
import mmagents.analysts.rules.en.reader
import mmagents.analysts.rules.ja.reader
import mmagents.lab.experiments.playing
import mmagents.stores.strict

__all__ = ["chromadb", "langgraph", "mmagents", "mmh3", "numpy"]
