"""The synchronous client: sends requests, and repeats those that may be repeated."""

from __future__ import annotations

import json
import socket
from contextlib import contextmanager, suppress
from threading import Event, Lock
from types import TracebackType
from typing import Any, Callable, Iterator, Mapping, Union, overload

import httpx
from typing_extensions import Self

from ._options import READ, WRITE, check
from ._pace import Pace
from ._request import File, Query, Request, Result, Settings, bearer, build, connections, in_json_names, result_of
from ._retry import delay_of, failure_of, no_response
from ._version import USER_AGENT
from .errors import BillhookError, ClosedError, UnexpectedResponseError

Token = Union[str, Callable[[], str]]


class Client:
    """Sends requests to an installation. `Billhook` adds the resources."""

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str | None = None,
        access_token: Token | None = None,
        max_retries: int = 4,
        timeout: float = 60.0,
        http_client: httpx.Client | None = None,
    ) -> None:
        """
        :param base_url: the URL of the installation, such as `https://billing.example.com`
        :param api_key: a personal or company API key, `bhk_…`
        :param access_token: an OAuth access token, or a function that returns a valid one for each attempt
        :param max_retries: attempts after the first, for requests that can be repeated
        :param timeout: seconds without progress
        """
        if (api_key is None) == (access_token is None):
            raise BillhookError("Give either api_key or access_token.")
        self._token: Token = access_token if api_key is None else api_key  # type: ignore[assignment]
        self._settings = Settings(base_url, timeout, max_retries, USER_AGENT)
        self._http = http_client or connections(httpx.Client)
        self._pace = Pace()
        self._turn = Lock()
        self._closing = Event()
        self._streams: set[socket.socket] = set()
        self._bind()

    def _bind(self) -> None:
        """Adds the resources."""

    def close(self) -> None:
        """Closes the connections. Ends `events.follow` and pauses before repeats, also those of other threads."""
        self._closing.set()
        for each in self._streams.copy():
            # Closing a socket does not wake a thread that reads from it. `shutdown` of TLS would first detach its session.
            with suppress(OSError):
                socket.socket.shutdown(each, socket.SHUT_RDWR)
        self._http.close()

    @property
    def is_closed(self) -> bool:
        return self._closing.is_set() or self._http.is_closed

    def pause(self, seconds: float) -> None:
        """Waits, or until the client is closed."""
        self._closing.wait(seconds)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Query | None = None,
        body: object = None,
        options: Mapping[str, Any] | None = None,
    ) -> Any:
        """The JSON of any operation, including one that this version does not know. Names in bodies are those of JSON."""
        check(self.request, options or {}, READ if method.upper() == "GET" else WRITE)
        response = self._send(build(self._settings, method.upper(), path, query=query, body=body, options=options))
        if not response.content:
            return None
        try:
            return json.loads(response.content)
        except ValueError:
            content_type = response.headers.get("content-type")
            raise UnexpectedResponseError(response.status_code, content_type, response.text) from None

    @overload
    def call(self, kind: type[Result], method: str, path: str, **given: Any) -> Result: ...
    @overload
    def call(self, kind: None, method: str, path: str, **given: Any) -> None: ...
    def call(
        self, kind: type[Result] | None, method: str, path: str, *, body: object = None, **given: Any
    ) -> Result | None:
        """The result of an operation."""
        accept = "*/*" if kind is File else "application/json"
        given = {**given, "body": in_json_names(body), "accept": accept}
        return result_of(self._send(build(self._settings, method, path, **given)), kind)

    @contextmanager
    def stream(self, path: str, query: Query, silent: float) -> Iterator[httpx.Response]:
        """An open event stream. Its failures are raised, and not repeated."""
        request = build(self._settings, "GET", path, query=query, accept="text/event-stream")
        if self.is_closed:
            raise ClosedError
        try:
            with self._http.stream(
                "GET",
                request.url,
                headers=self._headers(request),
                timeout=httpx.Timeout(silent),
                follow_redirects=False,
            ) as response:
                if not response.is_success:
                    response.read()
                    raise failure_of(response)
                with self._watched(response):
                    yield response
        except (httpx.RequestError, RuntimeError) as error:
            if self.is_closed:
                raise ClosedError from error
            if not isinstance(error, httpx.RequestError):
                raise
            raise no_response("GET", request.url, error) from error

    @contextmanager
    def _watched(self, response: httpx.Response) -> Iterator[None]:
        """Lets `close` end a response that another thread reads."""
        connection = response.extensions.get("network_stream")
        used = connection.get_extra_info("socket") if connection else None
        if used is None:
            yield
            return
        self._streams.add(used)
        try:
            yield
        finally:
            self._streams.discard(used)

    def _send(self, request: Request) -> httpx.Response:
        attempt = 0
        while True:
            try:
                return self._attempt(request)
            except BillhookError as error:
                wait = delay_of(error, attempt)
                if attempt >= request.max_retries or wait is None:
                    raise
                self.pause(wait)
                if self.is_closed:
                    raise
            attempt += 1

    def _attempt(self, request: Request) -> httpx.Response:
        response = self._paced(request) if request.credential is None else self._sent(request)
        if response.is_success or response.status_code == 304:
            return response
        raise failure_of(response)

    def _paced(self, request: Request) -> httpx.Response:
        with self._pace.call():
            return self._in_turn(request)

    def _in_turn(self, request: Request) -> httpx.Response:
        if self._pace.is_short:
            with self._turn:
                # Enough may be left again: the rest of the queue need not wait for each other.
                if self._pace.is_short:
                    self.pause(self._pace.rest())
                    return self._pace.noted(self._sent(request))
        return self._pace.noted(self._sent(request))

    def _sent(self, request: Request) -> httpx.Response:
        if self.is_closed:
            raise ClosedError
        headers = self._headers(request)
        try:
            return self._http.request(
                request.method,
                request.url,
                headers=headers,
                content=request.content,
                timeout=request.timeout,
                follow_redirects=False,
            )
        except httpx.RequestError as error:
            raise no_response(request.method, request.url, error) from error
        except RuntimeError as error:
            # Closed since the check above.
            if self.is_closed:
                raise ClosedError from error
            raise

    def _headers(self, request: Request) -> dict[str, str]:
        given = self._token if request.credential is None else request.credential
        token = given if isinstance(given, str) else given()
        return {**request.headers, "authorization": bearer(token)}


class Resource:
    """The methods of a resource."""

    def __init__(self, client: Client) -> None:
        self._client = client
