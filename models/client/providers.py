"""From the name of a model to a client for it; heavy imports wait until one is opened."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.request import getproxies

from mmagents.errors import MMAgentsError
from mmagents.models.client.faults import redact
from mmagents.models.client.headers import tell
from mmagents.models.client.trust import TRUSTED, may_have_key, tell_of_no_key
from mmagents.stores.urls import URLError, read_url

if TYPE_CHECKING:
    import ssl

    from langchain_core.caches import BaseCache
    from langchain_core.language_models import BaseChatModel

PACKAGES: dict[str, str] = {
    "openai": "langchain_openai",
    "azure_openai": "langchain_openai",
    "bedrock": "langchain_aws",
    "bedrock_converse": "langchain_aws",
    "anthropic_bedrock": "langchain_aws",
    "google_anthropic_vertex": "langchain_google_vertexai",
    "azure_ai": "langchain_azure_ai",
    **{
        name: f"langchain_{name}"
        for name in (
            "anthropic", "google_vertexai", "google_genai", "ollama", "cohere", "fireworks",
            "together", "mistralai", "huggingface", "groq", "deepseek", "ibm", "xai", "perplexity",
            "upstage", "nvidia_ai_endpoints",
        )
    },
}  # fmt: skip
"""By provider: the package that speaks to it, for those that LangChain's `init_chat_model` knows;
`package:Class` for any other chat model. A further provider is one line here."""
EXTRAS = frozenset({"anthropic", "google-genai", "groq", "mistralai", "ollama"})
"""The extras of this project; any other provider's package is installed by its own name."""
_PROVIDER_NAMES = {"nvidia_ai_endpoints": "nvidia"}
_UNUSED_KEY = "unused"
"""Sent to servers of one's own, which ask for some key and look at none."""


class ModelError(MMAgentsError):
    """A model that cannot be used as it was named."""


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model as the user names it: `provider:name`, or `provider:name@http://host:port/v1`."""

    provider: str
    name: str
    base_url: str | None = None

    def __str__(self) -> str:
        at = f"@{self.base_url.partition('?')[0]}" if self.base_url else ""
        return f"{self.provider}:{self.name}{at}"


@dataclass(frozen=True, slots=True)
class Opened:
    """A client and how to close it."""

    model: BaseChatModel
    close: Callable[[], Awaitable[None]] | None = None


def parse_spec(spec: str, base_url: str | None = None) -> ModelSpec:
    """Return what `spec` names; an address in it wins over `base_url`.

    Raises:
        ModelError: if it names no provider and model.
    """
    named, _, address = spec.partition("@http")
    base_url = f"http{address}" if address else base_url or None
    provider, colon, name = named.strip().partition(":")
    if (not colon or provider not in PACKAGES) and base_url:
        provider, name = "openai", named.strip()
    if provider not in PACKAGES:
        raise ModelError(
            f"{redact(spec)!r} names no provider of models. Write provider:model, such as "
            f"openai:gpt-4o-mini or ollama:llama3.1. Providers: {', '.join(sorted(PACKAGES))}."
        )
    if not name:
        raise ModelError(f"{redact(spec)!r} names no model: write {provider}:MODEL.")
    if base_url:
        try:
            read_url(base_url)
        except URLError as error:
            raise ModelError(f"{redact(str(error))} Write http://host:port/v1.") from None
    return ModelSpec(provider, name, base_url)


def check_package(spec: ModelSpec) -> None:
    """Make sure that the provider's package is there, without importing it.

    Raises:
        ModelError: if it is not, with the extra to install.
    """
    package = PACKAGES[spec.provider].partition(":")[0]
    if find_spec(package) is None:
        extra = package.removeprefix("langchain_").replace("_", "-")
        distribution = package.replace("_", "-")
        what = f"'mmagents[{extra}]'" if extra in EXTRAS else distribution
        raise ModelError(f"{spec} needs the package {distribution}: pip install {what}.")


def open_model(
    spec: ModelSpec,
    *,
    timeout: float = 60.0,
    options: Mapping[str, Any] | None = None,
    cache: BaseCache | None = None,
) -> Opened:
    """Open a client. It belongs to the event loop it is first used in.

    Keys come from the environment alone: the provider's own variable; for a server of one's own
    MMAGENTS_API_KEY, else OPENAI_API_KEY, else none. A server that a file, a form or a client
    named is sent no key (see :mod:`mmagents.models.client.trust`).

    Args:
        spec: which model, where.
        timeout: seconds without a byte after which the client gives up.
        options: passed on to the client: temperature, max_tokens, …
        cache: where answers are kept and looked up first; None to ask each time.

    Raises:
        ModelError: if its package, or a key it needs, is missing.
    """
    check_package(spec)
    given = {"timeout": timeout, "max_retries": 0, "cache": cache or False, **(options or {})}
    if spec.provider == "openai":
        return _open_openai(spec, given)
    if spec.base_url:
        given["base_url"] = spec.base_url
        keyless = spec.provider == "ollama" and not os.getenv("OLLAMA_API_KEY")
        if not keyless and not may_have_key(spec.base_url):
            raise ModelError(
                f"{spec} would be sent the key of {spec.provider}, and a file, a form or a client "
                f"named that server. If you trust it, start with {TRUSTED}="
                f"{read_url(spec.base_url).server} in the environment."
            )
    if spec.provider == "ollama":
        given = {key: value for key, value in given.items() if key != "max_retries"}
        given["client_kwargs"] = {"timeout": given.pop("timeout"), "follow_redirects": False}
    package, _, client = PACKAGES[spec.provider].partition(":")
    provider = _PROVIDER_NAMES.get(spec.provider, spec.provider)
    try:
        if client:
            return Opened(getattr(import_module(package), client)(model=spec.name, **given))
        return Opened(_initialiser()(spec.name, model_provider=provider, **given))
    except (ImportError, ValueError, TypeError) as error:
        raise ModelError(f"{spec} cannot be opened: {redact(str(error))}") from None


def _open_openai(spec: ModelSpec, given: dict[str, Any]) -> Opened:
    """Open a client of the OpenAI protocol, with connections of its own."""
    from langchain_openai import ChatOpenAI
    from openai import DefaultAsyncHttpxClient, DefaultHttpxClient

    from mmagents.models.client.openai_chat import PlainCompletions

    elsewhere = spec.base_url or os.getenv("OPENAI_BASE_URL") or os.getenv("OPENAI_API_BASE")
    key = os.getenv("OPENAI_API_KEY")
    if spec.base_url:
        key = os.getenv("MMAGENTS_API_KEY") or key
        if key and not may_have_key(spec.base_url):
            tell_of_no_key(spec.base_url, "Your key")
            key = _UNUSED_KEY
    if not key and not elsewhere:
        raise ModelError(
            f"{spec} needs a key: set OPENAI_API_KEY; or name a server of your own with --base-url."
        )
    certificates = _certificates(os.getenv("SSL_CERT_FILE"), os.getenv("SSL_CERT_DIR"))
    http = DefaultAsyncHttpxClient(
        timeout=given["timeout"],
        verify=certificates,
        follow_redirects=False,  # the talk goes to the server that was named, and nowhere else
        event_hooks={"request": [tell]},
        **_lines(DefaultAsyncHttpxClient, certificates),
    )
    unused = DefaultHttpxClient(verify=certificates)  # else one is made and kept for ever

    async def close() -> None:
        unused.close()
        await http.aclose()

    model = ChatOpenAI(
        model=spec.name,
        base_url=spec.base_url,
        api_key=key or _UNUSED_KEY,
        http_client=unused,
        http_async_client=http,
        **given,
    )
    model.async_client = PlainCompletions(model)
    return Opened(model, close)


def _lines(client: type, certificates: ssl.SSLContext) -> dict[str, Any]:
    """Return the transport of a client of the SDK; none where it is to go through a proxy.

    The client's own is used with a version of the SDK that rests on another HTTP client.
    """
    try:
        import httpx2

        from mmagents.models.client.lines import Lines
    except ImportError:
        return {}
    if getproxies() or not issubclass(client, httpx2.AsyncClient):
        return {}
    return {"transport": Lines(lambda: httpx2.AsyncHTTPTransport(verify=certificates))}


@cache
def _certificates(file: str | None, folder: str | None) -> ssl.SSLContext:
    """Return the authorities that clients trust, read once for each place they are kept in."""
    from httpx import create_ssl_context

    return create_ssl_context()


def _initialiser() -> Callable[..., Any]:
    """Return LangChain's `init_chat_model`.

    Raises:
        ImportError: if neither package that has it is installed.
    """
    home = "langchain" if find_spec("langchain") is not None else "langchain_classic"
    found: Callable[..., Any] = import_module(f"{home}.chat_models").init_chat_model
    return found
