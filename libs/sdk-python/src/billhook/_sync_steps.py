"""The steps of an exact copy, for the synchronous and for the asynchronous client."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Iterator, Literal, Union

from . import models
from .errors import NoResponseError


@dataclass(frozen=True)
class SyncBegin:
    """The copy begins: every record follows, and those that do not follow before `complete` are deleted."""

    cursor: str
    left_out: list[models.SnapshotLeftOut]
    """The kinds of records that the key may not read, with the missing permission."""
    kind: Literal["begin"] = "begin"


@dataclass(frozen=True)
class SyncRecord:
    """Write the record, unless the copy got the same or a later version after `begin`."""

    cursor: str
    resource: models.RecordName
    id: int
    version: int
    record: dict[str, Any]
    """The JSON that its GET returns, with the names of the reference, such as `dueDate`."""
    kind: Literal["record"] = "record"


@dataclass(frozen=True)
class SyncDeleted:
    """Delete the record."""

    cursor: str
    resource: models.RecordName
    id: int
    version: int
    kind: Literal["deleted"] = "deleted"


@dataclass(frozen=True)
class SyncComplete:
    """Every record that existed when the copy began has followed."""

    cursor: str
    kind: Literal["complete"] = "complete"


SyncStep = Union[SyncBegin, SyncRecord, SyncDeleted, SyncComplete]
"""A step of a copy. Store its `cursor` after you have applied it, or in the same transaction."""

STREAM = "/v1/changes/stream"
PERMISSIONS = "/v1/me/permissions"
PAGE = 500
EXPIRED = frozenset({"snapshot_expired", "changes_expired", "not_found"})
"""The snapshot or the position is no longer stored, so the copy begins again."""

_POLLS = (0.2, 0.4, 0.8, 1.6, 2.0)
_IN_SNAPSHOT = re.compile(r"snapshot:(\d+):(\d+):(\d+)")


@dataclass(frozen=True)
class Place:
    """A position in a snapshot: its id, a part and the lines of it that were read."""

    snapshot: int
    part: int
    line: int

    def __str__(self) -> str:
        return f"snapshot:{self.snapshot}:{self.part}:{self.line}"


def place_of(cursor: str | None) -> Place | None:
    """None for a position in the log of changes."""
    found = _IN_SNAPSHOT.fullmatch(cursor or "")
    return Place(*map(int, found.groups())) if found else None


class MoreReadable(Exception):
    """The key may read records that the copy lacks, so the copy begins again."""


_LEFT_OUT = re.compile(r"-([\w:.,]+);")


class LeftOut:
    """What a copy lacks. Its cursors contain it, so that the copy begins again once the key may read more."""

    def __init__(self, cursor: str | None) -> None:
        found = _LEFT_OUT.match(cursor or "")
        pairs = (each.split(":") for each in found[1].split(",")) if found else ()
        self._permissions = {pair[0]: pair[1] for pair in pairs if len(pair) == 2}
        self.position = cursor[found.end() :] if cursor and found else cursor
        """The cursor without what the copy lacks."""

    def __bool__(self) -> bool:
        return bool(self._permissions)

    def may_read_more(self, permissions: dict[str, Any]) -> bool:
        """:param permissions: those of the key, as `PERMISSIONS` returns them"""
        return not set(permissions["effective"]).isdisjoint(self._permissions.values())

    def marked(self, step: SyncStep) -> SyncStep:
        """The step, with what the copy lacks in its cursor."""
        if isinstance(step, SyncBegin):
            self._permissions = {each.resource: each.missing_permission for each in step.left_out}
        if not self._permissions:
            return step
        pairs = ",".join(f"{resource}:{permission}" for resource, permission in self._permissions.items())
        return replace(step, cursor=f"-{pairs};{step.cursor}")

    def steps_of(self, change: models.Change) -> Iterator[SyncStep]:
        """A change without a record is followed by a later one, or the key may not read the record."""
        if change.deleted:
            yield SyncDeleted(change.cursor, change.resource, change.id, change.version)
        elif change.missing_permission is not None:
            self._permissions[change.resource] = change.missing_permission
        elif change.record is not None:
            if change.resource in self._permissions:
                raise MoreReadable
            yield _record_step(change.resource, change.record, change.cursor)


def poll_after(polls: int) -> float:
    """Seconds until the progress of a snapshot is read again."""
    return _POLLS[min(polls, len(_POLLS) - 1)]


def parts_from(snapshot: models.Snapshot, place: Place) -> Iterator[tuple[models.SnapshotPart, Place]]:
    """The parts that are left, each with the position from which it is left."""
    for number, part in enumerate(snapshot.parts):
        if number >= place.part:
            yield part, place if number == place.part else Place(snapshot.id, number, 0)


def records_of(part: models.SnapshotPart, content: bytes, place: Place) -> Iterator[SyncRecord]:
    """The records of a part. Raises an error if it is damaged."""
    if sha256(content).hexdigest() != part.digest:
        raise NoResponseError(f"Part {part.id} of the snapshot arrived damaged.")
    for number, line in enumerate(gzip.decompress(content).split(b"\n")):
        if line and number >= place.line:
            cursor = str(Place(place.snapshot, place.part, number + 1))
            yield _record_step(part.resource, json.loads(line), cursor)


def _record_step(resource: models.RecordName, record: dict[str, Any], cursor: str) -> SyncRecord:
    return SyncRecord(cursor, resource, record["id"], record["version"], record)
