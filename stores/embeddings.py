"""What long-term memory is searched by: texts become vectors.

`lexical` needs no model, no key and no download. Any other specification is `provider:model` and is
opened through LangChain.
"""

from __future__ import annotations

import importlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, cast

from mmagents.errors import MMAgentsError
from mmagents.stores.lexical import LexicalEmbedder

if TYPE_CHECKING:
    import numpy as np
    from langchain_core.embeddings import Embeddings
    from numpy.typing import NDArray


class EmbeddingError(MMAgentsError):
    """Embeddings that cannot be opened, or that failed when asked."""


class EmbeddingFailed(EmbeddingError):
    """Embeddings that were opened and then failed: the run ends, the input was good."""

    exit_code = 1


class Embedder(Protocol):
    """Turns texts into vectors. Synchronous: an event loop calls it through `asyncio.to_thread`.

    Attributes:
        id: names model and dimensions; vectors of different ids must not be compared.
        dimensions: length of a vector; None until the first text was embedded.
    """

    @property
    def id(self) -> str:
        """Return the name under which its vectors may be compared."""

    @property
    def dimensions(self) -> int | None:
        """Return the length of a vector, if it is known yet."""

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector for each text, in order."""


class HostedEmbedder:
    """Any LangChain embeddings behind the same signature."""

    def __init__(self, spec: str, embeddings: Embeddings) -> None:
        self.id = spec
        self.dimensions: int | None = None
        self._embeddings = embeddings

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector for each text, in order.

        Raises:
            EmbeddingFailed: whatever the provider raised, with what to look at.
        """
        if not texts:
            return []
        try:
            vectors = self._embeddings.embed_documents(list(texts))
        except Exception as error:  # every provider raises its own
            raise EmbeddingFailed(
                f"The embeddings {self.id!r} failed on {len(texts)} texts: {error}. Check the "
                "provider's key, address and model; what was played so far is kept."
            ) from error
        if len(vectors) != len(texts) or len({len(vector) for vector in vectors}) != 1:
            raise EmbeddingFailed(
                f"The embeddings {self.id!r} returned {len(vectors)} vectors for {len(texts)} "
                "texts, or vectors of different lengths. Check that the model is one for embedding."
            )
        self.dimensions = len(vectors[0])
        return vectors


def open_embedder(spec: str = "lexical") -> Embedder:
    """Open the embedder that `spec` names.

    Args:
        spec: "lexical", or "provider:model" such as "openai:text-embedding-3-small".

    Raises:
        EmbeddingError: if there is no such embedder, or its package or key is missing.
    """
    if spec == "lexical":
        return LexicalEmbedder()
    provider, _, model = spec.partition(":")
    if not provider or not model:
        raise EmbeddingError(
            f"There are no embeddings called {spec!r}. Use 'lexical', which needs no download, or "
            "'provider:model', for example 'openai:text-embedding-3-small'."
        )
    return HostedEmbedder(spec, _open_hosted(spec, provider, model))


def _open_hosted(spec: str, provider: str, model: str) -> Embeddings:
    try:
        if provider == "openai":
            from langchain_openai import OpenAIEmbeddings
            from openai import DefaultHttpxClient

            return OpenAIEmbeddings(
                model=model,
                # Counting tokens would download a tokenizer file; memories are single sentences.
                check_embedding_ctx_length=False,
                http_client=DefaultHttpxClient(follow_redirects=False),
            )
        try:
            langchain = importlib.import_module("langchain.embeddings")  # optional
        except ModuleNotFoundError as error:
            raise EmbeddingError(
                f"The embeddings {spec!r} need LangChain. Run: pip install langchain "
                f"langchain-{provider.replace('_', '-')}"
            ) from error
        return cast("Embeddings", langchain.init_embeddings(model, provider=provider))
    except ImportError as error:
        raise EmbeddingError(
            f"The embeddings {spec!r} need a package that is not installed ({error}). Run: "
            f"pip install langchain-{provider.replace('_', '-')}"
        ) from error
    except EmbeddingError:
        raise
    except Exception as error:  # unknown provider, missing key: each provider raises its own
        raise EmbeddingError(
            f"The embeddings {spec!r} cannot be opened: {error}. Check the provider's name and "
            "that its key is set, or use 'lexical'."
        ) from error


AT_ONCE = 512
"""Texts in one call to the embedder, and as many vectors are kept: 1 MB at 512 dimensions."""


class Vectors:
    """An embedder, and the vectors it returned last."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._recent: OrderedDict[str, NDArray[np.float32]] = OrderedDict()

    def of(self, texts: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """Return the vector of each text; those not seen lately are embedded in one call."""
        import numpy as np

        found = {text: self._recent[text] for text in texts if text in self._recent}
        new = [text for text in dict.fromkeys(texts) if text not in found]
        if new:
            vectors = np.asarray(self._embedder.embed(new), dtype=np.float32)
            # Each vector a copy: a row of the whole would keep the whole.
            found.update((text, vectors[at].copy()) for at, text in enumerate(new))
        for text, vector in found.items():
            self._recent[text] = vector
            self._recent.move_to_end(text)
        while len(self._recent) > AT_ONCE:
            self._recent.popitem(last=False)
        return found
