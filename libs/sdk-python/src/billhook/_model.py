"""What the models of results have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Mapping, TypeVar

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, PrivateAttr
from pydantic.alias_generators import to_camel
from pydantic_core import CoreSchema, core_schema

from .errors import BillhookError


class _AnyText:
    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.str_schema()


T = TypeVar("T")

Open = Annotated[T, _AnyText()]
"""A choice to which later versions may add values: checkers know those of this version, and any text is accepted."""


@dataclass(frozen=True)
class ResponseInfo:
    """What the status and the headers of a response say."""

    status: int
    etag: str | None
    """For `if_match`."""
    request_id: str | None
    replayed: bool
    """Whether the response is the stored one of an earlier request with the same idempotency key."""
    headers: Mapping[str, str]


class Model(BaseModel):
    """A result. Members that later versions add are attributes with their name in JSON."""

    model_config = ConfigDict(
        alias_generator=to_camel, validate_by_name=True, validate_by_alias=True, extra="allow", defer_build=True
    )

    _last_response: ResponseInfo | None = PrivateAttr(None)

    @property
    def last_response(self) -> ResponseInfo:
        """The response of which this is the body: its ETag, request id and headers."""
        if self._last_response is None:
            raise BillhookError("Only the result of a call has a response, not a part of it.")
        return self._last_response

    def __eq__(self, other: object) -> bool:
        """Whether both are the same record, whichever response they are from."""
        if not isinstance(other, Model) or type(self) is not type(other):
            return NotImplemented
        return self.__dict__ == other.__dict__ and self.model_extra == other.model_extra
