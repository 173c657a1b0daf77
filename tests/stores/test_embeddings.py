import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from mmagents.scenarios.errors import MMAgentsError
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


@pytest.mark.usefixtures("endpoint")
def test_no_texts_are_no_request() -> None:
    assert open_embedder("openai:some-model").embed([]) == []


@pytest.mark.usefixtures("endpoint")
def test_a_provider_that_refuses_ends_the_run_with_words() -> None:
    with pytest.raises(EmbeddingFailed, match=r"openai:some-model.*Check the provider"):
        open_embedder("openai:some-model").embed(["refuse this"])


@pytest.mark.usefixtures("endpoint")
def test_too_few_vectors_are_an_error_and_not_a_shift_of_meanings() -> None:
    with pytest.raises(EmbeddingFailed, match="1 vectors for 2"):
        open_embedder("openai:some-model").embed(["broken", "answer"])


@pytest.mark.parametrize("spec", ["", "lexicl", "openai:", ":model"])
def test_a_misspelt_embedder_is_told_what_there_is(spec: str) -> None:
    with pytest.raises(MMAgentsError, match="lexical"):
        open_embedder(spec)


def test_a_missing_package_is_named() -> None:
    with pytest.raises(MMAgentsError, match=r"pip install langchain.*langchain-nowhere"):
        open_embedder("nowhere:some-model")


def test_a_missing_key_is_said_before_the_game_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(MMAgentsError, match="key"):
        open_embedder("openai:some-model")
