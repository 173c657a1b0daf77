"""A provider of one's own: a package with a chat model, and one line that names it."""

from pathlib import Path

import pytest

from mmagents.models.client import providers
from mmagents.models.client.slot import Slot

PACKAGE = """
from langchain_core.language_models import FakeListChatModel

class ChatAcme(FakeListChatModel):
    model: str
    timeout: float
    max_retries: int
    responses: list[str] = ["Good evening."]
"""


@pytest.fixture
def acme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "acme_chat.py").write_text(PACKAGE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(providers.PACKAGES, "acme", "acme_chat:ChatAcme")
    return "acme:rocket-1"


async def test_a_provider_is_added_by_one_line(acme: str) -> None:
    slot = Slot.of(acme)
    model = await slot.runnable("speak")
    assert slot.name == acme
    assert (await model.ainvoke("Who are you?")).content == "Good evening."


def test_a_provider_whose_package_is_missing_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(providers.PACKAGES, "acme", "acme_gone:ChatAcme")
    with pytest.raises(providers.ModelError, match="pip install acme-gone"):
        providers.open_model(providers.parse_spec("acme:rocket-1"))


def test_a_chat_model_that_cannot_be_made_says_why(acme: str) -> None:
    with pytest.raises(providers.ModelError, match="cannot be opened"):
        providers.open_model(providers.parse_spec(acme), options={"responses": 3})
