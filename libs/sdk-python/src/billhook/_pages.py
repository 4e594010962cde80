"""Lists of the synchronous client."""

from __future__ import annotations

from typing import Any, Generic, Iterator, Mapping, TypeVar

from . import models
from ._client import Client
from ._model import ResponseInfo
from ._request import Query

Item = TypeVar("Item")


class Pages(Generic[Item]):
    """A list. It has the members of its first page, and iterates over all records, page after page."""

    def __init__(
        self, client: Client, kind: Any, method: str, path: str, *, query: Query, options: Mapping[str, Any]
    ) -> None:
        page = client.call(kind, method, path, query=query, options=options)
        self.data: list[Item] = page.data
        self.page: models.Page = page.page
        self.last_response: ResponseInfo = page.last_response
        self._query = query

        def read(query: Query) -> Pages[Item]:
            return Pages(client, kind, method, path, query=query, options=options)

        self._read = read

    def pages(self) -> Iterator[Pages[Item]]:
        """This page and those after it."""
        page: Pages[Item] | None = self
        while page is not None:
            yield page
            query = next_page(page.page, page._query)
            page = None if query is None else self._read(query)

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.data


def next_page(page: models.Page, query: Query) -> dict[str, Any] | None:
    """The parameters of the page after this one; None after the last."""
    if not page.has_more or page.next_cursor is None:
        return None
    # A list of events that begins at a position continues at one.
    return {**query, "cursor" if query.get("after") is None else "after": page.next_cursor}
