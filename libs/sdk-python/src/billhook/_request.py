"""How a request is written and its response is read, for the synchronous and for the asynchronous client."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import Any, Mapping, TypeVar, Union, overload
from urllib.parse import quote, urlencode
from uuid import uuid4

import httpx
from pydantic import ValidationError

from ._model import Model, ResponseInfo
from .errors import BillhookError, NotModifiedError, UnexpectedResponseError
from .params import FREE_FORM

Query = Mapping[str, Any]
Result = TypeVar("Result", bound=Union[Model, "File"])


class File(bytes):
    """The content of a file."""

    last_response: ResponseInfo


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: dict[str, str]
    content: bytes | None
    timeout: float | None
    max_retries: int
    credential: str | None
    """That of the call; None for the one of the client."""


@dataclass
class Settings:
    """What the arguments of the client say."""

    base_url: str
    timeout: float
    max_retries: int
    user_agent: str
    headers: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # A value read from a file often ends in a line break.
        self.base_url = self.base_url.strip().rstrip("/")
        if not re.fullmatch(r"https?://[^\s\x00-\x20\x7f]+", self.base_url, re.IGNORECASE):
            raise BillhookError("base_url must be the URL of your installation, such as https://billing.example.com.")
        if self.base_url.endswith("/v1"):
            raise BillhookError("base_url is the URL of your installation, without /v1.")


Http = TypeVar("Http", httpx.Client, httpx.AsyncClient)

_PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")


def connections(kind: type[Http]) -> Http:
    """Connections that use the proxies of the environment. httpx 0.28 rejects some of their values, such as networks of IPv6."""
    try:
        return kind()
    except (httpx.InvalidURL, ValueError):
        names = [each for each in _PROXIES if os.environ.get(each) or os.environ.get(each.lower())]
        # Without the error of httpx, which can contain a part of a password.
        raise BillhookError(
            f"httpx cannot read the proxies of the environment. Correct {' or '.join(names)}, or pass "
            f"http_client=httpx.{kind.__name__}(trust_env=False) to connect without them."
        ) from None


def path(template: str, **values: int | str) -> str:
    """The path of an operation with its ids."""
    for name, value in values.items():
        if isinstance(value, bool) or not isinstance(value, (int, str)) or value in ("", ".", ".."):
            raise TypeError(f"{template} needs {name}.")
        template = re.sub(r"\{\w+\}", lambda _: quote(str(value), safe=""), template, count=1)
    return template


def build(
    settings: Settings,
    method: str,
    route: str,
    *,
    query: Query | None = None,
    body: object = None,
    options: Mapping[str, Any] | None = None,
    accept: str = "application/json",
) -> Request:
    """The request of a call. Its headers are the same for all attempts, except the credential."""
    options = options or {}
    headers = {**settings.headers, "accept": accept, "user-agent": settings.user_agent}
    if body is not None:
        headers["content-type"] = "application/json"
    for name, header in (("if_match", "if-match"), ("if_none_match", "if-none-match")):
        if options.get(name) is not None:
            headers[header] = options[name]
    if options.get("dry_run"):
        headers["prefer"] = "dry-run"
    headers |= {name.lower(): value for name, value in (options.get("headers") or {}).items()}
    # One key for all attempts: a repeated write is carried out once.
    if method != "GET":
        headers.setdefault("idempotency-key", options.get("idempotency_key") or str(uuid4()))
    content = None if body is None else json.dumps(body, default=_plain, ensure_ascii=False).encode()
    url = settings.base_url + route + _query_text(query or {})
    given = [options[each] for each in ("api_key", "access_token") if options.get(each) is not None]
    if len(given) > 1:
        raise BillhookError("Give either api_key or access_token.")
    credential = given[0] if given else None
    timeout, max_retries = (options.get(each, getattr(settings, each)) for each in ("timeout", "max_retries"))
    return Request(method, url, headers, content, timeout, max_retries, credential)


def in_json_names(value: object) -> object:
    """A body with the names of JSON: `due_date` is `dueDate`. Names of your choice, such as custom fields, are unchanged."""
    if isinstance(value, Mapping):
        named = {_camel(str(name)): each for name, each in value.items()}
        return {name: each if name in FREE_FORM else in_json_names(each) for name, each in named.items()}
    if isinstance(value, (list, tuple)):
        return [in_json_names(each) for each in value]
    return value


def bearer(credential: str) -> str:
    """The value of `Authorization`. A secret read from a file often ends in a line break, which no header may contain."""
    trimmed = credential.strip()
    if not re.fullmatch(r"[\x21-\x7e]+", trimmed):
        raise BillhookError("The API key or access token is empty, or contains a space or a line break.")
    return f"Bearer {trimmed}"


def info_of(response: httpx.Response) -> ResponseInfo:
    headers = response.headers
    return ResponseInfo(
        status=response.status_code,
        etag=headers.get("etag"),
        request_id=headers.get("request-id"),
        replayed=headers.get("idempotent-replayed") == "true",
        headers=headers,
    )


@overload
def result_of(response: httpx.Response, kind: type[Result]) -> Result: ...
@overload
def result_of(response: httpx.Response, kind: None) -> None: ...
def result_of(response: httpx.Response, kind: type[Result] | None) -> Result | None:
    """The result of a successful response."""
    if response.status_code == 304:
        raise NotModifiedError("The record still has the ETag that you passed as if_none_match.")
    if kind is None:
        return None
    result: Model | File
    if issubclass(kind, File):
        result = kind(response.content)
        result.last_response = info_of(response)
        return result
    try:
        result = kind.model_validate_json(response.content)
    except ValidationError as error:
        raise _unreadable(response, error) from error
    result._last_response = info_of(response)
    return result


def _unreadable(response: httpx.Response, error: ValidationError) -> UnexpectedResponseError:
    first = error.errors()[0]
    content_type = response.headers.get("content-type")
    if first["type"] == "json_invalid":
        return UnexpectedResponseError(response.status_code, content_type, response.text)
    place = ".".join(str(part) for part in first["loc"])
    reason = f"is not what this version of the client expects ({place}: {first['msg']}): install the client that your installation serves"
    return UnexpectedResponseError(response.status_code, content_type, response.text, reason)


def _camel(name: str) -> str:
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), name)


def _plain(value: object) -> str:
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, (date, datetime)):
        return _time_text(value)
    raise TypeError(f"A value of type {type(value).__name__} cannot be sent as JSON.")


def _time_text(value: date) -> str:
    if not isinstance(value, datetime):
        return value.isoformat()
    if value.tzinfo is None:
        raise TypeError("Give a datetime with its time zone, such as datetime.now(timezone.utc).")
    return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _query_text(query: Query) -> str:
    pairs: list[tuple[str, str]] = []
    for name, value in query.items():
        for each in value if isinstance(value, (list, tuple, set, frozenset)) else [value]:
            if each is not None:
                pairs.append((name, each if isinstance(each, str) else _scalar_text(each)))
    return f"?{urlencode(pairs)}" if pairs else ""


def _scalar_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else _plain(value)
