"""A provider of one's own: a package with a chat model, and one line that names it."""

from pathlib import Path

import pytest

from mmagents.models.client import providers
from mmagents.models.client.slot import Slot
from tests.tables import beside

PACKAGE = beside(__file__)["PACKAGE"]


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


def test_a_model_whose_package_is_missing_or_that_cannot_be_made_says_so(acme, monkeypatch) -> None:
    with pytest.raises(providers.ModelError, match="cannot be opened"):
        providers.open_model(providers.parse_spec(acme), options={"responses": 3})
    monkeypatch.setitem(providers.PACKAGES, "acme", "acme_gone:ChatAcme")
    with pytest.raises(providers.ModelError, match="pip install acme-gone"):
        providers.open_model(providers.parse_spec(acme))
