"""A server on loopback that speaks the OpenAI chat-completions protocol, with settable latency.

    with serving(faithful) as server:
        ChatOpenAI(base_url=server.url, api_key="unused", model="any")

What it answers is decided by a mind: a function from the request to an `Answer`.
"""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True)
class Answer:
    """What goes back over the wire.

    `fault` breaks the protocol: "drop" closes before answering, "half" after half the body,
    "late" holds the answer back for `delay` seconds, "not-json" and "no-choices" spoil the body.
    `calls` are the arguments of a tool that is called instead of words. `kept` is the share of the
    prompt that the server says it had read before. `body` is the whole body of
    an error where it is not of the protocol.
    """

    text: str | None = ""
    status: int = 200
    finish: str = "stop"
    headers: dict[str, str] = field(default_factory=dict)
    fault: Literal["drop", "half", "late", "not-json", "no-choices"] | None = None
    delay: float = 0.0
    error: dict[str, Any] | str | None = None
    refusal: str | None = None
    calls: str | None = None
    kept: float | None = None
    body: dict[str, Any] | None = None


class Request(dict[str, Any]):
    """The body of a request, with its headers beside it."""

    def __init__(self, body: dict[str, Any], headers: dict[str, str]) -> None:
        super().__init__(body)
        self.headers = headers


Mind = Callable[[Request, int], Answer]
"""From a request and its number, from 1, to the answer."""


@dataclass
class Server:
    """The address of a running server, and all it was asked."""

    url: str = ""
    requests: list[Request] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    failed: list[Exception] = field(default_factory=list)


Until = Callable[[Server, Request], bool]
PATIENCE = 60.0
"""Seconds for which an answer is held back at most."""


@dataclass
class _How:
    """How a server answers."""

    latency: float
    key: str | None
    keep: bool
    until: Until
    arrived: asyncio.Condition = field(default_factory=asyncio.Condition)


@contextmanager
def serving(
    mind: Mind,
    *,
    latency: float = 0.0,
    key: str | None = None,
    keep: bool = True,
    until: Until = lambda server, request: True,
) -> Iterator[Server]:
    """Serve on a free port in a thread of its own; with `key`, others are refused with 401.

    With `keep`, the server holds all it was asked. An answer is held back until `until` is so,
    which is looked at whenever a request arrives. What a mind raises is raised at the end.
    """
    server, loop, ready = Server(), asyncio.new_event_loop(), threading.Event()
    stop = asyncio.Event()

    async def main() -> None:
        how = _How(latency, key, keep, until)
        open_tasks: set[asyncio.Task[None]] = set()

        async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            open_tasks.add(task)
            try:
                while await _exchange(reader, writer, server, mind, how):
                    pass
            except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                pass
            finally:
                open_tasks.discard(task)
                writer.close()

        listening = await asyncio.start_server(accept, "127.0.0.1", 0, backlog=512)
        server.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1"
        ready.set()
        await stop.wait()
        listening.close()
        for task in list(open_tasks):
            task.cancel()
        await asyncio.gather(*open_tasks, return_exceptions=True)
        await asyncio.sleep(0)

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(main())

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    ready.wait(10)
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(10)
    if server.failed:
        raise server.failed[0]


async def _exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    server: Server,
    mind: Mind,
    how: _How,
) -> bool:
    """Read one request and answer it; return whether the connection goes on."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {
        name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])
    }
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    method, path, _ = head[0].split(" ")
    if how.key is not None and headers.get("authorization") != f"Bearer {how.key}":
        error = {"message": f"Incorrect API key provided: {headers.get('authorization')}"}
        return _write(writer, Answer(status=401, error=error), {})
    if (method, path) != ("POST", "/v1/chat/completions"):
        return _write(writer, Answer(status=404, error={"message": f"no {path}"}), {})
    request = Request(json.loads(body), headers)
    number = len(server.requests) + 1
    if how.keep:
        server.requests.append(request)
        server.headers.append(headers)
    server.at_once += 1
    server.most_at_once = max(server.most_at_once, server.at_once)
    try:
        answer = _asked(mind, request, number, server)
        async with how.arrived:
            how.arrived.notify_all()
            held_back = how.arrived.wait_for(lambda: how.until(server, request))
            await asyncio.wait_for(held_back, PATIENCE)
        await asyncio.sleep(how.latency + (answer.delay if answer.fault == "late" else 0))
    finally:
        server.at_once -= 1
    return _write(writer, answer, request)


def _asked(mind: Mind, request: Request, number: int, server: Server) -> Answer:
    """Return what the mind answers; if it fails, the test does, and not the wire."""
    try:
        return mind(request, number)
    except Exception as error:
        server.failed.append(error)
        return Answer(status=400, error={"message": f"the mind of the test failed: {error!r}"})


def _write(writer: asyncio.StreamWriter, answer: Answer, request: dict[str, Any]) -> bool:
    if answer.fault == "drop":
        writer.transport.abort()
        return False
    if answer.status != 200:
        body = answer.body or {"error": answer.error or {}}
        return _send(writer, answer, "application/json", json.dumps(body))
    if request.get("stream"):
        return _send(writer, answer, "text/event-stream", _events(answer, request))
    return _send(writer, answer, "application/json", _completion(answer, request))


def _send(writer: asyncio.StreamWriter, answer: Answer, kind: str, text: str) -> bool:
    body = text.encode("utf-8", "surrogatepass")
    lines = [
        f"HTTP/1.1 {answer.status} X",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
        *(f"{name}: {value}" for name, value in answer.headers.items()),
    ]
    whole = answer.fault != "half"
    sent = body if whole else body[: len(body) // 2]
    writer.write("\r\n".join([*lines, "", ""]).encode() + sent)
    return whole


def _completion(answer: Answer, request: dict[str, Any]) -> str:
    if answer.fault == "not-json":
        return "<html>Bad gateway</html>"
    message: dict[str, Any] = {
        "role": "assistant",
        "content": answer.text,
        "refusal": answer.refusal,
    }
    if answer.calls is not None:
        called = {"name": request["tools"][0]["function"]["name"], "arguments": answer.calls}
        message["tool_calls"] = [{"id": "call", "type": "function", "function": called}]
    choice = {"index": 0, "message": message, "finish_reason": answer.finish}
    return json.dumps(
        _frame(request, "chat.completion")
        | {
            "choices": None if answer.fault == "no-choices" else [choice],
            "usage": usage(answer, request),
        }
    )


def _events(answer: Answer, request: dict[str, Any]) -> str:
    frame = _frame(request, "chat.completion.chunk")
    delta = {"role": "assistant", "content": answer.text}
    chunks = [
        frame | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
        frame | {"choices": [{"index": 0, "delta": {}, "finish_reason": answer.finish}]},
        frame | {"choices": [], "usage": usage(answer, request)},
    ]
    return "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"


def _frame(request: dict[str, Any], kind: str) -> dict[str, Any]:
    model = request.get("model", "")
    return {"id": "c", "object": kind, "created": int(time.time()), "model": model}


def usage(answer: Answer, request: dict[str, Any]) -> dict[str, Any]:
    """Count a token for every four characters, as servers roughly do."""
    asked = sum(len(str(message["content"])) for message in request.get("messages", ())) // 4
    said = len(answer.text or "") // 4
    counted = {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said}
    if answer.kept is None:
        return counted
    return {**counted, "prompt_tokens_details": {"cached_tokens": int(asked * answer.kept)}}
