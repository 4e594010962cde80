"""An exact copy of the records, for the synchronous client."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Iterator, Sequence

from . import models, params
from ._event_feed import messages
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
    from ._resources import Resources


class Copying:
    """One call of `billhook.sync`."""

    def __init__(
        self,
        client: Resources,
        resources: Sequence[params.RecordName] | None,
        follow: bool,
        on_reconnect: Callable[[BillhookError], object] | None,
    ) -> None:
        self._client = client
        self._resources = resources
        self._follow = follow
        self._on_reconnect = on_reconnect

    def steps(self, cursor: str | None) -> Iterator[SyncStep]:
        if self._client.is_closed:
            raise ClosedError
        while not self._client.is_closed:
            self._left_out = LeftOut(cursor)
            try:
                if self._left_out and self._left_out.may_read_more(self._client.request("GET", PERMISSIONS)):
                    raise MoreReadable
                yield from map(self._left_out.marked, self._from(self._left_out.position))
                return
            except MoreReadable:
                cursor = None
            except ClosedError:
                return
            except ProblemError as problem:
                if problem.code not in EXPIRED:
                    raise
                cursor = None

    def _from(self, cursor: str | None) -> Iterator[SyncStep]:
        place = place_of(cursor)
        if cursor is not None and place is None:
            yield from self._changes(cursor)
            return
        if place is None:
            created = self._client.snapshots.create({"resources": self._resources} if self._resources else {})
            yield SyncBegin(str(Place(created.id, 0, 0)), created.left_out)
            snapshot = self._written(created)
            if snapshot.status == "Failed":
                raise BillhookError(f"The snapshot {snapshot.id} failed. Start again later.")
        else:
            snapshot = self._written(self._client.snapshots.get(place.snapshot))
        if snapshot.after is None:
            # It has expired, or it has failed since an earlier start: the copy begins again.
            yield from self._from(None)
            return
        for part, start in parts_from(snapshot, place or Place(snapshot.id, 0, 0)):
            yield from records_of(part, self._client.snapshot_parts.part(part.id), start)
        yield SyncComplete(snapshot.after)
        yield from self._changes(snapshot.after)

    def _written(self, snapshot: models.Snapshot) -> models.Snapshot:
        polls = 0
        while snapshot.status == "Running":
            self._client.pause(poll_after(polls))
            snapshot = self._client.snapshots.get(snapshot.id)
            polls += 1
        return snapshot

    def _changes(self, after: str) -> Iterator[SyncStep]:
        more = True
        while more:
            page = self._client.changes.list(after=after, resources=self._resources, limit=PAGE)
            for change in page.data:
                yield from self._left_out.steps_of(change)
            after, more = page.page.next_cursor or after, page.page.has_more
        if not self._follow:
            return
        query = {"resources": self._resources}
        for message in messages(self._client, STREAM, query, after, None, self._on_reconnect):
            yield from self._left_out.steps_of(models.Change.model_validate_json(message.data))
