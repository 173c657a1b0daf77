import pytest

from mmagents.stores.servers.addresses import (
    ServerError,
    Servers,
    database_address,
    hidden,
    memory_address,
    servers_given,
    with_credentials,
)
from mmagents.stores.urls import without_credentials
from tests.tables import table


@table
def test_the_address_of_a_database_holds_no_user_and_no_password(given: str, kept: str) -> None:
    assert database_address(given) == kept
    assert with_credentials(kept) == given


def test_the_address_of_a_memory_has_its_port_and_no_password() -> None:
    assert memory_address("http://u:p@h:8000") == "http://h:8000"
    assert memory_address("https://h") == "https://h:443"
    assert memory_address("http://[::1]:8000/") == "http://[::1]:8000"


@table
def test_a_bad_address_is_refused_and_its_password_not_told(url: str) -> None:
    with pytest.raises(ServerError, match="no address to keep a game at") as told:
        database_address(url)
    assert "sec" not in str(told.value)
    assert "ret" not in str(told.value)


@pytest.mark.parametrize(
    "url", ["", "h:8000", "http://", "http://h:99999", "http://h/api", "ftp://h"]
)
def test_what_is_no_address_of_a_chroma_server_is_refused(url: str) -> None:
    with pytest.raises(ServerError, match="no address to keep a game at"):
        memory_address(url)


def test_an_address_that_is_empty_or_without_a_host_is_a_mistake_and_said_so() -> None:
    assert servers_given(None, None) == Servers()
    for given in (("", None), (None, "")):
        with pytest.raises(ServerError, match="it does not begin with"):
            servers_given(*given)
    with pytest.raises(ServerError, match="its host is none"):
        database_address("postgresql://[::1/db")


def test_what_a_server_says_is_told_without_the_password_and_its_full_stop() -> None:
    assert hidden("Is it running?.", "http://h:80") == "Is it running"
    address = database_address("postgresql://u:p%40ss@h/db")
    said = hidden('password "p@ss" of\n postgresql://u:p%40ss@h/db is wrong', address)
    assert said == 'password "…" of postgresql://h/db is wrong'


def test_servers_are_handed_on_with_credentials_and_written_without() -> None:
    servers = servers_given("postgresql://u:p@h/db", "http://other:8000")
    assert servers == Servers("postgresql://h/db", "http://other:8000")
    assert servers.with_credentials() == Servers("postgresql://u:p@h/db", "http://other:8000")
    assert "u:p" not in str(servers.as_meta())


def test_any_text_loses_the_credentials_of_its_addresses() -> None:
    text = "see postgresql://u:p@h/db?password=x&sslmode=a, http://a:b@c/v1 and a@b.example"
    assert without_credentials(text) == (
        "see postgresql://h/db?sslmode=a, http://c/v1 and a@b.example"
    )
