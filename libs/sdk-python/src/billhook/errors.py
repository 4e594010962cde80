"""Why a call failed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Mapping

if TYPE_CHECKING:
    from .problems import ProblemCode


class BillhookError(Exception):
    """Why a call failed."""


class NoResponseError(BillhookError):
    """The host is unknown, the connection broke, or the time limit passed. A write may have been carried out."""


class ClosedError(BillhookError):
    """The client has been closed, so nothing was sent."""

    def __init__(self) -> None:
        super().__init__("The client is closed. Create another one.")


class NotModifiedError(BillhookError):
    """The record still has the ETag that was passed as `if_none_match`."""


class UnexpectedResponseError(BillhookError):
    """A response that is not from Billhook, such as the page of a proxy, or that this version cannot read."""

    def __init__(
        self,
        status: int,
        content_type: str | None,
        text: str,
        reason: str = "is not from Billhook",
        retry_after: float | None = None,
    ) -> None:
        self.status = status
        self.retry_after = retry_after
        """Seconds, from `Retry-After`."""
        self.content_type = content_type
        self.text = text[:500]
        """The first 500 characters."""
        super().__init__(
            f"The response (HTTP {status}, {content_type or 'without a content type'}) {reason}. "
            f"Check base_url and the proxies on the way. It begins: {' '.join(text[:100].split())}"
        )


@dataclass(frozen=True)
class FieldError:
    """What is wrong with a field."""

    message: str
    pointer: str | None = None
    parameter: str | None = None
    code: str | None = None


class ProblemError(BillhookError):
    """A rejected request: an RFC 9457 problem. Test the class or `code`, which are stable, and not the texts."""

    def __init__(self, problem: Mapping[str, Any], retry_after: float | None = None) -> None:
        self.problem = problem
        """The whole document, with the additional members of its code."""
        self.retry_after = retry_after
        """Seconds, from `Retry-After`."""
        self.code: ProblemCode = problem["code"]
        self.status: int = problem["status"]
        self.type: str = problem.get("type", "")
        """The page of the error catalogue."""
        self.title: str = problem.get("title", "")
        self.detail: str = problem["detail"]
        self.request_id: str = problem["requestId"]
        self.errors = [_field_error(each) for each in problem.get("errors") or []]
        fields = "; ".join(f"{each.pointer or each.parameter or 'body'}: {each.message}" for each in self.errors)
        super().__init__(f"{self.code}: {self.detail}{f' ({fields})' if fields else ''} [{self.request_id}]")


def _field_error(given: Mapping[str, Any]) -> FieldError:
    return FieldError(**{name: given.get(name) for name in ("message", "pointer", "parameter", "code")})  # type: ignore[arg-type]
