import asyncio
import gzip
import inspect
import json
import unittest
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date, datetime, timezone
from decimal import Decimal
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event as ThreadEvent
from threading import Lock
from traceback import format_exception
from unittest import mock

import httpx

from billhook import (
    AsyncBillhook,
    Billhook,
    BillhookError,
    ClosedError,
    NoResponseError,
    NotModifiedError,
    ProblemError,
    UnexpectedResponseError,
    problems,
)
from billhook._retry import delay_of, seconds_until

# Without delays between the attempts.
mock.patch("billhook._retry.random", return_value=0.0).start()

URL = "https://billing.example.com"
BODY = {"kind": "Business", "name": "Atelier Lumen", "billing_address": {"country": "FR"}}


def problem(status, code, headers=None):
    body = {
        "type": "",
        "title": "",
        "status": status,
        "code": code,
        "detail": "no",
        "instance": "",
        "requestId": "req_1",
    }
    return httpx.Response(status, json=body, headers={"content-type": "application/problem+json", **(headers or {})})


def page(**members):
    return {"nextCursor": None, "prevCursor": None, "limit": 25, "hasMore": False, **members}


class Server:
    """What is between the client and the API: it sends one reply per request, and repeats the last one."""

    def __init__(self, *replies):
        self.replies = replies
        self.requests = []

    def __call__(self, request):
        reply = self.replies[min(len(self.requests), len(self.replies) - 1)]
        self.requests.append(request)
        if isinstance(reply, Exception):
            raise reply
        return httpx.Response(reply.status_code, headers=reply.headers, content=reply.content)

    def client(self, **options):
        http = httpx.Client(transport=httpx.MockTransport(self))
        return Billhook(**{"base_url": URL, "api_key": "bhk_1", "http_client": http, **options})

    def async_client(self, **options):
        http = httpx.AsyncClient(transport=httpx.MockTransport(self))
        return AsyncBillhook(**{"base_url": URL, "api_key": "bhk_1", "http_client": http, **options})

    def keys(self):
        return [request.headers.get("idempotency-key") for request in self.requests]


def both(call):
    """What a call of each client gives: a result, or an error."""
    yield lambda server, **options: call(server.client(**options))
    yield lambda server, **options: asyncio.run(call(server.async_client(**options)))


REJECTED_ONCE = [
    problem(429, "rate_limited", {"retry-after": "0"}),
    httpx.ConnectError("reset"),
    problem(503, "unavailable"),
]


class Requests(unittest.TestCase):
    def test_a_client_needs_a_url_and_one_credential(self):
        for given, message in [
            ({"base_url": URL}, "either api_key or access_token"),
            ({"base_url": URL, "api_key": "a", "access_token": "b"}, "either api_key or access_token"),
            ({"base_url": "billing.example.com", "api_key": "a"}, "base_url must be the URL"),
            ({"base_url": "https://billing.exa mple.com", "api_key": "a"}, "base_url must be the URL"),
            ({"base_url": "https://billing.example.com\0", "api_key": "a"}, "base_url must be the URL"),
            ({"base_url": f"{URL}/v1/", "api_key": "a"}, "without /v1"),
        ]:
            for kind in (Billhook, AsyncBillhook):
                with self.subTest(message), self.assertRaisesRegex(BillhookError, message):
                    kind(**given)

    def test_a_key_with_a_space_is_not_sent(self):
        server = Server(httpx.Response(204))
        with self.assertRaisesRegex(BillhookError, "contains a space"):
            server.client(api_key="bhk_a b").clients.delete(1)
        server.client(api_key="bhk_1\r\n").clients.delete(1)
        self.assertEqual([request.headers["authorization"] for request in server.requests], ["Bearer bhk_1"])

    def test_a_url_with_a_line_break_and_a_network_in_no_proxy(self):
        server = Server(httpx.Response(204))
        server.client(base_url=f"{URL}/\n").clients.delete(1)
        self.assertEqual(str(server.requests[0].url), f"{URL}/v1/clients/1")
        server.client(base_url="https://büro.example").clients.delete(1)
        self.assertEqual(server.requests[1].headers["host"], "xn--bro-hoa.example")
        proxies = {"HTTPS_PROXY": "http://127.0.0.1:9", "NO_PROXY": "fd00::/8"}
        for kind in (Billhook, AsyncBillhook):
            with mock.patch.dict("os.environ", proxies, clear=True):
                with self.assertRaisesRegex(BillhookError, "HTTPS_PROXY or NO_PROXY, or pass http_client"):
                    kind(base_url=URL, api_key="bhk_1")
            with mock.patch.dict("os.environ", {"HTTPS_PROXY": "http://name:sec#ret@proxy:3128"}, clear=True):
                with self.assertRaisesRegex(BillhookError, "Correct HTTPS_PROXY") as caught:
                    kind(base_url=URL, api_key="bhk_1")
                self.assertNotIn("sec", "".join(format_exception(caught.exception)))

    def test_options_of_a_call(self):
        server = Server(problem(503, "unavailable"))
        for options in ({"max_retries": 1, "api_key": "bhk_2"}, {"max_retries": 0, "access_token": "bha_3"}):
            with self.assertRaises(ProblemError):
                server.client().clients.delete(1, **options)
        credentials = [request.headers["authorization"] for request in server.requests]
        self.assertEqual(credentials, ["Bearer bhk_2", "Bearer bhk_2", "Bearer bha_3"])

    def test_a_call_has_one_credential(self):
        server = Server(httpx.Response(204))
        for call in both(lambda client: client.clients.delete(1, api_key="bhk_2", access_token="bha_3")):
            with self.assertRaisesRegex(BillhookError, "Give either api_key or access_token."):
                call(server)
        with self.assertRaisesRegex(BillhookError, "is empty"):
            server.client().clients.delete(1, api_key="")
        self.assertEqual(server.requests, [])

    def test_a_call_without_the_id_of_its_path(self):
        for wrong in (None, "", ".", ".."):
            with self.assertRaisesRegex(TypeError, "/v1/clients/{id} needs id"):
                Server(httpx.Response(204)).client().clients.get(wrong)

    def test_names_values_and_options(self):
        server = Server(httpx.Response(204))
        invoice = {
            "client_id": 1,
            "due_date": date(2026, 12, 1),
            "lines": [{"unit_price": Decimal("1E+2")}],
            "custom_fields": {"cost_center": "a_b"},
        }
        call = server.client().invoices
        with self.assertRaises(UnexpectedResponseError):
            call.create(invoice, dry_run=True, if_match='"1"', headers={"X-Trace": "t"})
        with self.assertRaises(UnexpectedResponseError):
            since = datetime(2026, 11, 22, 9, tzinfo=timezone.utc)
            call.list(status=["Draft", "Sent"], updated_since=since, overdue=True, gross_from=Decimal("5.50"))
        write, read = server.requests
        self.assertEqual(
            json.loads(write.content),
            {
                "clientId": 1,
                "dueDate": "2026-12-01",
                "lines": [{"unitPrice": "100"}],
                "customFields": {"cost_center": "a_b"},
            },
        )
        self.assertEqual([write.headers[name] for name in ("prefer", "if-match", "x-trace")], ["dry-run", '"1"', "t"])
        self.assertEqual(
            read.url.query.decode(),
            "updatedSince=2026-11-22T09%3A00%3A00.000Z&grossFrom=5.50&status=Draft&status=Sent&overdue=true",
        )
        with self.assertRaisesRegex(TypeError, "time zone"):
            call.list(updated_since=datetime(2026, 11, 22))

    def test_an_unknown_option_or_filter_is_rejected_before_a_request(self):
        def of_resources(client):
            for resource in vars(client).values():
                if type(resource).__module__ in ("billhook._resources", "billhook._async_resources"):
                    for name, method in inspect.getmembers(resource, inspect.ismethod):
                        if not name.startswith("_") and name != "follow":
                            yield method

        def needed(method):
            parameters = list(inspect.signature(method).parameters.values())
            positional = [1 for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD]
            return positional, {each.name: "1" for each in parameters if each.kind is each.KEYWORD_ONLY}

        async def awaited(value):
            return await value

        server = Server(httpx.Response(204))
        for client in (server.client(), server.async_client()):
            methods = list(of_resources(client))
            self.assertGreater(len(methods), 100)
            for method in methods:
                positional, keywords = needed(method)
                for wrong in ("dryrun", "ifmatch", "tmeout", "stauts"):
                    with self.subTest(method.__qualname__), self.assertRaisesRegex(TypeError, f"argument '{wrong}'"):
                        found = method(*positional, **keywords, **{wrong: 1})
                        if inspect.isawaitable(found):
                            asyncio.run(awaited(found))
        self.assertEqual(server.requests, [])

    def test_an_unknown_option_names_the_nearest(self):
        server = Server(httpx.Response(204))
        for call, wanted in (
            (lambda client: client.clients.create(BODY, dryrun=True), r"Clients.create\(\) .* 'dry_run'\?"),
            (lambda client: client.clients.update(8, {}, ifmatch='"0"'), "Did you mean 'if_match'"),
            (lambda client: client.clients.get(8, dry_run=True), r"'dry_run'$"),
            (lambda client: client.clients.list(bogus=1), r"'bogus'$"),
            (lambda client: client.invoices.list(stauts=["Draft"]), "Did you mean 'status'"),
            (lambda client: client.request("POST", "/v1/clients", options={"dryrun": True}), "'dry_run'"),
        ):
            for run in both(call):
                with self.assertRaisesRegex(TypeError, wanted):
                    run(server)
        self.assertEqual(server.requests, [])

    def test_a_token_is_requested_for_each_attempt(self):
        tokens = iter(["one", "two", "three", "four"])

        async def token():
            return next(tokens)

        server = Server(problem(503, "unavailable"), httpx.Response(204))
        server.client(api_key=None, access_token=lambda: next(tokens)).clients.delete(1)
        server.requests.append(None)
        other = Server(problem(503, "unavailable"), httpx.Response(204))
        asyncio.run(other.async_client(api_key=None, access_token=token).clients.delete(1))
        sent = [request.headers["authorization"] for request in [*server.requests[:2], *other.requests]]
        self.assertEqual(sent, ["Bearer one", "Bearer two", "Bearer three", "Bearer four"])


class Failures(unittest.TestCase):
    def test_a_write_is_sent_again_with_one_idempotency_key(self):
        for call in both(lambda client: client.clients.delete(1)):
            server = Server(*REJECTED_ONCE, httpx.Response(204))
            self.assertIsNone(call(server))
            self.assertEqual((len(server.keys()), len(set(server.keys()))), (4, 1))

    def test_what_is_not_sent_again(self):
        for reply, kind, requests in [
            (problem(429, "rate_limited", {"retry-after": "3600"}), problems.RateLimited, 1),
            (httpx.Response(429, html="<h1>Slow</h1>", headers={"retry-after": "3600"}), UnexpectedResponseError, 1),
            (problem(409, "invoice_not_draft"), problems.InvoiceNotDraft, 1),
            (problem(409, "of_a_later_version"), ProblemError, 1),
            (httpx.Response(200, html="<h1>Please sign in to the network</h1>"), UnexpectedResponseError, 1),
            (httpx.Response(302, headers={"location": "https://elsewhere.example"}), UnexpectedResponseError, 1),
            (httpx.Response(200, json={"id": 1}), UnexpectedResponseError, 1),
            (httpx.Response(304), NotModifiedError, 1),
            (httpx.ReadTimeout("slow"), NoResponseError, 2),
        ]:
            for call in both(lambda client: client.clients.get(1)):
                server = Server(reply)
                with self.subTest(kind.__name__), self.assertRaises(kind) as caught:
                    call(server, max_retries=1)
                self.assertEqual(len(server.requests), requests)
                self.assertNotIn("bhk_1", str(caught.exception))

    def test_the_delay_stays_a_number_after_any_number_of_failures(self):
        with mock.patch("billhook._retry.random", return_value=1.0):
            delays = [delay_of(NoResponseError("down"), attempt) for attempt in (0, 1, 6, 7, 100_000)]
        self.assertEqual(delays, [0.25, 0.5, 16.0, 30.0, 30.0])

    def test_a_wait_that_is_asked_for_is_never_negative(self):
        past = ["-5", "Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 -0000", "Sun, 06 Nov 1994 08:49:37"]
        self.assertEqual([seconds_until(value) for value in [*past, "2", "soon"]], [0.0, 0.0, 0.0, 0.0, 2.0, None])

    def test_an_error_says_what_is_wrong(self):
        with self.assertRaises(problems.RateLimited) as caught:
            Server(problem(429, "rate_limited", {"retry-after": "3600"})).client().clients.get(1)
        self.assertEqual((caught.exception.retry_after, caught.exception.request_id), (3600, "req_1"))
        with self.assertRaisesRegex(UnexpectedResponseError, "Please sign in"):
            Server(httpx.Response(200, html="<p>Please sign in</p>")).client().clients.get(1)
        with self.assertRaisesRegex(
            UnexpectedResponseError, r"page.nextCursor.*install the client that your installation serves"
        ):
            Server(httpx.Response(200, json={"data": [], "page": {}})).client(max_retries=0).clients.list()


class Limited:
    """An API that accepts some requests, and the next ones after a pause."""

    QUOTA = 3

    def __init__(self):
        self.left = self.QUOTA
        self.rejected = 0
        self.lock = Lock()

    def __call__(self, request):
        with self.lock:
            self.left -= 1
            if self.left < 0:
                self.rejected += 1
                return problem(429, "rate_limited", {"retry-after": "1"})
            return httpx.Response(204, headers={"ratelimit": f'"minute";r={self.left};t=1'})

    def pause(self, seconds):
        if seconds > 0:
            with self.lock:
                self.left = self.QUOTA


class Pace(unittest.TestCase):
    def test_callers_share_the_limit(self):
        server = Limited()
        client = Billhook(base_url=URL, api_key="bhk_1", http_client=httpx.Client(transport=httpx.MockTransport(server)))
        with mock.patch.object(Billhook, "pause", server.pause), ThreadPoolExecutor(10) as callers:
            list(callers.map(lambda number: client.clients.delete(number), range(1, 41)))
        # Only those that were on their way before the first response.
        self.assertLessEqual(server.rejected, 20)

    def test_the_limit_of_another_credential_delays_no_call(self):
        options = ({"api_key": "bhk_2"}, {"access_token": "bha_3"}, {}, {"api_key": "bhk_2"})
        server = Server(httpx.Response(204, headers={"ratelimit": '"minute";r=0;t=50'}))
        with mock.patch.object(Billhook, "pause") as pause:
            client = server.client()
            for each in options:
                client.clients.delete(1, **each)
        pause.assert_not_called()

        async def main():
            client = server.async_client()
            for each in options:
                await client.clients.delete(1, **each)

        with mock.patch.object(AsyncBillhook, "pause") as pause:
            asyncio.run(main())
        pause.assert_not_called()

    def test_asyncio_shares_the_limit(self):
        server = Limited()

        async def pause(_, seconds):
            server.pause(seconds)

        async def main():
            http = httpx.AsyncClient(transport=httpx.MockTransport(server))
            client = AsyncBillhook(base_url=URL, api_key="bhk_1", http_client=http)
            with mock.patch.object(AsyncBillhook, "pause", pause):
                await asyncio.gather(*(client.clients.delete(number) for number in range(1, 41)))

        asyncio.run(main())


class Streams(unittest.TestCase):
    def test_a_truncated_stream_continues_after_its_last_complete_event(self):
        def event(message_id):
            data = {"id": message_id, "type": "client.created", "createdAt": "2026-11-21T09:30:00.000Z", "data": None}
            # A line separator of Unicode does not end a line.
            text = json.dumps({**data, "note": "\u2028"}, ensure_ascii=False)
            return f"id: {message_id}\nevent: client.created\ndata: {text}\n\n"

        def stream(text):
            return httpx.Response(200, headers={"content-type": "text/event-stream"}, text=text)

        replies = [stream(f": hello\n\n{event('msg_1')}id: msg_2\nda"), stream(event("msg_2") + event("msg_3"))]

        async def follow(client):
            return [each.id async for _, each in azip(3, client.events.follow(after="msg_0"))]

        for read in (
            lambda server: [each.id for _, each in zip(range(3), server.client().events.follow(after="msg_0"))],
            lambda server: asyncio.run(follow(server.async_client())),
        ):
            server = Server(*replies)
            self.assertEqual(read(server), ["msg_1", "msg_2", "msg_3"])
            self.assertEqual([request.url.params["after"] for request in server.requests[:2]], ["msg_0", "msg_1"])

    def test_ends_with_a_rejection_that_does_not_pass(self):
        for code in ("insufficient_scope", "event_expired"):
            with self.assertRaises(ProblemError):
                next(iter(Server(problem(403, code)).client().events.follow()))


class Copies(unittest.TestCase):
    """The steps of `sync` of both clients, with a server that has two records in two parts."""

    def setUp(self):
        # Without delays until a snapshot is completed.
        started = mock.patch("billhook._sync_steps._POLLS", (0,))
        started.start()
        self.addCleanup(started.stop)

    def server(self, *, statuses=("Running", "Completed"), wrong_digest=False, changes=(), codes=(), effective=()):
        """:param codes: the problems that the first requests of the log get"""
        contents = [gzip.compress(json.dumps(self.record(number)).encode() + b"\n") for number in (1, 2)]
        digests = ["0" if wrong_digest else sha256(each).hexdigest() for each in contents]
        polls, problems_left = list(statuses), list(codes)

        def snapshot(status):
            parts = [
                {"id": 10 + n, "resource": "client", "records": 1, "bytes": len(content), "digest": digests[n]}
                for n, content in enumerate(contents)
            ]
            times = {name: "2026-11-21T09:30:00.000Z" for name in ("createdAt", "completedAt", "expiresAt")}
            done = status == "Completed"
            missing = [{"resource": "payment", "missingPermission": "payment.read"}]
            return {
                **{"id": 7, "status": status, "resources": ["client"], "leftOut": missing, "total": 2, "done": 2},
                **{"after": "chg_5" if done else None, "parts": parts if done else [], "requestedBy": "ERP", **times},
            }

        def reply(request):
            path = request.url.path
            self.requests.append(f"{request.method} {path}")
            if path.startswith("/v1/snapshot-parts/"):
                return httpx.Response(200, content=contents[int(path.rsplit("/")[-1]) - 10])
            if path.startswith("/v1/snapshots"):
                return httpx.Response(200, json=snapshot(polls.pop(0) if len(polls) > 1 else polls[0]))
            if path == "/v1/me/permissions":
                return httpx.Response(200, json={"effective": effective})
            if problems_left:
                return problem(410, problems_left.pop(0))
            if path == "/v1/changes":
                after = request.url.params["after"]
                found = [each for each in changes if each["cursor"] > after][:1]
                cursor = found[0]["cursor"] if found else after
                more = bool(found) and found[0] is not changes[-1]
                return httpx.Response(200, json={"data": found, "page": page(nextCursor=cursor, hasMore=more)})
            text = "".join(f"id: {each['cursor']}\ndata: {json.dumps(each)}\n\n" for each in changes)
            return httpx.Response(200, headers={"content-type": "text/event-stream"}, text=text)

        self.requests = []
        return reply

    @staticmethod
    def record(number, version=1):
        return {"id": number, "version": version, "dueDate": None}

    def change(self, cursor, number, version, *, deleted=False, hidden=False):
        record = None if deleted or hidden else self.record(number, version)
        named = {"cursor": cursor, "resource": "client", "id": number, "version": version, "deleted": deleted}
        return {**named, "changedAt": "2026-11-21T09:30:00.000Z", "record": record}

    def both(self, make, count=None, **given):
        """The steps of the synchronous client, which must be those of the asynchronous one."""

        async def read(client):
            steps = client.sync(**given)
            return [step async for step in steps] if count is None else [step async for _, step in azip(count, steps)]

        def client(kind, http, reply):
            return kind(base_url=URL, api_key="bhk_1", http_client=http(transport=httpx.MockTransport(reply)))

        found = []
        for kind in (Billhook, AsyncBillhook):
            reply = make()
            if kind is Billhook:
                steps = client(kind, httpx.Client, reply).sync(**given)
                found.append(list(steps) if count is None else [step for _, step in zip(range(count), steps)])
            else:
                found.append(asyncio.run(read(client(kind, httpx.AsyncClient, reply))))
        self.assertEqual(found[0], found[1])
        return found[0]

    def test_all_records_and_then_the_changes_from_each_cursor(self):
        changes = [
            self.change("chg_6", 2, 2),
            self.change("chg_7", 3, 1, hidden=True),
            self.change("chg_8", 1, 2, deleted=True),
        ]
        steps = self.both(lambda: self.server(changes=changes), follow=False)
        self.assertEqual(
            [(step.kind, getattr(step, "id", None), getattr(step, "version", None)) for step in steps],
            [
                ("begin", None, None),
                ("record", 1, 1),
                ("record", 2, 1),
                ("complete", None, None),
                ("record", 2, 2),
                ("deleted", 1, 2),
            ],
        )
        self.assertEqual(steps[1].record, self.record(1))
        self.assertEqual(steps[0].left_out[0].missing_permission, "payment.read")
        for number, step in enumerate(steps):
            rest = self.both(lambda: self.server(changes=changes), from_=step.cursor, follow=False)
            self.assertEqual(rest, steps[number + 1 :])
            self.assertNotIn("POST /v1/snapshots", self.requests)

    def test_follows_the_stream_after_the_last_change(self):
        changes = [self.change("chg_6", 2, 2)]
        steps = self.both(lambda: self.server(changes=changes), 3, from_="chg_5", resources=["client"])
        self.assertEqual([step.cursor for step in steps], ["chg_6", "chg_6", "chg_6"])
        self.assertEqual(self.requests[1:], ["GET /v1/changes/stream", "GET /v1/changes/stream"])

    def test_begins_again_if_its_position_is_no_longer_stored(self):
        for statuses, codes, cursor in (
            (("Completed",), ("changes_expired",), "chg_1"),
            (("Completed",), ("snapshot_expired",), "chg_1"),
            (("Expired", "Completed"), (), "snapshot:3:0:1"),
            (("Failed", "Completed"), (), "snapshot:3:0:1"),
        ):
            with self.subTest(statuses=statuses, codes=codes):
                make = lambda: self.server(statuses=statuses, codes=codes)  # noqa: E731
                kinds = [step.kind for step in self.both(make, from_=cursor, follow=False)]
                self.assertEqual(kinds, ["begin", "record", "record", "complete"])

    def test_begins_again_once_the_key_may_read_more(self):
        begun = ["begin", "record", "record", "complete"]
        steps = self.both(lambda: self.server(effective=["payment.read"]), from_="-payment:payment.read;chg_5", follow=False)
        self.assertEqual([step.kind for step in steps], begun)
        self.assertEqual(steps[-1].cursor, "-payment:payment.read;chg_5")
        # A client cannot be read, and then it can: the changes in between had no records.
        lost = {**self.change("chg_6", 1, 2, hidden=True), "missingPermission": "client.read"}
        deleted = self.change("chg_7", 2, 2, deleted=True)
        steps = self.both(lambda: self.server(changes=[lost, deleted]), from_="chg_5", follow=False)
        self.assertEqual([step.cursor for step in steps], ["-client:client.read;chg_7"])
        again = [lost, self.change("chg_7", 1, 3)]
        steps = self.both(lambda: self.server(changes=again), 4, from_="chg_5", follow=False)
        self.assertEqual([step.kind for step in steps], begun)

    def test_ends_with_a_failure(self):
        for given, message in (
            ({"statuses": ("Running", "Failed")}, "snapshot 7 failed"),
            ({"wrong_digest": True}, "Part 10 of the snapshot arrived damaged"),
        ):
            with self.assertRaisesRegex(BillhookError, message):
                self.both(lambda: self.server(**given), follow=False)
        with self.assertRaises(ProblemError):
            self.both(lambda: self.server(codes=("insufficient_scope",)), from_="chg_1", follow=False)


class OpenStream(BaseHTTPRequestHandler):
    """A server whose stream stays open without an event, or that asks for a long pause."""

    def do_GET(self):
        if self.server.status == 503:
            self.send_response(503)
            self.send_header("retry-after", "50")
            self.send_header("content-length", "0")
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b": hello\n\n")
        self.server.ended.wait()

    do_DELETE = do_GET

    def log_message(self, *_):
        pass


@contextmanager
def open_stream(status):
    with ThreadingHTTPServer(("127.0.0.1", 0), OpenStream) as server, ThreadPoolExecutor(1) as runs:
        server.status, server.ended = status, ThreadEvent()
        runs.submit(server.serve_forever, 0.02)
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.ended.set()
            server.shutdown()


class Closing(unittest.TestCase):
    """The limits only end a run that would fail."""

    def test_ends_a_stream_that_another_thread_follows(self):
        for status, hook in ((200, "on_open"), (503, "on_reconnect")):
            with self.subTest(hook), open_stream(status) as url, ThreadPoolExecutor(1) as threads:
                reached = ThreadEvent()
                client = Billhook(base_url=url, api_key="bhk_1")
                followed = threads.submit(lambda: list(client.events.follow(**{hook: lambda *_: reached.set()})))
                reached.wait(10)
                client.close()
                self.assertEqual(followed.result(10), [])

    def test_ends_a_stream_that_another_task_follows(self):
        async def main(url, hook):
            reached = asyncio.Event()
            client = AsyncBillhook(base_url=url, api_key="bhk_1")

            async def follow():
                return [each async for each in client.events.follow(**{hook: lambda *_: reached.set()})]

            task = asyncio.create_task(follow())
            await reached.wait()
            await client.close()
            self.assertEqual(await asyncio.wait_for(task, 10), [])

        for status, hook in ((200, "on_open"), (503, "on_reconnect")):
            with self.subTest(hook), open_stream(status) as url:
                asyncio.run(main(url, hook))

    def test_ends_the_pause_before_a_repeat_with_its_reason(self):
        with open_stream(503) as url, ThreadPoolExecutor(1) as threads:
            client = Billhook(base_url=url, api_key="bhk_1")
            answered = ThreadEvent()
            client._http.event_hooks["response"].append(lambda _: answered.set())
            call = threads.submit(client.clients.delete, 1)
            answered.wait(10)
            client.close()
            with self.assertRaises(UnexpectedResponseError):
                call.result(10)

    def test_a_call_after_it(self):
        server = Server(httpx.Response(204))

        async def follow(client):
            await client.close()
            async for _ in client.events.follow():
                pass

        async def sync(client):
            await client.close()
            async for _ in client.sync():
                pass

        async def delete(client):
            async with client:
                pass
            await client.clients.delete(1)

        with server.client() as client:
            pass
        for call in (
            lambda: client.clients.delete(1),
            lambda: list(client.events.follow()),
            lambda: list(client.sync()),
            lambda: asyncio.run(follow(server.async_client())),
            lambda: asyncio.run(sync(server.async_client())),
            lambda: asyncio.run(delete(server.async_client())),
        ):
            with self.assertRaisesRegex(ClosedError, "The client is closed"):
                call()
        self.assertTrue(issubclass(ClosedError, BillhookError))
        self.assertEqual(server.requests, [])


async def azip(count, items):
    number = 0
    async for item in items:
        yield number, item
        number += 1
        if number == count:
            return


if __name__ == "__main__":
    unittest.main()
