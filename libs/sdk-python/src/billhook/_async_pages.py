"""Lists of the asynchronous client."""

from __future__ import annotations

from typing import Any, AsyncIterator, Generator, Generic, Mapping

from . import models
from ._async_client import AsyncClient
from ._model import ResponseInfo
from ._pages import Item, next_page
from ._request import Query


class AsyncPage(Generic[Item]):
    """A page of a list."""

    def __init__(self, page: Any, query: Query) -> None:
        self.data: list[Item] = page.data
        self.page: models.Page = page.page
        self.last_response: ResponseInfo = page.last_response
        self._query = query


class AsyncPages(Generic[Item]):
    """A list. `await` gives its first page, `async for` all records, page after page."""

    def __init__(
        self, client: AsyncClient, kind: Any, method: str, path: str, *, query: Query, options: Mapping[str, Any]
    ) -> None:
        async def read(query: Query) -> AsyncPage[Item]:
            return AsyncPage(await client.call(kind, method, path, query=query, options=options), query)

        self._read = read
        self._query = query

    def __await__(self) -> Generator[Any, None, AsyncPage[Item]]:
        return self._read(self._query).__await__()

    async def pages(self) -> AsyncIterator[AsyncPage[Item]]:
        """All pages, one after the other."""
        query: Query | None = self._query
        while query is not None:
            page = await self._read(query)
            yield page
            query = next_page(page.page, query)

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in page.data:
                yield item
