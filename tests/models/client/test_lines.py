"""Lines to a server: one for each request under way, kept for the next, closed in the end."""

import asyncio

import httpx2
import pytest

from mmagents.models.client.lines import MOST_IDLE, Lines


class Line(httpx2.AsyncBaseTransport):
    """A line that answers after a moment, and counts."""

    opened: list["Line"]

    def __init__(self) -> None:
        self.carried = 0
        self.busy = self.closed = False
        Line.opened.append(self)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        assert not self.busy, "one request at a time"
        self.busy = True
        await asyncio.sleep(0)
        self.busy = False
        self.carried += 1
        if request.url.path == "/broken":
            raise httpx2.ReadError("broken off")
        return httpx2.Response(200, stream=httpx2.ByteStream(b"yes"))

    async def aclose(self) -> None:
        self.closed = True


@pytest.fixture(autouse=True)
def none_open() -> None:
    Line.opened = []


async def test_a_line_is_used_again_and_one_more_is_opened_for_each_request_beside_it() -> None:
    async with httpx2.AsyncClient(transport=Lines(Line)) as client:
        for _ in range(3):
            assert (await client.get("http://x/")).text == "yes"
        assert [one.carried for one in Line.opened] == [3]
        await asyncio.gather(*(client.get("http://x/") for _ in range(4)))
        assert len(Line.opened) == 4
        assert not any(one.closed for one in Line.opened)
    assert all(one.closed for one in Line.opened)


async def test_a_line_that_broke_is_closed_and_not_used_again() -> None:
    async with httpx2.AsyncClient(transport=Lines(Line)) as client:
        with pytest.raises(httpx2.ReadError):
            await client.get("http://x/broken")
        assert [one.closed for one in Line.opened] == [True]
        assert (await client.get("http://x/")).text == "yes"
    assert [one.carried for one in Line.opened] == [1, 1]


async def test_no_more_than_some_lines_are_kept_and_one_in_use_at_the_end_is_closed() -> None:
    lines = Lines(Line)
    client = httpx2.AsyncClient(transport=lines)
    await asyncio.gather(*(client.get("http://x/") for _ in range(MOST_IDLE + 5)))
    assert sum(not one.closed for one in Line.opened) == MOST_IDLE
    async with client.stream("GET", "http://x/"):
        await lines.aclose()
    assert all(one.closed for one in Line.opened)
    await client.aclose()
