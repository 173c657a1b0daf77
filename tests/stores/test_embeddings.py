import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from mmagents.errors import MMAgentsError
from mmagents.stores.embeddings import EmbeddingFailed, open_embedder


class EmbeddingsEndpoint(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        texts = asked["input"]
        broken = any("broken" in text for text in texts)
        data = [
            {"object": "embedding", "index": at, "embedding": [float(len(text)), 1.0, 0.0]}
            for at, text in enumerate(texts[:1] if broken else texts)
        ]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        body = json.dumps(
            {"object": "list", "model": asked["model"], "data": data, "usage": usage}
        ).encode()
        status = 400 if any("refuse" in text for text in texts) else 200
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Keep the tests' output clean."""


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), EmbeddingsEndpoint)
    serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    serving.start()
    monkeypatch.setenv("OPENAI_API_BASE", f"http://127.0.0.1:{server.server_port}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "none-needed")
    yield
    server.shutdown()
    serving.join()
    server.server_close()


@pytest.mark.usefixtures("endpoint")
def test_hosted_embeddings_send_the_words_themselves_and_keep_their_order() -> None:
    embedder = open_embedder("openai:some-model")
    assert embedder.embed(["four", "seventy"]) == [[4.0, 1.0, 0.0], [7.0, 1.0, 0.0]]
    assert (embedder.id, embedder.dimensions) == ("openai:some-model", 3)
    assert embedder.embed([]) == []


@pytest.mark.usefixtures("endpoint")
@pytest.mark.parametrize(
    ("texts", "says"),
    [
        (["refuse this"], r"openai:some-model.*Check the provider"),
        (["broken", "answer"], "1 vectors for 2"),  # no shift of meanings
    ],
)
def test_a_provider_that_refuses_or_returns_too_little_ends_the_run(texts, says) -> None:
    with pytest.raises(EmbeddingFailed, match=says):
        open_embedder("openai:some-model").embed(texts)


@pytest.mark.parametrize(
    ("spec", "says"),
    [*((spec, "lexical") for spec in ("", "lexicl", "openai:", ":model")),
     ("nowhere:some-model", r"pip install langchain.*langchain-nowhere"),
     ("openai:some-model", "key")],
)  # fmt: skip
def test_embeddings_that_cannot_be_had_are_told_before_the_game(spec, says, monkeypatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(MMAgentsError, match=says):
        open_embedder(spec)
