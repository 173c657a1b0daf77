"""How servers that speak the OpenAI protocol differ: the forms they know, and how they refuse.

Each dialect has the status and body of its server's own errors, with the place they were read in. A
mind speaks through it: what the server takes is answered in form, the rest as models answer when a
prompt alone asks for JSON.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass

from mmagents.models.client.ladder import Way
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, Mind, Request

Refuses = Callable[[Request, Way], Answer | None]


@dataclass(frozen=True)
class Dialect:
    """A server: what it refuses, what it keeps to, and how its models answer without a form."""

    refuses: Refuses
    keeps: frozenset[Way]
    says: Callable[[str], str]


def way_of(request: Request) -> Way:
    """Return how a request asks for the form of its answer."""
    form = request.get("response_format")
    if form is None:
        return "tool" if "tools" in request else "none"
    if form["type"] == "json_object":
        return "json_object with schema" if "schema" in form else "json_object"
    return "json_schema"


def speaking(dialect: Dialect, mind: Mind = faithful) -> Mind:
    """Return a mind behind a server of a dialect."""

    def behind(request: Request, number: int) -> Answer:
        way = way_of(request)
        refusal = dialect.refuses(request, way)
        if refusal is not None:
            return refusal
        good = mind(request, number)
        if not (good.text or "").startswith("{"):
            return good
        if way not in dialect.keeps:
            return Answer(dialect.says(good.text or ""))
        return Answer(None, calls=good.text, finish="tool_calls") if way == "tool" else good

    return behind


def with_preamble(answer: str) -> str:
    return f"Sure! Here is my answer:\n{answer}\nLet me know if you need more."


def in_fence(answer: str) -> str:
    return f"Of course.\n```json\n{json.dumps(json.loads(answer), indent=2)}\n```"


def with_thoughts(answer: str) -> str:
    return f"<think>\nThey want {{JSON}}. [Let me see.]\n</think>\n\n{answer}"


def in_prose(answer: str) -> str:
    """Write an answer as lines of Markdown, as small models do."""
    said = json.loads(answer)
    lines = [
        f"**{name.replace('_', ' ').title()}:** {_in_words(value)}" for name, value in said.items()
    ]
    return "\n".join(["Here is what I make of it.", "", *lines])


def _in_words(value: object) -> str:
    return ", ".join(map(str, value)) or "none" if isinstance(value, list) else str(value)


def _llama_cpp_python(request: Request, way: Way) -> Answer | None:
    """llama-cpp-python 0.3.36, asked itself: FastAPI's validation becomes an HTTP 500.

    `llama_cpp/server/errors.py` does that. `llama_cpp/llama_types.py`,
    ChatCompletionRequestResponseFormat: text or json_object, with a schema beside it.
    """
    if way != "json_schema":
        return None
    fault = {
        "type": "literal_error",
        "loc": ("body", "response_format", "type"),
        "msg": "Input should be 'text' or 'json_object'",
        "input": "json_schema",
        "ctx": {"expected": "'text' or 'json_object'"},
    }
    error = {
        "message": f"1 validation error:\n  {fault}\n\n  POST /v1/chat/completions",
        "type": "internal_server_error",
        "param": None,
        "code": None,
    }
    return Answer(status=500, error=error)


def _llama_cpp_of_2024(request: Request, way: Way) -> Answer | None:
    """llama.cpp before pull request 9527, and ik_llama.cpp (its issue 778): HTTP 500.

    Tools were among its `unsupported_params`.
    """
    said = {
        "json_schema": 'response_format type must be one of "text" or "json_object", '
        "but got: json_schema",
        "tool": "Unsupported param: tools",
    }
    if way not in said:
        return None
    return Answer(status=500, error={"code": 500, "message": said[way], "type": "server_error"})


def _llama_cpp(request: Request, way: Way) -> Answer | None:
    """llama.cpp, `tools/server/server-common.cpp`: three forms; without --jinja no tools."""
    if way != "tool":
        return None
    message = "tools param requires --jinja flag"
    return Answer(status=500, error={"code": 500, "message": message, "type": "server_error"})


def _vllm(request: Request, way: Way) -> Answer | None:
    """vLLM refuses a schema that its grammar cannot hold with HTTP 400, and takes all others.

    `vllm/v1/structured_output/backend_xgrammar.py` has the words, `ErrorInfo` in
    `vllm/entrypoints/openai/engine/protocol.py` the shape. Which schemas that are changes from
    version to version; here, those with an array.
    """
    if way != "json_schema" or '"array"' not in json.dumps(request["response_format"]):
        return None
    message = "The provided JSON schema contains features not supported by xgrammar."
    error = {"message": message, "type": "BadRequestError", "param": None, "code": 400}
    return Answer(status=400, error=error)


def _ollama(request: Request, way: Way) -> Answer | None:
    """Ollama, `openai/openai.go`: json_schema and json_object; what else is sent goes unread.

    A model without tools is HTTP 400.
    """
    if way != "tool":
        return None
    message = "registry.ollama.ai/library/any does not support tools"
    error = {"message": message, "type": "invalid_request_error", "param": None, "code": None}
    return Answer(status=400, error=error)


def _lm_studio(request: Request, way: Way) -> Answer | None:
    """LM Studio: json_schema and text (its issues 189 and 307), no tool by name (issue 670).

    Its errors are strings.
    """
    if way in ("json_object", "json_object with schema"):
        said = "'response_format.type' must be 'json_schema' or 'text'"
        return Answer(status=400, error=said)
    if way == "tool":
        said = "Invalid tool_choice type: 'object'. Supported string values: none, auto, required"
        return Answer(status=400, error=said)
    return None


def _lm_studio_that_reasons(request: Request, way: Way) -> Answer | None:
    """Models that reason write a json_schema's answer where their reasoning goes.

    What is left is HTTP 200 and no words: lmstudio-bug-tracker has it for Qwen 3.
    """
    return Answer("") if way == "json_schema" else _lm_studio(request, way)


def _text_alone(request: Request, way: Way) -> Answer | None:
    """A gateway on pi-ai: `parseRequest` and `sendError` of its OpenAI-compatible chat server."""
    said = {
        "json_schema": ("unsupported_field", "response_format.json_schema is not supported."),
        "json_object with schema": (
            "unsupported_field",
            "response_format.schema is not supported.",
        ),
        "json_object": (
            "unsupported_response_format",
            'Only response_format type "text" is supported.',
        ),
        "tool": (
            "unsupported_tool_choice",
            'Only tool_choice values "auto" and "none" are supported.',
        ),
    }
    if way not in said:
        return None
    code, message = said[way]
    error = {"message": message, "type": "invalid_request_error", "param": None, "code": code}
    return Answer(status=400, error=error)


_ALL: frozenset[Way] = frozenset({"json_schema", "json_object with schema", "json_object", "tool"})
_JSON: frozenset[Way] = frozenset({"json_object with schema", "json_object"})
DIALECTS = {
    "llama-cpp-python": Dialect(_llama_cpp_python, _ALL, with_preamble),
    "llama.cpp": Dialect(_llama_cpp, _ALL, in_fence),
    "llama.cpp of 2024": Dialect(_llama_cpp_of_2024, _JSON, in_fence),
    "vLLM": Dialect(_vllm, _ALL, with_thoughts),
    "Ollama": Dialect(_ollama, _ALL, with_preamble),
    "LM Studio": Dialect(_lm_studio, frozenset({"json_schema"}), in_fence),
    "LM Studio, reasoning": Dialect(_lm_studio_that_reasons, frozenset(), with_thoughts),
    "text alone": Dialect(_text_alone, frozenset(), with_preamble),
    "text alone, in prose": Dialect(_text_alone, frozenset(), in_prose),
}
