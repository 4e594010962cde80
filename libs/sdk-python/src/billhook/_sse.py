"""Reads a stream of server-sent events (the HTML standard, 9.2.6)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Iterator


@dataclass(frozen=True)
class Message:
    id: str
    data: str


class MessageReader:
    """Cuts a stream into messages. An incomplete message at the end is dropped."""

    def __init__(self) -> None:
        self._rest = b""

    def read(self, chunk: bytes) -> Iterator[Message]:
        # A character may be cut by the end of a chunk, so bytes are split, and whole messages decoded.
        *blocks, self._rest = re.split(rb"\r\n\r\n|\n\n|\r\r", self._rest + chunk)
        for block in blocks:
            message = _message_of(block.decode())
            if message is not None:
                yield message


def _message_of(block: str) -> Message | None:
    message_id = ""
    data: list[str] = []
    for line in re.split(r"\r\n|\n|\r", block):
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "id":
            message_id = value
        if name == "data":
            data.append(value)
    return Message(message_id, "\n".join(data)) if data else None
