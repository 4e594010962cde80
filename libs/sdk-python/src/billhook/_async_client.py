"""The asynchronous client: sends requests, and repeats those that may be repeated."""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from inspect import isawaitable
from types import TracebackType
from typing import Any, AsyncIterator, Awaitable, Callable, Mapping, Union, overload

import anyio
import httpx
from typing_extensions import Self

from ._options import READ, WRITE, check
from ._pace import Pace
from ._request import File, Query, Request, Result, Settings, bearer, build, connections, in_json_names, result_of
from ._retry import delay_of, failure_of, no_response
from ._version import USER_AGENT
from .errors import BillhookError, ClosedError, UnexpectedResponseError

AsyncToken = Union[str, Callable[[], Union[str, Awaitable[str]]]]


class AsyncClient:
    """Sends requests to an installation. `AsyncBillhook` adds the resources."""

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str | None = None,
        access_token: AsyncToken | None = None,
        max_retries: int = 4,
        timeout: float = 60.0,
        http_client: httpx.AsyncClient | None = None,
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
        self._token: AsyncToken = access_token if api_key is None else api_key  # type: ignore[assignment]
        self._settings = Settings(base_url, timeout, max_retries, USER_AGENT)
        self._http = http_client or connections(httpx.AsyncClient)
        self._pace = Pace()
        self._turn = anyio.Lock()
        self._pauses: set[anyio.Event] = set()
        self._bind()

    def _bind(self) -> None:
        """Adds the resources."""

    async def close(self) -> None:
        """Closes the connections. Ends `events.follow` and pauses before repeats, also those of other tasks."""
        await self._http.aclose()
        for each in self._pauses:
            each.set()

    @property
    def is_closed(self) -> bool:
        return self._http.is_closed

    async def pause(self, seconds: float) -> None:
        """Waits, or until the client is closed."""
        if self.is_closed:
            return
        closing = anyio.Event()
        self._pauses.add(closing)
        try:
            with anyio.move_on_after(seconds):
                await closing.wait()
        finally:
            self._pauses.discard(closing)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def request(
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
        response = await self._send(
            build(self._settings, method.upper(), path, query=query, body=body, options=options)
        )
        if not response.content:
            return None
        try:
            return json.loads(response.content)
        except ValueError:
            content_type = response.headers.get("content-type")
            raise UnexpectedResponseError(response.status_code, content_type, response.text) from None

    @overload
    async def call(self, kind: type[Result], method: str, path: str, **given: Any) -> Result: ...
    @overload
    async def call(self, kind: None, method: str, path: str, **given: Any) -> None: ...
    async def call(
        self, kind: type[Result] | None, method: str, path: str, *, body: object = None, **given: Any
    ) -> Result | None:
        """The result of an operation."""
        accept = "*/*" if kind is File else "application/json"
        given = {**given, "body": in_json_names(body), "accept": accept}
        return result_of(await self._send(build(self._settings, method, path, **given)), kind)

    @asynccontextmanager
    async def stream(self, path: str, query: Query, silent: float) -> AsyncIterator[httpx.Response]:
        """An open event stream. Its failures are raised, and not repeated."""
        request = build(self._settings, "GET", path, query=query, accept="text/event-stream")
        if self.is_closed:
            raise ClosedError
        headers = await self._headers(request)
        try:
            async with self._http.stream(
                "GET", request.url, headers=headers, timeout=httpx.Timeout(silent), follow_redirects=False
            ) as response:
                if not response.is_success:
                    await response.aread()
                    raise failure_of(response)
                yield response
        except (httpx.RequestError, RuntimeError) as error:
            if self.is_closed:
                raise ClosedError from error
            if not isinstance(error, httpx.RequestError):
                raise
            raise no_response("GET", request.url, error) from error

    async def _send(self, request: Request) -> httpx.Response:
        attempt = 0
        while True:
            try:
                return await self._attempt(request)
            except BillhookError as error:
                wait = delay_of(error, attempt)
                if attempt >= request.max_retries or wait is None:
                    raise
                await self.pause(wait)
                if self.is_closed:
                    raise
            attempt += 1

    async def _attempt(self, request: Request) -> httpx.Response:
        response = await (self._paced(request) if request.credential is None else self._sent(request))
        if response.is_success or response.status_code == 304:
            return response
        raise failure_of(response)

    async def _paced(self, request: Request) -> httpx.Response:
        with self._pace.call():
            return await self._in_turn(request)

    async def _in_turn(self, request: Request) -> httpx.Response:
        if self._pace.is_short:
            async with self._turn:
                # Enough may be left again: the rest of the queue need not wait for each other.
                if self._pace.is_short:
                    await self.pause(self._pace.rest())
                    return self._pace.noted(await self._sent(request))
        return self._pace.noted(await self._sent(request))

    async def _sent(self, request: Request) -> httpx.Response:
        if self.is_closed:
            raise ClosedError
        headers = await self._headers(request)
        try:
            return await self._http.request(
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

    async def _headers(self, request: Request) -> dict[str, str]:
        given = self._token if request.credential is None else request.credential
        token = given if isinstance(given, str) else given()
        return {**request.headers, "authorization": bearer(await token if isawaitable(token) else token)}


class AsyncResource:
    """The methods of a resource."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client
