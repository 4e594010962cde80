"""An exact copy of the records, for the asynchronous client."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, AsyncIterator, Sequence

from . import models, params
from ._async_event_feed import messages
from ._sync_steps import (
    EXPIRED,
    PAGE,
    PERMISSIONS,
    STREAM,
    LeftOut,
    MoreReadable,
    Place,
    SyncBegin,
    SyncComplete,
    SyncStep,
    parts_from,
    place_of,
    poll_after,
    records_of,
)
from .errors import BillhookError, ClosedError, ProblemError

if TYPE_CHECKING:
    from ._async_resources import AsyncResources


class AsyncCopying:
    """One call of `sync` of the asynchronous client."""

    def __init__(
        self,
        client: AsyncResources,
        resources: Sequence[params.RecordName] | None,
        follow: bool,
        on_reconnect: Callable[[BillhookError], object] | None,
    ) -> None:
        self._client = client
        self._resources = resources
        self._follow = follow
        self._on_reconnect = on_reconnect

    async def steps(self, cursor: str | None) -> AsyncIterator[SyncStep]:
        if self._client.is_closed:
            raise ClosedError
        while not self._client.is_closed:
            self._left_out = LeftOut(cursor)
            try:
                if self._left_out and self._left_out.may_read_more(await self._client.request("GET", PERMISSIONS)):
                    raise MoreReadable
                async for step in self._from(self._left_out.position):
                    yield self._left_out.marked(step)
                return
            except MoreReadable:
                cursor = None
            except ClosedError:
                return
            except ProblemError as problem:
                if problem.code not in EXPIRED:
                    raise
                cursor = None

    async def _from(self, cursor: str | None) -> AsyncIterator[SyncStep]:
        place = place_of(cursor)
        if cursor is not None and place is None:
            async for step in self._changes(cursor):
                yield step
            return
        if place is None:
            created = await self._client.snapshots.create({"resources": self._resources} if self._resources else {})
            yield SyncBegin(str(Place(created.id, 0, 0)), created.left_out)
            snapshot = await self._written(created)
            if snapshot.status == "Failed":
                raise BillhookError(f"The snapshot {snapshot.id} failed. Start again later.")
        else:
            snapshot = await self._written(await self._client.snapshots.get(place.snapshot))
        if snapshot.after is None:
            # It has expired, or it has failed since an earlier start: the copy begins again.
            async for step in self._from(None):
                yield step
            return
        for part, start in parts_from(snapshot, place or Place(snapshot.id, 0, 0)):
            content = await self._client.snapshot_parts.part(part.id)
            for step in records_of(part, content, start):
                yield step
        yield SyncComplete(snapshot.after)
        async for step in self._changes(snapshot.after):
            yield step

    async def _written(self, snapshot: models.Snapshot) -> models.Snapshot:
        polls = 0
        while snapshot.status == "Running":
            await self._client.pause(poll_after(polls))
            snapshot = await self._client.snapshots.get(snapshot.id)
            polls += 1
        return snapshot

    async def _changes(self, after: str) -> AsyncIterator[SyncStep]:
        more = True
        while more:
            page = await self._client.changes.list(after=after, resources=self._resources, limit=PAGE)
            for change in page.data:
                for step in self._left_out.steps_of(change):
                    yield step
            after, more = page.page.next_cursor or after, page.page.has_more
        if not self._follow:
            return
        query = {"resources": self._resources}
        async for message in messages(self._client, STREAM, query, after, None, self._on_reconnect):
            for step in self._left_out.steps_of(models.Change.model_validate_json(message.data)):
                yield step
